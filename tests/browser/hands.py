"""People at a table: how they find what they may do, and do it. By roles and names alone.

The people here hurry: they put tiles in the first line that takes them, and lay a tile in the first
space where it fits, so that games end soon.
"""

import re
from collections.abc import Callable

from playwright.sync_api import BrowserContext, Locator, Page, TimeoutError, expect

from tests.browser.scenes import ask
from tests.patience import PATIENCE_S

PATIENCE_MS = 1000 * PATIENCE_S
POSSIBLE = re.compile(r"Possible\.$")
FITS = re.compile(r": fits")
KINDS = re.compile(r"segment: [1-9]\d? left")
MAX_MOVES = 200  # of one person; no game here has as many
# Whether the middle of a space is in the part of the grid that is shown.
IN_FIELD = """(space) => {
  const [field, box] = [space.closest("svg"), space].map((each) => each.getBoundingClientRect());
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return x > field.left + 2 && x < field.right - 2 && y > field.top + 2 && y < field.bottom - 2;
}"""
# Once nothing has moved for three frames: what is fitted to the screen is measured first.
SETTLED = """async () => {
  const root = document.documentElement;
  let before = "";
  for (let same = 0; same < 3; ) {
    await new Promise(requestAnimationFrame);
    const parts = [...document.querySelectorAll("button, article, [data-at], [data-take]")];
    const boxes = parts.map((part) => part.getBoundingClientRect());
    const now = JSON.stringify([root.scrollWidth, root.scrollHeight, boxes]);
    same = now === before ? same + 1 : 0;
    before = now;
  }
}"""
SIZES = [(320, 568), (360, 640), (740, 360), (1280, 800), (1366, 625), (1920, 1080)]
# What is not seen together: a page that scrolls, words, buttons or boards outside the window, words
# of the coach that are cut, and marks without their place. Of words that differ from game to game
# the headline is seen whole; long reasons may scroll below it. Spaces of an endless field, whose
# names are numbers, may lie outside the window.
HIDDEN = """(isFixed) => {
  const root = document.documentElement;
  const found = [];
  if (root.scrollHeight > innerHeight) found.push("scrolls down");
  if (root.scrollWidth > innerWidth) found.push("scrolls sideways");
  const bubbles = document.querySelectorAll(".coach .bubble");
  const words = ".coach :is(h1, p, button, a), section h2:not(.opp *), section tfoot, .bar";
  const boards = "article:not(.opp), article:not(.opp) .wall, .offer > *, .field, .seats li";
  for (const part of document.querySelectorAll(`${words}, ${boards}`)) {
    const { top, left, bottom, right, width } = part.getBoundingClientRect();
    const isIn = top > -2 && left > -2 && bottom < innerHeight + 2 && right < innerWidth + 2;
    if (width && !isIn) found.push(`outside: ${part.innerText || part.className}`);
  }
  for (const bubble of bubbles) {
    const last = bubble.querySelector(".headline")?.getBoundingClientRect().bottom ?? 0;
    const end = bubble.getBoundingClientRect().bottom;
    const cut = isFixed ? bubble.scrollHeight - bubble.clientHeight : Math.ceil(last - end);
    if (cut > 2) found.push(`${cut} pixels are cut: ${bubble.innerText}`);
  }
  for (const { dataset } of document.querySelectorAll("svg.marks")) {
    const missing = dataset.missing ?? "";
    if (/[a-z]/i.test(missing)) found.push(`marked, but not there: ${missing}`);
  }
  return found;
}"""
BY_HAND = 6  # moves of a game that is then hurried to its end

Hand = Callable[[Page], None]


def hidden(page: Page, *, is_fixed: bool = False) -> dict[tuple[int, int], list[str]]:
    """The sizes in which a page does not show board and words together, and what is not seen. Fixed
    words are those of a lesson, which are the same for everybody.
    """
    before, found = page.viewport_size, {}
    for size in SIZES:
        resize(page, size)
        for _ in range(20):  # the field and its marks are fitted to a size after the rest
            found[size] = page.evaluate(HIDDEN, is_fixed)
            if not found[size]:
                break
            page.wait_for_timeout(100)
    if before:
        page.set_viewport_size(before)
    return {size: parts for size, parts in found.items() if parts}


def start(page: Page, game: str) -> None:
    """Play against a bot, from the first page: one click, or two if the game is not the first."""
    page.get_by_role("radio", name=game, exact=True).check(force=True)
    page.get_by_role("button", name=f"Play {game}").click()
    expect(page.get_by_role("heading", level=1, name=game)).to_be_visible()


def resize(page: Page, size: tuple[int, int]) -> None:
    """Give a window another size, and wait until what it shows is fitted to that."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(SETTLED)


def bar(page: Page) -> Locator:
    return page.get_by_role("group", name="Your move")


def result(page: Page) -> Locator:
    return page.get_by_role("region", name="Result")


def moves_seen(page: Page) -> Locator:
    """The moves in the log, which may be in the closed side of the table."""
    name = re.compile("^Look at the table after")
    return page.get_by_role("link", name=name, include_hidden=True)


def confirm(page: Page) -> Locator:
    """The button that confirms a move, while one awaits that."""
    return bar(page).get_by_role("button", name=re.compile("^Confirm"))


def open_side(page: Page, part: str = "What happened") -> None:
    """Open the log and all that is secondary, where they have no place of their own."""
    page.get_by_role("button", name=part, exact=True).click()


def wait_for_turn(page: Page, whose: str = "Your turn.") -> bool:
    """Wait until a seat is to decide; no if the game is over."""
    expect(bar(page).get_by_text(whose).or_(result(page)).first).to_be_visible()
    return not result(page).is_visible()


def play_to_the_end(page: Page, hand: Hand, whose: str = "Your turn.") -> int:
    """Play one's moves until the result is there; how many they were."""
    for count in range(MAX_MOVES):
        if not wait_for_turn(page, whose):
            return count
        play_once(page, hand)
    raise AssertionError("the game does not end")


def play_once(page: Page, hand: Hand) -> None:
    """One move, until the log tells of it."""
    before = moves_seen(page).count()
    hand(page)
    expect(moves_seen(page)).not_to_have_count(before)


def play_and_hurry(pages: list[Page], hand: Hand, whose: str = "Your turn.") -> None:
    """People, each on a page, play some moves by hand; the others are sent by a program in their
    names, until all see the result.
    """
    for _ in range(BY_HAND):
        while not (turn := next((page for page in pages if is_turn(page, whose)), None)):
            pages[0].wait_for_timeout(20)
        play_once(turn, hand)
    base, table = pages[0].url.split("/table/")
    people = [page.context for page in pages]
    while play_one_move(people, base, table):
        pages[0].wait_for_timeout(5)  # the pages show it, and bots move
    for page in pages:
        expect(result(page)).to_be_visible()


def play_one_move(people: list[BrowserContext], base: str, table: str) -> bool:
    """Whoever of these people is to decide makes the first legal move; no if the game is over."""
    for person in people:
        view = person.request.get(f"{base}/api/v1/tables/{table}").json()
        if view["moves"]:
            move = {"id": f"h{view['version']}", "move": view["moves"][0]}
            ask(person, base, f"tables/{table}/moves", move | {"version": view["version"]})
    return bool(view["status"] == "playing")


def is_turn(page: Page, whose: str = "Your turn.") -> bool:
    return bar(page).get_by_text(whose).is_visible()


# ---- Azul


def take_and_put(page: Page, act: Callable[[Locator], None] = Locator.click) -> None:
    """Take the first tiles that can be taken and put them where they may go first; on the gray side
    choose the first space that is possible.
    """
    possible = page.get_by_role("button", name=POSSIBLE)
    if not possible.count():
        take(page, act)
    act(possible.first)


def take(page: Page, act: Callable[[Locator], None] = Locator.click) -> None:
    """Take the first tiles that can be taken."""
    sources = page.get_by_role("button", name=re.compile(r"^(Display \d|Centre): \d+ tile"))
    act(sources.first.locator("> *").first)  # a tile of it; others may lie between them


def tap(place: Locator) -> None:
    place.tap()


# ---- BLUE


def lay(page: Page, act: Callable[[Locator], None] = Locator.click) -> None:
    """Choose the first kind of tile that is left, and a space in which it fits."""
    act(page.get_by_role("button", name=KINDS).first)
    act(fitting_space(page))


def fitting_space(page: Page, attempt: Callable[..., None] = Locator.click) -> Locator:
    """One in the middle, so that the tiles do not grow into a line, and within reach; if there is
    none, the board is shown as a whole.
    """
    spaces = page.get_by_role("button", name=FITS)
    spaces.first.wait_for()
    for _ in range(2):
        every = spaces.all()
        for space in [*every[len(every) // 2 :], *every]:
            if not space.evaluate(IN_FIELD):
                continue
            try:
                attempt(space, trial=True, timeout=300)
            except TimeoutError:  # outside the window
                continue
            return space
        page.get_by_role("button", name="Show everything").click()
    raise AssertionError("no space within reach")


def lay_by_touch(page: Page) -> None:
    """A finger cannot hover: its first touch shows the tile, the second lays it."""
    tap(page.get_by_role("button", name=KINDS).first)
    space = fitting_space(page, Locator.tap)  # a click would hover
    tap(space)
    tap(space)
