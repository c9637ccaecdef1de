"""What a network sees of BLUE: which of its inputs are active, and how much.

Colours are told by role, how many turns until their owner lays. Of each colour: the sides of free
cells by their case, see `sides.py`, the tiles left, the points, and how far these are ahead. Of the
table: the tiles left, and of a kind that was drawn whose colour it is.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.bits import index, lowest_one
from azulejos.blue.looks import PHASES, ROLES, phase_of
from azulejos.blue.rules import points
from azulejos.blue.sides import SIDES, roles, tiles_left, turn_of
from azulejos.blue.state import COLOURS, MAX_LAID
from azulejos.blue.worth import promise
from azulejos.jit import jit

STEP, STEPS = 4, 21  # points ahead, told apart in so many steps
TILES = 3  # left, told apart by so many

SIDE = 0  # by phase, role and case
LEFT = SIDE + PHASES * ROLES * SIDES  # tiles left of all kinds
AHEAD = LEFT + MAX_LAID // TILES + 1  # by role and steps
SCORE = AHEAD + ROLES * STEPS  # by role, in amounts, as are those that follow
LEAD = SCORE + ROLES
KIND = LEAD + ROLES
DRAWN = KIND + ROLES  # by role: the kind that must be laid next
INPUTS = DRAWN + ROLES

SCORE_SCALE, LEAD_SCALE, KIND_SCALE = np.float32(1 / 50), np.float32(1 / 20), np.float32(1 / 10)

leader = turn_of  # the seat whose view it is: who lays next


@jit
def inputs(s: Any, numbers: Any, amounts: Any) -> int:
    """Write the active inputs of a state, and their amounts; return how many."""
    role = roles(s, turn_of(s))
    sides, _ = promise(s, role, numbers)
    return add_inputs(s, role, points(s), sides, numbers, amounts)


@jit
def add_inputs(s: Any, role: Any, now: Any, sides: Any, numbers: Any, amounts: Any) -> int:
    """The same, when the cases of so many sides are written already."""
    phase, n = SIDE + phase_of(s) * ROLES * SIDES, sides
    for i in range(sides):
        numbers[index(i)] += phase
    numbers[index(n)] = LEFT + tiles_left(s) // TILES
    n += 1
    if s.is_blind and s.actor >= 0:
        numbers[index(n)] = DRAWN + (role >> 2 * lowest_one(np.int64(s.kinds)) & 3)
        n += 1
    for i in range(n):
        amounts[index(i)] = 1.0
    for c in range(COLOURS):
        mine, lead = np.int64(role >> 2 * c & 3), ahead(now, c, role)
        score = np.float32(now >> 16 * c & 0xFFFF)
        numbers[index(n)], amounts[index(n)] = SCORE + mine, score * SCORE_SCALE
        numbers[index(n + 1)], amounts[index(n + 1)] = LEAD + mine, np.float32(lead) * LEAD_SCALE
        left = np.float32(s.left[index(c)])
        numbers[index(n + 2)], amounts[index(n + 2)] = KIND + mine, left * KIND_SCALE
        steps = max(0, min(STEPS - 1, (lead + STEP * STEPS // 2) // STEP))
        numbers[index(n + 3)], amounts[index(n + 3)] = AHEAD + mine * STEPS + steps, 1.0
        n += 4
    return n  # type: ignore[no-any-return]


@jit
def ahead(now: Any, c: Any, role: Any) -> Any:
    """How many points a colour is ahead of the best other that somebody has."""
    best: Any = 0
    for other in range(COLOURS):
        if other != c and role >> 2 * other & 3 < COLOURS:
            best = max(best, np.int64(now >> 16 * other & 0xFFFF))
    return np.int64(now >> 16 * c & 0xFFFF) - best


def kinship(players: int) -> NDArray[np.int32]:
    """For each input two coarser ones, -1 for none, that a training may count as well: the case of
    a side of the same role in any phase, and in any phase of any role.
    """
    kin = np.full((INPUTS, 2), -1, np.int32)
    for phase, role, case in np.ndindex(PHASES, ROLES, SIDES):
        number = SIDE + (phase * ROLES + role) * SIDES + case
        kin[number] = role * SIDES + case, ROLES * SIDES + case
    return kin
