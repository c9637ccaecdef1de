"""What a network sees of BLUE: which of its inputs are active, and how much.

There is an aspect for each colour, by role, how many turns until its owner lays; that of a colour
which nobody has comes last. Of the colour: the sides of free cells by their case, see `sides.py`,
the tiles left, the points, how far these are ahead, and whether its kind was drawn. Of the table:
the tiles left.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.bits import index, lowest_one
from azulejos.blue.looks import PHASES, phase_of
from azulejos.blue.rules import points
from azulejos.blue.sides import SIDES, roles, tiles_left, turn_of
from azulejos.blue.state import COLOURS, MAX_LAID
from azulejos.blue.worth import ASPECTS, COUNT_BITS, MOST_SIDES, aspect_of, promise
from azulejos.jit import jit
from azulejos.networks import MOST_ACTIVE

STEP, STEPS = 4, 21  # points ahead, told apart in so many steps
TILES = 3  # left, told apart by so many

SIDE = 0  # by phase and case
LEFT = SIDE + PHASES * SIDES  # tiles left of all kinds
AHEAD = LEFT + MAX_LAID // TILES + 1  # by steps
SCORE = AHEAD + STEPS  # in amounts, as are the two that follow
LEAD, KIND = SCORE + 1, SCORE + 2
DRAWN = KIND + 1  # its kind must be laid next
INPUTS = DRAWN + 1

SCORE_SCALE, LEAD_SCALE, KIND_SCALE = np.float32(1 / 50), np.float32(1 / 20), np.float32(1 / 10)

leader = turn_of  # the seat whose role is 0: who lays next


def aspects(players: int) -> int:
    """One for each colour."""
    return ASPECTS


@jit
def inputs(s: Any, aspect: Any, numbers: Any, amounts: Any) -> int:
    """Write the active inputs of an aspect, and their amounts; return how many."""
    role, cases = roles(s, turn_of(s)), np.empty(ASPECTS * MOST_ACTIVE, np.int32)
    sides, _ = promise(s, role, cases)
    n = np.int64(sides >> COUNT_BITS * aspect & MOST_SIDES)
    for i in range(n):
        numbers[i] = cases[MOST_ACTIVE * aspect + i]
    return add_inputs(s, aspect, role, points(s), n, numbers, amounts)


@jit
def add_inputs(s: Any, aspect: Any, role: Any, now: Any, n: Any, numbers: Any, amounts: Any) -> int:
    """The same, when the cases of its n sides are written already."""
    phase, c = SIDE + phase_of(s) * SIDES, colour_of(role, aspect)
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
def colour_of(role: Any, aspect: Any) -> Any:
    """The colour that an aspect is of."""
    chosen: Any = 0
    for c in range(COLOURS):
        chosen = c if aspect_of(role >> 2 * c & 3) == aspect else chosen
    return chosen


@jit
def ahead(now: Any, c: Any, role: Any) -> Any:
    """How many points a colour is ahead of the best other that somebody has."""
    best: Any = 0
    for other in range(COLOURS):
        if other != c and role >> 2 * other & 3 < COLOURS:
            best = max(best, np.int64(now >> 16 * other & 0xFFFF))
    return np.int64(now >> 16 * c & 0xFFFF) - best


def kinship() -> NDArray[np.int32]:
    """For each input a coarser one, -1 for none, that a training may count as well: the case of a
    side in any phase.
    """
    kin = np.full((INPUTS, 1), -1, np.int32)
    kin[SIDE:LEFT, 0] = np.arange(LEFT - SIDE) % SIDES
    return kin
