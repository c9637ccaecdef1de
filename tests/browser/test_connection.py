"""The line breaks: the server is killed, the network is cut, the server is upgraded."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser import hands
from tests.browser.cable import Cable
from tests.browser.conftest import QUICK, Visit, start_server
from tests.browser.test_games import invite, sit_down
from tests.server.services import Server

pytestmark = pytest.mark.realtime

LOST = re.compile("The connection is lost")
CUT_MS = 10_000


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[list[Server]]:
    """A server of the test's own, the last of the list; the test may start others in its place."""
    servers = [start_server(tmp_path)]
    yield servers
    for server in servers:
        server.kill()


@pytest.fixture
def cables(server: Server) -> Iterator[list[Cable]]:
    """Two lines to the server."""
    made = [Cable(server.port), Cable(server.port)]
    yield made
    for cable in made:
        cable.take_away()


def two_at_a_table(visit: Visit, *bases: str) -> list[Page]:
    first, second = (visit(base=base, **QUICK) for base in bases)
    table = invite(first, "Azul", people=2, bots=0).rsplit("/", 1)[-1]
    sit_down(second, f"{bases[1]}/table/{table}")
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
    visit: Visit, servers: list[Server], tmp_path: Path
) -> None:
    """Both go on without a reload; tiles in hand stay there, and what is chosen meanwhile is kept
    and sent once.
    """
    pages = two_at_a_table(visit, servers[0].url, servers[0].url)
    play_rounds(pages, 3)
    marks = [page.evaluate("window.mark = Math.random()") for page in pages]
    turn = pages[0] if wait_for_either(pages) else pages[1]
    hands.take(turn)
    servers[0].kill()
    for page in pages:
        expect(page.get_by_role("alert").filter(has_text=LOST)).to_be_visible()
    turn.get_by_role("button", name=hands.POSSIBLE).first.click()
    expect(hands.bar(turn).get_by_text("is kept and will be sent")).to_be_visible()

    servers.append(start_server(tmp_path, port=servers[0].port))
    for page in pages:
        expect(hands.moves_seen(page)).to_have_count(4)
        expect(page.get_by_role("alert").filter(has_text=LOST)).to_have_count(0)
    play_rounds(pages, 2)
    assert [page.evaluate("window.mark") for page in pages] == marks


def test_the_network_is_cut_for_ten_seconds(visit: Visit, cables: list[Cable]) -> None:
    """For both; one of them moves meanwhile on a line that only seems to work, so that the move
    arrives and its answer never does. It is sent again, and made once.
    """
    pages = two_at_a_table(visit, cables[0].url, cables[1].url)
    play_rounds(pages, 3)
    marks = [page.evaluate("window.mark = Math.random()") for page in pages]
    here, there = (0, 1) if wait_for_either(pages) else (1, 0)
    cables[there].cut()
    cables[here].hold_answers()
    hands.take_and_put(pages[here])
    expect(hands.bar(pages[here]).get_by_text("is on its way")).to_be_visible()
    pages[here].wait_for_timeout(CUT_MS / 2)
    cables[here].cut()
    expect(hands.bar(pages[here]).get_by_text("is kept and will be sent")).to_be_visible()
    for page in pages:
        expect(page.get_by_role("alert").filter(has_text=LOST)).to_be_visible()
        assert hands.moves_seen(page).count() == 3
    pages[here].wait_for_timeout(CUT_MS / 2)

    for cable in cables:
        cable.mend()
    for page in pages:
        alert = page.get_by_role("alert").filter(has_text=LOST)
        expect(alert).to_have_count(0)
        expect(hands.moves_seen(page)).to_have_count(4)
    play_rounds(pages, 2)
    for page in pages:
        expect(hands.moves_seen(page)).to_have_count(6)
    assert [page.evaluate("window.mark") for page in pages] == marks


def test_a_click_without_a_line_is_kept_over_a_reload(visit: Visit, cables: list[Cable]) -> None:
    """With two tabs, and moves that would be asked back if they cost something: the move is shown
    as waiting, and made once when the page is loaded again.
    """
    page = visit(base=cables[0].url, motion="off", confirm="costly")
    hands.start(page, "Azul")
    hands.wait_for_turn(page)
    other = page.context.new_page()
    other.goto(page.url)
    hands.wait_for_turn(other)
    before = hands.moves_seen(page).count()
    cables[0].cut()
    for tab in (page, other):
        expect(tab.get_by_role("alert").filter(has_text=LOST)).to_be_visible()
    hands.take_and_put(page)
    expect(hands.bar(page).get_by_text("is kept and will be sent")).to_be_visible()
    assert hands.moves_seen(other).count() == before
    address = page.url
    page.close()  # before the line is back
    cables[0].mend()
    page = other.context.new_page()
    page.goto(address)
    for tab in (page, other):
        hands.wait_for_turn(tab)
        expect(hands.moves_seen(tab)).to_have_count(before + 2)  # this one and the bot's answer
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.includes('kept'))") == []


def test_the_server_is_upgraded(visit: Visit, servers: list[Server], tmp_path: Path) -> None:
    """A page that is older than the server says so, and is the new one after a reload."""
    page = visit(base=servers[0].url, **QUICK)
    hands.start(page, "Azul")
    hands.wait_for_turn(page)
    upgraded = page.get_by_role("alert").filter(has_text="a newer version")
    expect(upgraded).to_have_count(0)
    servers[0].stop()
    servers.append(start_server(tmp_path, port=servers[0].port, release="99.0"))
    expect(upgraded).to_be_visible()
    hands.play_once(page, hands.take_and_put)  # nobody is forced to
    upgraded.get_by_role("button", name="Load it").click()
    hands.wait_for_turn(page)
    expect(upgraded).to_have_count(0)


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
