"""What a network sees of Azul between rounds: which of its inputs are active, and how much.

There is a perspective for each seat, by role, beginning with the starter of the next round. Of its
board:
the patterns of rows, columns and colours on the wall (and on the gray side where each colour stands
and can still come), the started lines with what their tile would bring, of the other lines the most
and the next that one could, what the next deal will have for lines and colours, the score, and how
far that is ahead. Of the table: the round, how near the end is, and the bag. A pattern is five
bits, see `worth.py`. On the gray side all colours are alike.
"""

import itertools
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.compiled.bits import count_ones, index, lowest_one
from azulejos.compiled.jit import jit
from azulejos.games.azul.evaluator.prior import ahead
from azulejos.games.azul.evaluator.value import PLACE, column_pattern, phase_of
from azulejos.games.azul.rules import COLOUR_BONUS, COLUMN_BONUS, FIRST_COLUMN, ROW_BONUS, points
from azulejos.games.azul.state import COLOURS, ROWS, tally, total

PATTERNS = 32
LANES = 5  # rows, columns, or colours
GAINS = 25  # points that a tile can bring, with what it completes; the last for more
STEP, STEPS = 4, 21  # points ahead, told apart in so many steps
SUPPLIES = 10  # how much of a colour there will be; EVEN is a fifth of the deal
EVEN = 5

# Where inputs begin. Of the table:
ROUND, PHASE, BAG = 0, 8, 12
# Of the board:
ROW, COLUMN, COLOUR, STANDING = (BAG + COLOURS + PATTERNS * LANES * i for i in range(4))
STARTED = STANDING + PATTERNS * LANES  # by line, colour and tiles
GAIN = STARTED + ROWS * COLOURS * ROWS  # of a started line: by line, tiles and points
BEST = GAIN + ROWS * ROWS * GAINS  # of one that is not: by line, and the most points
NEXT = BEST + ROWS * GAINS  # the same, with the most points but one
LINE_SUPPLY = NEXT + ROWS * GAINS  # by line, its tiles, and what there will be of its colour, or,
# when it has none, of the colour that there will be most of and that its row lacks
COLOUR_SUPPLY = LINE_SUPPLY + ROWS * ROWS * SUPPLIES  # by tiles on the wall, and what there will be
AHEAD = COLOUR_SUPPLY + (ROWS + 1) * SUPPLIES
OPEN = AHEAD + STEPS  # gray: of each colour that a row lacks, by row, columns where it can come,
# and whether the line has it
SCORE, LEAD = OPEN + ROWS * 6 * 2, OPEN + ROWS * 6 * 2 + 1  # in amounts
FEATURES = LEAD + 1

SCORE_SCALE, LEAD_SCALE, BAG_SCALE = np.float32(1 / 50), np.float32(1 / 20), np.float32(1 / 10)


def perspectives(players: int) -> int:
    """One for each seat."""
    return players


@jit
def first_perspective(s: Any) -> Any:
    """The seat that leads: who begins the next round."""
    return np.int64(s.first)


@jit
def features(s: Any, perspective: Any, numbers: Any, amounts: Any) -> int:
    """Write the active features of a perspective and their amounts; return their number."""
    p = np.int64(s.first) + perspective
    p -= s.players if p >= s.players else 0
    return perspective_features(s, p, phase_of(s), supplies(s), numbers, amounts)  # type: ignore[no-any-return]


@jit
def perspective_features(
    s: Any, p: Any, phase: Any, supply: Any, numbers: Any, amounts: Any
) -> Any:
    """The same for a seat, when it is known how near the end is and what the next deal has."""
    for c in range(COLOURS):
        numbers[c] = BAG + kind(s, c)
        amounts[c] = np.float32(tally(s.bag, c)) * BAG_SCALE
    lead, full = ahead(s, p), COLOURS + 2
    numbers[COLOURS], numbers[COLOURS + 1] = SCORE, LEAD
    amounts[COLOURS] = np.float32(s.boards[index(p)].score) * SCORE_SCALE
    amounts[COLOURS + 1] = np.float32(lead) * LEAD_SCALE
    stage: Any = min(PHASE - 1, np.int64(s.round_number) - 1)
    steps = (lead + STEP * STEPS // 2) // STEP
    numbers[full] = ROUND + stage
    numbers[full + 1] = PHASE + phase
    numbers[full + 2] = AHEAD + max(0, min(STEPS - 1, steps))
    me, n = s.boards[index(p)], np.int64(full + 3)
    n = wall_features(s, me, numbers, n)
    n = line_features(s, me, numbers, n)
    n = supply_features(me, supply, numbers, n)
    for i in range(full, n):  # these are there or not
        amounts[index(i)] = 1.0
    return n


@jit
def kind(s: Any, c: Any) -> Any:
    """The number a colour goes by: on the gray side all are alike."""
    return 0 if s.is_gray else c


@jit
def wall_features(s: Any, me: Any, numbers: Any, n: Any) -> Any:
    """The active inputs of a board's wall, written from place n on."""
    spaces, laid, standing = np.int64(me.spaces), np.int64(me.laid), np.int64(me.standing)
    for i in range(LANES):
        lane, colour = PATTERNS * i, PATTERNS * kind(s, i)
        numbers[index(n)] = ROW + lane + (spaces >> 5 * i & 31)
        numbers[index(n + 1)] = COLUMN + lane + column_pattern(spaces, i)
        numbers[index(n + 2)] = COLOUR + colour + (laid >> 6 * i & 31)
        n += 3
        if s.is_gray:
            numbers[index(n)] = STANDING + colour + (standing >> 5 * i & 31)
            n = open_features(me, i, numbers, n + 1)
    return n


@jit
def open_features(me: Any, c: Any, numbers: Any, n: Any) -> Any:
    """Gray: the active inputs of where a colour can still come, written from place n on."""
    spaces, rows = np.int64(me.spaces), ~(np.int64(me.laid) >> 6 * c) & 31
    while rows:
        r = lowest_one(rows)
        rows &= rows - 1
        is_started = np.int64(me.room[index(r)]) <= r
        if not is_started or me.colour[index(r)] == c:
            columns = count_ones(~(spaces >> 5 * r | np.int64(me.standing) >> 5 * c) & 31)
            numbers[index(n)] = OPEN + (6 * r + columns) * 2 + int(is_started)
            n += 1
    return n


@jit
def line_features(s: Any, me: Any, numbers: Any, n: Any) -> Any:
    """The active inputs of a board's lines, written from place n on."""
    for r in range(ROWS):
        tiles, c = r + 1 - np.int64(me.room[index(r)]), np.int64(me.colour[index(r)])
        if tiles > 0:
            most, _ = gains(s, me, r, c)
            numbers[index(n)] = STARTED + (r * COLOURS + kind(s, c)) * ROWS + tiles
            numbers[index(n + 1)] = GAIN + (r * ROWS + tiles) * GAINS + most
        else:
            most, least = gains(s, me, r, -1)
            numbers[index(n)] = BEST + r * GAINS + most
            numbers[index(n + 1)] = NEXT + r * GAINS + least
        n += 2
    return n


@jit
def supplies(s: Any) -> Any:
    """How much of each colour the next deal will have on average, as the bag tells: a byte each."""
    word: Any = 0
    tiles = total(s.bag)
    for c in range(COLOURS):
        supply: Any = EVEN * COLOURS * tally(s.bag, c) // tiles if tiles > 0 else EVEN
        word |= min(SUPPLIES - 1, supply) << 8 * c
    return word


@jit
def supply_features(me: Any, supply: Any, numbers: Any, n: Any) -> Any:
    """The active inputs of what there will be for a board, written from place n on."""
    laid = np.int64(me.laid)
    for c in range(COLOURS):
        there = supply >> 8 * c & 255
        numbers[index(n)] = COLOUR_SUPPLY + count_ones(laid >> 6 * c & 31) * SUPPLIES + there
        n += 1
    for r in range(ROWS):
        tiles, there = r + 1 - np.int64(me.room[index(r)]), 0
        if tiles > 0:
            there = supply >> 8 * np.int64(me.colour[index(r)]) & 255
        else:
            for c in range(COLOURS):
                lacks = ~(laid >> 6 * c + r) & 1
                there = max(there, lacks * (supply >> 8 * c & 255))
        numbers[index(n)] = LINE_SUPPLY + (r * ROWS + tiles) * SUPPLIES + there
        n += 1
    return n


@jit
def gains(s: Any, me: Any, r: Any, c: Any) -> Any:
    """The most, and the most but one, that a tile of a line can bring on the wall as it is: its
    points (A20) and what it completes (A24). Colour -1 stands for any.
    """
    spaces, laid = np.int64(me.spaces), np.int64(me.laid)
    free: Any = ~(spaces >> 5 * r) & 31
    if s.is_gray and c >= 0:
        free &= ~(np.int64(me.standing) >> 5 * c)
    elif c >= 0:
        free &= 1 << PLACE[index(c), index(r)]
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
    """For each input a coarser one, -1 for none, that a training may count as well: patterns of a
    kind with as many bits, lines with as many tiles, or as many points.
    """
    kin, sections = np.full((FEATURES, 1), -1, np.int32), itertools.count(0, PATTERNS)
    for start in (ROW, COLUMN, COLOUR, STANDING):
        first = next(sections)
        for i in range(LANES * PATTERNS):
            kin[start + i] = first + (i % PATTERNS).bit_count()
    by_line = np.arange(GAIN - STARTED)
    kin[STARTED:GAIN, 0] = next(sections) + by_line // (COLOURS * ROWS) * ROWS + by_line % ROWS
    for start, end in ((GAIN, BEST), (BEST, NEXT), (NEXT, LINE_SUPPLY)):
        kin[start:end, 0] = next(sections) + np.arange(end - start) % GAINS
    lines = np.arange(COLOUR_SUPPLY - LINE_SUPPLY) % (ROWS * SUPPLIES)
    kin[LINE_SUPPLY:COLOUR_SUPPLY, 0] = next(sections) + lines
    return kin
