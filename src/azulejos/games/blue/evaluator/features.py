"""The features of BLUE that a network sees.

There is a perspective for each colour, ordered by role: the turns until its owner lays; a colour
that nobody has comes last.

| from  | indexed by                    | active                                           |
| ----- | ----------------------------- | ------------------------------------------------ |
| SIDE  | phase, case (see `sides.py`)  | each side of a free cell that demands the colour |
| LEFT  | tiles left of all kinds, by 3 | one                                              |
| AHEAD | points ahead, in steps of 4   | one                                              |
| SCORE |                               | by the points of the colour                      |
| LEAD  |                               | by the points ahead of the best other            |
| KIND  |                               | by the tiles left of its kind                    |
| DRAWN |                               | blind game: its kind was drawn and must be laid  |
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.compiled.bits import index, lowest_one
from azulejos.compiled.jit import jit
from azulejos.games.blue.evaluator.prior import PHASES, phase_of
from azulejos.games.blue.evaluator.sides import SIDES, roles, tiles_left, turn_of
from azulejos.games.blue.evaluator.value import (
    COUNT_BITS,
    MAX_SIDES,
    PERSPECTIVES,
    evaluate_sides,
    perspective_of,
)
from azulejos.games.blue.rules import points
from azulejos.games.blue.state import COLOURS, MAX_LAID
from azulejos.network import MAX_ACTIVE

LEAD_STEP, LEAD_STEPS = 4, 21  # points ahead in steps of 4
TILES_STEP = 3  # tiles left that share a feature of LEFT

# The index of the first feature of each group; the table in the docstring explains them.
SIDE = 0
LEFT = SIDE + PHASES * SIDES
AHEAD = LEFT + MAX_LAID // TILES_STEP + 1
SCORE = AHEAD + LEAD_STEPS
LEAD, KIND = SCORE + 1, SCORE + 2
DRAWN = KIND + 1
FEATURES = DRAWN + 1

SCORE_SCALE, LEAD_SCALE, KIND_SCALE = np.float32(1 / 50), np.float32(1 / 20), np.float32(1 / 10)

first_perspective = turn_of  # the seat with role 0: the one that lays next


def perspectives(players: int) -> int:
    """One for each colour."""
    return PERSPECTIVES


@jit
def features(s: Any, perspective: Any, indices: Any, amounts: Any) -> int:
    """Write the active features of a perspective and their amounts; return their number."""
    role, cases = roles(s, turn_of(s)), np.empty(PERSPECTIVES * MAX_ACTIVE, np.int32)
    counts, _ = evaluate_sides(s, role, cases)
    n = np.int64(counts >> COUNT_BITS * perspective & MAX_SIDES)
    for i in range(n):
        indices[i] = cases[MAX_ACTIVE * perspective + i]
    return add_features(s, perspective, role, points(s), n, indices, amounts)


@jit
def add_features(
    s: Any, perspective: Any, role: Any, scores: Any, n: Any, indices: Any, amounts: Any
) -> int:
    """The same, when the cases of the n sides of its colour are already in indices[:n]."""
    phase, c = SIDE + phase_of(s) * SIDES, colour_of(role, perspective)
    for i in range(n):
        indices[index(i)] += phase
    lead, score = ahead(scores, c, role), np.float32(scores >> 16 * c & 0xFFFF)
    indices[index(n)] = LEFT + tiles_left(s) // TILES_STEP
    step = (lead + LEAD_STEP * LEAD_STEPS // 2) // LEAD_STEP
    indices[index(n + 1)] = AHEAD + max(0, min(LEAD_STEPS - 1, step))
    n += 2
    if s.is_blind and s.actor >= 0 and lowest_one(np.int64(s.kinds)) == c:
        indices[index(n)] = DRAWN
        n += 1
    for i in range(n):
        amounts[index(i)] = 1.0
    indices[index(n)], amounts[index(n)] = SCORE, score * SCORE_SCALE
    indices[index(n + 1)], amounts[index(n + 1)] = LEAD, np.float32(lead) * LEAD_SCALE
    left = np.float32(s.left[index(c)])
    indices[index(n + 2)], amounts[index(n + 2)] = KIND, left * KIND_SCALE
    return n + 3  # type: ignore[no-any-return]


@jit
def colour_of(role: Any, perspective: Any) -> Any:
    """The colour of a perspective."""
    chosen: Any = 0
    for c in range(COLOURS):
        chosen = c if perspective_of(role >> 2 * c & 3) == perspective else chosen
    return chosen


@jit
def ahead(scores: Any, c: Any, role: Any) -> Any:
    """The points that a colour is ahead of the best other one that has an owner."""
    best: Any = 0
    for other in range(COLOURS):
        if other != c and role >> 2 * other & 3 < COLOURS:
            best = max(best, np.int64(scores >> 16 * other & 0xFFFF))
    return np.int64(scores >> 16 * c & 0xFFFF) - best


def coarse_features() -> NDArray[np.int32]:
    """By feature a coarser one, or -1: the case of a side in any phase."""
    coarse = np.full((FEATURES, 1), -1, np.int32)
    coarse[SIDE:LEFT, 0] = np.arange(LEFT - SIDE) % SIDES
    return coarse
