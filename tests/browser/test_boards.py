"""The boards in people's hands: dragging, refusals with their clause, flights, the camera."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import hands
from tests.browser.conftest import QUICK, Visit

CALM = {"confirm": "always", "motion": "off"}
SOURCE = re.compile(r"^Display \d: \d tiles?, ")
FLYING = "document.getAnimations().filter(a => a.effect.target.matches('.tile')).length"
LONGEST_MS = (
    "Math.max(0, ...document.getAnimations().filter(a => a.constructor === Animation)"
    ".map(a => a.effect.getComputedTiming().endTime))"
)


def sit_down(visit: Visit, game: str, **settings: object) -> Page:
    page = visit(**settings)
    hands.start(page, game)
    hands.wait_for_turn(page)
    return page


def middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def wait_until(page: Page, condition: str) -> None:
    """Look again and again; the page's own policy lets nobody wait inside it."""
    for _ in range(int(hands.PATIENCE_MS) // 20):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(20)
    raise AssertionError(condition)


def line(page: Page, number: int) -> Locator:
    """A line of the viewer's own board: only that one has buttons."""
    return page.get_by_role("button", name=re.compile(rf"^Line {number}:"))


def test_tiles_are_dragged_to_a_line(visit: Visit) -> None:
    page = sit_down(visit, "Azul", **CALM)
    source = page.get_by_role("button", name=SOURCE).first.locator("> *").first
    page.mouse.move(*middle(source))
    page.mouse.down()
    page.mouse.move(*middle(line(page, 2)), steps=5)
    page.mouse.move(*middle(line(page, 5)), steps=5)
    page.mouse.up()
    expect(hands.confirm(page)).to_be_visible()
    expect(hands.bar(page)).to_contain_text("line 5")
    page.keyboard.press("Escape")
    expect(hands.confirm(page)).to_be_hidden()


def test_a_drag_that_ends_nowhere_is_nothing(visit: Visit) -> None:
    page = sit_down(visit, "Azul", **CALM)
    page.mouse.move(*middle(page.get_by_role("button", name=SOURCE).first.locator("> *").first))
    page.mouse.down()
    page.mouse.move(*middle(page.get_by_role("heading", level=1)), steps=5)
    page.mouse.up()
    expect(page.get_by_role("button", pressed=True)).to_have_count(0)
    assert page.locator("body > .dragged").count() == 0


def test_an_impossible_line_says_its_clause(visit: Visit) -> None:
    page = sit_down(visit, "Azul", **CALM)
    hands.take_and_put(page)  # the first line, which is then complete
    expect(hands.confirm(page)).to_be_visible()
    page.keyboard.press("Enter")
    expect(hands.confirm(page)).to_be_hidden()
    hands.wait_for_turn(page)
    source = page.get_by_role("button", name=re.compile(r"^(Display \d|Centre): "))
    source.first.locator("> *").first.click()
    line(page, 1).hover()
    expect(hands.bar(page)).to_contain_text(re.compile("Line 1 (is full|already has)"))
    line(page, 1).click()
    clause = hands.bar(page).get_by_role("link", name=re.compile("A1[12]"))
    expect(clause).to_have_attribute("href", re.compile(r"/rules/azul#A1[12]$"))


# Notes what lies above a tile when it has flown half its way.
ABOVE = """() => {
  const animate = Element.prototype.animate;
  window.flown = [];
  Element.prototype.animate = function (frames, options) {
    const animation = animate.call(this, frames, options);
    if (!this.matches(".tile")) return animation;
    this.style.pointerEvents = "auto";
    animation.currentTime = options.delay + options.duration / 2;
    const box = this.getBoundingClientRect();
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    window.flown.push(this.contains(hit) ? "" : hit?.outerHTML.slice(0, 99) ?? "outside");
    animation.currentTime = 0;
    return animation;
  };
}"""


def test_flights_are_short_above_everything_and_leave_nothing(visit: Visit) -> None:
    page = sit_down(visit, "Azul", confirm="never", motion="on")
    page.evaluate(ABOVE)
    page.evaluate(
        "new MutationObserver(() => { window.longest = Math.max(window.longest ?? 0, "
        f"{LONGEST_MS}) }}).observe(document.body, {{subtree: true, childList: true}})"
    )
    hands.take_and_put(page)
    wait_until(page, "window.longest > 0")
    hands.wait_for_turn(page)  # the bot's tiles have flown, too
    wait_until(page, f"{FLYING} === 0")
    assert page.evaluate("window.longest") <= 300
    assert len(flown := page.evaluate("window.flown")) >= 2
    assert set(flown) == {""}


def test_nothing_flies_without_motion(visit: Visit) -> None:
    page = sit_down(visit, "Azul", **QUICK)
    page.evaluate(
        "() => { const animate = Element.prototype.animate; window.flights = 0;"
        "Element.prototype.animate = function (...x) {"
        " window.flights++; return animate.apply(this, x) } }"
    )
    hands.play_once(page, hands.take_and_put)
    hands.wait_for_turn(page)
    assert page.evaluate("window.flights") == 0


# ---- BLUE


def plane(page: Page) -> str:
    """The part of the board that the camera shows."""
    seen = page.get_by_role("group", name="Grid").locator("> g").first.get_attribute("style")
    return seen or ""


def test_the_grid_zooms_pans_and_fits_again(visit: Visit) -> None:
    page = sit_down(visit, "BLUE", **CALM)
    fitted = plane(page)
    page.get_by_role("button", name="Zoom in").click()
    assert plane(page) != fitted
    page.get_by_role("button", name="Show everything").click()
    assert plane(page) == fitted
    page.mouse.move(*middle(page.get_by_role("group", name="Grid")))
    page.mouse.wheel(0, -240)
    expect(page.get_by_role("button", name="Show everything")).to_be_visible()
    page.keyboard.press("0")
    assert plane(page) == fitted
    page.keyboard.press("Shift+ArrowLeft")
    assert plane(page) != fitted


def test_a_tile_turns_by_key_and_click(visit: Visit) -> None:
    page = sit_down(visit, "BLUE", **QUICK)
    hands.play_once(page, hands.lay)  # so that tiles lie there, and not every turn fits everywhere
    hands.wait_for_turn(page)
    kind = page.get_by_role("button", name=hands.KINDS).first
    kind.click()
    turner = page.get_by_role("button", name="Turn the tile")
    seen = [fitting_names(page)]
    kind.click()
    seen.append(fitting_names(page))
    turner.click()
    seen.append(fitting_names(page))
    page.keyboard.press("r")
    seen.append(fitting_names(page))
    assert all(before != after for before, after in pairwise(seen))


def fitting_names(page: Page) -> list[str]:
    """Where the tile fits as it is held, and where only turned."""
    spaces = page.get_by_role("button", name=hands.FITS).all()
    return [space.get_attribute("aria-label") or "" for space in spaces]


@pytest.mark.parametrize("sides", ["wwgb", "gggg"])
def test_a_tile_that_is_none_is_refused(visit: Visit, sides: str) -> None:
    page = sit_down(visit, "BLUE", **CALM)
    page.keyboard.press("/")
    page.get_by_role("textbox", name="Type a move").fill(f"5,5:{sides}")
    page.keyboard.press("Enter")
    expect(hands.bar(page).get_by_role("link", name=re.compile("B1"))).to_be_visible()
