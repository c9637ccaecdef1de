"""Azul played on to the end of a round by moves that look good, partly by lot: what a search does
where its tree ends. What looks good is in `prior.py`, of which only what is noted is read.
"""

from typing import Any

import numpy as np

from azulejos.compiled.bits import count_ones, index, lowest_one, nth_one
from azulejos.compiled.jit import jit
from azulejos.compiled.rng import next_word
from azulejos.games.azul.evaluator.prior import SIZES, place_of
from azulejos.games.azul.evaluator.value import phase_of, place_worth
from azulejos.games.azul.rules import lay, possible_columns, tile, turn
from azulejos.games.azul.state import COLOURS, ROWS, tally

CANDIDATES = 3  # groups by lot, of which the one that looks best is taken, to its best line
GROUPS = np.array([(bit // 10, bit % 10) for bit in range(10 * COLOURS)])  # colour and source
NEVER = -1 << 60  # as good as that looks what is not allowed


@jit
def rollout(s: Any, scratch: Any, rng: Any) -> None:
    """To the end of the round: in the offer the best of a few groups by lot, each to its best line;
    in the tiling always the best place.
    """
    if s.actor < 0:
        return
    while s.offered:
        pair, r = choose_move(s, scratch, next_word(rng))
        turn(s, GROUPS[index(pair), 0], GROUPS[index(pair), 1], r)
    phase = phase_of(s) if s.actor >= 0 else 0
    while s.actor >= 0:
        r, p = np.int64(s.line), np.int64(s.actor)
        lay_best(s, s.boards[index(p)], r, phase)
        tile(s, p, r + 1)


@jit
def choose_move(s: Any, scratch: Any, word: Any) -> Any:
    """One of a few groups, as a bit of `offered`, and a line: where it looks best on an empty
    floor.
    """
    offered, p = np.int64(s.offered), np.int64(s.actor)
    me, groups = s.boards[index(p)], count_ones(offered)
    best = np.int64(NEVER)
    for _ in range(CANDIDATES):
        pair = nth_one(offered, np.int64(word & 0xFFFF) * groups >> 16)
        word >>= 16
        c = GROUPS[index(pair), 0]
        number = tally(s.tiles[index(GROUPS[index(pair), 1])], c)
        lines = np.int64(me.allowed) >> 6 * c
        at, move = place_of(p, c, 0) + min(number, SIZES - 1), 8 * pair
        for r in range(ROWS + 1):
            room = np.int64(me.room[index(r)])
            good = np.int64(scratch[index(at + SIZES * SIZES * r + SIZES * room)]) | move + r
            best = max(best, good if lines >> r & 1 else np.int64(NEVER))
    return best >> 3 & 63, best & 7


@jit
def lay_best(s: Any, me: Any, r: Any, phase: Any) -> None:
    """Gray wall: lay the due tile where it is worth most."""
    columns, spaces = possible_columns(s, me, r), np.int64(me.spaces)
    best = np.int64(NEVER)
    while columns:
        column = lowest_one(columns)
        columns &= columns - 1
        best = max(best, place_worth(spaces, r, column, 1, phase) << 3 | column)
    lay(s, me, r, best & 7)
