"""What a position of BLUE is worth: points to expect, and shares of the win.

Points now, and what each side of a free cell promises by its case, see `sides.py`. What is looked
at was chosen by hand, how much it counts was fitted to games of the search against itself, see
`weights.py`. Nothing here is a network and nothing looks ahead.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.bits import index, lowest_one
from azulejos.blue.rules import points
from azulejos.blue.sides import (
    CAPPED,
    DEMANDED,
    END,
    FACING,
    HOPELESS,
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
from azulejos.blue.weights import KNOTS, POINTS_2, POINTS_3, SPREADS
from azulejos.jit import jit

ALWAYS, OWN_KIND = 0, 1  # cases that no side is in stand for: one a position, each tile left
FIXED_POINT = 1000  # parts of a point
FIRST_SIDE = PROSPECTS * END  # the cases before are of sides that promise nothing


def _worth() -> NDArray[np.int64]:
    """By players (less 2), tiles left, role and case: what it promises, in parts of a point."""
    table = np.zeros((2, MAX_LAID + 1, COLOURS + 1, SIDES))
    for i, table_of in enumerate((POINTS_2, POINTS_3)):
        for role in range(table_of.shape[1]):
            for k, tenths in zip(cases(ALWAYS, OWN_KIND), table_of[:, role].T, strict=True):
                table[i, :, role, k] = np.interp(np.arange(MAX_LAID + 1), KNOTS, tenths) / 10
    return np.round(FIXED_POINT * table).astype(np.int64)


def cases(*others: int) -> list[int]:
    """The cases that a row of weights is about, in its order."""
    return [*others, *(k for k in range(FIRST_SIDE, SIDES) if k % PROSPECTS != HOPELESS)]


WORTH = _worth()
SPREAD = np.array([np.interp(np.arange(MAX_LAID + 1), KNOTS, spread) for spread in SPREADS])
BITS = 21  # of a word of hopes for each colour
ZERO = 1 << BITS - 1  # added to each: makes them positive
ZEROS = ZERO | ZERO << BITS | ZERO << 2 * BITS


@jit
def estimate_by_hand(s: Any, out: Any) -> None:
    """Points now and what the sides promise; the shares of the win that follow from them."""
    table, remaining, now = index(s.players - 2), tiles_left(s), points(s)
    hopes = hope(s, WORTH[table, index(remaining)]) + ZEROS
    best = -np.inf
    for p in range(s.players):
        c = np.int64(s.colours[p])
        promised = (hopes >> BITS * c & 2 * ZERO - 1) - ZERO
        out[1, p] = (now >> 16 * c & 0xFFFF) + promised / FIXED_POINT
        best = max(best, out[1, p])
    together = 0.0
    for p in range(s.players):
        out[0, p] = math.exp((out[1, p] - best) / SPREAD[table, index(remaining)])
        together += out[0, p]
    for p in range(s.players):
        out[0, p] /= together


@jit
def hope(s: Any, worth: Any) -> Any:
    """The points promised by all sides and by the tiles left, by colour, BITS each."""
    role, first, total = roles(s, turn_of(s)), prospects(s), 0
    for c in range(COLOURS):
        row = index(role >> 2 * c & 3)
        total += worth[row, ALWAYS] + worth[row, OWN_KIND] * s.left[c] << BITS * c
    for i in range(np.int64(s.edges)):
        cell = np.int64(s.edge[index(i)])
        code = np.int64(s.board[index(cell)])
        demanded = DEMANDED[index(code)]
        sides = demanded & 15
        while sides:
            side = lowest_one(sides)
            sides &= sides - 1
            c = demanded >> 4 + 2 * side & 3
            prospect = np.int64(PROSPECT[index(first + 4 * code + side)])
            if prospect >= FACING and behind(s.board, cell, side ^ 2, first) & 7 in (END, CAPPED):
                prospect += JOINING - FACING
            what = behind(s.board, cell, side, first) & 7
            total += worth[index(role >> 2 * c & 3), index(PROSPECTS * what + prospect)] << BITS * c
    return total
