"""First games: a person who reads only what the page says finishes them, in every way of playing.

After each step the wall and the score on the screen are compared with what the words claim, and
with the position that the rules lead to.
"""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from azulejos.games import GAMES
from azulejos.position import Position
from azulejos.teaching.lessons import FirstStep, first_game
from tests.browser import hands
from tests.browser.conftest import PHONE, QUICK, Visit
from tests.browser.test_ways import assert_no_sideways_scroll, command, legal_move

LETTERS = {"blue": "B", "yellow": "Y", "red": "R", "black": "K", "white": "W"}
Act = Callable[[Locator], None]


def coach(page: Page) -> Locator:
    return page.get_by_role("region", name="Coach")


def steps_of(game: str) -> tuple[FirstStep, ...]:
    first = first_game(GAMES[game.lower()])
    assert first is not None
    return first.steps


# ---- Doing what is said


def take_as_said(page: Page) -> tuple[str, str, str]:
    """Source, colour and line of "Take the two blue tiles of display 4: …, then line 2."."""
    text = coach(page).get_by_role("status").inner_text().split("\n")[-1]
    colour = next(word for word in LETTERS if word in text)
    source, line = re.search(r"display (\d)", text), re.search(r"line (\d)", text)
    assert line, text
    return source[1] if source else "C", colour, line[1]


def take_by(act: Act) -> hands.Hand:
    def follow(page: Page) -> None:
        source, colour, line = take_as_said(page)
        place = f"Display {source}" if source != "C" else "Centre"
        name = re.compile(rf"^{place}: \d+ tiles?, {colour}")
        act(page.get_by_role("button", name=name).first.locator("> *").first)
        act(page.get_by_role("button", name=re.compile(rf"^Line {line}\b.*Possible\.$")))

    return follow


def take_by_keys(page: Page) -> None:
    source, colour, line = take_as_said(page)
    for key in (source, LETTERS[colour], line):
        page.keyboard.press(key.lower())


def take_by_text(page: Page) -> None:
    source, colour, line = take_as_said(page)
    command(page, f"{source}{LETTERS[colour]}{line}")


def lay_as_said(page: Page) -> tuple[str, str, str]:
    """Segment, space and notation of what is marked."""
    marked = coach(page).get_by_role("list", name="What is marked").inner_text()
    found = re.search(r"a (\w+) segment, space (\S+)\. Typed: (\S+)\.", marked)
    assert found, marked
    return found[1], found[2], found[3]


def lay_by(act: Act, *, again: bool) -> hands.Hand:
    def follow(page: Page) -> None:
        segment, space, _ = lay_as_said(page)
        kind = page.get_by_role("button", name=re.compile(rf"{segment} segment: \d+ left"))
        if kind.get_attribute("aria-pressed") == "false":  # a single kind is in hand already
            act(kind)
        target = page.get_by_role("button", name=re.compile(rf"^{re.escape(space)}: fits"))
        act(target)
        if again:
            act(target)

    return follow


def lay_by_keys(page: Page) -> None:
    segment, space, _ = lay_as_said(page)
    page.keyboard.press(segment[0])
    for _ in range(40):
        focused = page.locator(":focus")
        name = focused.get_attribute("aria-label") if focused.count() else ""
        if (name or "").startswith(f"{space}: fits"):
            return page.keyboard.press("Enter")
        page.keyboard.press("Tab")
    raise AssertionError(f"no way to {space} by keyboard")


def lay_by_text(page: Page) -> None:
    command(page, lay_as_said(page)[2])


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


# ---- What is on the screen


def answer(page: Page, text: str) -> str:
    """The answer of the text view to a command."""
    command(page, text)
    latest = page.get_by_role("list", name="Messages, the latest first").get_by_role("listitem")
    expect(latest.first).to_contain_text(text)
    return latest.first.inner_text()


def shown_score(page: Page, game: str, is_text: bool) -> int:
    if is_text:
        found = re.search(r"You\D*(\d+)", answer(page, "score"))
    elif game == "Azul":
        name = page.get_by_role("article").first.get_attribute("aria-label") or ""
        found = re.search(r"(\d+) point", name)
    else:
        label = page.get_by_role("img", name=re.compile(r"^You\b.*point")).first
        found = re.search(r"(\d+) point", label.get_attribute("aria-label") or "")
    assert found
    return int(found[1])


def shown_tiles(page: Page, game: str, is_text: bool) -> set[str]:
    """Of Azul the tiles on the wall as `row column colour`, of BLUE the spaces with a tile."""
    if is_text and game == "Azul":
        rows = re.findall(r"[Ww]all,? row (\d): (.*)", answer(page, "board"))
        found = [(row, re.findall(r"(\w+)\D*?column (\d)", words)) for row, words in rows]
        return {f"{row} {column} {colour}" for row, all_ in found for colour, column in all_}
    if is_text:
        return set(re.findall(r"(-?\d+,-?\d+)(?=[ :])", answer(page, "board").split("locked")[0]))
    names = page.locator("[aria-label]").evaluate_all("all => all.map((each) => each.ariaLabel)")
    if game == "Azul":
        cells = [re.match(r"Row (\d), column (\d): (\w+)\.$", name) for name in names]
        return {f"{c[1]} {c[2]} {c[3]}" for c in cells if c and c[3] != "empty"}
    laid = [re.match(r"(\S+): tile \w{4}, ", name) for name in names]
    return {tile[1] for tile in laid if tile}


def expected_tiles(position: Position, game: str) -> set[str]:
    data = position.to_json()
    if game == "BLUE":
        return set(data["tiles"])
    names = {letter: colour for colour, letter in LETTERS.items()}
    return {
        f"{row} {column} {names[tile]}"
        for row, tiles in enumerate(data["boards"][0]["wall"], 1)
        for column, tile in enumerate(tiles, 1)
        if tile != "."
    }


def check_claims(page: Page, game: str, step: FirstStep, is_text: bool) -> None:
    """The words, the screen and the rules agree after a step."""
    before, after = step.start(), step.start()
    after.push(next(move for move in before.legal_moves if step.is_accepted(move)))
    words = coach(page).get_by_role("heading").inner_text()
    gained = sum(int(n) for n in re.findall(r"\+(\d+)", words))
    lost = sum(int(n) for n in re.findall(r"costs (\d+)", words))
    shown = shown_score(page, game, is_text)
    assert shown == after.scores[0], (step.name, words)
    assert shown - before.scores[0] == gained - lost, (step.name, words)
    for n in re.findall(r"(?:have|with) (\d+) point", words):
        assert int(n) == shown, words
    assert shown_tiles(page, game, is_text) == expected_tiles(after, game), step.name


WAYS: dict[str, dict[str, hands.Hand]] = {
    "Azul": {
        "mouse": take_by(lambda place: place.click()),
        "keys": take_by_keys,
        "text": take_by_text,
        "phone": take_by(hands.tap),
    },
    "BLUE": {
        "mouse": lay_by(lambda place: place.click(), again=False),
        "keys": lay_by_keys,
        "text": lay_by_text,
        "phone": lay_by(hands.tap, again=True),
    },
}


@pytest.mark.parametrize(("game", "way"), [(game, way) for game in WAYS for way in WAYS[game]])
def test_what_the_page_says_leads_through_the_first_game(visit: Visit, game: str, way: str) -> None:
    device, is_text = (PHONE if way == "phone" else None), way == "text"
    page = visit("/", device=device, **QUICK, **({"textView": True} if is_text else {}))
    page.get_by_role("link", name=re.compile(f"^Learn {game}")).last.click()
    steps = steps_of(game)
    for number, step in enumerate(steps, 1):
        expect(coach(page).get_by_text(f"Step {number} of {len(steps)}")).to_be_attached()
        WAYS[game][way](page)
        expect(page.get_by_role("button", name="Next", exact=True)).to_be_enabled()
        check_claims(page, game, step, is_text)
        assert_no_sideways_scroll(page)
        press(page, "Next", by_keys=way == "keys")
    expect(page.get_by_role("heading", name="Now your own first game.")).to_be_visible()
    press(page, "Begin", by_keys=way == "keys")
    with page.expect_response("**/api/v1/practice"):
        play_once(page, game, way)
    page.goto(page.url.rsplit("/", 1)[0])
    expect(page.get_by_text("Done")).to_be_visible()  # progress is kept


def play_once(page: Page, game: str, way: str) -> None:
    """A move of one's own."""
    act = hands.tap if way == "phone" else Locator.click
    if way == "text":
        command(page, legal_move(page))
    elif game == "Azul":
        hands.take_and_put(page, act)
    else:
        (hands.lay_by_touch if way == "phone" else hands.lay)(page)


def test_the_scoring_of_the_table_is_seen(visit: Visit) -> None:
    """With motion the coach waits until the table has told the round's end."""
    page = visit("/learn/azul/first", confirm="never")
    for step in steps_of("Azul")[:4]:
        take_by(lambda place: place.click())(page)
        expect(page.get_by_role("button", name="Next", exact=True)).to_be_enabled()
        check_claims(page, "Azul", step, is_text=False)
        press(page, "Next", by_keys=False)


def test_a_wrong_try_is_explained_and_the_page_shows_it(visit: Visit) -> None:
    page = visit("/learn/azul/first", **QUICK)
    page.get_by_role("button", name=re.compile("^Display 4: 2 tiles, blue")).first.click()
    page.get_by_role("button", name=re.compile(r"^Line 1\b.*Possible")).click()
    expect(coach(page).get_by_role("heading")).to_contain_text("Line 1 has room for one")
    press(page, "Show me", by_keys=False)
    expect(coach(page).get_by_role("heading")).to_contain_text("Line 2 is full")
    press(page, "Next", by_keys=False)
    page.reload()
    expect(coach(page).get_by_role("status")).to_contain_text("from the centre")


@pytest.mark.parametrize("game", WAYS)
@pytest.mark.parametrize("locale", ["en-GB", "es-ES", "pt-BR"])
def test_task_board_and_verdict_are_visible_together(visit: Visit, game: str, locale: str) -> None:
    page = visit(f"/learn/{game.lower()}/first", device={"locale": locale}, **QUICK)
    region = page.locator(".coach")
    expect(region).to_be_visible()
    for _ in steps_of(game):
        for _ in range(2):  # the task, then the verdict
            assert hands.hidden(page, is_fixed=True) == {}
            region.locator(".actions button").first.click()
            page.wait_for_timeout(50)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
