"""BLUE for learning programs, version 0: observations of a seat, and actions.

A seat sees colours as its own, the next seat's, and the third, so that a game looks the same from
every seat: where `state.py` numbers the colours white, gray, blue, here they are these three.

The board is a window around the first tile, with the code of each cell. Spaces where a tile can be
laid are numbered in reading order, and an action is 12 times the number of a space plus the
oriented tile: there are 108 spaces at most, so 1,296 actions stand for the 24,576 moves, and at any
time each legal move is one action. A seat sees everything but the order of the pile, which no
state holds.
"""

from collections.abc import Sequence
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.compiled.bits import count_ones, index, lowest_one, nth_one
from azulejos.compiled.jit import jit
from azulejos.contract.encoding import Field
from azulejos.games.blue.rules import FITTING, FITTING_COUNT, points
from azulejos.games.blue.state import (
    BLOCKED,
    CELLS,
    CODES,
    COLOURS,
    DEMANDS,
    EAST,
    LETTERS,
    ORIGIN,
    SOUTH,
    STEPS,
    SUPPLIES,
    TAKEN,
    TILES,
    WRAP,
)

VERSION = 0
SPACES = 108  # free cells beside 53 tiles, at most
ACTIONS = len(TILES) * SPACES
DRAWS = COLOURS
WINDOW = 31  # rows and columns of the board that is shown; the first tile is in the middle
AROUND = np.array([0, *STEPS])  # from a cell to itself and its neighbours
COLUMNS = SOUTH  # of the folded grid
SHIFT = 16 * COLUMNS + 31  # from a cell to its place in reading order: the first tile's is this
WORDS = CELLS // 32  # of the set of spaces, a bit for each place
MOST_POINTS = 180  # 18 tiles of two kinds have an end of a colour, and two ends make a chain

# By number of an order of colours (own, next, third): the colours in this order.
ORDERS = np.array(list(permutations(range(COLOURS))))


def _relative() -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64]]:
    """By order of colours: codes and tiles as a seat sees them, and the tiles that it names."""
    codes = np.zeros((len(ORDERS), CODES), np.uint8)
    tiles = np.zeros((len(ORDERS), len(TILES)), np.int64)
    for i, order in enumerate(ORDERS):
        seen = str.maketrans({LETTERS[colour]: LETTERS[k] for k, colour in enumerate(order)})
        tiles[i] = [TILES.index(sides.translate(seen)) for sides in TILES]
        codes[i, :BLOCKED] = [DEMANDS.index(demand.translate(seen)) for demand in DEMANDS]
        codes[i, BLOCKED] = BLOCKED
        codes[i, TAKEN:] = TAKEN + tiles[i]
    return codes, tiles, np.argsort(tiles, axis=1)


def _fits() -> NDArray[np.int8]:
    """By order of colours, set of kinds and code of a cell, in one number: which tiles, as a seat
    names them, can be laid there.
    """
    rows = np.zeros((len(ORDERS), 8 * CODES, len(TILES)), np.int8)
    fitting, n = np.nonzero(np.arange(FITTING.shape[1]) < FITTING_COUNT[:, None])
    for order, seen in enumerate(SEEN_TILE):
        rows[order, fitting, seen[FITTING[fitting, n] // CELLS]] = 1
    return rows.reshape(-1, len(TILES))


def _shown_at() -> NDArray[np.int16]:
    """By cell: its place in the window, or -1."""
    places, half = np.full(CELLS, -1, np.int16), WINDOW // 2
    for row in range(WINDOW):
        for column in range(WINDOW):
            cell = (column - half) * EAST + (row - half) * SOUTH & WRAP
            places[cell] = WINDOW * row + column
    return places


SEEN_CODE, SEEN_TILE, NAMED_TILE = _relative()
FITS = _fits()
SHOWN_AT = _shown_at()


def fields(players: int, options: NDArray[np.int64]) -> tuple[Field, ...]:
    """The fields of an observation."""
    supply = int(SUPPLIES[options[2]])
    spaces = "by number of the space: its column and row in the folded grid, and its code"
    return (
        Field("board", (WINDOW, WINDOW), CODES - 1, "code of each cell by row and column"),
        Field("spaces", (SPACES, 3), CODES - 1, spaces),
        Field("scores", (players,), MOST_POINTS, "points by seat"),
        Field("turn", (players,), 1, "1 for the seat to decide; none when the game is over"),
        Field("left", (COLOURS,), supply, "tiles left by kind: own colour, next, third"),
        Field("kinds", (COLOURS,), 1, "1 for each kind that may be laid now"),
    )


@jit
def order_of(s: Any, seat: Any) -> Any:
    """The number of the order of colours that a seat sees."""
    own = np.int64(s.colours[index(seat)])
    after = np.int64(s.colours[index(seat + 1 if seat + 1 < s.players else 0)])
    return 2 * own + int(after > 3 - own - after)  # the three colours add up to 3


@jit
def observe(s: Any, seat: Any, out: Any) -> None:
    """Write the observation of a seat."""
    players, order = np.int64(s.players), order_of(s, seat)
    codes = SEEN_CODE[order]
    out[:] = 0
    write_board(s, codes, out)
    k = write_spaces(s, codes, out, WINDOW * WINDOW)
    total = points(s)
    for i in range(players):
        p = seat + i if seat + i < players else seat + i - players
        out[index(k + i)] = total >> 16 * np.int64(s.colours[index(p)]) & 0xFFFF
        out[index(k + players + i)] = s.actor == p
    k += 2 * players
    for i in range(COLOURS):
        kind = ORDERS[order, i]
        out[index(k + i)] = s.left[index(kind)]
        out[index(k + COLOURS + i)] = s.kinds >> kind & 1


@jit
def write_board(s: Any, codes: Any, out: Any) -> None:
    """Write the codes of the window's cells; all others than tiles and their neighbours are 0."""
    for i in range(np.int64(s.laid)):
        tile = np.int64(s.cells[index(i)])
        for side in range(5):
            cell = tile + AROUND[side] & WRAP
            place = SHOWN_AT[index(cell)]
            if place >= 0:
                out[index(place)] = codes[index(s.board[index(cell)])]


@jit
def mark_spaces(s: Any) -> Any:
    """The set of spaces where a tile may be laid: words of 32 bits, a bit for each place; and the
    set of words that are not 0.
    """
    words, used = np.zeros(WORDS, np.int64), 0
    if s.laid == 0:
        words[SHIFT >> 5] = 1 << (SHIFT & 31)
        used = 1 << (SHIFT >> 5)
    for i in range(np.int64(s.edges)):
        place = int(s.edge[index(i)]) + SHIFT & WRAP
        words[index(place >> 5)] |= 1 << (place & 31)
        used |= 1 << (place >> 5)
    return words, used


@jit
def write_spaces(s: Any, codes: Any, out: Any, k: Any) -> Any:
    """Write the places and codes of the spaces in order; return the place behind them."""
    words, used = mark_spaces(s)
    at = k
    while used:
        word = lowest_one(used)
        used &= used - 1
        marks = words[index(word)]
        while marks:
            place = 32 * word + lowest_one(marks)
            marks &= marks - 1
            out[index(at)] = place % COLUMNS
            out[index(at + 1)] = place // COLUMNS
            out[index(at + 2)] = codes[index(s.board[index(place - SHIFT & WRAP)])]
            at += 3
    return k + 3 * SPACES


# ---- Actions


@jit
def write_mask(s: Any, out: Any) -> None:
    """Write which actions are legal."""
    out[:] = 0
    if s.actor < 0:
        return
    order = order_of(s, s.actor)
    if s.laid == 0:
        for o in range(len(TILES)):
            out[index(SEEN_TILE[order, o])] = s.kinds >> o // 4 & 1
        return
    words, used = mark_spaces(s)
    at, row = 0, CODES * (8 * order + s.kinds)
    while used:
        word = lowest_one(used)
        used &= used - 1
        marks = words[index(word)]
        while marks:
            cell = 32 * word + lowest_one(marks) - SHIFT & WRAP
            marks &= marks - 1
            fitting = index(row + s.board[index(cell)])
            for o in range(len(TILES)):
                out[index(at + o)] = FITS[fitting, index(o)]
            at += len(TILES)


@jit
def find_move(s: Any, action: Any) -> Any:
    """The move of an action, or -1 if it is not legal."""
    if s.actor < 0 or action < 0 or action >= ACTIONS:
        return -1
    o = NAMED_TILE[index(order_of(s, s.actor)), index(action % len(TILES))]
    space = action // len(TILES)
    if s.laid == 0:
        return CELLS * o + ORIGIN if space == 0 and s.kinds >> o // 4 & 1 else -1
    words, word = mark_spaces(s)[0], 0
    while word < WORDS and space >= count_ones(words[index(word)]):
        space -= count_ones(words[index(word)])
        word += 1
    if word == WORDS:
        return -1
    cell = 32 * word + nth_one(words[index(word)], space) - SHIFT & WRAP
    fitting = CODES * np.int64(s.kinds) + s.board[index(cell)]
    for k in range(np.int64(FITTING_COUNT[index(fitting)])):
        if FITTING[index(fitting), index(k)] == CELLS * o:
            return CELLS * o + cell
    return -1


@jit
def find_action(s: Any, move: Any) -> Any:
    """The action of a legal move."""
    o = SEEN_TILE[index(order_of(s, s.actor)), index(move // CELLS)]
    place = move % CELLS + SHIFT & WRAP
    words, space = mark_spaces(s)[0], 0
    for word in range(place >> 5):
        space += count_ones(words[index(word)])
    space += count_ones(words[index(place >> 5)] & (1 << (place & 31)) - 1)
    return len(TILES) * space + o


# ---- Single draws


def draw_supplies(s: Any) -> tuple[list[list[int]], int]:
    """The tiles left of each kind; a deal is one draw."""
    return [s.left.tolist()], 1


def drawn_deal(s: Any, drawn: Sequence[int]) -> NDArray[np.int64]:
    """The kind drawn."""
    return np.array(drawn, np.int64)
