"""The handmade value of BLUE: expected final points, and win shares.

The value of a seat is its score plus the expected points of each side of a free cell that demands
its colour, by the case of the side, see `sides.py`. The numbers are fitted to games of self-play,
see `handmade.py`.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.compiled.bits import index, lowest_one
from azulejos.compiled.exponential import exp
from azulejos.compiled.jit import jit
from azulejos.games.blue.evaluator.handmade import KNOTS, POINTS_2, POINTS_3, WIN_SCALES
from azulejos.games.blue.evaluator.sides import (
    CAPPED,
    DEMANDED,
    END,
    FACING,
    HOPELESS,
    JOINING,
    PROSPECT,
    PROSPECTS,
    SIDES,
    UNOWNED,
    behind,
    prospects,
    roles,
    tiles_left,
    turn_of,
)
from azulejos.games.blue.state import COLOURS, MAX_LAID
from azulejos.network import MAX_ACTIVE

# Cases below FIRST_CASE are those of sides without expected points. Two of them are used for other
# terms: points in every position, and points for each tile left of the own kind.
FIRST_CASE = PROSPECTS * END
ALWAYS, OWN_KIND = 0, 1
FIXED_POINT = 1000  # fixed-point unit of a point


def _case_points() -> NDArray[np.int64]:
    """The expected points by players minus 2, tiles left, role and case, times FIXED_POINT."""
    table = np.zeros((2, MAX_LAID + 1, COLOURS + 1, SIDES))
    for i, table_of in enumerate((POINTS_2, POINTS_3)):
        for role in range(table_of.shape[1]):
            for k, tenths in zip(cases(ALWAYS, OWN_KIND), table_of[:, role].T, strict=True):
                table[i, :, role, k] = np.interp(np.arange(MAX_LAID + 1), KNOTS, tenths) / 10
    return np.round(FIXED_POINT * table).astype(np.int64)


def cases(*others: int) -> list[int]:
    """The cases of a row of weights in `handmade.py`, in its order; `others` come first."""
    return [*others, *(k for k in range(FIRST_CASE, SIDES) if k % PROSPECTS != HOPELESS)]


CASE_POINTS = _case_points()
WIN_SCALE = np.array([np.interp(np.arange(MAX_LAID + 1), KNOTS, scale) for scale in WIN_SCALES])
BITS = 21  # of a word of expected points for each role
ZERO = 1 << BITS - 1  # added to each to make it positive
PERSPECTIVES = COLOURS  # of a network, see `features.py`
COUNT_BITS = 10  # of a word of counts of sides for each perspective
MAX_SIDES = (1 << COUNT_BITS) - 1
ZEROS = ZERO | ZERO << BITS | ZERO << 2 * BITS


@jit
def handmade_value(s: Any, scores: Any, expected: Any, out: Any) -> None:
    """Write by seat the final points and the win shares, a softmax of these.

    `scores` are the points by colour (`rules.points`), `expected` those of `evaluate_sides`.
    """
    table, remaining = index(s.players - 2), tiles_left(s)
    role, case_points = roles(s, turn_of(s)), CASE_POINTS[table, index(remaining)]
    best = -np.inf
    for p in range(s.players):
        c = np.int64(s.colours[p])
        row = np.int64(role >> 2 * c & 3)
        points = (expected + ZEROS >> BITS * row & 2 * ZERO - 1) - ZERO
        points += case_points[index(row), ALWAYS] + case_points[index(row), OWN_KIND] * s.left[c]
        out[1, p] = (scores >> 16 * c & 0xFFFF) + points / FIXED_POINT
        best = max(best, out[1, p])
    total = 0.0
    for p in range(s.players):
        out[0, p] = exp((out[1, p] - best) / WIN_SCALE[table, index(remaining)])
        total += out[0, p]
    for p in range(s.players):
        out[0, p] /= total


@jit
def perspective_of(role: Any) -> Any:
    """The perspective of a role; a colour that nobody has comes last."""
    return min(PERSPECTIVES - 1, role)


@jit
def evaluate_sides(s: Any, role: Any, cases: Any) -> Any:
    """Write the cases of all sides of free cells that demand a colour, those of a perspective from
    place MAX_ACTIVE * perspective on. Return their numbers by perspective, COUNT_BITS each, and
    their expected points by role, BITS each.
    """
    case_points = CASE_POINTS[index(s.players - 2), index(tiles_left(s))]
    first, n, total = prospects(s), 0, 0
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
            row = np.int64(role >> 2 * (demanded >> 4 + 2 * side & 3) & 3)
            perspective = perspective_of(row)
            place = n >> COUNT_BITS * perspective & MAX_SIDES
            cases[index(MAX_ACTIVE * perspective + place)] = case
            total += (case_points[index(row), index(case)] << BITS * row) * int(row < UNOWNED)
            n += 1 << COUNT_BITS * perspective
    return n, total
