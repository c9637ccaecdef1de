"""Learning in the terminal: the first game, lessons and puzzles, by what a person types."""

from azulejos.games import GAMES
from azulejos.position import Position
from azulejos.teaching.lessons import first_game, lessons
from azulejos.teaching.puzzles import shipped_puzzles
from tests.cli.command import call


def typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def test_a_newcomer_goes_through_the_steps() -> None:
    first = first_game(GAMES["azul"])
    assert first is not None
    wrong = "4B1"  # of the first step: explained by its reason
    rest = Position.from_text(first.rest).legal_moves[0]
    lines = typed(wrong, "9X9", *["show"] * len(first.steps), rest, "quit")
    told = call("lessons", "azul", "first", typed=lines).stdout
    assert "Take the two blue tiles of display 4: press one of them, then line 2." in told
    assert "Line 1 has room for one" in told
    assert "3 across and 4 down" in told  # the moves are played
    assert "You win with 53 points to 35." in told
    assert "Now your own first game." in told
    assert told.count("To move") == len(first.steps) + 2


def test_a_lesson_is_listed_and_tried() -> None:
    listed = call("lessons", "blue").stdout
    assert all(name in listed for name in lessons(GAMES["blue"]))
    exercise = lessons(GAMES["azul"])["lines"].exercises[0]
    lines = typed("moves", exercise.trap, "show", "quit")
    told = call("lessons", "azul", "lines", typed=lines).stdout
    assert "Exercise 1 of 3" in told
    assert exercise.start().legal_moves[-1] in told
    assert "Not yet" in told
    assert "Best is" in told
    assert "Exercise 2 of 3" in told
    refused = call("lessons", "azul", "nonsense")
    assert refused.returncode == 2
    assert "floors" in refused.stderr


def test_a_puzzle_is_solved_after_a_hint_and_a_wrong_answer() -> None:
    puzzle = next(iter(shipped_puzzles(GAMES["azul"]).values()))
    wrong = next(move for move in puzzle.start().legal_moves if move != puzzle.move)
    lines = typed("hint", wrong, puzzle.move)
    told = call("puzzles", "solve", puzzle.id, typed=lines).stdout
    assert "Look at" in told
    assert "Not this one" in told
    assert f"{puzzle.move} is best" in told
    assert "0 of 1 solved at once" in told
    before, _, after = told.partition("Look at")
    assert puzzle.move not in before
    assert "is best" in after
    assert call("puzzles", "solve", "--theme", "nonsense").returncode == 2
