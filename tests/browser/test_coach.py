"""The coach on every board: words and board are seen together at every size, each mark finds its
place, nothing moves, and no move is said in the notation.
"""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import hands
from tests.browser.conftest import PHONE, QUICK, Visit
from tests.browser.scenes import ask, make_table
from tests.server.services import Server

LONGEST = "es"  # the language with the longest words
BOTH: list[dict[str, str]] = [{"kind": "me"}, {"kind": "bot", "bot": "tome"}]
DRAWN = ".path.act, .ghost, .frame"
# A move in the notation, or a space of BLUE.
CODE = re.compile(r"\b[1-9C][BYRKW][1-5F]\b|-?\d+,-?\d+\b")
MANY = 44  # tiles of BLUE, which a phone shows small


def assert_in_words(page: Page) -> None:
    """The coach says something, without codes."""
    said = page.locator(".coach .bubble > :not(.unseen)").all_inner_texts()
    assert "".join(said).strip()
    assert not CODE.search(" ".join(said)), said


def open_table(page: Page, base: str, game: str, moves: int, **plan: Any) -> str:
    """A table of the reader against a bot, after some moves."""
    ask(page.context, base, "guests", {"name": "Inês", "language": LONGEST})
    seats = plan.pop("seats", BOTH)
    table = make_table(page.context, base, game, seats, **plan)
    for _ in range(moves):
        hands.play_one_move([page.context], base, table)
    page.goto(f"{base}/table/{table}")
    return table


def drawn(page: Page) -> None:
    """Wait for marks."""
    expect(page.locator("svg.marks").locator(DRAWN).first).to_be_attached()


@pytest.mark.parametrize("game", ["azul", "blue"])
def test_a_hint_is_seen_and_moves_nothing(visit: Visit, server: Server, game: str) -> None:
    page = visit("/settings", language=LONGEST, **QUICK)
    open_table(page, server.url, game, 5)
    lamp = page.get_by_role("button", name="Pista", exact=True)
    expect(lamp).to_be_enabled()
    page.evaluate("document.fonts.ready")
    page.evaluate(hands.SETTLED)
    page.evaluate("shifts.length = 0")
    for depth in ("Dónde", "La jugada", "Por qué"):
        lamp.click()
        expect(page.locator(".coach .step").get_by_text(depth)).to_be_attached()
        drawn(page)
        assert page.evaluate("shifts") == []
        assert_in_words(page)
        assert hands.hidden(page) == {}, depth
        page.evaluate("shifts.length = 0")  # other sizes move everything
    page.get_by_role("button", name="Jugarla").click()
    expect(page.locator(".coach")).to_have_count(0)
    expect(page.get_by_text("Es tu turno.").first).to_be_visible()
    assert page.evaluate("shifts") == []


def test_a_hint_on_a_full_field_is_in_sight_on_a_phone(visit: Visit, server: Server) -> None:
    """Marked spaces stay in the part of the field that is shown, with a tile in hand too."""
    page = visit("/settings", device=PHONE, **QUICK)
    seats = [{"kind": "me"}, {"kind": "me", "name": "Beatriz"}]
    open_table(page, server.url, "blue", MANY, seats=seats)
    for depth in ("Where", "The move", "Why"):
        page.get_by_role("button", name="Hint", exact=True).tap()
        expect(page.locator(".coach .step").get_by_text(depth)).to_be_attached()
        drawn(page)
        page.evaluate(hands.SETTLED)
        assert page.evaluate(hands.HIDDEN) == []
    page.get_by_role("button", name=hands.KINDS).first.tap()
    page.evaluate(hands.SETTLED)
    assert page.evaluate(hands.HIDDEN) == []


@pytest.mark.parametrize(
    ("game", "hand", "language"), [("azul", hands.take_and_put, "en"), ("blue", hands.lay, "en")]
)
def test_a_puzzle_is_seen(visit: Visit, game: str, hand: hands.Hand, language: str) -> None:
    page = visit(f"/puzzles/daily/{game}", language=language, **QUICK)
    expect(page.get_by_role("heading", name="Which move is best?")).to_be_visible()
    assert hands.hidden(page) == {}
    with page.expect_response("**/answer"):
        hand(page)
    wrong = page.get_by_role("heading", name=re.compile("^Not this one"))
    told = page.get_by_role("heading", name=re.compile("^(Right|The solution)"))
    expect(wrong.or_(told)).to_be_visible()
    assert_in_words(page)
    assert hands.hidden(page) == {}
    if wrong.is_visible():
        page.get_by_role("button", name="Show the answer").click()
    expect(told).to_be_visible()
    drawn(page)
    assert_in_words(page)
    assert hands.hidden(page) == {}


def test_an_own_game_is_commented_in_words(visit: Visit, server: Server) -> None:
    page = visit("/learn/azul/rest", **QUICK)
    board = page.request.get(f"{server.url}/api/v1/learn/azul").json()["rest"]
    page.get_by_role("button", name="Begin").click()
    comment = None
    while comment is None or comment["code"] != "practice.better":
        with page.expect_response("**/api/v1/practice") as answered:
            for key in next(move for move in board["moves"] if move.endswith("F")).lower():
                page.keyboard.press(key)
        comment, board = answered.value.json()["comment"], answered.value.json()["board"]
    said = hands.bar(page).get_by_text("Better by about")
    expect(said).to_be_visible()
    assert not CODE.search(said.inner_text())
