"""Hints and reviews, with mouse, keyboard and text view: a game is played, seen again, and learned
from.
"""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser import hands
from tests.browser.conftest import QUICK, Visit
from tests.browser.test_pages import faults, resize

SIZES = {1280: 800, 360: 740}


def finish_game(page: Page) -> None:
    """Play to the end, the first possible way, and open the review from the result."""
    hands.play_and_hurry([page], hands.take_and_put)
    hands.result(page).get_by_role("link", name="The story of the game").click()


def expect_review(page: Page) -> None:
    """Wait until the review is complete."""
    learn = page.get_by_role("link", name=re.compile("^Learn from"))
    expect(learn).to_be_visible()
    expect(page.get_by_role("heading", name="Luck and skill")).to_be_visible()


@pytest.mark.parametrize("width", SIZES)
def test_hints_then_a_review_that_grows_and_two_mistakes(visit: Visit, width: int) -> None:
    page = visit(screen=(width, SIZES[width]), **QUICK)
    hands.start(page, "Azul")
    hands.wait_for_turn(page)
    ask_for_hints(page)
    finish_game(page)
    expect(page.get_by_role("slider", name="Moves of the game")).to_be_attached()
    expect_review(page)
    learn_from_two(page, by_keyboard=width == 360)
    check_themes(page)


def ask_for_hints(page: Page) -> None:
    """Three presses of the lamp, which never moves, tell more and more beside the board; the key
    `?` does the same. The log tells it once.
    """
    coach, lamp = page.get_by_role("region", name="Coach"), page.get_by_role("button", name="Hint")
    place = lamp.bounding_box()
    for answer in ("Look at ", "Take the "):
        lamp.click()
        expect(coach.get_by_text(re.compile(f"^{answer}"))).to_be_visible()
        assert lamp.bounding_box() == place
    expect(coach.get_by_role("list", name="What is marked")).to_be_attached()
    page.keyboard.press("?")
    expect(coach.get_by_text(re.compile("^Why"))).to_be_visible()
    assert page.get_by_role("dialog").count() == 0
    told = page.get_by_text(re.compile("^You asked for a hint"))
    expect(told).to_have_text(["You asked for a hint, down to the reason."])
    page.keyboard.press("Escape")
    expect(coach).to_have_count(0)
    assert lamp.bounding_box() == place


def learn_from_two(page: Page, by_keyboard: bool) -> None:
    """Let the better move of a mistake be shown, go on to the next, and return."""
    start = page.get_by_role("link", name=re.compile("^Learn from"))
    if by_keyboard:
        start.focus()
        page.keyboard.press("Enter")
    else:
        start.click()
    for _ in range(2):
        expect(page.get_by_text("There was a better move. Which?")).to_be_visible()
        page.get_by_role("button", name="Show the answer").click()
        page.get_by_role("button", name=re.compile("^(Next mistake|Finish)$")).click()
    page.get_by_role("link", name=re.compile("^(Leave|Back to the review)$")).click()


def best_move(page: Page, ply: int) -> str:
    """The best move at a ply, as the review has it."""
    table = page.url.split("/table/")[1].split("/")[0]
    text = page.evaluate(
        "table => fetch(`/api/v1/tables/${table}/review`, {method: 'POST'}).then(r => r.text())",
        table,
    )
    found = re.search(rf'"ply":{ply},.*?"best":"(\w+)"', text)
    assert found
    return found[1]


def check_themes(page: Page) -> None:
    for theme in ("light", "dark", "contrast"):
        page.evaluate("theme => (document.documentElement.dataset.theme = theme)", theme)
        assert faults(page) == [], theme
    for width, height in {320: 640, **SIZES}.items():
        resize(page, width, height)
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert page.evaluate(wide) == 0, width


def test_the_text_view_has_hints_the_review_and_learning(visit: Visit) -> None:
    page = visit(**QUICK)
    hands.start(page, "Azul")
    hands.wait_for_turn(page)
    page.goto(page.url + "/text")
    command = page.get_by_role("textbox", name="Command")
    view = page.get_by_role("region", name="Text view")

    def say(words: str, answer: str) -> None:
        """Type a command, and wait until one more line has its answer."""
        said = view.get_by_role("listitem").get_by_text(re.compile(answer))
        before = said.count()
        command.fill(words)
        command.press("Enter")
        expect(said.nth(before)).to_be_visible()

    say("help", "3B2 takes the blue tiles from display 3 to line 2")
    say("hint", "^Look at ")
    say("hint move", "^Take the ")
    say("hint why", "% of such games")
    for _ in range(3):
        say(costly_move(page), "Your turn")
    hands.open_side(page, "Resign and more")
    page.get_by_role("button", name="Resign", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    page.keyboard.press("Escape")
    expect(hands.result(page)).to_contain_text("You gave up.")
    say("review", "^Luck and skill: ")
    say("luck", "gave away")
    say("moments", "^Better: ")
    say("grades", "win share")
    say("learn", r"^Mistake 1 of \d+\. Move \d+\.$")
    first = view.get_by_text(re.compile(r"^Mistake 1 of \d+")).first.inner_text()
    _, mistakes, ply = map(int, re.findall(r"\d+", first))
    say("9Z9", "neither a command nor a move")
    say(best_move(page, ply), "is the best move")
    for number in range(2, mistakes + 1):
        say("next", f"^Mistake {number} of {mistakes}")
        say("show", "^The best move was ")
    say("next", f"^1 of {mistakes} found")


# The view of a table once it is the reader's turn.
VIEW_AT_TURN = """async (table) => {
  for (;;) {
    const view = await fetch(`/api/v1/tables/${table}`).then((answer) => answer.json());
    if (view.moves.length) return view;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}"""


def costly_move(page: Page) -> str:
    """The legal move that puts the most tiles on the floor line: a mistake whatever was dealt."""
    table = page.url.split("/table/")[1].split("/")[0]
    view = page.evaluate(VIEW_AT_TURN, table)
    onto_floor: list[str] = [move for move in view["moves"] if move.endswith("F")]
    sources = dict(enumerate(view["position"]["displays"], start=1))

    def falling(move: str) -> int:
        tiles = view["position"]["centre"] if move[0] == "C" else sources[int(move[0])]
        return int(tiles.count(move[1]))

    return max(onto_floor, key=falling)
