"""What a network sees of Azul between rounds: which of its inputs are active, and how much.

Seats are told by role, from the seat that begins the next round on. Of each board: the patterns of
rows, columns and colours on the wall (and on the gray side where each colour stands), the started
lines with what their tile would bring, of the other lines the most and the next that one could,
what the next deal will have for lines and colours, the score, and how far that is ahead. Of the
table: the round, how near the end is, and the bag. A pattern is five bits, see `worth.py`.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.azul.looks import ahead
from azulejos.azul.rules import COLOUR_BONUS, COLUMN_BONUS, FIRST_COLUMN, ROW_BONUS, points
from azulejos.azul.state import COLOURS, ROWS, tally, total
from azulejos.azul.worth import PLACE, column_pattern, phase_of
from azulejos.bits import count_ones, index, lowest_one
from azulejos.jit import jit

PATTERNS = 32
LANES = 5  # rows, columns, or colours
GAINS = 25  # points that a tile can bring, with what it completes; the last for more
STEP, STEPS = 4, 21  # points ahead, told apart in so many steps
SUPPLIES = 10  # how much of a colour there will be; EVEN is a fifth of the deal
EVEN = 5

# Where the inputs of a board begin.
ROW, COLUMN, COLOUR, STANDING = (PATTERNS * LANES * i for i in range(4))
STARTED = PATTERNS * LANES * 4  # by line, colour and tiles
GAIN = STARTED + ROWS * COLOURS * ROWS  # of a started line: by line, tiles and points
BEST = GAIN + ROWS * ROWS * GAINS  # of one that is not: by line, and the most points
NEXT = BEST + ROWS * GAINS  # the same, with the most points but one
LINE_SUPPLY = NEXT + ROWS * GAINS  # by line, its tiles, and what there will be of its colour, or,
# when it has none, of the colour that there will be most of and that its row lacks
COLOUR_SUPPLY = LINE_SUPPLY + ROWS * ROWS * SUPPLIES  # by tiles on the wall, and what there will be
AHEAD = COLOUR_SUPPLY + (ROWS + 1) * SUPPLIES
SCORE, LEAD = AHEAD + STEPS, AHEAD + STEPS + 1  # in amounts
BOARD = LEAD + 1

# Where those of the table begin; boards follow, by role.
ROUND, PHASE, BAG = 0, 8, 12
TABLE = BAG + COLOURS

SCORE_SCALE, LEAD_SCALE, BAG_SCALE = np.float32(1 / 50), np.float32(1 / 20), np.float32(1 / 10)


def count_inputs(players: int) -> int:
    """The inputs of a table."""
    return TABLE + players * BOARD


@jit
def leader(s: Any) -> Any:
    """The seat whose view it is: who begins the next round."""
    return np.int64(s.first)


@jit
def inputs(s: Any, numbers: Any, amounts: Any) -> int:
    """Write the active inputs of a state between rounds, and their amounts; return how many."""
    for c in range(COLOURS):
        numbers[c] = BAG + c
        amounts[c] = np.float32(tally(s.bag, c)) * BAG_SCALE
    n, players = COLOURS, np.int64(s.players)
    for p in range(players):
        at = board_of(s, p)
        numbers[index(n)], numbers[index(n + 1)] = at + SCORE, at + LEAD
        amounts[index(n)] = np.float32(s.boards[index(p)].score) * SCORE_SCALE
        amounts[index(n + 1)] = np.float32(ahead(s, p)) * LEAD_SCALE
        n += 2
    full, supply = n, supplies(s)  # from here on they are there or not
    stage: Any = min(PHASE - 1, np.int64(s.round_number) - 1)
    numbers[index(n)] = ROUND + stage
    numbers[index(n + 1)] = PHASE + phase_of(s)
    n += 2
    for p in range(players):
        n = wall_inputs(s, p, numbers, n)
        n = line_inputs(s, p, numbers, n)
        n = supply_inputs(s, p, supply, numbers, n)
    for i in range(full, n):
        amounts[index(i)] = 1.0
    return n


@jit
def board_of(s: Any, p: Any) -> Any:
    """Where the inputs of a seat's board begin."""
    role = p - np.int64(s.first)
    return TABLE + BOARD * (role + np.int64(s.players) if role < 0 else role)


@jit
def wall_inputs(s: Any, p: Any, numbers: Any, n: Any) -> Any:
    """The active inputs of a wall and of how far its seat is ahead, written from place n on."""
    me, at = s.boards[index(p)], board_of(s, p)
    spaces, laid, standing = np.int64(me.spaces), np.int64(me.laid), np.int64(me.standing)
    for i in range(LANES):
        lane = at + PATTERNS * i
        numbers[index(n)] = lane + ROW + (spaces >> 5 * i & 31)
        numbers[index(n + 1)] = lane + COLUMN + column_pattern(spaces, i)
        numbers[index(n + 2)] = lane + COLOUR + (laid >> 6 * i & 31)
        n += 3
        if s.is_gray:
            numbers[index(n)] = lane + STANDING + (standing >> 5 * i & 31)
            n += 1
    steps = (ahead(s, p) + STEP * STEPS // 2) // STEP
    numbers[index(n)] = at + AHEAD + max(0, min(STEPS - 1, steps))
    return n + 1


@jit
def line_inputs(s: Any, p: Any, numbers: Any, n: Any) -> Any:
    """The active inputs of a board's started lines, written from place n on."""
    me, at = s.boards[index(p)], board_of(s, p)
    for r in range(ROWS):
        tiles, c = r + 1 - np.int64(me.room[index(r)]), np.int64(me.colour[index(r)])
        if tiles > 0:
            most, _ = gains(s, me, r, c)
            numbers[index(n)] = at + STARTED + (r * COLOURS + c) * ROWS + tiles
            numbers[index(n + 1)] = at + GAIN + (r * ROWS + tiles) * GAINS + most
        else:
            most, least = gains(s, me, r, -1)
            numbers[index(n)] = at + BEST + r * GAINS + most
            numbers[index(n + 1)] = at + NEXT + r * GAINS + least
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
def supply_inputs(s: Any, p: Any, supply: Any, numbers: Any, n: Any) -> Any:
    """The active inputs of what there will be for a board, written from place n on."""
    me, at = s.boards[index(p)], board_of(s, p)
    laid = np.int64(me.laid)
    for c in range(COLOURS):
        there = supply >> 8 * c & 255
        numbers[index(n)] = at + COLOUR_SUPPLY + count_ones(laid >> 6 * c & 31) * SUPPLIES + there
        n += 1
    for r in range(ROWS):
        tiles, there = r + 1 - np.int64(me.room[index(r)]), 0
        if tiles > 0:
            there = supply >> 8 * np.int64(me.colour[index(r)]) & 255
        else:
            for c in range(COLOURS):
                lacks = ~(laid >> 6 * c + r) & 1
                there = max(there, lacks * (supply >> 8 * c & 255))
        numbers[index(n)] = at + LINE_SUPPLY + (r * ROWS + tiles) * SUPPLIES + there
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


KINDS = 10  # of coarser inputs, a pattern's number each at most


def kinship(players: int) -> NDArray[np.int32]:
    """For each input two coarser ones, -1 for none, that a training may count as well: the same
    of any role; patterns of a kind with as many bits, lines with as many tiles, or as many points.
    """
    kin = np.full((count_inputs(players), 2), -1, np.int32)
    for role, i in np.ndindex(players, BOARD):
        at = BOARD + role * KINDS * PATTERNS
        coarse = -1
        if i < STARTED:
            coarse = at + i // (PATTERNS * LANES) * PATTERNS + (i % PATTERNS).bit_count()
        elif i < GAIN:
            line, tiles = (i - STARTED) // (COLOURS * ROWS), (i - STARTED) % ROWS
            coarse = at + 4 * PATTERNS + line * ROWS + tiles
        elif i < LINE_SUPPLY:
            kind = 0 if i < BEST else 1 if i < NEXT else 2
            coarse = at + 5 * PATTERNS + kind * PATTERNS + (i - GAIN) % GAINS
        elif i < COLOUR_SUPPLY:
            coarse = at + 8 * PATTERNS + (i - LINE_SUPPLY) % (ROWS * SUPPLIES)
        kin[TABLE + role * BOARD + i] = i, coarse
    return kin
