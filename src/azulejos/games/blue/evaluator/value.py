"""What a position of BLUE is worth: points to expect, and shares of the win.

Points now, and what each side of a free cell promises by its case, see `sides.py`. What is looked
at was chosen by hand, how much it counts was fitted to games of the search against itself, see
`handmade.py`. Nothing here is a network and nothing looks ahead.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.compiled.bits import index, lowest_one
from azulejos.compiled.jit import jit
from azulejos.games.blue.evaluator.handmade import KNOTS, POINTS_2, POINTS_3, SPREADS
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
BITS = 21  # of a word of promises for each role
ZERO = 1 << BITS - 1  # added to each: makes them positive
PERSPECTIVES = COLOURS  # of a network, see `inputs.py`
COUNT_BITS = 10  # of a word of counts for each perspective
MAX_SIDES = (1 << COUNT_BITS) - 1
ZEROS = ZERO | ZERO << BITS | ZERO << 2 * BITS


@jit
def handmade_value(s: Any, now: Any, hopes: Any, out: Any) -> None:
    """Points now by colour and what the sides promise, see `promise`; the shares of the win that
    follow from them.
    """
    table, remaining = index(s.players - 2), tiles_left(s)
    role, worth = roles(s, turn_of(s)), WORTH[table, index(remaining)]
    best = -np.inf
    for p in range(s.players):
        c = np.int64(s.colours[p])
        row = np.int64(role >> 2 * c & 3)
        promised = (hopes + ZEROS >> BITS * row & 2 * ZERO - 1) - ZERO
        promised += worth[index(row), ALWAYS] + worth[index(row), OWN_KIND] * s.left[c]
        out[1, p] = (now >> 16 * c & 0xFFFF) + promised / FIXED_POINT
        best = max(best, out[1, p])
    together = 0.0
    for p in range(s.players):
        out[0, p] = math.exp((out[1, p] - best) / SPREAD[table, index(remaining)])
        together += out[0, p]
    for p in range(s.players):
        out[0, p] /= together


@jit
def perspective_of(role: Any) -> Any:
    """The number that a role goes by where all colours count, also one that nobody has."""
    return min(PERSPECTIVES - 1, role)


@jit
def promise(s: Any, role: Any, cases: Any) -> Any:
    """Go round the sides of free cells: write the case of each, those of a perspective from
    MAX_ACTIVE times its number on; tell how many each has, COUNT_BITS each, and the points they promise, by
    role, BITS each.
    """
    worth = WORTH[index(s.players - 2), index(tiles_left(s))]
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
            cases[index(MAX_ACTIVE * perspective + (n >> COUNT_BITS * perspective & MAX_SIDES))] = (
                case
            )
            total += (worth[index(row), index(case)] << BITS * row) * int(row < UNOWNED)
            n += 1 << COUNT_BITS * perspective
    return n, total
