"""The scale of strength: between which levels a rating lies.

400 points more mean ten times as many wins as losses; `greedy` has GREEDY_RATING in every game. A
file beside the networks of a game has the measured shares of the win of neighbouring levels, from
which their ratings follow; docs/strength.md says how they were measured.
"""

import json
from bisect import bisect
from functools import cache
from itertools import accumulate
from math import log10
from pathlib import Path

from azulejos.errors import BadNotation
from azulejos.game import States, game_of
from azulejos.text import Text

RATING_PREFIX = "rating:"  # of a player's name: then follows its rating
MIN_RATING, MAX_RATING = 400, 3000
GREEDY_RATING = 1000
FILE = "levels.json"
UNMEASURED = (0.9, (0.8,) * 7)  # for a game without measured levels


def parse_rating(name: str) -> int:
    """The rating in the name of a player such as `rating:1450`."""
    text = name.removeprefix(RATING_PREFIX)
    is_number = text.isascii() and text.isdecimal() and len(text) <= len(str(MAX_RATING))
    if not is_number or not MIN_RATING <= int(text) <= MAX_RATING:
        args = {"text": text[:40], "low": MIN_RATING, "high": MAX_RATING}
        raise BadNotation(Text("player.rating", args), name)
    return int(text)


def level_ratings(states: States) -> list[float]:
    """The ratings of all levels in the variant of states[0], the lowest first."""
    game = game_of(states)
    measured = read_shares(game.networks) if game.networks else {}
    name = game.evaluator.network_name(states[0])
    side = name.partition("-")[2]  # variants that were not measured: those with other seats
    greedy, steps = measured.get(name) or measured.get(side) or measured.get("") or UNMEASURED
    return list(accumulate(map(advantage, steps), initial=GREEDY_RATING - advantage(greedy)))


@cache
def read_shares(folder: Path) -> dict[str, tuple[float, tuple[float, ...]]]:
    """By variant: the share of `greedy` against `level1`, and of each level against the next
    lower.
    """
    path = folder / FILE
    found = json.loads(path.read_text()) if path.exists() else {}
    return {name: (each["greedy"], tuple(each["steps"])) for name, each in found.items()}


def advantage(share: float) -> float:
    """The points by which a player with a share of the win is stronger."""
    return 400 * log10(share / (1 - share))


def find_place(ratings: list[float], rating: float) -> tuple[int, float]:
    """The highest level, from 1, that is not above a rating, and how far the rating is on the way
    from there to the next; beyond the ends the lowest or highest level.
    """
    level = bisect(ratings, rating)
    if level in (0, len(ratings)):
        return max(1, level), 0.0
    low, high = ratings[level - 1 : level + 1]
    return level, (rating - low) / (high - low)
