"""The end of a round is told on the boards before the next round begins on the page."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import hands
from tests.browser.conftest import Visit
from tests.browser.scenes import ask, make_table
from tests.server.services import Server

pytestmark = pytest.mark.realtime

SEATS: list[Any] = [{"kind": "me"}, {"kind": "bot", "level": 1}]
SEEN_MS = 300  # at least, for every number of points
WHOLE_MS = 6000  # at most, for the end of a round
SLACK_MS = 1500  # of a machine that does other things too
RUNS = r"^Line \d (\+\d+): (?:alone|\d across|\d down|\d across, \d down)$"
TILES = re.compile(r"^(Display \d|Centre): \d+ tile")

# Notes when each label of points is first and last seen, what the head says meanwhile, and what is
# told in words.
WATCH = """() => {
  window.seen = {};
  window.round = document.querySelector("h1 + span").textContent;
  const look = (now) => {
    for (const label of document.querySelectorAll("[data-at^=wall] .points")) {
      const at = label.parentElement.dataset.at;
      const text = label.textContent.match(/[+]\\d+/)[0];
      (window.seen[at] ??= { from: now, text, round: "" }).to = now;
      window.seen[at].round = document.querySelector("h1 + span").textContent;
    }
    const card = document.querySelector(".round");
    const points = [...document.querySelectorAll(".mine .points")].map((label) => label.innerText);
    if (card) window.told = { words: card.innerText, points };
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


def near_the_end(page: Page, base: str) -> str:
    """A table with a bot at which only few tiles of a round are left, and it is one's turn."""
    ask(page.context, base, "guests", {"name": "Inês", "language": "en"})
    table = make_table(page.context, base, "azul", SEATS)
    for number in range(600):
        view = page.context.request.get(f"{base}/api/v1/tables/{table}").json()
        position: dict[str, Any] = view["position"]
        if not view["moves"]:
            page.wait_for_timeout(30)  # the bot's turn
            continue
        if not any(position["displays"]) and len(set(position["centre"])) <= 3:
            return table
        best = max(view["moves"], key=lambda move: (move[2] != "F", -int(move[2], 16)))
        body = {"id": str(number), "version": view["version"], "move": best}
        ask(page.context, base, f"tables/{table}/moves", body)
    raise AssertionError("the round does not end")


def end_the_round(page: Page, base: str) -> Locator:
    """Play the last moves of the round; the button that ends its telling."""
    page.goto(f"{base}/table/{near_the_end(page, base)}")
    tiles = page.get_by_role("button", name=TILES)
    tiles.first.wait_for()
    page.evaluate(WATCH)
    continues = page.get_by_role("button", name="Continue")
    for _ in range(3):
        tiles.first.locator("> *").first.click()
        page.get_by_role("button", name=hands.POSSIBLE).first.click()
        expect(continues.or_(hands.bar(page).get_by_text("Your turn.")).first).to_be_visible()
        if continues.is_visible():
            break
    return continues


def test_every_point_is_seen_before_the_next_round(visit: Visit, server: Server) -> None:
    page = visit("/settings", motion="on", confirm="never")
    continues = end_the_round(page, server.url)
    expect(continues).to_have_count(0, timeout=WHOLE_MS + SLACK_MS)
    round_told = page.evaluate("window.round")
    expect(page.get_by_text(f"Round {int(round_told[-1]) + 1}").first).to_be_visible()
    seen = page.evaluate("window.seen")
    laid = hands.moves_seen(page).locator("xpath=..").filter(has_text="column")
    told = re.findall(r"column \d: (\+\d+)", laid.first.inner_text() if laid.count() else "")
    assert sorted(each["text"] for each in seen.values()) == sorted(told)
    assert seen
    assert {each["round"] for each in seen.values()} == {f"{round_told} is scored"}
    assert min(each["to"] - each["from"] for each in seen.values()) >= SEEN_MS


def test_without_motion_it_is_read_until_a_key_is_pressed(visit: Visit, server: Server) -> None:
    page = visit("/settings", motion="off", confirm="never")
    continues = end_the_round(page, server.url)
    told = page.evaluate("window.told")
    laid = re.findall(RUNS, told["words"], re.MULTILINE)
    assert sorted(laid) == sorted(told["points"])
    assert laid
    page.keyboard.press("Enter")
    expect(continues).to_have_count(0, timeout=WHOLE_MS / 3)
    expect(page.get_by_role("button", name=TILES).first).to_be_visible()
