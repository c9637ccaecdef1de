"""The sides of free cells in BLUE: what lies behind each, and what the cell can still take there.

Where a tile touches a free cell, the side of the cell demands the tile's colour. Behind the side
lies an end, or a line with something at its other end. What the cell can still take there is the
side's prospect. Both together are the side's case, a number below SIDES, by which `handmade.py` and
the networks weigh it. Not here: what is legal and what scores, see `rules.py`.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.compiled.bits import index, lowest_one
from azulejos.compiled.jit import jit
from azulejos.games.blue.rules import BESIDE, FITTING, FITTING_COUNT, LINE
from azulejos.games.blue.state import (
    BLOCKED,
    CELLS,
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

# What lies behind a side of a free cell: nothing; a line that can no longer be closed (LOST); an
# end (END); a line whose other end has an end (CAPPED), is a free cell that can take an end (OPEN),
# or a free cell that can take only a segment (POOR).
NOTHING, LOST, END, CAPPED, OPEN, POOR = range(6)
# The prospect of a side: what its cell can still take there. LOOSE, SHUT, FACING and JOINING are
# followed by two more numbers, for one and two other sides that demand a colour.
# LOOSE: an end or a segment. TIGHT: an end; both neighbouring sides are bound, the opposite is not.
# PASSING: only a segment. SHUT: only an end, since the opposite side demands another colour.
# FACING: only a segment, the opposite side demands the same colour. JOINING: the same, and what
# lies behind the opposite side has an end.
HOPELESS, LOOSE, TIGHT, PASSING, SHUT, FACING, JOINING = 0, 1, 3, 4, 5, 8, 11
PROSPECTS = 14
FAR_KIND = np.array(  # by prospect at the far end of a line: what lies behind the near end
    [LOST, *3 * [OPEN], POOR, *3 * [OPEN], *6 * [POOR]]
)
THROUGH = np.array(
    [NOTHING, LOST, CAPPED, CAPPED, OPEN, POOR]
)  # what lies behind a side after one more segment
# What a tile meets at a side: a free cell (its prospect), a line (MET_LINE plus the prospect at its
# far end), an end, or a capped line.
MET_LINE, MET_END, MET_CAPPED, MET = 16, 30, 31, 32
SIDES = 6 * PROSPECTS  # cases of a side: PROSPECTS * what lies behind + prospect
UNOWNED = 3  # as a role: of a colour that nobody has


def _prospect(demand: str, side: int, tiles: list[str]) -> int:
    """The prospect of a side of a cell with a demand, if these tiles fit the cell."""
    near, opposite = demand[side], demand[side - 2]
    others = (demand[side - 1] + demand[side - 3]).replace(".", "")
    takes_end = any(t[side] != t[side - 2] for t in tiles)
    takes_segment = any(t[side] == t[side - 2] for t in tiles)
    if near == "." or not tiles:
        return HOPELESS
    if opposite == near:
        return FACING + len(others)
    if not takes_end:
        return PASSING
    if opposite == "." and len(others) == 2:
        return TIGHT
    return (LOOSE if takes_segment else SHUT) + len(others)


def _prospects() -> NDArray[np.int8]:
    """The prospect by set of kinds left, code and side."""
    table = np.zeros((8 * CODES, 4), np.int8)
    for kinds in range(8):
        for code in range(1, BLOCKED):
            row = CODES * kinds + code
            moves = FITTING[row, : FITTING_COUNT[row]].tolist()
            tiles = [TILES[move // CELLS] for move in moves]
            table[row] = [_prospect(DEMANDS[code], side, tiles) for side in range(4)]
    return table.reshape(-1)


def _demanded() -> NDArray[np.int64]:
    """By code: a bit for each side that demands a colour; from bit 4 on the colours, two bits
    each.
    """
    table = np.zeros(CODES, np.int64)
    for code, demand in enumerate(DEMANDS):
        for side, letter in enumerate(demand):
            if letter != ".":
                table[code] |= 1 << side | LETTERS.index(letter) << 4 + 2 * side
    return table


def _after() -> NDArray[np.int8]:
    """By side of a tile and its colour there, and by the code of the cell beside it: the code that
    this cell gets.
    """
    table = np.zeros((4, COLOURS, CODES), np.int8)
    for o, sides in enumerate(TILES):
        for side, letter in enumerate(sides):
            table[side, LETTERS.index(letter)] = BESIDE[4 * o + side]
    return table.reshape(-1, CODES)


PROSPECT = _prospects()
DEMANDED = _demanded()
AFTER = _after()
ALONG = np.array([SOUTH, EAST, SOUTH, EAST])  # by side: the direction of a line through it
TILE_COLOURS = np.array(
    [sum(LETTERS.index(c) << 2 * i for i, c in enumerate(sides)) for sides in TILES]
)
TOUCHES = np.array(
    [int(d).bit_count() for d in DEMANDED & 15]
)  # by code: the number of sides that demand a colour
SEGMENT = np.array(
    [int(sides[1] == sides[3]) for sides in TILES]
)  # by tile: a side that its segment runs through


# ---- Facts of a position


@jit
def tiles_left(s: Any) -> int:
    """The number of tiles left."""
    return np.int64(s.left[0]) + s.left[1] + s.left[2]  # type: ignore[no-any-return]


@jit
def turn_of(s: Any) -> Any:
    """The seat that lays next, also when a draw for it is due."""
    return np.int64(s.laid) % s.players


@jit
def roles(s: Any, turn: Any) -> Any:
    """By colour, two bits each: the turns until its owner lays, or UNOWNED."""
    word: Any = 0xFF
    for p in range(np.int64(s.players)):
        role = p - turn
        role += s.players if role < 0 else 0
        word ^= (role ^ UNOWNED) << 2 * np.int64(s.colours[p])
    return word


@jit
def prospects(s: Any) -> Any:
    """The start of the part of PROSPECT for the kinds left."""
    kinds = int(s.left[0] > 0) | int(s.left[1] > 0) << 1 | int(s.left[2] > 0) << 2
    return 4 * CODES * kinds


@jit
def around(board: Any, cell: Any, first: Any) -> Any:
    """The results of `behind` for the sides of a free cell, a byte each; 0 for unbound sides."""
    word: Any = 0
    sides = DEMANDED[index(board[index(cell)])] & 15
    while sides:
        side = lowest_one(sides)
        word |= behind(board, cell, side, first) << 8 * side
        sides &= sides - 1
    return word


@jit
def behind(board: Any, cell: Any, side: Any, first: Any) -> Any:
    """Code of the thing behind a bound side of a free cell, plus 8 times that of the thing met."""
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
    """The case of a side of a free cell; `word` is the result of `around`."""
    prospect = np.int64(PROSPECT[index(first + 4 * code + side)])
    if prospect >= FACING:
        opposite = word >> 8 * (side ^ 2) & 7
        if opposite in (END, CAPPED):
            prospect += JOINING - FACING
    return PROSPECTS * (word >> 8 * side & 7) + prospect
