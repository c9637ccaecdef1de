"""The line breaks: the server is killed, the network is cut, the server is upgraded."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser import hands
from tests.browser.conftest import QUICK, Visit, start_house
from tests.browser.test_games import invite, sit_down
from tests.server.services import Server

LOST = re.compile("The connection is lost")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[list[Server]]:
    """A server of the test's own, the last of the list; the test may start others in its place."""
    servers = [start_house(tmp_path)]
    yield servers
    for server in servers:
        server.kill()


def two_at_a_table(visit: Visit, base: str) -> list[Page]:
    first, second = visit(base=base, **QUICK), visit(base=base, **QUICK)
    sit_down(second, invite(first, "Azul", people=2, bots=0))
    for page in (first, second):
        expect(hands.bar(page)).to_be_visible()
    return [first, second]


def play_rounds(pages: list[Page], moves: int) -> None:
    for _ in range(moves):
        page = pages[0] if wait_for_either(pages) else pages[1]
        hands.play_once(page, hands.take_and_put)


def wait_for_either(pages: list[Page]) -> bool:
    while not any(map(hands.is_turn, pages)):
        pages[0].wait_for_timeout(20)
    return hands.is_turn(pages[0])


def test_the_server_is_killed_in_the_middle_of_a_game(
    visit: Visit, house: list[Server], tmp_path: Path
) -> None:
    """Both go on without a reload; what was chosen meanwhile is kept and sent once."""
    pages = two_at_a_table(visit, house[0].url)
    play_rounds(pages, 3)
    marks = [page.evaluate("window.mark = Math.random()") for page in pages]
    house[0].kill()
    for page in pages:
        expect(page.get_by_role("alert").filter(has_text=LOST)).to_be_visible()
    turn = pages[0] if wait_for_either(pages) else pages[1]
    hands.take_and_put(turn)
    expect(hands.bar(turn).get_by_text("is kept and will be sent")).to_be_visible()

    house.append(start_house(tmp_path, port=house[0].port))
    for page in pages:
        expect(hands.moves_seen(page)).to_have_count(4)
        expect(page.get_by_role("alert").filter(has_text=LOST)).to_have_count(0)
    play_rounds(pages, 2)
    assert [page.evaluate("window.mark") for page in pages] == marks


def test_the_network_is_cut_for_a_while(visit: Visit) -> None:
    page = visit(**QUICK)
    hands.start(page, "Azul")
    hands.wait_for_turn(page)
    hands.play_once(page, hands.take_and_put)
    hands.wait_for_turn(page)
    before = hands.moves_seen(page).count()
    page.context.set_offline(True)
    page.evaluate("dispatchEvent(new Event('offline'))")
    expect(page.get_by_role("alert").filter(has_text=LOST)).to_be_visible()
    hands.take_and_put(page)
    page.wait_for_timeout(1_000)
    assert hands.moves_seen(page).count() == before
    page.context.set_offline(False)
    expect(page.get_by_role("alert").filter(has_text=LOST)).to_have_count(0)
    expect(hands.moves_seen(page)).not_to_have_count(before)


def test_two_tabs_agree(visit: Visit) -> None:
    page = visit(**QUICK)
    hands.start(page, "Azul")
    hands.wait_for_turn(page)
    other = page.context.new_page()
    other.goto(page.url)
    hands.wait_for_turn(other)
    before = hands.moves_seen(other).count()
    hands.play_once(page, hands.take_and_put)
    expect(hands.moves_seen(other)).not_to_have_count(before)
    assert hands.wait_for_turn(other)
    hands.play_once(other, hands.take_and_put)
