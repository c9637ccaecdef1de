"""Games to their end, by people at real browsers; `test_ways.py` has whole games by hand."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from azulejos.record_reader import read_records
from azulejos.server.table.fair_check import check, read_kept
from tests.browser import hands
from tests.browser.conftest import PHONE, QUICK, Visit


def invite(page: Page, game: str, people: int, bots: int) -> str:
    """Open a table for people who have the link; its address."""
    page.get_by_role("link", name="Invite a friend").click()
    page.get_by_role("group", name="Game").get_by_role("radio", name=game).check()
    page.get_by_role("radio", name=f"{people + bots} players").check()
    for seat in range(people, people + bots):
        page.get_by_role("group", name=f"Seat {seat + 1}").get_by_role(
            "radio", name="A bot"
        ).check()
        page.get_by_role("radio", name="Amália").check()
    page.get_by_role("button", name="Open the table").click()
    link = page.get_by_role("textbox", name="Link to this table")
    expect(page.get_by_role("img", name="QR code of the link")).to_be_visible()
    return link.input_value()


def sit_down(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("button", name=re.compile("^Join")).click()


def test_two_people_in_two_browsers_play_a_game_of_azul(visit: Visit) -> None:
    """And another one: a rematch is one click for either, wherever they look."""
    first, second = visit(**QUICK), visit(device=PHONE, **QUICK)
    sit_down(second, invite(first, "Azul", people=2, bots=0))
    hands.play_and_hurry([first, second], hands.take_and_put)
    headline = hands.result(first).get_by_role("heading").inner_text()
    assert any(word in headline for word in ("won", "wins", "share"))
    opponent = hands.result(second).get_by_role("columnheader").get_by_role("link").inner_text()
    expect(second).to_have_title(f"Azul: {opponent} · Azulejos")
    people = second.get_by_role("link", name=opponent, include_hidden=True)
    assert people.count() > 2, "the log names the other player"
    hands.result(first).get_by_role("button", name="Rematch").click()
    banner = second.get_by_role("alert").filter(has_text=f"{opponent} wants a rematch.")
    banner.get_by_role("button", name="Play the rematch").click()
    for page in (first, second):
        expect(page.get_by_text("Round 1").first).to_be_attached()
        expect(hands.result(page)).to_have_count(0)
        expect(hands.bar(page)).to_be_visible()


def test_a_browser_that_lost_its_number_makes_another(visit: Visit) -> None:
    """As when the table was opened on another device: the game begins all the same."""
    first, second = visit(**QUICK), visit(**QUICK)
    address = invite(first, "Azul", people=2, bots=0)
    first.evaluate("localStorage.removeItem('azulejos.fair')")
    sit_down(second, address)
    for page in (first, second):
        expect(page.get_by_text("Round 1")).to_be_visible()


def test_two_people_and_a_bot_play_a_game_of_blue(visit: Visit) -> None:
    first, second = visit(**QUICK), visit(**QUICK)
    sit_down(second, invite(first, "BLUE", people=2, bots=1))
    hands.play_and_hurry([first, second], hands.lay)
    assert hands.moves_seen(first).count() == 54


@pytest.mark.parametrize("players", [3, 4])
def test_one_person_against_bots(visit: Visit, players: int) -> None:
    page = visit(**QUICK)
    page.get_by_role("group", name="Players").get_by_role("radio", name=str(players)).check()
    page.get_by_role("radio", name="Tomé").check()
    hands.start(page, "Azul")
    expect(page.locator("header use[href='#tome']")).to_have_count(players - 1)  # their faces
    hands.play_and_hurry([page], hands.take_and_put)
    expect(hands.result(page).get_by_role("columnheader")).to_have_count(players)


def test_the_gray_side(visit: Visit) -> None:
    page = visit("/new?game=azul", **QUICK)
    page.get_by_role("radio", name="gray side").check()
    page.get_by_role("button", name="Start").click()
    hands.play_and_hurry([page], hands.take_and_put)


def test_two_people_at_one_device(visit: Visit) -> None:
    page = visit(**QUICK)
    page.get_by_role("link", name="Share this screen").click()
    page.get_by_role("radio", name="BLUE").check()
    page.get_by_role("radio", name="2 players").check()
    page.get_by_role("radio", name="39 tiles, short").check()
    page.get_by_label("Name").fill("Beatriz")
    page.get_by_role("group", name="Who goes first").get_by_role("radio", name="You").check()
    page.get_by_role("button", name="Start").click()
    hands.play_and_hurry([page], hands.lay, whose="’s turn.")
    assert hands.moves_seen(page).count() == 39


def test_a_costly_move_is_asked_back_and_can_be_undone(visit: Visit) -> None:
    page = visit(motion="off", confirm="always")
    hands.start(page, "Azul")
    hands.wait_for_turn(page)
    hands.take_and_put(page)
    bar = hands.bar(page)
    bar.get_by_role("button", name="Undo").click()
    expect(hands.confirm(page)).to_be_hidden()
    before = hands.moves_seen(page).count()
    hands.take_and_put(page)
    hands.confirm(page).click()
    expect(hands.moves_seen(page)).not_to_have_count(before)


def look_round(page: Page) -> None:
    """Arrow keys, a game that plays by itself, and the log, which follows; back to ply 3."""
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"\?ply=4$"))
    page.keyboard.press("ArrowLeft")
    shown = page.locator('li[aria-current="step"]')
    expect(shown).to_have_count(1)
    told = shown.text_content()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page).to_have_url(re.compile(r"\?ply=5$"))
    page.get_by_role("button", name="Pause").click()
    expect(shown).not_to_have_text(told or "")
    page.keyboard.press("Home")
    expect(page).to_have_url(re.compile(r"\?ply=0$"))
    hands.open_side(page)
    moves = hands.moves_seen(page)
    moves.nth(moves.count() - 2).click()  # the second of the game, after a deal
    expect(page).to_have_url(re.compile(r"\?ply=3$"))
    expect(shown.get_by_role("link")).to_have_count(1)
    page.keyboard.press("Escape")


def test_a_board_is_opened_large(visit: Visit) -> None:
    page = visit(**QUICK)
    hands.start(page, "Azul")
    hands.wait_for_turn(page)
    page.get_by_role("button", name=re.compile("^Open .*board$")).click()
    large = page.get_by_role("dialog")
    board = large.get_by_role("article")
    assert (board.bounding_box() or {"width": 0})["width"] > 600
    page.keyboard.press("Escape")
    expect(large).to_have_count(0)


def test_after_the_game(visit: Visit) -> None:
    """Result and how it was counted, replay by slider and keys, record, fair deals, rematch."""
    page = visit(**QUICK)
    hands.start(page, "Azul")
    hands.play_and_hurry([page], hands.take_and_put)
    expect(hands.result(page).get_by_role("rowheader", name="Total")).to_be_visible()

    replay = page.get_by_role("region", name="Step through the game")
    replay.get_by_role("slider", name="Moment of the game").fill("2")
    expect(page).to_have_url(re.compile(r"\?ply=2$"))
    expect(page.get_by_text("Round 1")).to_be_visible()
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("]")
    expect(page).to_have_url(re.compile(r"\?ply=3$"))
    moment = page.url
    look_round(page)

    hands.open_side(page)
    page.get_by_text("Were the deals fair?").click()
    page.get_by_role("button", name="Check it").click()
    expect(page.get_by_text("Nobody alone, server or player, could choose a deal")).to_be_visible()
    expect(page.get_by_text(re.compile(r"All \d+ deals were drawn again"))).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record", exact=True).click()
    record = download.value.path().read_text(encoding="utf-8")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download what this browser kept").click()
    kept = json.loads(download.value.path().read_text(encoding="utf-8"))
    assert check(read_records(record)[0], read_kept(kept)).proof == "whole"

    page.keyboard.press("Escape")
    page.get_by_role("button", name="Back to now").click()
    over = page.url
    page.get_by_role("button", name="Rematch").click()
    expect(page).not_to_have_url(over)
    expect(page.get_by_text("Round 1")).to_be_visible()
    assert hands.wait_for_turn(page)

    looker = visit(**QUICK)
    looker.goto(moment)
    expect(looker.get_by_text("Round 1")).to_be_visible()
    expect(looker.get_by_role("slider", name="Moment of the game")).to_have_value("3")
