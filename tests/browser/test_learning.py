"""Lessons, endings and puzzles: what a learner reads, tries and is told."""

import re

from playwright.sync_api import Page, expect

from azulejos.games import GAMES
from azulejos.teaching.puzzles import shipped_puzzles
from tests.browser import hands
from tests.browser.conftest import QUICK, Visit
from tests.server.services import Server


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


def test_an_ending_is_played_out(visit: Visit) -> None:
    page = visit("/learn/blue", **QUICK)
    page.get_by_role("link", name="Play this ending").click()
    again = page.get_by_role("button", name="The same again")
    for _ in range(12):
        free = page.locator("[data-at^=supply][aria-disabled=false]")
        expect(free.or_(again).first).to_be_visible()
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
    """The board shows the refutation of a wrong move, and the best one with its reason."""
    page = visit("/learn/azul", **QUICK)
    lessons = page.get_by_role("region", name="Lessons")
    lessons.get_by_role("link", name="Filling lines").click()
    coach = page.get_by_role("region", name="Coach")
    goal = coach.get_by_text("Give away at most 1 point.")
    expect(goal).to_be_visible()
    assert hands.hidden(page) == {}
    with page.expect_response("**/lessons/lines/1") as answered:
        type_move(page, "CBF")
    assert not answered.value.json()["is_met"]
    expect(coach.get_by_role("heading", name=re.compile("^Not this one"))).to_be_visible()
    assert page.locator("svg.marks .danger").count()
    assert hands.hidden(page) == {}
    press(page, "Try again", by_keys=False)
    expect(goal).to_be_visible()
    press(page, "Show me", by_keys=False)
    expect(coach.get_by_role("heading", name=re.compile("^The solution"))).to_be_visible()
    assert page.locator("svg.marks .path.act").count()
    assert hands.hidden(page) == {}
    with page.expect_response("**/api/v1/practice"):
        press(page, "Play it out", by_keys=False)
    expect(
        coach.get_by_text("Given away so far").or_(coach.get_by_text("given away in all"))
    ).to_be_visible()


def type_move(page: Page, move: str) -> None:
    for key in move.lower():
        page.keyboard.press(key)


def test_a_puzzle_is_answered_given_up_and_followed_by_another(visit: Visit) -> None:
    page = visit("/puzzles", **QUICK)
    page.get_by_role("link", name="Next puzzle").click()
    expect(page.get_by_role("heading", name="Which move is best?")).to_be_visible()
    with page.expect_response("**/answer") as answered:
        hands.take_and_put(page)
    told = answered.value.json()
    if not told["is_solved"]:
        expect(page.get_by_role("heading", name=re.compile("^Not this one"))).to_be_visible()
        assert told["standing"]["is_provisional"]
        assert -40 <= told["change"] <= 0
        page.get_by_role("button", name="Try again").click()
        page.get_by_role("button", name="Give up").click()
    expect(page.get_by_role("heading", name=re.compile("^(Right|The solution)"))).to_be_visible()
    assert page.locator("svg.marks .path").count()  # the solution is drawn
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.get_by_role("heading", name="Which move is best?")).to_be_visible()


def test_a_refutation_and_a_solution_are_played_out(visit: Visit, server: Server) -> None:
    """With motion each move is made on the board, one after the other, and then it rests."""
    page = visit("/puzzles/daily/azul", confirm="never")
    puzzle = page.request.get(f"{server.url}/api/v1/puzzle/daily?game=azul").json()
    answer = shipped_puzzles(GAMES["azul"])[puzzle["id"]]
    page.get_by_role("button", name="Give up").click()
    skip = page.get_by_role("button", name="To the end")
    expect(skip).to_be_visible()
    coach = page.get_by_role("region", name="Coach")
    expect(coach.get_by_role("heading", name=re.compile("^You take"))).to_be_visible()
    expect(page.get_by_role("button", name="Next puzzle")).to_be_visible(timeout=30_000)
    assert len(answer.line) > 1
    page.get_by_role("button", name="Play it again").click()
    skip.click()
    expect(page.get_by_role("button", name="Next puzzle")).to_be_visible(timeout=2_000)


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
