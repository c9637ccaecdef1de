"""What a network sees of BLUE: which of its inputs are active, and how much.

There is a perspective for each colour, by role, that is, by the turns until its owner lays; the
colour that nobody has comes last. Of the colour: the sides of free cells by their case, see `sides.py`,
the tiles left, the points, how far these are ahead, and whether its kind was drawn. Of the table:
the tiles left.
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
    perspective_of,
    promise,
)
from azulejos.games.blue.rules import points
from azulejos.games.blue.state import COLOURS, MAX_LAID
from azulejos.network import MAX_ACTIVE

STEP, STEPS = 4, 21  # points ahead, told apart in so many steps
TILES = 3  # left, told apart by so many

SIDE = 0  # by phase and case
LEFT = SIDE + PHASES * SIDES  # tiles left of all kinds
AHEAD = LEFT + MAX_LAID // TILES + 1  # by steps
SCORE = AHEAD + STEPS  # in amounts, as are the two that follow
LEAD, KIND = SCORE + 1, SCORE + 2
DRAWN = KIND + 1  # its kind must be laid next
FEATURES = DRAWN + 1

SCORE_SCALE, LEAD_SCALE, KIND_SCALE = np.float32(1 / 50), np.float32(1 / 20), np.float32(1 / 10)

first_perspective = turn_of  # the seat whose role is 0: who lays next


def perspectives(players: int) -> int:
    """One for each colour."""
    return PERSPECTIVES


@jit
def features(s: Any, perspective: Any, numbers: Any, amounts: Any) -> int:
    """Write the active inputs of a perspective, and their amounts; return how many."""
    role, cases = roles(s, turn_of(s)), np.empty(PERSPECTIVES * MAX_ACTIVE, np.int32)
    sides, _ = promise(s, role, cases)
    n = np.int64(sides >> COUNT_BITS * perspective & MAX_SIDES)
    for i in range(n):
        numbers[i] = cases[MAX_ACTIVE * perspective + i]
    return add_features(s, perspective, role, points(s), n, numbers, amounts)


@jit
def add_features(
    s: Any, perspective: Any, role: Any, now: Any, n: Any, numbers: Any, amounts: Any
) -> int:
    """The same, when the cases of its n sides are written already."""
    phase, c = SIDE + phase_of(s) * SIDES, colour_of(role, perspective)
    for i in range(n):
        numbers[index(i)] += phase
    lead, score = ahead(now, c, role), np.float32(now >> 16 * c & 0xFFFF)
    numbers[index(n)] = LEFT + tiles_left(s) // TILES
    steps = (lead + STEP * STEPS // 2) // STEP
    numbers[index(n + 1)] = AHEAD + max(0, min(STEPS - 1, steps))
    n += 2
    if s.is_blind and s.actor >= 0 and lowest_one(np.int64(s.kinds)) == c:
        numbers[index(n)] = DRAWN
        n += 1
    for i in range(n):
        amounts[index(i)] = 1.0
    numbers[index(n)], amounts[index(n)] = SCORE, score * SCORE_SCALE
    numbers[index(n + 1)], amounts[index(n + 1)] = LEAD, np.float32(lead) * LEAD_SCALE
    left = np.float32(s.left[index(c)])
    numbers[index(n + 2)], amounts[index(n + 2)] = KIND, left * KIND_SCALE
    return n + 3  # type: ignore[no-any-return]


@jit
def colour_of(role: Any, perspective: Any) -> Any:
    """The colour that a perspective is of."""
    chosen: Any = 0
    for c in range(COLOURS):
        chosen = c if perspective_of(role >> 2 * c & 3) == perspective else chosen
    return chosen


@jit
def ahead(now: Any, c: Any, role: Any) -> Any:
    """How many points a colour is ahead of the best other that somebody has."""
    best: Any = 0
    for other in range(COLOURS):
        if other != c and role >> 2 * other & 3 < COLOURS:
            best = max(best, np.int64(now >> 16 * other & 0xFFFF))
    return np.int64(now >> 16 * c & 0xFFFF) - best


def coarse_features() -> NDArray[np.int32]:
    """For each input a coarser one, -1 for none, that a training may count as well: the case of a
    side in any phase.
    """
    kin = np.full((FEATURES, 1), -1, np.int32)
    kin[SIDE:LEFT, 0] = np.arange(LEFT - SIDE) % SIDES
    return kin
