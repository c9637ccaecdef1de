"""Compiled checks of BLUE states and deals that a caller passes to `batch`.

The rules trust their input. These functions find what would lead them out of their arrays or let
them loop forever; whether a position is possible, `faults.py` says.
"""

from typing import Any

import numpy as np

from azulejos.compiled.jit import jit
from azulejos.game import CHANCE, NOBODY
from azulejos.games.blue.rules import EVERY_KIND
from azulejos.games.blue.state import BLOCKED, CELLS, CODES, COLOURS, STEPS, TAKEN, WRAP


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
    taken = free = 0
    words = s.board.view(np.int64)
    for i in range(len(words)):
        if words[i]:  # eight cells at once are passed over far from the tiles, where all are 0
            for cell in range(8 * i, 8 * i + 8):
                code = s.board[cell]
                taken += int((code < 0) | (code >= TAKEN))  # what is negative is in no list
                free += int((code > 0) & (code < BLOCKED))
    if taken != s.laid or free != s.edges:
        return False
    seen = np.zeros(CELLS // 64, np.uint64)
    for i in range(np.int64(s.laid)):
        if not is_listed_once(s.board, s.cells[i], TAKEN, CODES, seen):
            return False
    for i in range(np.int64(s.edges)):
        if not is_listed_once(s.board, s.edge[i], 1, BLOCKED, seen):
            return False
        neighbours = 0
        for side in range(4):
            neighbours += s.board[np.int64(s.edge[i]) + STEPS[side] & WRAP] >= TAKEN
        if neighbours == 0:
            return False
    return True


@jit
def is_listed_once(board: Any, cell: Any, low: Any, high: Any, seen: Any) -> bool:
    """Has a listed cell a code from low to below high, and was it not listed before?"""
    if cell < 0 or cell >= CELLS or board[cell] < low or board[cell] >= high:
        return False
    bit = np.uint64(1) << np.uint64(cell & 63)
    is_new = (seen[cell >> 6] & bit) == np.uint64(0)
    seen[cell >> 6] |= bit
    return bool(is_new)


@jit
def can_deal(s: Any, deal: Any) -> bool:
    """B4, blind: is a tile of the kind left?"""
    return bool(0 <= deal[0] < COLOURS and s.left[deal[0]] > 0)
