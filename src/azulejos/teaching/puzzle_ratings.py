"""The first rating of a puzzle, on the scale of the players, from how often each level solves it.

A puzzle is an opponent: whoever solves it wins, and 400 points more mean ten times the odds, as
between players (`search/ratings.py`). The levels have measured ratings, so the rating of a puzzle
follows by maximum likelihood; with the slope free, 400 explains the attempts of the levels best
(docs/teaching.md).
"""

from functools import cache

from azulejos.contract.rules import States
from azulejos.search.ratings import LEVELS, curve_of

TEN_TO_ONE = 400.0  # rating difference for odds of ten to one
PSEUDO_TRIES = 1.0  # half of them solved by a player between the levels: keeps a rating finite
BOUND = 4_000.0  # no rating is further from the middle of the levels


def level_ratings(states: States) -> tuple[float, ...]:
    """The ratings of the levels in the variant of states[0], from the lowest."""
    curve = curve_of(states)
    return tuple(float(curve.clamp(curve.level_rating(n))) for n in range(1, LEVELS + 1))


def solve_chance(rating: float, puzzle: float, slope: float = TEN_TO_ONE) -> float:
    """The chance that a player with a rating solves a puzzle."""
    return float(1 / (1 + 10 ** ((puzzle - rating) / slope)))


@cache
def first_rating(
    solved: tuple[int, ...], levels: tuple[float, ...], tries: int, slope: float = TEN_TO_ONE
) -> float:
    """The rating at which the levels are expected to solve a puzzle as often as they did."""
    middle = sum(levels) / len(levels)
    low, high, target = middle - BOUND, middle + BOUND, sum(solved) + PSEUDO_TRIES / 2
    while high - low > 0.01:
        rating = (low + high) / 2
        expected = PSEUDO_TRIES * solve_chance(middle, rating, slope) + tries * sum(
            solve_chance(level, rating, slope) for level in levels
        )
        low, high = (rating, high) if expected > target else (low, rating)
    return round(low, 1)
