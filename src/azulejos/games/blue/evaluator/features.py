"""The features of BLUE that a network sees.

There is a perspective for each colour, ordered by role: the turns until its owner lays; a colour
that nobody has comes last.

| from  | indexed by                    | active                                           |
| ----- | ----------------------------- | ------------------------------------------------ |
| SIDE  | phase, case (see `sides.py`)  | each side of a free cell that demands the colour |
| LEFT  | tiles left of all kinds       | one                                              |
| AHEAD | points ahead, in steps of 4   | one                                              |
| SCORE |                               | by the points of the colour                      |
| LEAD  |                               | by the points ahead of the best other            |
| KIND  |                               | by the tiles left of its kind                    |
| DRAWN |                               | blind game: its kind was drawn and must be laid  |
| NEAR  | points ahead, in steps of 1   | one                                              |

The tiles left say who lays the last tile, and phases are short near the end, where one tile more
or less changes the worth of a side.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.compiled.bits import index, lowest_one
from azulejos.compiled.jit import jit
from azulejos.games.blue.evaluator.prior import PHASE_TILES, PHASES
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
MAX_NEAR = 12  # points ahead or behind that have a feature of NEAR each
LEFT_STEP = 3  # tiles left that share a coarse feature
PHASE_ENDS = (3, 4, 5, 6, 7, 8, 10, 13, 18, 27, 36)  # fewest tiles left of the next phase
VALUE_PHASES = len(PHASE_ENDS) + 1

# The index of the first feature of each group; the table in the docstring explains them.
SIDE = 0
LEFT = SIDE + VALUE_PHASES * SIDES
AHEAD = LEFT + MAX_LAID + 1
SCORE = AHEAD + LEAD_STEPS
LEAD, KIND = SCORE + 1, SCORE + 2
DRAWN = KIND + 1
NEAR = DRAWN + 1
FEATURES = NEAR + 2 * MAX_NEAR + 1

_LEFT = np.arange(MAX_LAID + 1)
# By tiles left: the first feature of SIDE in this phase.
SIDE_AT = SIDE + SIDES * np.searchsorted(PHASE_ENDS, _LEFT, "right")

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
    left, c = tiles_left(s), colour_of(role, perspective)
    phase = SIDE_AT[index(left)]
    for i in range(n):
        indices[index(i)] += phase
    lead, score = ahead(scores, c, role), np.float32(scores >> 16 * c & 0xFFFF)
    step = (lead + LEAD_STEP * LEAD_STEPS // 2) // LEAD_STEP
    indices[index(n)] = LEFT + left
    indices[index(n + 1)] = AHEAD + max(0, min(LEAD_STEPS - 1, step))
    indices[index(n + 2)] = NEAR + MAX_NEAR + max(-MAX_NEAR, min(MAX_NEAR, lead))
    n += 3
    if s.is_blind and s.actor >= 0 and lowest_one(np.int64(s.kinds)) == c:
        indices[index(n)] = DRAWN
        n += 1
    for i in range(n):
        amounts[index(i)] = 1.0
    indices[index(n)], amounts[index(n)] = SCORE, score * SCORE_SCALE
    indices[index(n + 1)], amounts[index(n + 1)] = LEAD, np.float32(lead) * LEAD_SCALE
    kind = np.float32(s.left[index(c)])
    indices[index(n + 2)], amounts[index(n + 2)] = KIND, kind * KIND_SCALE
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
    """By feature coarser ones, or -1: of a side its case in any phase and in a phase of the prior,
    of the tiles left those in steps, and who lays the last tile among three and among two.
    """
    case, phase = np.meshgrid(np.arange(SIDES), np.arange(VALUE_PHASES))
    longer = np.minimum(PHASES - 1, np.array([0, *PHASE_ENDS]) // PHASE_TILES)[phase]
    sides = [case, SIDES * (1 + longer) + case, -1 + 0 * case]
    start = SIDES * (1 + PHASES)
    steps = MAX_LAID // LEFT_STEP + 1
    left = [start + _LEFT // LEFT_STEP, start + steps + _LEFT % 3, start + steps + 3 + _LEFT % 2]
    coarse = np.full((FEATURES, 3), -1, np.int32)
    coarse[SIDE:LEFT] = np.stack(sides, 2).reshape(-1, 3)
    coarse[LEFT:AHEAD] = np.stack(left, 1)
    return coarse
