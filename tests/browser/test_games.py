"""Whole games to their end, by people at real browsers."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser import hands
from tests.browser.conftest import QUICK, Visit


def invite(page: Page, game: str, people: int, bots: int) -> str:
    """Open a table for people who have the link; its address."""
    page.get_by_role("link", name=re.compile("Invite by link")).click()
    page.get_by_role("group", name="Game").get_by_role("radio", name=game).check()
    page.get_by_role("radio", name=f"{people + bots} players").check()
    for seat in range(people, people + bots):
        page.get_by_label(f"Seat {seat + 1}").select_option(label="Bot 2: easy")
    page.get_by_role("button", name="Open the table").click()
    link = page.get_by_role("textbox", name="Link to this table")
    expect(page.get_by_role("img", name="QR code of the link")).to_be_visible()
    return link.input_value()


def sit_down(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("button", name=re.compile("^Sit down")).click()


def test_two_people_in_two_browsers_play_a_game_of_azul(visit: Visit) -> None:
    first, second = visit(**QUICK), visit(**QUICK)
    sit_down(second, invite(first, "Azul", people=2, bots=0))
    hands.play_together([first, second], hands.take_and_put)
    headline = hands.result(first).get_by_role("heading").inner_text()
    assert "win" in headline or "share" in headline


def test_two_people_and_a_bot_play_a_game_of_blue(visit: Visit) -> None:
    first, second = visit(**QUICK), visit(**QUICK)
    sit_down(second, invite(first, "BLUE", people=2, bots=1))
    hands.play_together([first, second], hands.lay)
    assert hands.moves_seen(first).count() == 54


@pytest.mark.parametrize("players", [3, 4])
def test_one_person_against_bots(visit: Visit, players: int) -> None:
    page = visit(**QUICK)
    card = page.get_by_role("region", name="Azul")
    card.get_by_label("Players").select_option(str(players))
    card.get_by_label("Against").select_option(label="Bot 1: first steps")
    hands.start(page, "Azul")
    hands.play_to_the_end(page, hands.take_and_put)
    assert hands.result(page).get_by_role("row").count() == players + 1


def test_the_gray_side(visit: Visit) -> None:
    page = visit("/new?game=azul", **QUICK)
    page.get_by_role("radio", name="gray side").check()
    page.get_by_role("button", name="Start").click()
    hands.play_to_the_end(page, hands.take_and_put)
    assert hands.result(page).is_visible()


def test_two_people_at_one_device(visit: Visit) -> None:
    page = visit(**QUICK)
    page.get_by_role("link", name=re.compile("On this device")).click()
    page.get_by_role("radio", name="BLUE").check()
    page.get_by_role("radio", name="2 players").check()
    page.get_by_role("radio", name="39 tiles, short").check()
    page.get_by_label("Name").fill("Beatriz")
    page.get_by_role("radio", name=re.compile("^Seat 1")).check()
    page.get_by_role("button", name="Start").click()
    hands.play_to_the_end(page, hands.lay, whose="’s turn.")
    assert hands.moves_seen(page).count() == 39


def test_a_costly_move_is_asked_back_and_can_be_undone(visit: Visit) -> None:
    page = visit(motion="off", confirm="always")
    hands.start(page, "Azul")
    hands.wait_for_turn(page)
    hands.take_and_put(page)
    bar = hands.bar(page)
    bar.get_by_role("button", name="Undo").click()
    expect(bar.get_by_role("button")).to_have_count(0)
    before = hands.moves_seen(page).count()
    hands.take_and_put(page)
    bar.get_by_role("button", name=re.compile("^Confirm")).click()
    expect(hands.moves_seen(page)).not_to_have_count(before)


def test_after_the_game(visit: Visit) -> None:
    """Result and how it was counted, replay by slider and keys, record, fair deals, rematch."""
    page = visit(**QUICK)
    hands.start(page, "Azul")
    hands.play_to_the_end(page, hands.take_and_put)
    expect(hands.result(page).get_by_role("listitem").first).to_be_visible()

    replay = page.get_by_role("region", name="Step through the game")
    replay.get_by_role("slider", name="Moment of the game").fill("2")
    expect(page).to_have_url(re.compile(r"\?ply=2$"))
    expect(page.get_by_text("Round 1")).to_be_visible()
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("]")
    expect(page).to_have_url(re.compile(r"\?ply=3$"))
    moment = page.url

    page.get_by_text("Were the deals fair?").click()
    page.get_by_role("button", name="Check it").click()
    expect(page.get_by_text("your browser has counted it")).to_be_visible()
    expect(page.get_by_text(re.compile(r"All \d+ deals were drawn again"))).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record", exact=True).click()
    assert "fair_seed" in download.value.path().read_text(encoding="utf-8")

    page.get_by_role("button", name="Back to now").click()
    page.get_by_role("button", name="Rematch").click()
    expect(page.get_by_text("Round 1")).to_be_visible()
    assert hands.wait_for_turn(page)

    looker = visit(**QUICK)
    looker.goto(moment)
    expect(looker.get_by_text("Round 1")).to_be_visible()
    expect(looker.get_by_role("slider", name="Moment of the game")).to_have_value("3")
