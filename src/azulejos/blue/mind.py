"""What BLUE knows about good play: which moves look good, and what a position is worth.

The verbs are those of `game.Mind`. Both look at the same thing: the cases of the sides of free
cells, see `sides.py`. What is looked at was chosen by hand, how much it counts was fitted to games
of the search against itself, see `weights.py`. Nothing here is a network and nothing looks ahead;
how it is used, see `search/`.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.bits import index, lowest_one
from azulejos.blue.rules import points, result
from azulejos.blue.sides import (
    AFTER,
    CAPPED,
    DEMANDED,
    END,
    FAR_KIND,
    HOPELESS,
    LOST,
    NOTHING,
    PROSPECT,
    PROSPECTS,
    SEGMENT,
    SIDES,
    THROUGH,
    TILE_COLOURS,
    TOUCHES,
    around,
    case,
    prospects,
    roles,
)
from azulejos.blue.state import CELLS, COLOURS, MAX_LAID, ORIGIN, STEPS, WRAP
from azulejos.blue.weights import KNOTS, LOGITS_2, LOGITS_3, POINTS_2, POINTS_3, SPREADS
from azulejos.game import NOBODY
from azulejos.jit import jit, record_dtype

# Of the search that uses this mind: chosen by matches of three at 200 simulations a move; at 1,000
# no difference to 0.8, 0.1 and 1.0 was seen.
EXPLORATION = 0.5
REDUCTION = 0.0
TEMPERATURE = 1.5
SOLVABLE_LEFT: tuple[int, ...] = (0, 0, 4, 3)  # tiles: in about 0.1 s
LEVELS: tuple[tuple[int, float], ...] = (
    (0, 6.0),
    (0, 2.2),
    (0, 1.2),
    (0, 0.8),
    (0, 0.46),
    (5, 1.0),
    (10, 1.0),
    (30_000, 1.0),
)

# ---- What a position is worth

ALWAYS, OWN_KIND = 0, 1  # cases that no side is in stand for: one a position, each tile left
FIXED_POINT = 1000  # parts of a point
FIRST_SIDE = PROSPECTS * END  # the cases before are of sides that promise nothing


def _worth() -> NDArray[np.int64]:
    """By players (less 2), tiles left, role and case: what it promises, in parts of a point."""
    table = np.zeros((2, MAX_LAID + 1, COLOURS + 1, SIDES))
    for i, table_of in enumerate((POINTS_2, POINTS_3)):
        for role in range(table_of.shape[1]):
            for k, tenths in zip(_cases(ALWAYS, OWN_KIND), table_of[:, role].T, strict=True):
                table[i, :, role, k] = np.interp(np.arange(MAX_LAID + 1), KNOTS, tenths) / 10
    return np.round(FIXED_POINT * table).astype(np.int64)


def _cases(*others: int) -> list[int]:
    """The cases that a row of weights is about, in its order."""
    return [*others, *(k for k in range(FIRST_SIDE, SIDES) if k % PROSPECTS != HOPELESS)]


WORTH = _worth()
SPREAD = np.array([np.interp(np.arange(MAX_LAID + 1), KNOTS, spread) for spread in SPREADS])
BITS = 21  # of a word of hopes for each colour
ZERO = 1 << BITS - 1  # added to each: makes them positive
ZEROS = ZERO | ZERO << BITS | ZERO << 2 * BITS


@jit
def is_quiet(s: Any) -> bool:
    """Always: a position is estimated as it stands."""
    return True


@jit
def left(s: Any) -> int:
    """The tiles left to lay."""
    return np.int64(s.left[0]) + s.left[1] + s.left[2]  # type: ignore[no-any-return]


@jit
def points_now(s: Any, out: Any) -> None:
    """By seat the score as it stands."""
    total = points(s)
    for p in range(s.players):
        out[p] = total >> 16 * np.int64(s.colours[p]) & 0xFFFF


@jit
def estimate(s: Any, out: Any) -> None:
    """Points now and what the sides promise; the shares of the win that follow from them."""
    if s.actor == NOBODY:
        result(s, out)
        return
    table, remaining, now = index(s.players - 2), left(s), points(s)
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
    role, first, total = roles(s), prospects(s), 0
    for c in range(COLOURS):
        row = index(role >> 2 * c & 3)
        total += worth[row, ALWAYS] + worth[row, OWN_KIND] * s.left[c] << BITS * c
    for i in range(np.int64(s.edges)):
        cell = np.int64(s.edge[index(i)])
        code = np.int64(s.board[index(cell)])
        word, demanded = around(s.board, cell, first), DEMANDED[index(code)]
        sides = demanded & 15
        while sides:
            side = lowest_one(sides)
            c = demanded >> 4 + 2 * side & 3
            row = index(role >> 2 * c & 3)
            total += worth[row, index(case(code, side, word, first))] << BITS * c
            sides &= sides - 1
    return total


# ---- Which moves look good

# Cases that no side is in stand for a chain and a circle made, a tile of this kind used, and, one
# after another, sides touched.
MADE_CHAIN, MADE_CIRCLE, KIND, TOUCHED = 0, 1, 2, 3
MEET, WASTE = SIDES, SIDES + 128  # see `with_turns`
PHASES = len(LOGITS_3)
PHASE_TILES = 18  # left, for each


def _looks() -> NDArray[np.float64]:
    """By players (less 2), phase, role and case: the part of a logit."""
    others = (MADE_CHAIN, MADE_CIRCLE, KIND, *range(TOUCHED + 1, TOUCHED + 5))
    table = np.zeros((2, PHASES, COLOURS + 1, SIDES))
    for i, hundredths in enumerate((LOGITS_2, LOGITS_3)):
        table[i, :, : hundredths.shape[1], _cases(*others)] = hundredths.transpose(2, 0, 1) / 100
    return table


def with_turns(looks: NDArray[np.float64]) -> NDArray[np.float64]:
    """The table for each role, and beyond the cases of sides what it counts that a colour's end
    meets what lies behind a side, by its byte of `around`, or (from WASTE on) that this is lost.
    """
    table = np.zeros((COLOURS + 1, WASTE + 128))
    table[:, :SIDES] = looks
    table[:, MEET + END], table[:, MEET + CAPPED] = looks[:, MADE_CIRCLE], looks[:, MADE_CHAIN]
    for far in range(1, PROSPECTS):
        kind = FAR_KIND[far]
        table[:, WASTE + (kind | far << 3)] = -looks[:, PROSPECTS * kind + far]
        more = looks[:, PROSPECTS * CAPPED + far] - looks[:, PROSPECTS * kind + far]
        table[:, MEET + (kind | far << 3)] = more
    return table


LOOKS = np.array([[with_turns(looks) for looks in phases] for phases in _looks()])
CELL = record_dtype([("looks", np.float64), ("word", np.int64)])  # what sides count; `around`


@jit
def prior(s: Any, moves: Any, n: int, out: Any) -> None:
    """Logits of moves: what becomes of the sides that they touch, seen by the seat to lay."""
    phase = index(min(PHASES - 1, left(s) // PHASE_TILES))
    judge(s, moves, n, LOOKS[index(s.players - 2), phase], out)


@jit
def judge(s: Any, moves: Any, n: int, looks: Any, out: Any) -> None:
    """Logits by a table."""
    role, first = roles(s), prospects(s)
    cells = np.empty(CELLS, CELL)  # only those of the edge are written and read
    cells[ORIGIN].looks, cells[ORIGIN].word = 0.0, 0
    for i in range(np.int64(s.edges)):
        cell = np.int64(s.edge[index(i)])
        code, me = np.int64(s.board[index(cell)]), cells[index(cell)]
        me.word = around(s.board, cell, first)
        me.looks = cell_looks(code, code, me.word, role, first, looks)
    for i in range(n):
        cell, o = np.int64(moves[i]) % CELLS, np.int64(moves[i]) // CELLS
        word = cells[index(cell)].word
        logit = -cells[index(cell)].looks
        near: Any = 0  # the prospects beside, a byte each
        for side in range(4):
            if word >> 8 * side & 7 == NOTHING:
                beside = cell + STEPS[index(side)] & WRAP
                before = np.int64(s.board[index(beside)])
                c = TILE_COLOURS[index(o)] >> 2 * side & 3
                after = np.int64(AFTER[index(COLOURS * side + c), index(before)])
                near |= np.int64(PROSPECT[index(first + 4 * after + (side ^ 2))]) << 8 * side
                if after != before and before > 0:
                    it = cells[index(beside)]
                    logit += cell_looks(before, after, it.word, role, first, looks) - it.looks
        touched = TOUCHES[index(s.board[index(cell)])]
        out[i] = logit + looks[0, index(TOUCHED + touched)] + tile_logit(o, role, word, near, looks)


@jit
def cell_looks(before: Any, code: Any, word: Any, role: Any, first: Any, looks: Any) -> float:
    """What the sides that a cell had count with its new code."""
    demanded, total = DEMANDED[index(before)], 0.0
    sides = demanded & 15
    while sides:
        side = lowest_one(sides)
        r = index(role >> 2 * (demanded >> 4 + 2 * side & 3) & 3)
        total += looks[r, index(case(code, side, word, first))]
        sides &= sides - 1
    return total


@jit
def tile_logit(o: Any, role: Any, word: Any, near: Any, looks: Any) -> float:
    """What a tile's segment and ends make of what lies behind the sides of its cell, and what
    they begin, given the prospects of the free cells beside them, a byte each.
    """
    colours, run = TILE_COLOURS[index(o)], SEGMENT[index(o)]
    r = index(role >> 2 * (colours >> 2 * run & 3) & 3)
    logit = looks[r, KIND]
    logit += segment_logit(
        word >> 8 * run & 127,
        word >> 8 * run + 16 & 127,
        near >> 8 * run & 15,
        near >> 8 * run + 16 & 15,
        looks[r],
    )
    for side in (1 - run, 3 - run):
        r = index(role >> 2 * (colours >> 2 * side & 3) & 3)
        what = word >> 8 * side & 127
        begun = PROSPECTS * END + (near >> 8 * side & 15)
        logit += looks[r, index(MEET + what if what else begun)]
    return logit  # type: ignore[no-any-return]


@jit
def segment_logit(one: Any, other: Any, near: Any, far: Any, looks: Any) -> float:
    """What a segment makes of what lies behind its sides or of the prospects there."""
    kind, kind2 = one & 7, other & 7
    logit = 0.0
    if one and other:
        if kind in (END, CAPPED):
            logit = looks[index(MEET + (CAPPED if kind2 == END else other))]
        elif kind2 in (END, CAPPED):
            logit = looks[index(MEET + one)]
        elif kind == LOST:
            logit = looks[index(WASTE + other)]
        elif kind2 == LOST:
            logit = looks[index(WASTE + one)]
    elif one or other:
        what, prospect = one | other, near | far
        longer = PROSPECTS * THROUGH[index(what & 7)] + prospect
        logit = looks[index(longer if prospect else WASTE + what)]
    elif near and far:
        logit = looks[index(PROSPECTS * FAR_KIND[index(far)] + near)]
        logit += looks[index(PROSPECTS * FAR_KIND[index(near)] + far)]
    return logit
