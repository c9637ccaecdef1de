"""The analysis page: set up a position, branch, share, open it in another browser, count a round.

By mouse, by the keys alone, by touch on a phone, and in the text view.
"""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser import hands
from tests.browser.conftest import PHONE, QUICK, Visit

SIZES = pytest.mark.parametrize("device", [None, PHONE], ids=["1280", "360"])


def choose_tile(page: Page, name: str) -> None:
    page.get_by_role("radio", name=name, exact=True).check(force=True)


def open_row(page: Page, row: int) -> None:
    """On a narrow screen a row is opened first."""
    closed = page.get_by_role("button", name=re.compile(rf"^Row {row}\. Line"), expanded=False)
    if closed.count():
        closed.click()


def fill_line(page: Page, line: int, colour: str) -> None:
    """Fill a whole pattern line with a colour."""
    choose_tile(page, colour)
    open_row(page, line)
    page.get_by_role("button", name=re.compile(rf"^Line {line}, space {line}:")).click()


def counts(page: Page) -> list[str]:
    """The lines of the score pad."""
    return (
        page.get_by_role("group", name="Points of this round")
        .get_by_role("listitem")
        .all_inner_texts()
    )


def fill_displays(page: Page, displays: list[str]) -> None:
    names = {"B": "blue", "Y": "yellow", "R": "red", "K": "black", "W": "white"}
    for number, tiles in enumerate(displays, 1):
        for n, tile in enumerate(tiles, 1):
            choose_tile(page, names[tile])
            page.get_by_role("button", name=f"Display {number}, space {n}: empty").click()


DISPLAYS = ["BBYR", "KKWW", "BYRW", "YYYY", "RRKW"]


@SIZES
def test_count_a_round_on_the_score_pad(visit: Visit, device: dict[str, object] | None) -> None:
    page = visit("/analyse/azul/pad", device=device, **QUICK)
    fill_line(page, 1, "blue")
    fill_line(page, 2, "white")  # under the blue tile
    choose_tile(page, "starting-player marker")
    page.get_by_role("button", name=re.compile("^Floor line, space 1,")).click()
    expect(page.get_by_role("row", name="After round 1")).to_contain_text("2")
    assert [line.split("\n")[-1] for line in counts(page)] == ["+1", "+2", "−1"]
    assert "2 down" in counts(page)[1]
    page.get_by_role("button", name="Next round").click()
    expect(page.get_by_role("heading", name="Round 2 of this game")).to_be_visible()
    open_row(page, 1)
    laid = page.get_by_role("button", name="Row 1, column 1: blue.")
    expect(laid).to_have_attribute("aria-pressed", "true")
    page.reload()  # the rounds of an evening are kept
    expect(page.get_by_role("row", name="After round 1")).to_be_visible()
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_role("heading", name="Round 1 of this game")).to_be_visible()


def test_the_gray_side_asks_for_a_space(visit: Visit) -> None:
    page = visit("/analyse/azul/pad", **QUICK)
    page.get_by_role("radio", name="gray side").check(force=True)
    fill_line(page, 1, "red")
    expect(page.get_by_text("Seat 1: choose a space for the tile of line 1.")).to_be_visible()
    page.get_by_role("button", name="Lay the tile in row 1, column 3").click()
    expect(page.get_by_role("row", name="After round 1")).to_contain_text("1")


def test_an_impossible_board_says_why(visit: Visit) -> None:
    page = visit("/analyse/azul/pad", **QUICK)
    fill_line(page, 2, "blue")
    page.get_by_role("button", name="Row 2, column 2: empty, for blue.").click()
    expect(
        page.get_by_text("Seat 1: line 2 holds a colour that its wall row has already (A12).")
    ).to_be_visible()
    expect(page.get_by_role("button", name="Next round")).to_be_disabled()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Next round")).to_be_enabled()


@SIZES
def test_set_up_branch_share_and_meet(visit: Visit, device: dict[str, object] | None) -> None:
    page = visit("/analyse/azul/setup", device=device, **QUICK)
    fill_displays(page, DISPLAYS)
    expect(page.get_by_text("This position is possible.")).to_be_visible()
    page.get_by_role("button", name="Analyse this position").click()
    act = hands.tap if device else None
    hands.take_and_put(page, *([act] if act else []))
    tree = page.get_by_role("region", name="Variations")
    first = tree.get_by_role("button", name=re.compile(r"^Seat 1 "))
    expect(first).to_have_count(1)
    page.get_by_role("button", name="One step back").click()
    page.get_by_role("button", name=re.compile(r"^Display 4: 4 tiles, yellow")).click()
    page.get_by_role("button", name=re.compile(r"^Line 4: empty")).click()
    expect(first).to_have_count(2)
    page.get_by_role("button", name="Share").click()
    field = page.get_by_role("textbox", name=re.compile("link|Copied"))
    expect(field).to_have_value(re.compile(r"/board/\w{12}$"))

    other = visit(field.input_value().removeprefix(page.url.split("/board")[0]), **QUICK)
    theirs = other.get_by_role("region", name="Variations").get_by_role("button")
    expect(theirs.filter(has_text="Seat 1")).to_have_count(2)
    expect(theirs.filter(has_text="4Y4")).to_have_attribute("aria-current", "true")
    hands.take_and_put(other)
    expect(tree.get_by_role("button", name=re.compile("^Seat 2 "))).to_have_count(1)


def test_by_the_keys_alone(visit: Visit) -> None:
    page = visit("/analyse/azul/pad", **QUICK)
    page.get_by_role("button", name=re.compile("^Line 1, space 1:")).focus()
    page.keyboard.press("k")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Line 1, space 1: black")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name=re.compile("^Row 1, column 1:"))).to_be_focused()
    assert "black in row 1" in counts(page)[0]

    page.goto(page.url.replace("/pad", "/explore"))
    page.get_by_role("button", name="At random").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Seat 1’s turn.").first).to_be_visible()
    page.get_by_role("button", name=re.compile(r"^Display \d: \d tile")).first.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("f")
    expect(page.get_by_text("Seat 2’s turn.").first).to_be_visible()
    page.keyboard.press("[")
    expect(page.get_by_text("Seat 1’s turn.").first).to_be_visible()


def test_the_text_view(visit: Visit) -> None:
    page = visit("/analyse/azul/explore/text", **QUICK)

    def type_in(command: str) -> None:
        page.get_by_role("textbox", name="Command or move").fill(command)
        page.keyboard.press("Enter")

    entries = page.get_by_role("list", name="Messages, the latest first").get_by_role("listitem")
    expect(entries.first).to_contain_text("A deal is due.")
    type_in(" ".join(DISPLAYS))
    expect(entries.first).to_contain_text("Seat 1’s turn.")
    type_in("1B2")
    expect(entries.first).to_contain_text("Seat 2’s turn.")
    type_in("back")
    expect(entries.first).to_contain_text("Seat 1’s turn.")
    type_in("1B3")
    expect(entries.first).to_contain_text("Seat 2’s turn.")
    type_in("back")
    type_in("variations")
    expect(entries.first).to_contain_text("Tried from here: 1B2, 1B3.")
    type_in("1K1")
    expect(entries.first).to_contain_text("A8")


def test_the_text_view_sets_up_shares_and_counts(visit: Visit) -> None:
    page = visit("/analyse/azul/setup/text", **QUICK)
    for number, tiles in enumerate(DISPLAYS, 1):
        page.get_by_role("textbox", name=f"Display {number}").fill(tiles)
    page.keyboard.press("Tab")
    expect(page.get_by_text("This position is possible.")).to_be_visible()
    page.get_by_role("button", name="Analyse this position").click()
    command = page.get_by_role("textbox", name="Command or move")
    entries = page.get_by_role("list", name="Messages, the latest first").get_by_role("listitem")
    for words, answer in (
        ("1B2", "Seat 2’s turn."),
        ("back", "Seat 1’s turn."),
        ("4Y4", "Seat 2’s turn."),
        ("share", "/board/"),
    ):
        command.fill(words)
        command.press("Enter")
        expect(entries.first).to_contain_text(answer)
    address = entries.first.get_by_text("/board/").inner_text()
    other = visit(address.removeprefix(page.url.split("/board")[0]), **QUICK)
    theirs = other.get_by_role("region", name="Variations").get_by_role("button")
    expect(theirs.filter(has_text="Seat 1")).to_have_count(2)

    page.goto(page.url.split("/board")[0] + "/analyse/azul/pad/text")
    seat = page.get_by_role("group", name="Seat 1")
    seat.get_by_role("textbox", name="Line 1").fill("b")
    seat.get_by_role("textbox", name="Line 2").fill("WW")
    seat.get_by_role("textbox", name="Floor line").fill("M")
    page.keyboard.press("Tab")
    expect(page.get_by_role("row", name="After round 1")).to_contain_text("2")
    assert [line.split("\n")[-1] for line in counts(page)] == ["+1", "+2", "−1"]
    page.get_by_role("radio", name="gray side").check(force=True)
    seat.get_by_role("textbox", name="Line 1").fill("R")
    page.keyboard.press("Tab")
    page.get_by_role("button", name=re.compile("^1>3")).click()
    expect(page.get_by_role("row", name="After round 1")).to_contain_text("1")


def test_tiles_of_blue_are_set_up_on_the_grid(visit: Visit) -> None:
    page = visit("/analyse/blue/pad", **QUICK)
    hands.lay(page)
    expect(page.get_by_role("img", name=re.compile("^0,0"))).to_be_visible()
    hands.lay(page)
    expect(page.get_by_role("row", name="Total")).to_be_visible()
    page.get_by_role("button", name="Analyse this position").click()
    expect(page.get_by_role("region", name="Variations")).to_be_visible()


def test_the_engine_averages_over_deals_and_marks_its_best_moves(visit: Visit) -> None:
    page = visit("/analyse/azul/explore", **QUICK)
    page.get_by_role("button", name="Average").click()
    average = page.get_by_role("region", name="Average over deals")
    deals = average.get_by_role("listitem")
    expect(deals).to_have_count(4)
    expect(average.get_by_role("row", name=re.compile(r"^Seat 2 .* ± .* %$"))).to_be_visible()
    deals.last.get_by_role("button").click()
    page.get_by_role("button", name="Ask the engine").click()
    best = page.get_by_role("region", name="Best moves").get_by_role("listitem")
    expect(best).to_have_count(3)
    best.first.get_by_role("button").click()
    expect(
        page.get_by_role("region", name="Variations").get_by_text(re.compile("^Seat 1$"))
    ).to_have_count(1)


def test_a_game_is_analysed_from_its_table(visit: Visit) -> None:
    page = visit(**QUICK)
    hands.start(page, "Azul")
    hands.play_once(page, hands.take_and_put)
    hands.wait_for_turn(page)
    hands.open_side(page)
    page.get_by_role("link", name="Analyse from here").click()
    expect(page.get_by_role("heading", name="Analysis", level=1)).to_be_visible()
    tree = page.get_by_role("region", name="Variations")
    expect(tree.get_by_role("button", name=re.compile("^Deal"))).to_be_visible()
