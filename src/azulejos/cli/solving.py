"""Solving puzzles in the terminal, for `azulejos puzzles solve`: a session with hints, refutations
and a streak. Nothing is rated; a server does that.
"""

from collections.abc import Iterator
from random import Random
from time import time

from azulejos.cli.coach import QUIT, Coach
from azulejos.cli.console import say, say_text
from azulejos.cli.play.screen import INDENT
from azulejos.contract.game import Game
from azulejos.errors import AzulejosError
from azulejos.search.hint import look_advice
from azulejos.search.reasons import explain_choice
from azulejos.teaching.practice import judge, tell_line
from azulejos.teaching.puzzles import Puzzle, daily_puzzle, shipped_puzzles
from azulejos.text import Text

HINT, GIVE_UP = "hint", "why"


def choose_puzzles(game: Game, name: str, theme: str, seed: int | None) -> Iterator[Puzzle]:
    """The puzzle of an id, today's (`daily`), or all with a theme in random order."""
    known = shipped_puzzles(game)
    if name:
        puzzle = daily_puzzle(game, time()) if name == "daily" else known.get(name)
        if puzzle is None:
            raise AzulejosError(Text("cli.puzzles.unknown", {"name": name}))
        yield puzzle
        return
    found = [puzzle for puzzle in known.values() if not theme or theme in puzzle.themes]
    if not found:
        themes = sorted({theme for puzzle in known.values() for theme in puzzle.themes})
        names = ", ".join(themes)
        raise AzulejosError(Text("cli.puzzles.no_theme", {"theme": theme, "themes": names}))
    Random(seed).shuffle(found)
    yield from found


def solve_puzzles(game: Game, puzzles: Iterator[Puzzle]) -> None:
    """Show puzzles until there are no more or the person stops, and count those solved at once."""
    coach, solved, tried = Coach(), 0, 0
    for puzzle in puzzles:
        is_solved = solve(coach, game, puzzle)
        if is_solved is None:
            break
        solved, tried = solved + is_solved, tried + 1
    coach.screen.tell(say("cli.puzzles.solved", n=solved, all=tried), "bold")


def solve(coach: Coach, game: Game, puzzle: Puzzle) -> bool | None:
    """Let a puzzle be solved: True if the first answer was right; None if the person stops."""
    position, is_first = puzzle.start(), True
    coach.show(position)
    coach.screen.tell(say("cli.puzzles.prompt", id=puzzle.id), "bold")
    while True:
        move = coach.ask(position, [HINT, GIVE_UP])
        if move == QUIT:
            return None
        if move in (puzzle.move, GIVE_UP):
            tell_solution(coach, game, puzzle)
            return is_first and move == puzzle.move
        is_first = False
        if move == HINT:
            coach.screen.tell(say_text(look_advice(position, puzzle.move).text))
            continue
        with coach.screen.waiting(say("cli.play.waiting")):
            verdict = judge(position, move, puzzle.move)
        coach.screen.tell(say("cli.puzzles.wrong", n=round(verdict.loss, 1)), "red")
        coach.tell_line(game.name, verdict.line)


def tell_solution(coach: Coach, game: Game, puzzle: Puzzle) -> None:
    """Tell the best move, why it is best, and what the puzzle is about."""
    position, win = puzzle.start(), round(100 * puzzle.win)
    args = {"move": puzzle.move, "lead": puzzle.lead, "win": win}
    coach.screen.tell(say("cli.puzzles.best", **args), "green")
    for reason in explain_choice(position, puzzle.move).reasons:
        coach.screen.tell(say_text(reason.text), indent=INDENT)
    coach.tell_line(game.name, tell_line(position, list(puzzle.line)))
    themes = ", ".join(say(f"{game.name}.theme.{theme}") for theme in puzzle.themes)
    coach.screen.tell(themes, "dim", indent=INDENT)
