"""How often each level solves the shipped puzzles, from which their first ratings follow:

    python bench/puzzle_levels.py measure azul   # into bench/results/puzzle_levels-azul.jsonl
    python bench/puzzle_levels.py write azul     # from there into the puzzles of the game
    python bench/puzzle_levels.py fit azul       # the slope that explains the solutions best

`measure` can be interrupted and continued. It is renewed when the levels or networks change.
"""

import argparse
import json
from collections.abc import Iterator
from dataclasses import replace
from math import log
from pathlib import Path

from azulejos.contract.game import Game
from azulejos.files import write_atomically
from azulejos.games import GAMES
from azulejos.search.players import LEVELS
from azulejos.teaching.mining import TRIES, count_solved
from azulejos.teaching.puzzle_ratings import first_rating, level_ratings, solve_chance
from azulejos.teaching.puzzles import FILE, puzzle_text, shipped_puzzles

RESULTS = Path(__file__).parent / "results"
SLOPES = range(200, 1001, 50)  # rating differences for odds of ten to one


def results_of(game: Game) -> Path:
    return RESULTS / f"puzzle_levels-{game.name}.jsonl"


def read_results(game: Game) -> dict[str, tuple[int, ...]]:
    """How often each level solved the puzzles that were measured, by id."""
    path = results_of(game)
    lines = path.read_text().splitlines() if path.exists() else []
    return {each["id"]: tuple(each["solved"]) for each in map(json.loads, lines)}


def measure(game: Game) -> None:
    """Let every level try every puzzle that was not measured yet."""
    known = read_results(game)
    with results_of(game).open("a") as file:
        for puzzle in shipped_puzzles(game).values():
            if puzzle.id not in known:
                start, levels = puzzle.start(), range(1, LEVELS + 1)
                solved = [count_solved(start, puzzle.move, level) for level in levels]
                file.write(json.dumps({"id": puzzle.id, "solved": solved}) + "\n")
                file.flush()


def write(game: Game) -> None:
    """Write what was measured into the puzzles of the game."""
    known, puzzles = read_results(game), shipped_puzzles(game).values()
    lines = [puzzle_text(replace(each, solved=known[each.id])) for each in puzzles]
    assert game.teaching
    write_atomically(game.teaching / FILE, "".join(f"{line}\n" for line in lines))


def fit(game: Game) -> None:
    """Print by slope the mean log-likelihood of an attempt, each puzzle at its best rating."""
    for slope in SLOPES:
        chances = list(log_chances(game, slope))
        print(f"{slope:5} {sum(chances) / len(chances) / TRIES:.4f}")


def log_chances(game: Game, slope: float) -> Iterator[float]:
    """By puzzle and level the log-likelihood of its attempts."""
    for puzzle in shipped_puzzles(game).values():
        levels = level_ratings(puzzle.start().states)
        rating = first_rating(puzzle.solved, levels, TRIES, slope)
        for solved, level in zip(puzzle.solved, levels, strict=True):
            chance = solve_chance(level, rating, slope)
            yield solved * log(chance) + (TRIES - solved) * log(1 - chance)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("act", choices=("measure", "write", "fit"))
    parser.add_argument("game", choices=GAMES)
    parsed = parser.parse_args()
    {"measure": measure, "write": write, "fit": fit}[parsed.act](GAMES[parsed.game])


if __name__ == "__main__":
    main()
