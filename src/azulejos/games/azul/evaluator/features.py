"""The features of Azul that a network sees between rounds.

There is a perspective for each seat, in turn order from the starting player of the next round. On
the gray side all colours share the features of colour 0.

| from          | indexed by                      | active                                  |
| ------------- | ------------------------------- | --------------------------------------- |
| ROUND         | round                           | one                                     |
| PHASE         | phase (`value.phase_of`)        | one                                     |
| BAG           | colour                          | each, by its tiles in the bag           |
| ROW           | row, pattern                    | one for each row of the wall            |
| COLUMN        | column, pattern                 | one for each column                     |
| COLOUR        | colour, pattern of rows         | one for each colour                     |
| STANDING      | colour, pattern of columns      | gray side: one for each colour          |
| STARTED       | line, colour, tiles             | one for each started line               |
| GAIN          | line, tiles, points             | the same: points of its tile            |
| BEST          | line, points                    | each empty line: its best tile          |
| NEXT          | line, points                    | the same: its second best               |
| LINE_SUPPLY   | line, tiles, supply             | one for each line                       |
| COLOUR_SUPPLY | tiles on the wall, supply       | one for each colour                     |
| AHEAD         | points ahead of the best other  | one                                     |
| OPEN          | row, columns left, line started | gray side: each colour that a row lacks |
| SCORE, LEAD   |                                 | by the score, by the points ahead       |

A pattern is five bits, see `value.py`. A supply is the expected number of tiles of a colour in the
next deal; that of an empty line is the largest among the colours that its row lacks.
"""

import itertools
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.compiled.bits import count_ones, index, lowest_one
from azulejos.compiled.jit import jit
from azulejos.games.azul.evaluator.prior import ahead
from azulejos.games.azul.evaluator.value import COLUMN_OF, column_pattern, phase_of
from azulejos.games.azul.rules import FIRST_COLUMN, points
from azulejos.games.azul.state import (
    COLOUR_BONUS,
    COLOURS,
    COLUMN_BONUS,
    ROW_BONUS,
    ROWS,
    tally,
    total,
)

PATTERNS = 32
LANES = 5  # rows, columns, or colours
GAINS = 25  # points of a tile with the bonuses it completes: 0 to 23, the last for more
LEAD_STEP, LEAD_STEPS = 4, 21  # points ahead in steps of 4
SUPPLIES = 10  # steps of the supply of a colour
EVEN_SUPPLY = 5  # the step when a colour is a fifth of the bag

# The index of the first feature of each group; the table in the docstring explains them.
ROUND, PHASE, BAG = 0, 8, 12
ROW, COLUMN, COLOUR, STANDING = (BAG + COLOURS + PATTERNS * LANES * i for i in range(4))
STARTED = STANDING + PATTERNS * LANES
GAIN = STARTED + ROWS * COLOURS * ROWS
BEST = GAIN + ROWS * ROWS * GAINS
NEXT = BEST + ROWS * GAINS
LINE_SUPPLY = NEXT + ROWS * GAINS
COLOUR_SUPPLY = LINE_SUPPLY + ROWS * ROWS * SUPPLIES
AHEAD = COLOUR_SUPPLY + (ROWS + 1) * SUPPLIES
OPEN = AHEAD + LEAD_STEPS
SCORE = OPEN + ROWS * 6 * 2
LEAD = SCORE + 1
FEATURES = LEAD + 1

SCORE_SCALE, LEAD_SCALE, BAG_SCALE = np.float32(1 / 50), np.float32(1 / 20), np.float32(1 / 10)


def perspectives(players: int) -> int:
    """One for each seat."""
    return players


@jit
def first_perspective(s: Any) -> Any:
    """The starting player of the next round."""
    return np.int64(s.first)


@jit
def features(s: Any, perspective: Any, indices: Any, amounts: Any) -> int:
    """Write the active features of a perspective and their amounts; return their number."""
    p = np.int64(s.first) + perspective
    p -= s.players if p >= s.players else 0
    n = board_features(s, p, phase_of(s), indices, amounts)
    return n + seat_features(s, p, indices[n:], amounts[n:])  # type: ignore[no-any-return]


@jit
def seat_features(s: Any, p: Any, indices: Any, amounts: Any) -> Any:
    """Write the features of seat p's score, alone and beside the others."""
    lead = ahead(s, p)
    step = (lead + LEAD_STEP * LEAD_STEPS // 2) // LEAD_STEP
    indices[0], amounts[0] = SCORE, np.float32(s.boards[index(p)].score) * SCORE_SCALE
    indices[1], amounts[1] = LEAD, np.float32(lead) * LEAD_SCALE
    indices[2], amounts[2] = AHEAD + max(0, min(LEAD_STEPS - 1, step)), 1.0
    return np.int64(3)


@jit
def board_features(s: Any, p: Any, phase: Any, indices: Any, amounts: Any) -> Any:
    """Write the features of seat p's board, of the bag and of the time of the game; `phase` is that
    of `phase_of`.
    """
    for c in range(COLOURS):
        indices[c] = BAG + colour_index(s, c)
        amounts[c] = np.float32(tally(s.bag, c)) * BAG_SCALE
    stage: Any = min(PHASE - 1, np.int64(s.round_number) - 1)
    indices[COLOURS], indices[COLOURS + 1] = ROUND + stage, PHASE + phase
    me = s.boards[index(p)]
    n = wall_features(s, me, indices, np.int64(COLOURS + 2))
    n = line_features(s, me, indices, n)
    n = supply_features(me, supplies(s), indices, n)
    for i in range(COLOURS, n):  # these have no amount
        amounts[index(i)] = 1.0
    return n


@jit
def colour_index(s: Any, c: Any) -> Any:
    """The colour by which features are indexed: 0 for all colours on the gray side."""
    return 0 if s.is_gray else c


@jit
def wall_features(s: Any, me: Any, indices: Any, n: Any) -> Any:
    """Write the features of a board's wall from place n on; return the end."""
    spaces, laid, standing = np.int64(me.spaces), np.int64(me.laid), np.int64(me.standing)
    for i in range(LANES):
        lane, colour = PATTERNS * i, PATTERNS * colour_index(s, i)
        indices[index(n)] = ROW + lane + (spaces >> 5 * i & 31)
        indices[index(n + 1)] = COLUMN + lane + column_pattern(spaces, i)
        indices[index(n + 2)] = COLOUR + colour + (laid >> 6 * i & 31)
        n += 3
        if s.is_gray:
            indices[index(n)] = STANDING + colour + (standing >> 5 * i & 31)
            n = open_features(me, i, indices, n + 1)
    return n


@jit
def open_features(me: Any, c: Any, indices: Any, n: Any) -> Any:
    """Gray side: write the OPEN features of colour c from place n on; return the end."""
    spaces, rows = np.int64(me.spaces), ~(np.int64(me.laid) >> 6 * c) & 31
    while rows:
        r = lowest_one(rows)
        rows &= rows - 1
        is_started = np.int64(me.room[index(r)]) <= r
        if not is_started or me.colour[index(r)] == c:
            columns = count_ones(~(spaces >> 5 * r | np.int64(me.standing) >> 5 * c) & 31)
            indices[index(n)] = OPEN + (6 * r + columns) * 2 + int(is_started)
            n += 1
    return n


@jit
def line_features(s: Any, me: Any, indices: Any, n: Any) -> Any:
    """Write the features of a board's lines from place n on; return the end."""
    for r in range(ROWS):
        tiles, c = r + 1 - np.int64(me.room[index(r)]), np.int64(me.colour[index(r)])
        if tiles > 0:
            most, _ = gains(s, me, r, c)
            indices[index(n)] = STARTED + (r * COLOURS + colour_index(s, c)) * ROWS + tiles
            indices[index(n + 1)] = GAIN + (r * ROWS + tiles) * GAINS + most
        else:
            most, least = gains(s, me, r, -1)
            indices[index(n)] = BEST + r * GAINS + most
            indices[index(n + 1)] = NEXT + r * GAINS + least
        n += 2
    return n


@jit
def supplies(s: Any) -> Any:
    """The supply of each colour, by its share of the bag: a byte each."""
    word: Any = 0
    tiles = total(s.bag)
    for c in range(COLOURS):
        supply: Any = EVEN_SUPPLY * COLOURS * tally(s.bag, c) // tiles if tiles > 0 else EVEN_SUPPLY
        word |= min(SUPPLIES - 1, supply) << 8 * c
    return word


@jit
def supply_features(me: Any, supply: Any, indices: Any, n: Any) -> Any:
    """Write the supply features of a board from place n on; return the end."""
    laid = np.int64(me.laid)
    for c in range(COLOURS):
        available = supply >> 8 * c & 255
        indices[index(n)] = COLOUR_SUPPLY + count_ones(laid >> 6 * c & 31) * SUPPLIES + available
        n += 1
    for r in range(ROWS):
        tiles, available = r + 1 - np.int64(me.room[index(r)]), 0
        if tiles > 0:
            available = supply >> 8 * np.int64(me.colour[index(r)]) & 255
        else:
            for c in range(COLOURS):
                lacks = ~(laid >> 6 * c + r) & 1
                available = max(available, lacks * (supply >> 8 * c & 255))
        indices[index(n)] = LINE_SUPPLY + (r * ROWS + tiles) * SUPPLIES + available
        n += 1
    return n


@jit
def gains(s: Any, me: Any, r: Any, c: Any) -> Any:
    """The most and the second most points that the tile of line r can score on the wall as it is
    (A20), with the bonuses that it completes (A24). c is the line's colour, -1 for any.
    """
    spaces, laid = np.int64(me.spaces), np.int64(me.laid)
    free: Any = ~(spaces >> 5 * r) & 31
    if s.is_gray and c >= 0:
        free &= ~(np.int64(me.standing) >> 5 * c)
    elif c >= 0:
        free &= 1 << COLUMN_OF[index(c), index(r)]
    row = ROW_BONUS * int(count_ones(spaces >> 5 * r & 31) == COLOURS - 1)
    best, other = 0, 0
    while free:
        column = lowest_one(free)
        free &= free - 1
        gain = row + points(spaces | 1 << 5 * r + column, r, column)
        gain += COLUMN_BONUS * int(count_ones(spaces >> column & FIRST_COLUMN) == ROWS - 1)
        if s.is_gray == 0:
            colour = column - r + (COLOURS if column < r else 0)
            gain += COLOUR_BONUS * int(count_ones(laid >> 6 * colour & 31) == ROWS - 1)
        other = max(other, min(best, gain))
        best = max(best, gain)
    return min(GAINS - 1, best), min(GAINS - 1, other)


def coarse_features() -> NDArray[np.int32]:
    """By feature a coarser one, or -1: patterns of one kind with the same number of bits, lines
    with the same number of tiles, gains of the same points.
    """
    coarse, sections = np.full((FEATURES, 1), -1, np.int32), itertools.count(0, PATTERNS)
    for start in (ROW, COLUMN, COLOUR, STANDING):
        first = next(sections)
        for i in range(LANES * PATTERNS):
            coarse[start + i] = first + (i % PATTERNS).bit_count()
    by_line = np.arange(GAIN - STARTED)
    coarse[STARTED:GAIN, 0] = next(sections) + by_line // (COLOURS * ROWS) * ROWS + by_line % ROWS
    for start, end in ((GAIN, BEST), (BEST, NEXT), (NEXT, LINE_SUPPLY)):
        coarse[start:end, 0] = next(sections) + np.arange(end - start) % GAINS
    lines = np.arange(COLOUR_SUPPLY - LINE_SUPPLY) % (ROWS * SUPPLIES)
    coarse[LINE_SUPPLY:COLOUR_SUPPLY, 0] = next(sections) + lines
    return coarse
