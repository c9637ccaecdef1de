"""Somebody who has never seen a game learns it: by following the sentences of the page alone.

What the page says to do names a place, a colour and a line; where it does not, the newcomer tries
something, and lets the page show it if that was wrong.
"""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser import hands
from tests.browser.conftest import PHONE, QUICK, Visit
from tests.browser.test_ways import assert_no_sideways_scroll, command, legal_move

LETTERS = {"blue": "B", "yellow": "Y", "red": "R", "black": "K", "white": "W"}
MAX_STEPS = 12


def asked(page: Page) -> str:
    """What the page says to do."""
    return page.get_by_role("heading", level=1).inner_text()


def wanted(page: Page) -> tuple[str, str, str]:
    """Source, colour and line of "Take the two blue tiles of display 1 and put them in line 2.";
    the line is "" if the sentence leaves it open.
    """
    text = asked(page)
    colour = next(word for word in LETTERS if word in text)
    source, line = re.search(r"display (\d)", text), re.search(r"line (\d)", text)
    return source[1] if source else "C", colour, line[1] if line else ""


def follow_by(act: Callable[..., None]) -> hands.Hand:
    """Clicks or taps what the sentence names."""

    def follow(page: Page) -> None:
        source, colour, line = wanted(page)
        place = f"Display {source}" if source != "C" else "Centre"
        name = re.compile(rf"^{place}: \d+ tiles?, {colour}")
        act(page.get_by_role("button", name=name).first.locator("> *").first)
        targets = page.get_by_role(
            "button", name=re.compile(rf"^Line {line or '3'}\b.*Possible\.$")
        )
        act(targets.first)

    return follow


def follow_by_keys(page: Page) -> None:
    source, colour, line = wanted(page)
    page.keyboard.press("c" if source == "C" else source)
    page.keyboard.press(LETTERS[colour].lower())
    page.keyboard.press(line or "3")


def follow_by_text(page: Page) -> None:
    source, colour, line = wanted(page)
    command(page, f"{source}{LETTERS[colour]}{line or '3'}")


def try_by_keys(page: Page) -> None:
    """Take the first kind of tile by its letter and lay it where the focus is."""
    kind = page.get_by_role("button", name=hands.KINDS).first.get_attribute("aria-label") or ""
    words = re.search(r"with a (\w)", kind)
    assert words
    page.keyboard.press(words[1])
    expect(page.locator(":focus")).to_have_accessible_name(hands.FITS)
    page.keyboard.press("Enter")


def try_by_text(page: Page) -> None:
    command(page, legal_move(page))


def press(page: Page, name: str, by_keys: bool) -> None:
    """Press a button, with the keyboard alone if need be."""
    button = page.get_by_role("button", name=name, exact=True)
    expect(button).to_be_enabled()
    if not by_keys:
        return button.click()
    for _ in range(80):
        if button.evaluate("each => each === document.activeElement"):
            return page.keyboard.press("Enter")
        page.keyboard.press("Tab")
    raise AssertionError(f"no way to {name} by keyboard")


def go_through(page: Page, hand: hands.Hand, by_keys: bool) -> None:
    """The steps, one after the other."""
    status = page.locator(".told")
    for _ in range(MAX_STEPS):
        before = asked(page)
        hand(page)
        expect(status).not_to_be_empty()
        if page.get_by_role("button", name="Next", exact=True).is_disabled():
            press(page, "Show me", by_keys)
        press(page, "Next", by_keys)
        expect(page.get_by_role("heading", level=1)).not_to_have_text(before)
        if asked(page) == "Now finish this game.":
            return
    raise AssertionError("the steps do not end")


def finish(page: Page, hand: hands.Hand) -> None:
    """The rest of the game, until the page says that one knows it."""
    over = page.get_by_role("heading", name=re.compile("^You know"))
    for _ in range(hands.MAX_MOVES):
        if over.is_visible():
            return
        with page.expect_response("**/api/v1/practice"):
            hand(page)
        page.wait_for_timeout(400)  # "Your turn." of before the move may still be there
        expect(hands.bar(page).get_by_text("Your turn.").or_(over).first).to_be_visible()
    raise AssertionError("the game does not end")


def take_by_touch(page: Page) -> None:
    hands.take_and_put(page, hands.tap)


def take_by_keys(page: Page) -> None:
    source = page.get_by_role("button", name=re.compile(r"^(Display \d|Centre): \d+ tile")).first
    words = re.match(
        r"(?:Display (\d)|Centre): \d+ tiles?, (\w+)", source.get_attribute("aria-label") or ""
    )
    assert words
    page.keyboard.press(words[1] or "c")
    page.keyboard.press(LETTERS[words[2]].lower())
    target = page.get_by_role("button", name=hands.POSSIBLE).first.get_attribute("aria-label") or ""
    line = re.match(r"Line (\d)", target)
    page.keyboard.press(line[1] if line else "f")


WAYS: dict[str, dict[str, tuple[hands.Hand, hands.Hand]]] = {
    "Azul": {
        "mouse": (follow_by(lambda place: place.click()), hands.take_and_put),
        "keys": (follow_by_keys, take_by_keys),
        "text": (follow_by_text, try_by_text),
        "phone": (follow_by(hands.tap), take_by_touch),
    },
    "BLUE": {
        "mouse": (hands.lay, hands.lay),
        "keys": (try_by_keys, try_by_keys),
        "text": (try_by_text, try_by_text),
        "phone": (hands.lay_by_touch, hands.lay_by_touch),
    },
}


@pytest.mark.parametrize(("game", "way"), [(game, way) for game in WAYS for way in WAYS[game]])
def test_a_newcomer_learns_a_game(visit: Visit, game: str, way: str) -> None:
    device = PHONE if way == "phone" else None
    page = visit("/", device=device, **QUICK, **({"textView": True} if way == "text" else {}))
    page.get_by_role("link", name=re.compile(f"^Learn {game}")).last.click()
    expect(page.get_by_role("button", name="Next", exact=True)).to_be_disabled()
    follow, play = WAYS[game][way]
    go_through(page, follow, by_keys=way == "keys")
    assert_no_sideways_scroll(page)
    finish(page, play)
    page.get_by_role("link", name="Lessons").click()
    expect(page.get_by_text("Done")).to_be_visible()  # progress is kept


def test_a_wrong_try_is_explained_and_the_page_shows_it(visit: Visit) -> None:
    page = visit("/learn/azul/first", **QUICK)
    page.get_by_role("button", name=re.compile("^Display 1: 2 tiles, blue")).first.click()
    page.get_by_role("button", name=re.compile(r"^Line 1\b.*Possible")).click()
    expect(page.locator(".told")).to_contain_text("Line 1 has room for one")
    press(page, "Show me", by_keys=False)
    expect(page.locator(".told")).to_contain_text("Line 2 is full")
    press(page, "Next", by_keys=False)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_contain_text("from the centre")


def test_an_ending_is_played_out(visit: Visit) -> None:
    page = visit("/learn/blue", **QUICK)
    page.get_by_role("link", name="Play this ending").click()
    again = page.get_by_role("button", name="The same again")
    for _ in range(12):
        expect(hands.bar(page).get_by_text("Your turn.").or_(again).first).to_be_visible()
        if again.is_visible():
            break
        with page.expect_response("**/api/v1/practice"):
            hands.lay(page)
    expect(page.get_by_role("heading", level=1)).to_contain_text("given away in all")
    again.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Give away at most 2 points")


def test_the_path_leads_to_a_table(visit: Visit) -> None:
    page = visit("/learn/azul", **QUICK)
    page.get_by_role("button", name="Play Level 1").click()
    assert hands.wait_for_turn(page)
    expect(page.get_by_role("heading", level=1, name="Azul")).to_be_visible()


def test_an_exercise_is_judged_by_search(visit: Visit) -> None:
    page = visit("/learn/azul", **QUICK)
    lessons = page.get_by_role("region", name="Lessons")
    lessons.get_by_role("link", name="Filling lines").click()
    with page.expect_response("**/lessons/lines/1") as answered:
        hands.take_and_put(page)
    loss = answered.value.json()["loss"]
    expect(page.locator(".told")).to_contain_text(f"{round(loss)} point")
    page.get_by_text("Show why").click()
    expect(page.get_by_role("listitem").filter(has_text="You take").first).to_be_visible()
    press(page, "Show me", by_keys=False)
    expect(page.locator(".told")).to_contain_text("is best")
    press(page, "Next", by_keys=False)
    expect(page.locator(".told")).to_be_empty()


def test_a_puzzle_is_answered_given_up_and_followed_by_another(visit: Visit) -> None:
    page = visit("/puzzles", **QUICK)
    page.get_by_role("link", name="Next puzzle").click()
    expect(page.get_by_role("heading", name="You to move. What is best?")).to_be_visible()
    with page.expect_response("**/answer") as answered:
        hands.take_and_put(page)
    if not answered.value.json()["is_solved"]:
        expect(page.get_by_role("status").filter(has_text="Not this one.")).to_be_visible()
        page.get_by_role("button", name="Give up").click()
    expect(page.get_by_text("every other move costs")).to_be_visible()
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.get_by_role("heading", name="You to move. What is best?")).to_be_visible()


@pytest.mark.parametrize("width", [320, 768, 1920])
@pytest.mark.parametrize(
    "address",
    [
        *("/learn", "/learn/azul", "/learn/azul/first", "/learn/blue/first"),
        *("/puzzles", "/puzzles/daily/azul"),
    ],
)
def test_nothing_scrolls_sideways(visit: Visit, address: str, width: int) -> None:
    page = visit(address, screen=(width, 800))
    page.wait_for_load_state("networkidle")
    assert_no_sideways_scroll(page)


def test_a_race_ends_after_three_wrong_answers(visit: Visit) -> None:
    page = visit("/puzzles/race/azul", **QUICK)
    over = page.get_by_role("heading", name=re.compile("solved$"))
    for _ in range(12):
        expect(page.get_by_text("of 3 missed").or_(over).first).to_be_visible()
        if over.is_visible():
            break
        with page.expect_response("**/puzzle-races/**"):
            hands.take_and_put(page)
    expect(page.get_by_role("button", name="Race again")).to_be_visible()
