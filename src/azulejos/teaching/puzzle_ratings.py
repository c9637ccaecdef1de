"""The first rating of a puzzle, from which levels solve it.

A puzzle is an opponent: who solves it wins. The scale is that of people's ratings on a server (mean
25, standard deviation 25/3 at the start), and a share of wins of the logistic kind. The levels have
fixed places on it, so the puzzle's place follows from how often each of them solved it.
"""

from functools import cache
from math import exp

MEAN = 25.0  # of a new person's rating
SCALE = 6.0  # rating difference that multiplies the odds by e
FIRST_LEVEL, LEVEL_STEP = 14.5, 3.0  # ratings of level 1, and from level to level
SIGMA = 2.5  # uncertainty of a first rating, of which eight levels are the evidence
BOUND = 60.0  # no rating is further from MEAN


def level_rating(level: int) -> float:
    """The rating of a level, from 1."""
    return FIRST_LEVEL + LEVEL_STEP * (level - 1)


def solve_chance(rating: float, puzzle: float) -> float:
    """The chance that a player with a rating solves a puzzle."""
    return 1 / (1 + exp((puzzle - rating) / SCALE))


@cache
def first_rating(solved: tuple[int, ...], tries: int) -> float:
    """The rating at which the levels are expected to solve a puzzle as often as they did; one more
    try, half solved by a player of rating MEAN, keeps it finite.
    """
    low, high, target = MEAN - BOUND, MEAN + BOUND, sum(solved) + 0.5
    while high - low > 0.001:
        rating = (low + high) / 2
        expected = solve_chance(MEAN, rating) + tries * sum(
            solve_chance(level_rating(n), rating) for n in range(1, len(solved) + 1)
        )
        low, high = (rating, high) if expected > target else (low, rating)
    return round(low, 2)
