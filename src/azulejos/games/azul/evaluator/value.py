"""The handmade value of Azul between rounds: expected final points, and win shares.

A board's value is its score plus the value of the patterns on its wall and of its started lines;
the numbers are fitted to games of self-play, see `handmade.py`. A pattern is five bits: of a row,
which columns are taken; of a column or a colour, which rows.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.compiled.bits import index, lowest_one
from azulejos.compiled.exponential import exp
from azulejos.compiled.jit import jit, kernel
from azulejos.compiled.types import of
from azulejos.games.azul.evaluator.handmade import (
    BASE_POINTS,
    COLOUR,
    COLUMN,
    FINISHED,
    PATTERN_VALUE,
    ROW,
    STARTED,
    STARTER,
    WIN_SCALE,
)
from azulejos.games.azul.rules import FIRST_COLUMN, RUN
from azulejos.games.azul.state import COLOURS, ROWS, STATE

# Fixed-point unit of a tile's value; the two lowest bits of a value count the directions in which
# the tile has no neighbour.
POINT = 1 << 12


def _laid() -> NDArray[np.int64]:
    """By direction (row, column), side, phase, pattern and bit: the points of the run and the
    increase of the pattern's value when the bit is set, in units of POINT; plus 1 if the tile has
    no neighbour in that direction.
    """
    table = np.zeros((2, 2, 4, 32, 8), np.int64)
    for k, kind in enumerate((ROW, COLUMN)):
        for pattern, i in np.ndindex(32, 5):
            run = RUN[pattern | 1 << i, i]
            more = PATTERN_VALUE[:, :, kind, pattern | 1 << i] - PATTERN_VALUE[:, :, kind, pattern]
            increase = np.round(POINT * (run + more) / 4).astype(np.int64)
            table[k, :, :, pattern, i] = 4 * increase + int(run == 0)
    return table.reshape(2, -1)


LAID = _laid()
COLUMN_OF = np.array([[(c + r) % 5 for r in range(6)] for c in range(COLOURS)])  # A4


@jit
def handmade_value(s: Any, out: Any) -> None:
    """Write by seat the expected final points, and the win shares."""
    phase = phase_of(s)
    for p in range(s.players):
        me = s.boards[index(p)]
        out[1, p] = me.score + board_value(me, np.int64(s.is_gray), phase)
    write_shares(s, phase, out)


@jit
def write_shares(s: Any, phase: Any, out: Any) -> None:
    """Complete the points by seat with what does not depend on the boards, and write the win
    shares, a softmax of the points.
    """
    side, players = np.int64(s.is_gray), np.int64(s.players)
    base = BASE_POINTS[index(side), index(players - 2), index(phase)]
    best = 0.0
    for p in range(players):
        out[1, p] += base
        best = max(best, out[1, p])
    out[1, index(s.first)] += STARTER[index(side), index(phase)]
    scale = WIN_SCALE[index(side), index(players - 2), index(phase)]
    total = 0.0
    for p in range(players):
        out[0, p] = exp((out[1, p] - best) / scale)
        total += out[0, p]
    for p in range(players):
        out[0, p] /= total


@kernel(of(STATE).const)
def phase_of(s: Any) -> Any:
    """How near the end is: 0 to 3, for a longest row of at most 1, 2, 3, or of more tiles."""
    two: Any = 0
    three: Any = 0
    four: Any = 0
    for p in range(s.players):
        spaces = np.int64(s.boards[index(p)].spaces)
        counts: Any = 0  # of all rows at once, five bits each
        for column in range(COLOURS):
            counts += spaces >> column & FIRST_COLUMN
        two |= counts + 2 * FIRST_COLUMN
        three |= counts + FIRST_COLUMN
        four |= counts
    is_there = 4 * FIRST_COLUMN
    return int(two & is_there != 0) + int(three & is_there != 0) + int(four & is_there != 0)


@jit
def column_pattern(spaces: Any, column: Any) -> Any:
    """The pattern of a column: which rows are taken."""
    return (spaces >> column & FIRST_COLUMN) * 0x111110 >> 20 & 31


@jit
def board_value(me: Any, side: Any, phase: Any) -> float:
    """The expected points of a board's wall and started lines, beyond its score and BASE_POINTS."""
    spaces, laid, value = np.int64(me.spaces), np.int64(me.laid), 0.0
    for i in range(COLOURS):
        value += PATTERN_VALUE[index(side), index(phase), COLUMN, index(column_pattern(spaces, i))]
        value += PATTERN_VALUE[index(side), index(phase), COLOUR, index(laid >> 6 * i & 31)]
        value += PATTERN_VALUE[index(side), index(phase), ROW, index(spaces >> 5 * i & 31)]
    for r in range(1, ROWS):
        n = r + 1 - np.int64(me.room[index(r)])
        if n > 0:
            chance = FINISHED[index(side), index(phase), index(r * (r - 1) // 2 + n - 1)]
            value += STARTED[index(side), index(phase), index(r - 1)]
            value += chance * line_value(me, r, side, phase)
    return value


@jit
def line_value(me: Any, r: Any, side: Any, phase: Any) -> float:
    """The value of the tile of a started line once it is laid; on the gray side in its best space,
    or 0 if it has none.
    """
    spaces, c = np.int64(me.spaces), np.int64(me.colour[index(r)])
    rows = np.int64(me.laid) >> 6 * c & 31
    better = PATTERN_VALUE[index(side), index(phase), COLOUR, index(rows | 1 << r)]
    better -= PATTERN_VALUE[index(side), index(phase), COLOUR, index(rows)]
    if side == 0:
        place = space_value(spaces, r, COLUMN_OF[index(c), index(r)], side, phase)
        return better + place / POINT  # type: ignore[no-any-return]
    columns = ~(spaces >> 5 * r | np.int64(me.standing) >> 5 * c) & 31
    if columns == 0:
        return 0.0
    best = np.int64(-1 << 40)
    while columns:
        best = max(best, space_value(spaces, r, lowest_one(columns), side, phase))
        columns &= columns - 1
    return better + best / POINT  # type: ignore[no-any-return]


@jit
def space_value(spaces: Any, r: Any, column: Any, side: Any, phase: Any) -> Any:
    """The points of a tile laid at a space (A20) and the increase in value of the patterns of its
    row and column, in units of POINT.
    """
    at = 1024 * side + 256 * phase
    value = LAID[0, index(at + 8 * (spaces >> 5 * r & 31) + column)]
    value += LAID[1, index(at + 8 * column_pattern(spaces, column) + r)]
    return value + (POINT if value & 2 else 0)  # without any neighbour it scores 1
