"""Mistakes that return: from a reviewed game, on a whole table, tried, shown, and asked again a day
later from the first page.
"""

import re
import sqlite3
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import hands
from tests.browser.conftest import QUICK, Visit
from tests.browser.scenes import ask
from tests.server.services import Server


def play_and_review(page: Page, base: str) -> str:
    """A game against a weak bot by the first legal moves, with its review; return its table."""
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "tome"}]
    ask(page.context, base, "guests", {"name": "Rui", "language": "en"})
    plan = {"game": "azul", "seats": seats, "seating": "fixed"}
    table = ask(page.context, base, "tables", plan)["table"]
    while hands.play_one_move([page.context], base, table):
        page.wait_for_timeout(5)
    review = f"{base}/api/v1/tables/{table}/review"
    assert page.context.request.post(review, headers={"origin": base}, timeout=120_000).ok
    return str(table)


def get(page: Page, base: str, path: str) -> Any:
    answer = page.context.request.get(f"{base}/api/v1/{path}")
    assert answer.ok, answer.text()
    return answer.json()


def coach(page: Page) -> Any:
    return page.get_by_role("region", name="Coach")


def press_move(page: Page, move: str) -> None:
    """Play a move of Azul by its keys."""
    for key in move.lower():
        page.keyboard.press(key)


def test_a_mistake_is_tried_shown_and_returns_a_day_later(visit: Visit, server: Server) -> None:
    """A wrong try is played out on the board; the right one has its reason; a day later the first
    page offers the mistakes, and not when they are done.
    """
    page = visit(**QUICK)
    table = play_and_review(page, server.url)
    page.goto(f"{server.url}/mistakes/{table}/0")
    expect(coach(page).get_by_text(re.compile("^Mistake 1 of ")).first).to_be_attached()
    expect(coach(page).get_by_text("There was a better move. Which?")).to_be_visible()
    assert hands.hidden(page) == {}
    name = get(page, server.url, f"mistakes?table={table}&seat=0")["mistakes"][0]
    asked = get(page, server.url, f"mistakes/{table}/{name['ply']}")
    before = page.get_by_role("main").inner_html()
    press_move(page, asked["played"]["data"]["move"])
    expect(coach(page).get_by_role("heading", name=re.compile("^Not this one"))).to_be_visible()
    assert page.get_by_role("main").inner_html() != before
    expect(page.locator("svg.marks .danger").first).to_be_attached()  # what follows is drawn
    assert hands.hidden(page) == {}
    page.get_by_role("button", name="Try again").click()
    expect(coach(page).get_by_text("There was a better move. Which?")).to_be_visible()
    page.get_by_role("button", name="Show the answer").click()
    expect(page.get_by_role("button", name="Play it again")).to_be_visible()
    expect(page.locator("svg.marks .path.act").first).to_be_attached()
    assert hands.hidden(page) == {}
    return_tomorrow(page, server)


def return_tomorrow(page: Page, server: Server) -> None:
    """The first page has the mistakes when they are due."""
    card = page.get_by_role("link", name=re.compile("^Mistakes that return"))
    page.goto(server.url)
    page.wait_for_load_state("networkidle")
    assert card.count() == 0
    with sqlite3.connect(server.log_file.parent / "azulejos.db") as database:
        database.execute("UPDATE mistakes SET due_at = 1, asked_at = 0")
    page.reload()
    card.click()
    while True:
        page.get_by_role("button", name="Show the answer").click()
        on = page.get_by_role("button", name=re.compile("^(Next mistake|Finish)$"))
        expect(coach(page).get_by_text(re.compile("^Asked again on "))).to_be_attached()
        is_last = on.inner_text() == "Finish"
        on.click()
        if is_last:
            break
    expect(page.get_by_role("heading", name=re.compile(r"^0 of \d+ found"))).to_be_visible()
    expect(page.get_by_text(re.compile("^Asked again on "))).to_be_visible()
    page.get_by_role("main").get_by_role("link").click()
    page.wait_for_load_state("networkidle")
    assert card.count() == 0


@pytest.mark.parametrize("language", ["es", "pt-BR"])
def test_nothing_to_ask_is_said_with_what_to_do(visit: Visit, language: str) -> None:
    page = visit("/mistakes", language=language, **QUICK)
    words = {"es": "Hoy no hay nada", "pt-BR": "Nada para perguntar"}[language]
    expect(page.get_by_role("heading", name=re.compile(words))).to_be_visible()
