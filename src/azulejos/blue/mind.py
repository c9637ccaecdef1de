"""What BLUE knows about good play: the verbs of `game.Mind`, and the numbers of its search.

Which moves look good is in `looks.py`, what a position is worth in `worth.py`; both look at the
sides of free cells, see `sides.py`. Not here: how these are used, see `search/`.
"""

from typing import Any

import numpy as np

from azulejos.blue.looks import NOTES, look, note
from azulejos.blue.rules import points
from azulejos.blue.sides import tiles_left as left
from azulejos.blue.worth import estimate
from azulejos.jit import jit

__all__ = [
    "EXPLORATION",
    "LEVELS",
    "NOTES",
    "PATIENCE",
    "REDUCTION",
    "SOLVABLE_LEFT",
    "TEMPERATURE",
    "estimate",
    "left",
    "look",
    "note",
    "play_on",
    "points_now",
]

# Of the search that uses this mind: chosen by matches of three at 200 simulations a move; at 1,000
# no difference to 0.8, 0.1 and 1.0 was seen.
EXPLORATION = 0.5
REDUCTION = 0.0
TEMPERATURE = 1.5
PATIENCE = 1
SOLVABLE_LEFT: tuple[int, ...] = (0, 0, 4, 3)  # tiles: in about 0.1 s
LEVELS: tuple[tuple[int, float], ...] = (
    (0, 6.0),
    (0, 2.2),
    (0, 1.2),
    (0, 0.8),
    (0, 0.46),
    (5, 0.0),
    (10, 0.0),
    (30_000, 0.0),
)


@jit
def play_on(s: Any, notes: Any, rng: Any) -> None:
    """Not at all: a position is estimated as it stands."""


@jit
def points_now(s: Any, out: Any) -> None:
    """By seat the score as it stands."""
    total = points(s)
    for p in range(s.players):
        out[p] = total >> 16 * np.int64(s.colours[p]) & 0xFFFF
