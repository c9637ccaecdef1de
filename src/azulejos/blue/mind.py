"""What BLUE knows about good play: which moves look good, and what a position is worth.

The verbs are those of `game.Mind`. Both look at the same thing: the sides of the free cells beside
tiles, what lies behind each (an end, a line capped at its far end, an open line) and the prospect
there (what the cell can still take). What is looked at was chosen by hand, how much it counts was
fitted to games of the search against itself. Nothing here looks ahead; how it is used, see
`search/`.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.bits import index, lowest_one
from azulejos.blue.rules import BESIDE, LINE, points, result
from azulejos.blue.state import (
    BLOCKED,
    CELLS,
    CODES,
    COLOURS,
    DEMANDS,
    EAST,
    LETTERS,
    MAX_LAID,
    ORIGIN,
    SOUTH,
    STEPS,
    TILES,
    WRAP,
)
from azulejos.blue.weights import KNOTS, LOGITS, POINTS_2, POINTS_3, SPREADS
from azulejos.game import NOBODY
from azulejos.jit import jit, record_dtype

# Of the search that uses this mind.
EXPLORATION = 0.8
REDUCTION = 0.1
TEMPERATURE = 1.0
SOLVABLE_LEFT: tuple[int, ...] = (0, 0, 4, 4)

# What lies behind a side of a free cell: a tile's end, or a line that has at its other end an end,
# a free cell where an end may come, a free cell where only a segment may, or nothing that helps.
NOTHING, LOST, END, CAPPED, OPEN, POOR = range(6)
# The prospect of a side: what its cell can still take there. LOOSE: an end or a segment, by the
# number of other sides bound; TIGHT: an end alone, opposite is free; PASSING: a segment alone, and
# it goes on; SHUT: an end alone, opposite another colour is; FACING: a segment alone, opposite
# the same colour is, an open line; JOINING: so, but what is opposite has an end.
HOPELESS, LOOSE, TIGHT, PASSING, SHUT, FACING, JOINING = 0, 1, 3, 4, 5, 8, 11
PROSPECTS = 14
FAR_KIND = np.array(  # by prospect at the far end of a line: what lies behind its near end
    [LOST, *3 * [OPEN], POOR, *3 * [OPEN], *6 * [POOR]]
)
THROUGH = np.array([NOTHING, LOST, CAPPED, CAPPED, OPEN, POOR])  # the same after a segment more
SIDES = 6 * PROSPECTS  # cases of a side: PROSPECTS * what lies behind + prospect
UNOWNED = 3  # as a role: of a colour that nobody has


def _prospect(kinds: int, code: int, side: int) -> int:
    """What a cell can take at a side, from the kinds left."""
    demand = DEMANDS[code][side:] + DEMANDS[code][:side]
    near, opposite, others = demand[0], demand[2], (demand[1] + demand[3]).replace(".", "")
    tiles = [sides[side:] + sides[:side] for o, sides in enumerate(TILES) if kinds >> o // 4 & 1]
    fitting = [t for t in tiles if all(d in (".", t[i]) for i, d in enumerate(demand))]
    takes_end = any(t[0] != t[2] for t in fitting)
    takes_segment = any(t[0] == t[2] for t in fitting)
    if near == "." or not fitting:
        return HOPELESS
    if opposite == near:
        return FACING + len(others)
    if not takes_end:
        return PASSING
    if opposite == "." and len(others) == 2:
        return TIGHT
    return (LOOSE if takes_segment else SHUT) + len(others)


def _prospects() -> NDArray[np.int8]:
    """For each set of kinds left, code and side: the prospect."""
    table = np.zeros((8, CODES, 4), np.int8)
    for kinds in range(8):
        for code in range(BLOCKED):
            table[kinds, code] = [_prospect(kinds, code, side) for side in range(4)]
    return table.reshape(-1)


def _demanded() -> NDArray[np.int64]:
    """For each code: a bit for each side that demands a colour, and from bit 4 on the colours, two
    bits each.
    """
    table = np.zeros(CODES, np.int64)
    for code, demand in enumerate(DEMANDS):
        for side, letter in enumerate(demand):
            if letter != ".":
                table[code] |= 1 << side | LETTERS.index(letter) << 4 + 2 * side
    return table


def _after() -> NDArray[np.int8]:
    """For each side of a tile and its colour there: the code that the cell beside it gets, by its
    code before.
    """
    table = np.zeros((4, COLOURS, CODES), np.int8)
    for o, sides in enumerate(TILES):
        for side, letter in enumerate(sides):
            table[side, LETTERS.index(letter)] = BESIDE[4 * o + side]
    return table.reshape(-1, CODES)


PROSPECT = _prospects()
DEMANDED = _demanded()
AFTER = _after()
ALONG = np.array([SOUTH, EAST, SOUTH, EAST])  # by side: the step of a line through it
TILE_COLOURS = np.array(
    [sum(LETTERS.index(c) << 2 * i for i, c in enumerate(sides)) for sides in TILES]
)
TOUCHES = np.array([int(d).bit_count() for d in DEMANDED & 15])  # by code: the sides bound
SEGMENT = np.array([int(sides[1] == sides[3]) for sides in TILES])  # a side that it runs through


# ---- What a position is worth

ALWAYS, OWN_KIND = 0, 1  # cases that no side is in stand for: one a position, each tile left
FIXED_POINT = 1000  # parts of a point
FIRST_SIDE = PROSPECTS * END  # the cases before are of sides that promise nothing


def _worth() -> NDArray[np.int64]:
    """By players (less 2), tiles left, role and case: what it promises, in parts of a point."""
    table = np.zeros((2, MAX_LAID + 1, COLOURS + 1, SIDES))
    for i, points in enumerate((POINTS_2, POINTS_3)):
        for role in range(points.shape[1]):
            for case, tenths in zip(_cases(ALWAYS, OWN_KIND), points[:, role].T, strict=True):
                table[i, :, role, case] = np.interp(np.arange(MAX_LAID + 1), KNOTS, tenths) / 10
    return np.round(FIXED_POINT * table).astype(np.int64)


def _cases(*others: int) -> list[int]:
    """The cases that a row of weights is about, in its order."""
    return [*others, *(case for case in range(FIRST_SIDE, SIDES) if case % PROSPECTS != HOPELESS)]


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


@jit
def roles(s: Any) -> Any:
    """For each colour, two bits: how many turns until its owner lays; UNOWNED if there is none."""
    word: Any = 0xFF
    turn = np.int64(s.laid) % s.players
    for p in range(np.int64(s.players)):
        role = p - turn
        role += s.players if role < 0 else 0
        word ^= (role ^ UNOWNED) << 2 * np.int64(s.colours[p])
    return word


@jit
def prospects(s: Any) -> Any:
    """Where the prospects begin that the kinds left allow."""
    kinds = int(s.left[0] > 0) | int(s.left[1] > 0) << 1 | int(s.left[2] > 0) << 2
    return 4 * CODES * kinds


@jit
def around(board: Any, cell: Any, first: Any) -> Any:
    """What lies behind the four sides of a free cell, a byte each."""
    word: Any = 0
    sides = DEMANDED[index(board[index(cell)])] & 15
    while sides:
        side = lowest_one(sides)
        word |= behind(board, cell, side, first) << 8 * side
        sides &= sides - 1
    return word


@jit
def behind(board: Any, cell: Any, side: Any, first: Any) -> Any:
    """What lies behind a bound side of a free cell; of an open line also the prospect at its far
    end, times 8.
    """
    step, along = STEPS[index(side)], ALONG[index(side)]
    cell = cell + step & WRAP
    line = LINE[index(board[index(cell)])]
    if line != along:
        return END
    while line == along:
        cell = cell + step & WRAP
        line = LINE[index(board[index(cell)])]
    if line:
        return CAPPED
    far = np.int64(PROSPECT[index(first + 4 * np.int64(board[index(cell)]) + (side ^ 2))])
    return FAR_KIND[index(far)] | far << 3


@jit
def case(code: Any, side: Any, word: Any, first: Any) -> Any:
    """The case of a side of a free cell, given what is around it."""
    prospect = np.int64(PROSPECT[index(first + 4 * code + side)])
    if prospect >= FACING:
        opposite = word >> 8 * (side ^ 2) & 7
        if opposite in (END, CAPPED):
            prospect += JOINING - FACING
    return PROSPECTS * (word >> 8 * side & 7) + prospect


# ---- Which moves look good

# Parts of a logit: by phase, role of the colour, and case of a side that comes or goes. Cases that
# no side is in stand for a chain and a circle made, a tile of this kind used, and sides touched.
MADE_CHAIN, MADE_CIRCLE, KIND, TOUCHED = 0, 1, 2, 3
MEET, WASTE = SIDES, SIDES + 128  # see `with_turns`
PHASES = len(LOGITS)
PHASE_TILES = 18  # left, for each
LOOKS = np.zeros((PHASES, COLOURS + 1, SIDES))
_others = (MADE_CHAIN, MADE_CIRCLE, KIND, *range(TOUCHED + 1, TOUCHED + 5))
LOOKS[:, :COLOURS, _cases(*_others)] = LOGITS / 100


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


LOOKS_AND_TURNS = np.array([with_turns(looks) for looks in LOOKS])
CELL = record_dtype([("looks", np.float64), ("word", np.int64)])  # what sides count; `around`


@jit
def prior(s: Any, moves: Any, n: int, out: Any) -> None:
    """Logits of moves: what becomes of the sides that they touch, seen by the seat to lay."""
    judge(s, moves, n, LOOKS_AND_TURNS[index(min(PHASES - 1, left(s) // PHASE_TILES))], out)


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
        case = PROSPECTS * THROUGH[index(what & 7)] + prospect
        logit = looks[index(case if prospect else WASTE + what)]
    elif near and far:
        logit = looks[index(PROSPECTS * FAR_KIND[index(far)] + near)]
        logit += looks[index(PROSPECTS * FAR_KIND[index(near)] + far)]
    return logit
