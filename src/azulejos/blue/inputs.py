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
from azulejos.blue.sides import (
    CAPPED,
    DEMANDED,
    END,
    FACING,
    JOINING,
    PROSPECT,
    PROSPECTS,
    SIDES,
    behind,
    prospects,
    roles,
    tiles_left,
    turn_of,
)
from azulejos.blue.state import COLOURS, MAX_LAID
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
    role, now, n = roles(s, turn_of(s)), points(s), 0
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
    full = n  # from here on they are there or not
    numbers[index(n)] = LEFT + tiles_left(s) // TILES
    n += 1
    if s.is_blind and s.actor >= 0:
        numbers[index(n)] = DRAWN + (role >> 2 * lowest_one(np.int64(s.kinds)) & 3)
        n += 1
    n = side_inputs(s, role, numbers, n)
    for i in range(full, n):
        amounts[index(i)] = 1.0
    return n  # type: ignore[no-any-return]


@jit
def ahead(now: Any, c: Any, role: Any) -> Any:
    """How many points a colour is ahead of the best other that somebody has."""
    best: Any = 0
    for other in range(COLOURS):
        if other != c and role >> 2 * other & 3 < COLOURS:
            best = max(best, np.int64(now >> 16 * other & 0xFFFF))
    return np.int64(now >> 16 * c & 0xFFFF) - best


@jit
def side_inputs(s: Any, role: Any, numbers: Any, n: Any) -> Any:
    """The cases of all sides of free cells, written from place n on; where they end."""
    first = prospects(s)
    phase = SIDE + phase_of(s) * ROLES * SIDES
    for i in range(np.int64(s.edges)):
        cell = np.int64(s.edge[index(i)])
        code = np.int64(s.board[index(cell)])
        demanded = DEMANDED[index(code)]
        sides = demanded & 15
        while sides:
            side = lowest_one(sides)
            sides &= sides - 1
            prospect = np.int64(PROSPECT[index(first + 4 * code + side)])
            if prospect >= FACING and behind(s.board, cell, side ^ 2, first) & 7 in (END, CAPPED):
                prospect += JOINING - FACING
            case = PROSPECTS * (behind(s.board, cell, side, first) & 7) + prospect
            mine = role >> 2 * (demanded >> 4 + 2 * side & 3) & 3
            numbers[index(n)] = phase + mine * SIDES + case
            n += 1
    return n


def kinship(players: int) -> NDArray[np.int32]:
    """For each input two coarser ones, -1 for none, that a training may count as well: the case of
    a side of the same role in any phase, and in any phase of any role.
    """
    kin = np.full((INPUTS, 2), -1, np.int32)
    for phase, role, case in np.ndindex(PHASES, ROLES, SIDES):
        number = SIDE + (phase * ROLES + role) * SIDES + case
        kin[number] = role * SIDES + case, ROLES * SIDES + case
    return kin
