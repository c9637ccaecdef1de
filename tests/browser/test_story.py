"""The review of a game as a story: what is on the screen is what the review found, by mouse, keys
and in the text view, and at every size board, words, graph and buttons are seen together.
"""

import json
import re
from math import floor
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import QUICK, Visit
from tests.browser.test_pages import faults, resize

SIZES = ((320, 568), (360, 640), (740, 360), (1280, 800), (1366, 625), (1920, 1080))
CODE = re.compile(r"\b[1-9C][BYRKW][1-5F]\b|-?\d,-?\d:[wgb]{4}")  # a move in the notation
PAUSE_MS = 60_000  # for a review on a machine that has other work

# Somebody plays a whole game against a friend on one device; what is costly is played now and then.
PLAYED = """async (game) => {
  const ask = async (method, path, body) => {
    const headers = { "content-type": "application/json" };
    const form = body && { headers, body: JSON.stringify(body) };
    return (await fetch(`/api/v1${path}`, { method, ...form })).json();
  };
  await ask("POST", "/guests", { name: "Rui" });
  const seats = [{ kind: "me", name: "Rui" }, { kind: "me", name: "Zé" }];
  let view = await ask("POST", "/tables", { game, seats });
  for (let n = 0; view.status === "playing"; n++) {
    const move = view.moves[n % 3 ? Math.floor(view.moves.length / 2) : 0];
    await ask("POST", `/tables/${view.table}/moves`, { id: `m${n}`, version: view.version, move });
    view = await ask("GET", `/tables/${view.table}`);
  }
  return view;
}"""

REVIEW = (
    """table => fetch(`/api/v1/tables/${table}/review`, {method: "POST"}).then(r => r.text())"""
)


def review_of(page: Page, table: str) -> list[dict[str, Any]]:
    """The entries of a review, from ply 0 on."""
    lines = page.evaluate(REVIEW, table).splitlines()
    return [json.loads(line) for line in lines[1:]]


def visit_table(page: Page, view: dict[str, Any], part: str) -> None:
    page.evaluate("address => location.assign(address)", f"/table/{view['table']}/{part}")


def open_story(page: Page, game: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Play a game and read its review; the page shows it when it is complete."""
    view = page.evaluate(PLAYED, game)
    visit_table(page, view, "review")
    points = page.get_by_role("list").filter(has=page.get_by_role("button", pressed=True))
    expect(points.first).to_be_visible(timeout=PAUSE_MS)
    return view, review_of(page, view["table"])


def whole(points: float) -> int:
    """Points as the page rounds them: halves upwards."""
    return floor(points + 0.5)


def number(text: str) -> int:
    return int(text.replace("−", "-").replace("+", ""))


def listed_points(page: Page) -> list[int]:
    """The points of the turning points, as they stand in their list."""
    names = (
        page.get_by_role("region", name="Turning points").get_by_role("button").all_inner_texts()
    )
    return [number(name.split("\n")[-1]) for name in names]


def expect_points_of(entries: list[dict[str, Any]], seat: int, shown: list[int]) -> None:
    """The largest losses of both players are shown, in the order of the game."""
    graded = [each for each in entries[1:] if each["judgement"] and each["judgement"]["grade"]]
    signs = {each["ply"]: -1 if each["seat"] == seat else 1 for each in graded}
    points = [signs[each["ply"]] * each["judgement"]["loss"] for each in graded]
    assert len(shown) == min(3, len(graded))
    assert max(map(abs, shown)) in {
        abs(whole(n)) for n in points if abs(n) == max(map(abs, points))
    }
    assert set(shown) <= set(map(whole, points))


def in_window(page: Page, place: Locator) -> bool:
    box, size = place.bounding_box(), page.viewport_size
    assert box
    assert size
    return (
        box["x"] >= -1
        and box["y"] >= -1
        and box["x"] + box["width"] <= size["width"] + 1
        and box["y"] + box["height"] <= size["height"] + 1
    )


@pytest.mark.parametrize("game", ["azul", "blue"])
def test_a_story_tells_what_the_review_found(visit: Visit, game: str) -> None:
    page = visit(**QUICK)
    view, entries = open_story(page, game)
    expect_points_of(entries, 0, listed_points(page))
    bars = page.get_by_role("region", name="Luck and skill")
    *parts, end = map(number, re.findall(r"^[+−]?\d+$", bars.inner_text(), re.MULTILINE))
    scores = view["finish"]["scores"]
    assert sum(parts) == end == scores[0] - scores[1]
    said = bars.get_by_role("paragraph").inner_text()
    assert ("deals" in said) == any(each["seat"] is None for each in entries[1:])
    walk_by_keys(page)
    main = page.get_by_role("main")
    assert not CODE.search(main.inner_text())
    for width, height in SIZES:
        resize(page, width, height)
        coach = page.get_by_role("region", name="Coach")
        places = (
            page.get_by_role("group", name=re.compile("table", re.IGNORECASE)).first,
            page.get_by_role("slider", name="Moves of the game"),
            coach,
            coach.get_by_role("button", name="Next turning point"),
        )
        assert all(in_window(page, place) for place in places), (width, height)
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert page.evaluate(wide) == 0, width
    for theme in ("light", "dark", "contrast"):
        page.evaluate("theme => (document.documentElement.dataset.theme = theme)", theme)
        assert faults(page) == [], theme
    page.get_by_role("link", name="Figures for experts").click()
    expect(page.get_by_role("group", name="Accuracy")).to_be_visible()
    expect(page.get_by_role("img", name="Expected lead in points")).to_be_visible()


def walk_by_keys(page: Page) -> None:
    """Arrow keys go from turning point to turning point, on the slider from move to move."""
    points = page.get_by_role("region", name="Turning points").get_by_role("button")
    coach = page.get_by_role("region", name="Coach")
    for n in [*range(1, points.count()), 0]:
        page.keyboard.press("ArrowRight")
        expect(points.nth(n)).to_have_attribute("aria-pressed", "true")
        expect(coach).to_contain_text("Better")
    page.keyboard.press("ArrowLeft")
    expect(points.last).to_have_attribute("aria-pressed", "true")
    slider = page.get_by_role("slider", name="Moves of the game")
    ply = int(slider.input_value())
    slider.focus()
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value(str(ply - 1))
    page.get_by_role("button", name="Turning point 1", exact=True).click()
    expect(points.first).to_have_attribute("aria-pressed", "true")


def test_the_text_view_tells_the_same_story(visit: Visit) -> None:
    page = visit(**QUICK)
    view, entries = open_story(page, "azul")
    shown = listed_points(page)
    luck = page.get_by_role("region", name="Luck and skill").get_by_role("paragraph").inner_text()
    visit_table(page, view, "text")
    command = page.get_by_role("textbox", name="Command")
    command.fill("review")
    command.press("Enter")
    story = page.get_by_role("region", name="Text view")
    expect(story).to_contain_text(luck)
    text = story.inner_text()
    told = [number(n) for n in re.findall(r"Turning point \d: .*, ([+−]\d+)\.", text)]
    assert told == shown
    assert text.count("Better") == len(shown)
    assert not CODE.search(text.split("Turning point 1")[1])
    command.fill("grades")
    command.press("Enter")
    expect(story).to_contain_text("Accuracy")
    expect(story).to_contain_text(entries[2]["text"])
