"""How soon a move is seen: at once by whoever makes it, soon by everybody else at the table."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import hands
from tests.browser.conftest import QUICK, Visit
from tests.browser.test_games import invite, sit_down

pytestmark = pytest.mark.realtime

OTHER_MS = 100  # until the other browser shows a move, on one machine
ROUND_TRIPS = 10  # or as many plain requests, if the machine does other things too
MOVES = 6  # the best of them counts: other work of the machine is not the page's

# Clicks, and tells whether the tiles lie in their line in the next frame.
CLICK = """async () => {
  const target = document.querySelector('[data-target="5"]');
  const tiles = () => target.querySelectorAll(".tile").length;
  const before = tiles();
  target.click();
  await new Promise(requestAnimationFrame);
  return tiles() > before;
}"""

ROUND_TRIP = """async () => {
  const start = performance.now();
  await fetch("/api/v1/me");
  return performance.now() - start;
}"""

NOW = "performance.timeOrigin + performance.now()"
CLICKED = f"addEventListener('click', () => (window.clicked = {NOW}), true)"
SHOWN = f"""new MutationObserver(() => {{
  const seen = document.querySelectorAll(".log .move").length;
  if (seen !== window.seen) [window.seen, window.shown] = [seen, {NOW}];
}}).observe(document.body, {{subtree: true, childList: true}})"""


def test_a_move_is_shown_in_the_next_frame(visit: Visit) -> None:
    """Before the server has answered, also when moves that cost points would be asked back."""
    page = visit(motion="off", confirm="costly")
    hands.start(page, "Azul")
    hands.wait_for_turn(page)
    page.get_by_role("button", name="tile").first.locator("> *").first.click()
    assert page.evaluate(CLICK)


def test_the_other_browser_shows_it_soon(visit: Visit) -> None:
    pages = [visit(**QUICK), visit(**QUICK)]
    sit_down(pages[1], invite(pages[0], "Azul", people=2, bots=0))
    for page in pages:
        expect(page.get_by_text("Round 1")).to_be_visible()
        page.evaluate(CLICKED)
        page.evaluate(SHOWN)
    delays = [delay_ms(pages) for _ in range(MOVES)]
    trips = [pages[0].evaluate(ROUND_TRIP) for _ in range(MOVES)]
    assert min(delays) <= max(OTHER_MS, ROUND_TRIPS * min(trips)), (delays, trips)


def delay_ms(pages: list[Page]) -> float:
    """How long it took the one who waits to see a move of the other."""
    bar = hands.bar(pages[0])
    either = bar.get_by_text("Your turn.").or_(bar.get_by_text("Waiting for"))
    expect(either.first).to_be_visible()
    mover, other = pages if hands.is_turn(pages[0]) else pages[::-1]
    expect(hands.bar(mover).get_by_text("Your turn.")).to_be_visible()
    before = hands.moves_seen(other).count()
    hands.take_and_put(mover)
    expect(hands.moves_seen(other)).not_to_have_count(before)
    expect(hands.bar(other).get_by_text("Your turn.")).to_be_visible()
    return float(other.evaluate("window.shown") - mover.evaluate("window.clicked"))
