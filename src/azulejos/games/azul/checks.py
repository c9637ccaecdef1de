"""Compiled checks of Azul states and deals that a caller passes to `batch`.

The rules trust their input. These functions find what would lead them out of their arrays; whether
a position is possible, `faults.py` says.
"""

from typing import Any

from azulejos.compiled.bits import count_ones
from azulejos.compiled.jit import jit
from azulejos.contract.rules import CHANCE
from azulejos.games.azul.state import (
    ALL_TILES,
    COLOURS,
    FLOOR_SPACES,
    IDLE_LIMIT,
    IN_CENTRE,
    ROWS,
    SOURCES,
    displays,
    lid,
    tally,
)

MAX_OFFERED = 43  # pairs of source and colour: four on each of 9 displays, and the centre's
OFFERED_BITS = COLOURS * SOURCES


@jit
def is_sound(s: Any) -> bool:
    """Are all fields that are used as indices or loop bounds in range?"""
    if s.offered < 0 or s.offered >> OFFERED_BITS or count_ones(s.offered) > MAX_OFFERED:
        return False
    if s.offered and s.actor == CHANCE:
        return False
    is_right = 0 <= s.first < s.players and IN_CENTRE <= s.marker < s.players
    is_right &= 0 <= s.line < ROWS and 0 <= s.is_gray <= 1
    is_right &= 0 <= s.idle_rounds <= IDLE_LIMIT and 0 <= s.bag <= ALL_TILES
    for p in range(s.players):
        me = s.boards[p]
        is_right &= 0 <= me.fallen <= FLOOR_SPACES and me.room[ROWS] == 0
        for r in range(ROWS):
            is_right &= 0 <= me.room[r] <= r + 1 and 0 <= me.colour[r] < COLOURS
    return bool(is_right)


@jit
def can_deal(s: Any, deal: Any) -> bool:
    """A6: could bag and lid have given this deal, display by display?"""
    bag, waiting = s.bag, lid(s)
    if waiting < 0:
        return False
    for d in range(displays(s.players)):
        if deal[d] < 0 or deal[d] >> 8 * COLOURS:
            return False
        left = wanted = more = 0
        for c in range(COLOURS):
            left += tally(bag, c)
            more += tally(waiting, c)
            wanted += tally(deal[d], c)
        if wanted != min(4, left + more):
            return False
        rest = deal[d]
        if wanted > left:  # the bag is emptied here, and filled again from the lid
            for c in range(COLOURS):
                if tally(rest, c) < tally(bag, c):
                    return False
            rest -= bag
            bag, waiting = waiting, waiting - waiting
        for c in range(COLOURS):
            if tally(rest, c) > tally(bag, c):
                return False
        bag -= rest
    return True
