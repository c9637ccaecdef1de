"""Ratings from puzzles order the levels as their strength does."""

from random import Random
from statistics import fmean

import pytest

from azulejos.games import GAMES
from azulejos.search.players import LEVELS, find_player
from azulejos.search.settings import Limit
from azulejos.server.ratings.ratings import Rating, rate
from azulejos.server.school.puzzles import choose_near, seed_rating
from azulejos.teaching.puzzles import daily_puzzle, shipped_puzzles

ATTEMPTS = 150  # of each level
DAY_S = 86_400.0
QUICK = Limit(nodes=10_000)  # for the level that has a time limit


@pytest.mark.parametrize("game", ["azul", "blue"])
def test_levels_get_ratings_in_their_order(game: str) -> None:
    """Each level solves puzzles as a person does: one after the other, near its rating. So few tell
    every second level from the next for certain, neighbours not always.
    """
    puzzles = shipped_puzzles(GAMES[game])
    seeds = {id: seed_rating(puzzle) for id, puzzle in puzzles.items()}
    found = []
    for level in range(1, LEVELS + 1):
        player, rating, random = find_player(f"level{level}"), Rating(), Random(level)
        left, means = list(puzzles.values()), []
        for number in range(ATTEMPTS):
            puzzle = choose_near(left, seeds, rating.mu, random)
            left.remove(puzzle)
            move = player.choose(
                puzzle.start(), QUICK if level == LEVELS else None, 1_000 + number
            ).move
            ranks = [1, 2] if move == puzzle.move else [2, 1]
            rating = rate([rating, seeds[puzzle.id]], ranks)[0]
            means.append(rating.mu)
        found.append(round(fmean(means[ATTEMPTS // 2 :]), 1))
    assert found[::2] == sorted(found[::2])
    assert found[1::2] == sorted(found[1::2])


def test_the_daily_puzzle_changes_with_the_day() -> None:
    game = GAMES["azul"]
    days = [daily_puzzle(game, DAY_S * n) for n in range(30)]
    assert len({puzzle.id for puzzle in days if puzzle}) > 20
    assert daily_puzzle(game, 0) == daily_puzzle(game, DAY_S - 1)
