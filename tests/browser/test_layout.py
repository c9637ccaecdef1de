"""The table at every size: nothing one plays with is covered, clipped, outside or too small,
nothing scrolls, and nothing moves while one chooses. Games are brought to their stages over HTTP,
from the deal to the end of a round and of the game; one page is resized.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser import hands
from tests.browser.conftest import Visit
from tests.browser.scenes import ask, make_table
from tests.server.services import Server

SIZES = [
    *((320, 568), (360, 640), (740, 360), (768, 1024)),
    *((1366, 625), (1280, 800), (1920, 1080)),
]
MORE_SIZES = [(640, 400), (1440, 900), (2560, 1440)]  # 640 is what 1280 become at a zoom of 200 %
NAMES = ["Inês do Porto", "Beatriz", "João", "Mateus"]
TOUCHED = SIZES[:3]
SMALLEST = (320, 568)
TOUCH_PX, MOUSE_PX, SPACE_PX = 44, 24, 32
# There, with more displays than for two players: a tile and a line, by displays.
CROWDED_PX = {7: (39, 44), 9: (39, 37)}
DISPLAY, LAID = re.compile(r"^Display \d$"), re.compile(r"^-?\d+,-?\d+: tile")
TILES = re.compile(r"^(Display \d|Centre): \d+ tile")

# What one plays with, as parts of the page that can be hit: a group of tiles by each of its tiles.
PARTS = """[...document.querySelectorAll(
  '[data-take]:not(.stack) .spot, .stack, [data-target], [data-column], [data-at^="supply"], '
  + '.turner, .tools button, [data-choice], '
  + '[role=group][aria-label="Your move"] button')]
  .filter((part) => part.checkVisibility() && !part.closest("aside"))"""

FAULTS = (
    "(tile, least, space) => { const found = []; const inside = (box) => box.left >= -0.5 && "
    "box.top >= -0.5 && box.right <= innerWidth + 0.5 && box.bottom <= innerHeight + 0.5;"
    f"for (const part of {PARTS}) {{"
    """
  const box = part.getBoundingClientRect();
  const name = `${part.getAttribute("aria-label") ?? part.dataset.at ?? part.className} `
    + [box.width, box.height, box.left, box.top].map((length) => length.toFixed(1));
  const isSpace = part.matches("g");
  const field = part.closest("svg")?.getBoundingClientRect();
  const isAway = isSpace && (box.left < field.left || box.top < field.top
    || box.right > field.right || box.bottom > field.bottom);
  if (isAway) continue; // the field is dragged to it
  const isSmall = part.matches("[data-column]"); // the same can be chosen with larger buttons
  const needed = isSpace ? space : isSmall ? 24 : part.matches(".spot, .stack") ? tile : least;
  if (Math.min(box.width, box.height) < needed - 0.6) found.push(`small: ${name}`);
  if (!inside(box)) found.push(`outside: ${name}`);
  for (const [x, y] of [[0.5, 0.5], [0.25, 0.3], [0.75, 0.7]]) {
    const hit = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
    const owner = part.closest("button, g[data-target]");
    if (!hit || (!owner.contains(hit) && !hit.contains(owner))) found.push(`covered: ${name}`);
  }
}
for (const card of document.querySelectorAll("section.round, section.choice"))
  if (card.scrollHeight > card.clientHeight + 1) found.push(`clipped: ${card.className}`);
for (const board of document.querySelectorAll("article, .seats li, .bar, .offer > *")) {
  const box = board.getBoundingClientRect();
  if (box.width && !inside(box)) found.push(`outside: ${board.className}`);
}
const root = document.documentElement;
if (root.scrollWidth > root.clientWidth) {
  const wide = [...document.querySelectorAll("body *")]
    .filter((part) => part.getBoundingClientRect().right > innerWidth + 0.5);
  found.push(`scrolls sideways: ${wide.map((part) => part.outerHTML.slice(0, 80))}`);
}
if (root.scrollHeight > innerHeight) found.push("scrolls down");
return [...new Set(found)]; }"""
)

PLACES = f"""() => {PARTS}.map((part) => {{
  const box = part.getBoundingClientRect();
  const name = part.getAttribute("aria-label") ?? part.dataset.at;
  return [name?.split(/[: ]/)[0], box.x, box.y, box.width, box.height];
}})"""


OFFER = """() => Object.fromEntries([...document.querySelectorAll(
  '.offer [role=group][aria-hidden=false], .tray')].map((part) => {
  const box = part.getBoundingClientRect();
  return [part.getAttribute("aria-label"), [box.x, box.y, box.width, box.height]];
}))"""


@pytest.fixture(scope="module")
def person(browser: Browser, server: Server) -> Iterator[BrowserContext]:
    """A person who plays all seats of every table here."""
    context = browser.new_context()
    ask(context, server.url, "guests", {"name": NAMES[0], "language": "en"})
    yield context
    context.close()


Stage = tuple[str, Callable[[dict[str, Any]], bool]]  # its name, and whether a view shows it

AZUL: list[Stage] = [
    ("deal", lambda view: True),
    ("middle", lambda view: view["position"]["displays"].count("") >= 2),
    ("single display", lambda view: sum(map(bool, view["position"]["displays"])) <= 1),
    ("last tiles", lambda view: not any(view["position"]["displays"])),
]
BLUE: list[Stage] = [
    ("first", lambda view: True),
    ("early", lambda view: view["ply"] >= 6),
    ("late", lambda view: view["ply"] >= 46),
]


def open_table(person: BrowserContext, base: str, game: str, players: int) -> str:
    seats = [{"kind": "me", **({"name": name} if i else {})} for i, name in enumerate(NAMES)]
    return make_table(person, base, game, seats[:players])


def bring(person: BrowserContext, base: str, table: str, stage: Stage) -> dict[str, Any]:
    """Play at a table until a stage is reached; the view of it."""
    for number in range(200):
        view = person.request.get(f"{base}/api/v1/tables/{table}").json()
        if stage[1](view):
            break
        move = view["moves"][number * 7 % len(view["moves"])]
        body = {"id": f"{stage[0][:4]}-{number}", "version": view["version"], "move": move}
        ask(person, base, f"tables/{table}/moves", body)
    return dict(view)


@pytest.fixture
def page(visit: Visit, person: BrowserContext) -> Page:
    page = visit("/settings", motion="off", confirm="always")
    cookies: list[Any] = list(person.cookies())
    page.context.add_cookies(cookies)
    return page


def faults(
    page: Page, sizes: list[tuple[int, int]], displays: int = 0, is_over: bool = False
) -> list[str]:
    """The faults of a table at some sizes, with so many displays; once a game is over,
    lines need not be hit.
    """
    found = []
    for size in sizes:
        hands.resize(page, size)
        usual = TOUCH_PX if size in TOUCHED else MOUSE_PX
        crowded = CROWDED_PX.get(displays) if size == SMALLEST else None
        needed = [0, 0, 0] if is_over else [*(crowded or (usual, usual)), SPACE_PX]
        wrong = page.evaluate(f"(needed) => ({FAULTS})(...needed)", needed)
        found += [f"{size[0]}×{size[1]}: {each}" for each in wrong]
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_azul_at_every_size(
    page: Page, person: BrowserContext, server: Server, players: int
) -> None:
    table, found = open_table(person, server.url, "azul", players), {}
    page.goto(f"{server.url}/table/{table}")
    for stage in AZUL:
        displays = bring(person, server.url, table, stage)["position"]["displays"]
        filled = sum(map(bool, displays))
        expect(page.get_by_role("group", name=DISPLAY)).to_have_count(filled)
        sizes = SIZES + (MORE_SIZES if stage is AZUL[0] else [])
        found[stage[0]] = faults(page, sizes, len(displays))
    page.evaluate("[window.later, window.setTimeout] = [window.setTimeout, () => 0]")
    bring(person, server.url, table, ("round", lambda view: view["position"]["round"] == 2))
    page.get_by_role("region", name="Round 1").wait_for()  # and stays, as no time passes for it
    found["end of the round"] = faults(page, SIZES, len(displays))
    page.evaluate("window.setTimeout = window.later")
    page.get_by_role("button", name="Continue").press("Enter")
    for seat in range(players - 1):
        ask(person, server.url, f"tables/{table}/acts", {"act": "resign", "seat": seat})
    hands.result(page).wait_for()
    found["over"] = faults(page, SIZES, is_over=True)
    assert {stage: wrong for stage, wrong in found.items() if wrong} == {}


def has_closed_space(view: dict[str, Any]) -> bool:
    """Is a space chosen on the gray side, and does a column have the colour already?"""
    if not (tiling := view["position"].get("tiling")):
        return False
    row = view["position"]["boards"][tiling["seat"]]["wall"][tiling["line"] - 1]
    return bool(row.count(".") > len(view["moves"]))


def test_the_gray_side_at_every_size(page: Page, person: BrowserContext, server: Server) -> None:
    """A space of the wall is chosen; the same can be done with large buttons. The status line says
    what to do, what a space would score, and why another one is closed.
    """
    seats = [{"kind": "me"}, {"kind": "me", "name": NAMES[1]}]
    table = make_table(person, server.url, "azul", seats, options={"wall": "gray"})
    bring(person, server.url, table, ("gray", has_closed_space))
    page.goto(f"{server.url}/table/{table}")
    choice = page.get_by_role("region", name="Which column")
    choice.wait_for()
    assert faults(page, SIZES) == []
    status = hands.bar(page)
    expect(status).to_contain_text("Choose a space in row")
    expect(page.get_by_text("nobody laid a tile")).to_have_count(0)
    page.get_by_role("button", name=re.compile(r"^Row .* Possible\.$")).first.hover()
    expect(status).to_contain_text(re.compile(r"column \d: \+\d"))
    page.get_by_role("button", name=re.compile(r"^Row .* Not possible\.$")).first.hover()
    expect(status).to_contain_text("already has")
    choice.get_by_role("button").first.click()
    before = hands.moves_seen(page).count()
    hands.confirm(page).click()
    expect(hands.moves_seen(page)).not_to_have_count(before)


@pytest.mark.parametrize("players", [2, 3])
def test_blue_at_every_size(
    page: Page, person: BrowserContext, server: Server, players: int
) -> None:
    """With a tile in hand, so that spaces can be chosen."""
    table, found = open_table(person, server.url, "blue", players), {}
    page.goto(f"{server.url}/table/{table}")
    for stage in BLUE:
        laid = bring(person, server.url, table, stage)["position"]["tiles"]
        expect(page.get_by_role("img", name=LAID)).to_have_count(len(laid))
        page.get_by_role("button", name=hands.KINDS).first.click()
        found[stage[0]] = faults(page, SIZES + (MORE_SIZES if stage is BLUE[0] else []))
    for seat in range(players - 1):
        ask(person, server.url, f"tables/{table}/acts", {"act": "resign", "seat": seat})
    hands.result(page).wait_for()
    found["over"] = faults(page, SIZES, is_over=True)
    assert {stage: wrong for stage, wrong in found.items() if wrong} == {}


def test_the_offer_keeps_its_places_within_a_round(
    page: Page, person: BrowserContext, server: Server
) -> None:
    """Tiles are taken from one display after the other: those that are left stay where they lie."""
    table = open_table(person, server.url, "azul", 3)
    page.goto(f"{server.url}/table/{table}")
    page.get_by_role("group", name=DISPLAY).first.wait_for()
    before = offer_places(page)
    displays = bring(person, server.url, table, AZUL[1])["position"]["displays"]
    expect(page.get_by_role("group", name=DISPLAY)).to_have_count(sum(map(bool, displays)))
    for size, places in offer_places(page).items():
        assert len(places) >= 2
        assert {name: before[size][name] for name in places} == places


def offer_places(page: Page) -> dict[tuple[int, int], dict[str, list[float]]]:
    """Where each display that has tiles lies, and the centre, by size."""
    found = {}
    for size in SIZES:
        hands.resize(page, size)
        found[size] = page.evaluate(OFFER)
    return found


def test_nothing_moves_while_one_chooses(
    page: Page, person: BrowserContext, server: Server
) -> None:
    """Tiles in hand, a line that is pointed at, a forecast, and back: everything stays in place."""
    table = open_table(person, server.url, "azul", 3)
    bring(person, server.url, table, AZUL[1])
    page.goto(f"{server.url}/table/{table}")
    tiles = page.get_by_role("button", name=TILES).first.locator("> *").first
    tiles.wait_for()
    for size in SIZES:
        hands.resize(page, size)
        places = page.evaluate(PLACES)
        assert len(places) > 10
        tiles.click()
        assert moved(page, places) == []
        page.get_by_role("button", name=hands.POSSIBLE).last.click()
        expect(hands.confirm(page)).to_be_visible()
        assert moved(page, places) == []
        page.keyboard.press("Escape")
        expect(hands.confirm(page)).to_be_hidden()
        page.keyboard.press("Escape")
        assert moved(page, places) == []


def moved(page: Page, places: list[Any]) -> list[Any]:
    """The parts that are no longer where they were; buttons that have come do not count."""
    now = page.evaluate(PLACES)
    return [place for place in places if place not in now]


WORSE = """() => {
  const add = (style) => document.body.appendChild(document.createElement("div")).style = style;
  add("position: fixed; inset: 0; z-index: 99");
  add("height: 3px; width: 4000px");
  document.querySelector(".stack, [data-take] .spot").style = "width: 9px; height: 9px";
}"""


def test_faults_are_found(page: Page, person: BrowserContext, server: Server) -> None:
    """A cover, a part that is too wide and one that is too small are put on a table."""
    table = open_table(person, server.url, "azul", 2)
    page.goto(f"{server.url}/table/{table}")
    page.get_by_role("button", name=TILES).first.wait_for()
    places = page.evaluate(PLACES)
    assert faults(page, [(1280, 800)], displays=5) == []
    page.evaluate(WORSE)
    found = "\n".join(faults(page, [(1280, 800)], displays=5))
    assert all(kind in found for kind in ("covered", "small", "scrolls sideways"))
    assert moved(page, places) != []
    assert all("scrolls sideways" in found for found in hands.hidden(page).values())
    assert len(hands.hidden(page)) == len(hands.SIZES)
