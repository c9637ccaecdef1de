"""The evaluation of one board, kept for the next state with the same board.

The rollouts of a search end in few different boards for each seat, in ever new combinations: half
to nearly all of the boards, by position and length of the search, have been seen before. An entry
of the cache holds the handmade value of a board without its score, and the sums of the network's
first layer over the features that do not depend on other boards or the score. It is found by
everything that these depend on. The cache is part of the scratch array, which is zero at the
beginning and serves one network.
"""

from typing import Any

import numpy as np

from azulejos.compiled.bits import index
from azulejos.compiled.jit import jit
from azulejos.games.azul.evaluator.features import board_features
from azulejos.games.azul.evaluator.value import board_value
from azulejos.games.azul.state import ROWS
from azulejos.network import WIDTH, dot

ENTRIES = 2039  # a prime, so that all bits of a key decide about its place
HANDMADE, SUMS = 3, 4  # places in an entry, in units of 64 bits, after the three of its key
ENTRY_SIZE = SUMS + WIDTH // 2
CACHE_SIZE = 2 * ENTRIES * ENTRY_SIZE  # in 32-bit words


@jit
def find_board(
    s: Any,
    p: Any,
    phase: Any,
    weights: Any,
    words: Any,
    numbers: Any,
    sums: Any,
    indices: Any,
    amounts: Any,
) -> Any:
    """The place in the cache of the entry of seat p's board, which is written if it is not there.

    `phase` is that of `phase_of`; the cache is given as an array of integers, of 64-bit numbers and
    of 32-bit numbers; `indices` and `amounts` are overwritten.
    """
    me = s.boards[index(p)]
    wall = np.int64(me.spaces) | phase << 25 | np.int64(s.round_number) << 27
    first, second = wall | lines_word(me) << 32, np.int64(me.laid) | np.int64(me.standing) << 30
    third = np.int64(s.bag)
    place = np.int64(index(first + second + third) % index(ENTRIES)) * ENTRY_SIZE
    is_found = words[index(place)] == first and words[index(place + 1)] == second
    if not is_found or words[index(place + 2)] != third:
        words[index(place)], words[index(place + 1)], words[index(place + 2)] = first, second, third
        numbers[index(place + HANDMADE)] = board_value(me, np.int64(s.is_gray), phase)
        n = board_features(s, p, phase, indices, amounts)
        dot(sums[index(2 * (place + SUMS)) :], weights, indices, amounts, n)
    return place


@jit
def lines_word(me: Any) -> Any:
    """The tiles and colours of a board's lines: six bits each."""
    word: Any = 0
    for r in range(ROWS):
        tiles = r + 1 - np.int64(me.room[index(r)])
        word = word << 6 | (tiles << 3 | np.int64(me.colour[index(r)]) if tiles > 0 else 0)
    return word
