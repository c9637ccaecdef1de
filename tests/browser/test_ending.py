"""The end of a game: its bonuses are told one after another, and everything on screen adds up."""

import re
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from azulejos import Position
from tests.browser import hands
from tests.browser.conftest import Visit
from tests.browser.scenes import ask, make_table
from tests.server.services import Server

SEATS = [{"kind": "me"}, {"kind": "me", "name": "Beatriz"}, {"kind": "me", "name": "João"}]
SIZES = [(320, 568), (360, 640), (740, 360), (1280, 800), (1366, 625), (1920, 1080)]
STOP_TIME = (
    "[window.later, window.setTimeout] = [window.setTimeout.bind(window),"
    " (act, ms, ...rest) => ms >= 500 ? 0 : window.later(act, ms, ...rest)]"
)
# The table of points by rows and seats, the scores on the boards, and what lies outside the window.
SEEN = """() => {
  const own = (cell) => [...cell.childNodes].filter((node) => node.nodeType === 3);
  const number = (cell) =>
    Number(own(cell).map((node) => node.data.trim()).join("").replace("−", "-")) || 0;
  const shown = (row) => row.checkVisibility() && !row.matches(".part");
  const rows = (part) => [...document.querySelectorAll(`section table ${part} tr`)].filter(shown)
    .filter((row) => !/^(Colour)$/.test(row.cells[0].innerText))
    .map((row) => [...row.cells].slice(1).map(number));
  const parts = [...document.querySelectorAll("section h2, section tfoot, article .wall, .bar")];
  const box = (part) => part.getBoundingClientRect();
  const isIn = (part) => box(part).top >= -1 && box(part).bottom <= innerHeight + 1
    && box(part).left >= -1 && box(part).right <= innerWidth + 1;
  return {
    rows: rows("tbody"), totals: rows("tfoot")[0],
    scores: [...document.querySelectorAll("article .score, .seats .score")]
      .map((score) => Number(score.innerText)),
    lit: document.querySelectorAll(".run.now, .finished.now").length,
    away: parts.filter((part) => part.checkVisibility() && !isIn(part)).map((p) => p.className),
  };
}"""


def before_the_last_move(person: BrowserContext, base: str, table: str) -> dict[str, Any]:
    """Play until one more move ends the game: the view, with that move."""
    for number in range(400):
        view: dict[str, Any] = person.request.get(f"{base}/api/v1/tables/{table}").json()
        position = Position.from_json(view["position"])
        move = max(view["moves"], key=lambda move: worth(position, move))
        position.push(move)
        if position.is_over:
            return view | {"last": move, "scores": list(position.scores)}
        send(person, base, table, view, move, f"m{number}")
    raise AssertionError("the game does not end")


def worth(position: Position, move: str) -> int:
    """How far a move completes something, so that there are bonuses."""
    facts = [step.to_json() for step in position.steps(move)]
    fallen = sum(len(each.get("spaces", [])) for each in facts)
    return int(4 * sum(each.get("case") == "complete" for each in facts) - 2 * fallen)


def send(
    person: BrowserContext, base: str, table: str, view: dict[str, Any], move: str, name: str
) -> None:
    body = {"id": name, "version": view["version"], "move": move}
    ask(person, base, f"tables/{table}/moves", body)


def end_a_game(page: Page, base: str, game: str, players: int, **plan: Any) -> dict[str, Any]:
    """Let the last move of a game be made while its table is looked at; time does not go on."""
    ask(page.context, base, "guests", {"name": "Inês", "language": "en"})
    table = make_table(page.context, base, game, SEATS[:players], **plan)
    view = before_the_last_move(page.context, base, table)
    page.goto(f"{base}/table/{table}")
    expect(hands.bar(page)).to_be_visible()
    page.evaluate(STOP_TIME)
    send(page.context, base, table, view, view["last"], "last")
    expect(page.get_by_role("button", name="Continue")).to_be_visible()
    return view


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize(
    ("game", "plan"), [("azul", {}), ("azul", {"options": {"wall": "gray"}}), ("blue", {})]
)
def test_every_beat_adds_up(
    visit: Visit, server: Server, players: int, game: str, plan: dict[str, Any]
) -> None:
    page = visit("/settings", motion="off", confirm="never")
    view = end_a_game(page, server.url, game, players, **plan)
    for beats in range(20):
        if game == "azul" or beats:
            page.keyboard.press("Enter")
            page.wait_for_timeout(50)
        if hands.result(page).count():
            break
        seen = page.evaluate(SEEN)
        assert seen["lit"]
        assert [sum(column) for column in zip(*seen["rows"], strict=True)] == seen["totals"]
        assert sorted(seen["scores"]) == sorted(seen["totals"])
    assert beats
    seen = page.evaluate(SEEN)
    assert [sum(column) for column in zip(*seen["rows"], strict=True)] == seen["totals"]
    assert sorted(seen["totals"]) == sorted(seen["scores"]) == sorted(view["scores"])
    expect(hands.result(page).get_by_text("A casual game: it changes no rating.")).to_be_visible()


@pytest.mark.parametrize("game", ["azul", "blue"])
def test_all_of_it_is_seen_at_every_size(visit: Visit, server: Server, game: str) -> None:
    """Title, points, walls and status line, without scrolling: while it is told, and at last."""
    page = visit("/settings", motion="off", confirm="never")
    end_a_game(page, server.url, game, 3)
    if game == "azul":
        page.keyboard.press("Enter")  # from the round to the first bonus
    found = {}
    for told in ("told", "over"):
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(60)
            found[told, width] = page.evaluate(SEEN)["away"]
        if told == "told":
            page.get_by_role("button", name="To the result").click()
            expect(hands.result(page)).to_be_visible()
    assert {size: away for size, away in found.items() if away} == {}


def test_nothing_lies_over_the_result_of_whoever_resigns(visit: Visit) -> None:
    page = visit(motion="off", confirm="never")
    hands.start(page, "Azul")
    hands.wait_for_turn(page)
    page.get_by_role("button", name="Resign and more").click()
    side = page.get_by_role("complementary", name="The game so far")
    side.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    hands.result(page).get_by_role("button", name="Rematch").click(trial=True)
    expect(side).to_be_hidden()


def test_a_costly_move_says_why_it_is_asked_back(visit: Visit, server: Server) -> None:
    """In the status line and in the text view; the score is compared with the one without it."""
    page = visit("/settings", motion="off", confirm="costly")
    ask(page.context, server.url, "guests", {"name": "Inês", "language": "en"})
    table = make_table(page.context, server.url, "azul", SEATS[:2])
    view = page.context.request.get(f"{server.url}/api/v1/tables/{table}").json()
    first = max(view["moves"], key=lambda move: move[2] == "5" and len(set(move)))
    send(page.context, server.url, table, view, first, "first")
    page.goto(f"{server.url}/table/{table}")
    page.get_by_role("button", name=re.compile("^Centre: ")).first.locator("> *").first.click()
    page.get_by_role("button", name=re.compile(r"^Floor line.* Possible\.$")).click()
    expect(hands.confirm(page)).to_be_visible()
    expect(hands.bar(page)).to_contain_text("This takes the 1: −1.")
    expect(hands.bar(page)).to_contain_text(re.compile(r"\d falls?: −\d\."))
    expect(page.get_by_text(re.compile(r"^if the round ended now: "))).to_be_visible()
    page.keyboard.press("Escape")
    expect(hands.confirm(page)).to_be_hidden()
    page.goto(f"{server.url}/table/{table}/text")
    move = next(m for m in view_moves(page, server.url, table) if m[0] == "C" and m[2] == "F")
    page.get_by_role("textbox", name="Command or move").fill(move)
    page.keyboard.press("Enter")
    expect(page.get_by_text("This takes the 1: −1.").last).to_be_visible()


def view_moves(page: Page, base: str, table: str) -> list[str]:
    moves: list[str] = page.context.request.get(f"{base}/api/v1/tables/{table}").json()["moves"]
    return moves


def test_all_bots_are_told_in_order_and_marked(visit: Visit) -> None:
    page = visit(motion="off", confirm="never")
    page.get_by_role("group", name="Players").get_by_role("radio", name="4").check()
    hands.start(page, "Azul")
    hands.wait_for_turn(page)
    hands.play_once(page, hands.take_and_put)
    hands.wait_for_turn(page)
    boards = page.get_by_role("article")
    names = [boards.nth(i).get_by_role("heading").inner_text() for i in range(1, 4)]
    told = hands.bar(page).inner_text()
    assert sorted(names, key=told.index) == names
    for i in range(1, 4):
        expect(boards.nth(i).locator(".target.last")).to_have_count(1)
