"""The sides of free cells in BLUE: what lies behind each, and what can still come of it.

Wherever a tile touches a free cell, its colour looks in from that side: as an end, or as a line
with something at its other end. What the cell can still take there is the side's prospect. Both
together are the side's case, a number below SIDES; `handmade.py` has what each is worth. Not here:
what is legal and what counts, see `rules.py`.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.compiled.bits import index, lowest_one
from azulejos.compiled.jit import jit
from azulejos.games.blue.rules import BESIDE, LINE
from azulejos.games.blue.state import (
    BLOCKED,
    CODES,
    COLOURS,
    DEMANDS,
    EAST,
    LETTERS,
    SOUTH,
    STEPS,
    TILES,
    WRAP,
)

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
# What a tile meets at a side: the prospect of a free cell there, or what lies behind: a line with
# some prospect at its far end, an end, a capped line.
MET_LINE, MET_END, MET_CAPPED, MET = 16, 30, 31, 32
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


# ---- Of a position


@jit
def tiles_left(s: Any) -> int:
    """The tiles left to lay."""
    return np.int64(s.left[0]) + s.left[1] + s.left[2]  # type: ignore[no-any-return]


@jit
def turn_of(s: Any) -> Any:
    """The seat that lays next; it is drawn for already when a draw is due."""
    return np.int64(s.laid) % s.players


@jit
def roles(s: Any, turn: Any) -> Any:
    """For each colour, two bits: how many turns until its owner lays; UNOWNED if there is none."""
    word: Any = 0xFF
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
    """What lies behind a bound side of a free cell and, times 8, what a tile meets there."""
    step, along = STEPS[index(side)], ALONG[index(side)]
    cell = cell + step & WRAP
    line = LINE[index(board[index(cell)])]
    if line != along:
        return END | MET_END << 3
    while line == along:
        cell = cell + step & WRAP
        line = LINE[index(board[index(cell)])]
    if line:
        return CAPPED | MET_CAPPED << 3
    far = np.int64(PROSPECT[index(first + 4 * np.int64(board[index(cell)]) + (side ^ 2))])
    return FAR_KIND[index(far)] | MET_LINE + far << 3


@jit
def case(code: Any, side: Any, word: Any, first: Any) -> Any:
    """The case of a side of a free cell, given what is around it."""
    prospect = np.int64(PROSPECT[index(first + 4 * code + side)])
    if prospect >= FACING:
        opposite = word >> 8 * (side ^ 2) & 7
        if opposite in (END, CAPPED):
            prospect += JOINING - FACING
    return PROSPECTS * (word >> 8 * side & 7) + prospect
