"""Other ways to play: a whole game with keys or text alone, a phone, the typed notation."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser import hands
from tests.browser.conftest import PHONE, QUICK, Visit


def choose_second_game(page: Page) -> None:
    """Reach the choice of a game with the keyboard alone and choose the second one."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.locator(":focus").get_attribute("type") == "radio":
            return page.keyboard.press("ArrowRight")
    raise AssertionError("no way to the games by keyboard")


def press_button(page: Page, name: str) -> None:
    """Reach a button with the keyboard alone and press it."""
    for _ in range(60):
        page.keyboard.press("Tab")
        focused = page.locator(":focus")
        if (
            focused.count()
            and focused.get_attribute("type") == "button"
            and name in focused.inner_text()
        ):
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"no way to {name} by keyboard")


def press_keys(page: Page) -> None:
    """Display, colour, line, as the keys say; on the first free way."""
    source = page.get_by_role("button", name=re.compile(r"^(Display \d|Centre): \d+ tile")).first
    name = source.get_attribute("aria-label") or ""
    words = re.match(r"(?:Display (\d)|Centre): \d+ tiles?, (\w+)", name)
    assert words
    page.keyboard.press(words[1] or "c")
    page.keyboard.press({"black": "k"}.get(words[2], words[2][0]))
    target = page.get_by_role("button", name=hands.POSSIBLE).first.get_attribute("aria-label") or ""
    line = re.match(r"Line (\d)", target)
    page.keyboard.press(line[1] if line else "f")


def test_keys_alone_play_azul(visit: Visit) -> None:
    page = visit(**QUICK)
    press_button(page, "Play Azul")
    hands.play_to_the_end(page, press_keys)
    page.keyboard.press("h")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def lay_by_keys(page: Page) -> None:
    """A letter takes a tile, Tab and arrows go to a space, Enter lays it."""
    kind = page.get_by_role("button", name=hands.KINDS).first.get_attribute("aria-label") or ""
    words = re.search(r"with a (\w)", kind)
    assert words
    page.keyboard.press(words[1])
    expect(page.locator(":focus")).to_have_accessible_name(hands.FITS)
    page.keyboard.press("Enter")


def test_keys_alone_play_blue(visit: Visit) -> None:
    page = visit(**QUICK)
    choose_second_game(page)
    press_button(page, "Play BLUE")
    hands.play_to_the_end(page, lay_by_keys)


def take_by_touch(page: Page) -> None:
    hands.take_and_put(page, hands.tap)


@pytest.mark.parametrize(("game", "hand"), [("Azul", take_by_touch), ("BLUE", hands.lay_by_touch)])
def test_a_phone_with_touch(visit: Visit, game: str, hand: hands.Hand) -> None:
    page = visit(device=PHONE, **QUICK)
    hands.start(page, game)
    hands.play_and_hurry([page], hand)
    assert_no_sideways_scroll(page)


def assert_no_sideways_scroll(page: Page) -> None:
    wide = page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    assert wide <= 0


# ---- Text alone

MOVE = re.compile(r"\b(?:\d|C)[BYRKW](?:\d|F)\b|-?\d+,-?\d+: [wgb]{4}")


def told(page: Page) -> str:
    return page.get_by_role("list", name="Messages, the latest first").inner_text()


def command(page: Page, text: str) -> None:
    field = page.get_by_role("textbox", name="Command or move")
    field.fill(text)
    field.press("Enter")


def legal_move(page: Page) -> str:
    """The first move that the command `moves` tells of."""
    command(page, "moves")
    listed = page.get_by_role("list", name="Messages, the latest first").get_by_role("listitem")
    expect(listed.first).to_contain_text("moves")
    found = re.search(MOVE, listed.first.inner_text())
    assert found, listed.first.inner_text()
    return found[0].replace(" ", "")


@pytest.mark.parametrize("game", ["Azul", "BLUE"])
def test_text_alone(visit: Visit, game: str) -> None:
    page = visit(textView=True, **QUICK)
    hands.start(page, game)
    latest = (
        page.get_by_role("list", name="Messages, the latest first").get_by_role("listitem").first
    )
    for _ in range(hands.MAX_MOVES):
        expect(latest.get_by_text(re.compile(r"Your turn\.|The game is over\.$"))).to_be_visible()
        if hands.result(page).is_visible():
            break
        command(page, legal_move(page))
        expect(latest).not_to_contain_text("moves")
    expect(page.get_by_role("status").filter(has_text="over")).to_have_count(1)
    command(page, "score")
    expect(latest).to_contain_text("points")


def test_a_move_is_typed(visit: Visit) -> None:
    page = visit(**QUICK)
    hands.start(page, "Azul")
    hands.wait_for_turn(page)
    page.keyboard.press("/")
    page.keyboard.type("9K9")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("cannot be read")
    name = re.compile(r"^Display (\d): \d+ tiles?, blue")  # on the table behind the side
    source = page.get_by_role("button", name=name, include_hidden=True).first
    number = re.search(r"\d", source.get_attribute("aria-label") or "")
    assert number
    before = hands.moves_seen(page).count()
    page.get_by_role("textbox", name="Type a move").fill(f"{number[0]}B5")
    page.keyboard.press("Enter")
    expect(hands.moves_seen(page)).not_to_have_count(before)
