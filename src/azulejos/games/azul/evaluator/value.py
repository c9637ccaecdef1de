"""What a position of Azul between rounds is worth: points to expect, and shares of the win.

What is looked at was chosen by hand, how much it counts was fitted to games of the search against
itself, see `handmade.py`. Nothing here is a network and nothing looks ahead. A pattern is five
bits: of a row, which columns are taken; of a column or a colour, which rows.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.compiled.bits import index, lowest_one
from azulejos.compiled.jit import jit
from azulejos.games.azul.evaluator.handmade import (
    COLOUR,
    COLUMN,
    FINISHED,
    ROW,
    SPREAD,
    STARTED,
    STARTER,
    USUAL,
    WORTH,
)
from azulejos.games.azul.rules import FIRST_COLUMN, RUN
from azulejos.games.azul.state import COLOURS, ROWS

POINT = 1 << 12  # of a tile's worth, whose two lowest bits count in how many ways it stands alone


def _laid() -> NDArray[np.int64]:
    """By direction (along a row, a column), and by wall, phase, pattern and bit: the points of a
    run and the worth of a pattern when the bit is set, and 1 if it stands alone.
    """
    table = np.zeros((2, 2, 4, 32, 8), np.int64)
    for k, kind in enumerate((ROW, COLUMN)):
        for pattern, i in np.ndindex(32, 5):
            run = RUN[pattern | 1 << i, i]
            more = WORTH[:, :, kind, pattern | 1 << i] - WORTH[:, :, kind, pattern]
            worth = np.round(POINT * (run + more) / 4).astype(np.int64)
            table[k, :, :, pattern, i] = 4 * worth + int(run == 0)
    return table.reshape(2, -1)


LAID = _laid()
PLACE = np.array([[(c + r) % 5 for r in range(6)] for c in range(COLOURS)])  # A4: its column


@jit
def handmade_value(s: Any, out: Any) -> None:
    """Final points by seat as `worth` tells, and the shares of the win that follow from them."""
    wall, players, phase = np.int64(s.is_gray), np.int64(s.players), phase_of(s)
    usual = USUAL[index(wall), index(players - 2), index(phase)]
    best = 0.0
    for p in range(players):
        out[1, p] = usual + worth(s.boards[index(p)], wall, phase)
        best = max(best, out[1, p])
    out[1, index(s.first)] += STARTER[index(wall), index(phase)]
    spread = SPREAD[index(wall), index(players - 2), index(phase)]
    together = 0.0
    for p in range(players):
        out[0, p] = math.exp((out[1, p] - best) / spread)
        together += out[0, p]
    for p in range(players):
        out[0, p] /= together


@jit
def phase_of(s: Any) -> Any:
    """How near the end is: 0 to 3, by the longest row of all walls (complete in tiling alone)."""
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
    """Which rows of a column are taken."""
    return (spaces >> column & FIRST_COLUMN) * 0x111110 >> 20 & 31


@jit
def worth(me: Any, wall: Any, phase: Any) -> float:
    """A board's score and what its wall and its started lines will bring, beside the usual."""
    spaces, laid = np.int64(me.spaces), np.int64(me.laid)
    value = float(me.score)
    for i in range(COLOURS):
        value += WORTH[index(wall), index(phase), COLUMN, index(column_pattern(spaces, i))]
        value += WORTH[index(wall), index(phase), COLOUR, index(laid >> 6 * i & 31)]
        value += WORTH[index(wall), index(phase), ROW, index(spaces >> 5 * i & 31)]
    for r in range(1, ROWS):
        n = r + 1 - np.int64(me.room[index(r)])
        if n > 0:
            chance = FINISHED[index(wall), index(phase), index(r * (r - 1) // 2 + n - 1)]
            value += STARTED[index(wall), index(phase), index(r - 1)]
            value += chance * line_worth(me, r, wall, phase)
    return value


@jit
def line_worth(me: Any, r: Any, wall: Any, phase: Any) -> float:
    """What the tile of a started line brings once it is laid; on the gray side, in the best
    place, and nothing if there is none.
    """
    spaces, c = np.int64(me.spaces), np.int64(me.colour[index(r)])
    rows = np.int64(me.laid) >> 6 * c & 31
    better = WORTH[index(wall), index(phase), COLOUR, index(rows | 1 << r)]
    better -= WORTH[index(wall), index(phase), COLOUR, index(rows)]
    if wall == 0:
        place = place_worth(spaces, r, PLACE[index(c), index(r)], wall, phase)
        return better + place / POINT  # type: ignore[no-any-return]
    columns = ~(spaces >> 5 * r | np.int64(me.standing) >> 5 * c) & 31
    if columns == 0:
        return 0.0
    best = np.int64(-1 << 40)
    while columns:
        best = max(best, place_worth(spaces, r, lowest_one(columns), wall, phase))
        columns &= columns - 1
    return better + best / POINT  # type: ignore[no-any-return]


@jit
def place_worth(spaces: Any, r: Any, column: Any, wall: Any, phase: Any) -> Any:
    """The points of a tile laid at a space (A20), and what it does for its column and row, in
    parts of a POINT.
    """
    at = 1024 * wall + 256 * phase
    worth = LAID[0, index(at + 8 * (spaces >> 5 * r & 31) + column)]
    worth += LAID[1, index(at + 8 * column_pattern(spaces, column) + r)]
    return worth + (POINT if worth & 2 else 0)  # alone in both it still scores 1
