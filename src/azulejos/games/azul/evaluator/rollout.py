"""The rollout of Azul: a round played to its end by sampled moves with high prior logits.

It reads only the logits that `prior.prepare` wrote to the scratch array.
"""

from typing import Any

import numpy as np

from azulejos.compiled.bits import count_ones, index, lowest_one, nth_one
from azulejos.compiled.jit import jit, kernel
from azulejos.compiled.rng import next_word
from azulejos.compiled.types import int32, of, uint64
from azulejos.games.azul.evaluator.prior import PRIOR_SCRATCH_SIZE, SIZES, line_start
from azulejos.games.azul.evaluator.value import phase_of, space_value
from azulejos.games.azul.rules import lay, possible_columns, tile, turn
from azulejos.games.azul.state import COLOURS, ROWS, STATE, tally

CANDIDATES = 3  # sampled groups of tiles, of which the one with the best line is taken
GROUPS = np.array([(bit // 10, bit % 10) for bit in range(10 * COLOURS)])  # colour and source
ILLEGAL_LOGIT = -1 << 60  # logit given to illegal moves


@kernel(of(STATE), int32[PRIOR_SCRATCH_SIZE], uint64[1])
def rollout(s: Any, scratch: Any, rng: Any) -> None:
    """Play to the end of the round: the best of a few sampled groups, each to its best line; on the
    gray side tiles go to their best space.
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
    """The best of CANDIDATES sampled groups, as a bit number of `offered`, and its line, by the
    logits for an empty floor. `word` are random bits.
    """
    offered, p = np.int64(s.offered), np.int64(s.actor)
    me, groups = s.boards[index(p)], count_ones(offered)
    best = np.int64(ILLEGAL_LOGIT)
    for _ in range(CANDIDATES):
        pair = nth_one(offered, np.int64(word & 0xFFFF) * groups >> 16)
        word >>= 16
        c = GROUPS[index(pair), 0]
        number = tally(s.tiles[index(GROUPS[index(pair), 1])], c)
        lines = np.int64(me.allowed) >> 6 * c
        at, move = line_start(p, c, 0) + min(number, SIZES - 1), 8 * pair
        for r in range(ROWS + 1):
            room = np.int64(me.room[index(r)])
            scored = np.int64(scratch[index(at + SIZES * SIZES * r + SIZES * room)]) | move + r
            best = max(best, scored if lines >> r & 1 else np.int64(ILLEGAL_LOGIT))
    return best >> 3 & 63, best & 7


@jit
def lay_best(s: Any, me: Any, r: Any, phase: Any) -> None:
    """Gray side: lay the due tile at the space with the highest value."""
    columns, spaces = possible_columns(s, me, r), np.int64(me.spaces)
    best = np.int64(ILLEGAL_LOGIT)
    while columns:
        column = lowest_one(columns)
        columns &= columns - 1
        best = max(best, space_value(spaces, r, column, 1, phase) << 3 | column)
    lay(s, me, r, best & 7)
