"""Compiled checks of BLUE states and deals that a caller passes to `batch`.

The rules trust their input. These functions find what would lead them out of their arrays or let
them loop forever; whether a position is possible, `faults.py` says.
"""

from typing import Any

import numpy as np

from azulejos.compiled.bits import index
from azulejos.compiled.jit import jit
from azulejos.contract.rules import CHANCE, NOBODY
from azulejos.games.blue.rules import EVERY_KIND
from azulejos.games.blue.state import BLOCKED, CELLS, CODES, COLOURS, STEPS, TAKEN, WRAP

ZERO = np.uint64(0)
EACH = np.uint64(0x0101010101010101)  # one for each of eight codes
TOP_BITS = np.uint64(0x8080808080808080)  # set in no code: they are at most 127
MAX_EDGE = 108  # free cells beside 53 tiles, see MAX_MOVES


@jit
def is_sound(s: Any) -> bool:
    """Do the board and the lists of cells agree, and are all counts in range?"""
    most = COLOURS * np.int64(s.tiles_per_type)
    if (s.tiles_per_type != 13 and s.tiles_per_type != 18) or s.laid < 0 or s.laid > most:
        return False
    if (s.laid == most) != (s.actor == NOBODY) or s.kinds < 0 or s.kinds > EVERY_KIND:
        return False
    if s.is_blind < 0 or s.is_blind > 1 or (s.actor == CHANCE and s.is_blind == 0):
        return False
    if s.actor < 0 and s.kinds:  # no kind may be laid while no seat decides
        return False
    if s.laid and (s.edges < 0 or s.edges > 2 * np.int64(s.laid) + 2):
        return False
    for p in range(s.players):
        if s.colours[p] < 0 or s.colours[p] >= COLOURS:
            return False
    left = 0
    for kind in range(COLOURS):
        if s.left[kind] < 0:
            return False
        left += s.left[kind]
    return bool(left + s.laid == most) and has_sound_cells(s)


@jit
def has_sound_cells(s: Any) -> bool:
    """Is each taken cell in `cells`, each free one beside a tile in `edge`, and each only once?"""
    words, signs = s.board.view(np.uint64), ZERO  # eight codes in a word
    taken = free = 0
    for start in range(0, len(words), 128):
        taken_bytes = free_bytes = ZERO  # counts by place in the word, each of at most 128
        for i in range(start, start + 128):
            word = words[i]
            signs |= word
            taken_bytes += at_least(word, TAKEN)
            free_bytes += at_least(word, 1) - at_least(word, BLOCKED)
        taken, free = taken + sum_bytes(taken_bytes), free + sum_bytes(free_bytes)
    if (signs & TOP_BITS) != ZERO:  # a negative code
        return False
    if taken != s.laid or free != s.edges:
        return False
    seen = np.zeros(CELLS // 64, np.uint64)
    for i in range(np.int64(s.laid)):
        if not is_listed_once(s.board, np.int64(s.cells[index(i)]), TAKEN, CODES, seen):
            return False
    for i in range(np.int64(s.edges)):
        if not is_listed_once(s.board, np.int64(s.edge[index(i)]), 1, BLOCKED, seen):
            return False
    # a cell with a tile beside it adds at most three to the edge; others could fill it up
    can_overflow = s.edges + 3 * (COLOURS * np.int64(s.tiles_per_type) - s.laid) > MAX_EDGE
    for i in range(np.int64(s.edges) if can_overflow else 0):
        neighbours = 0
        for side in range(4):
            neighbours += s.board[index(np.int64(s.edge[index(i)]) + STEPS[side] & WRAP)] >= TAKEN
        if neighbours == 0:
            return False
    return True


@jit
def at_least(word: Any, code: Any) -> Any:
    """A word with a 1 for each of eight codes that is at least `code`: a sum sets its top bit."""
    return (word + np.uint64(128 - code) * EACH & TOP_BITS) >> np.uint64(7)


@jit
def sum_bytes(word: Any) -> Any:
    """The sum of the eight bytes of a word."""
    total: Any = 0
    for place in range(8):
        total += np.int64(word >> np.uint64(8 * place) & np.uint64(255))
    return total


@jit
def is_listed_once(board: Any, cell: Any, low: Any, high: Any, seen: Any) -> bool:
    """Has a listed cell a code from low to below high, and was it not listed before?"""
    if cell < 0 or cell >= CELLS:
        return False
    code, bit = board[index(cell)], np.uint64(1) << np.uint64(cell & 63)
    is_new = (seen[index(cell >> 6)] & bit) == ZERO
    seen[index(cell >> 6)] |= bit
    return bool(is_new & (code >= low) & (code < high))


@jit
def can_deal(s: Any, deal: Any) -> bool:
    """B4, blind: is a tile of the kind left?"""
    return bool(0 <= deal[0] < COLOURS and s.left[deal[0]] > 0)
