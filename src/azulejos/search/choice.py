"""Choices of players that do not search, in compiled code: greedy, by the prior, and lapses.

Not here: the best move of a search (`driver.py`), and who chooses how (`player.py`, `rated.py`).
"""

from typing import Any

import numpy as np

from azulejos.batch import SEATS
from azulejos.compiled.bits import nth_one
from azulejos.compiled.jit import jit, kernel
from azulejos.compiled.rng import below
from azulejos.compiled.types import state, uint64
from azulejos.contract import verbs
from azulejos.search.driver import MIN_NODES
from azulejos.search.puct import sample_child
from azulejos.search.tree import TreeState, simulate

NO_LAPSE = -1  # instead of what is overlooked
RESOLUTION = 1 << 30  # of probabilities


@kernel(TreeState)
def sample_prior(tree: Any) -> Any:
    """A move at the root of a new tree, sampled by its prior."""
    simulate(tree, MIN_NODES)
    return np.int64(tree.arrays.moves[sample_child(tree.arrays, 0, tree.memory.rng)])


@kernel(float, float, int, uint64[1])
def draw_lapse(lapses: Any, overlooked: Any, things: Any, rng: Any) -> Any:
    """The things that a player overlooks at first sight, as bits, or NO_LAPSE if it searches.

    `lapses` and `overlooked` are those of its `Strength`, `things` is how many can be overlooked.
    """
    if not is_drawn(rng, lapses):
        return NO_LAPSE
    number = np.int64(overlooked)
    number = min(things, number + int(is_drawn(rng, overlooked - number)))
    drawn, left = 0, (1 << things) - 1
    for n in range(number):
        bit: Any = 1 << np.int64(nth_one(left, below(rng, things - n)))
        drawn, left = drawn | bit, left ^ bit
    return drawn


@jit
def is_drawn(rng: Any, share: Any) -> Any:
    """Does something happen that happens with a probability?"""
    return below(rng, RESOLUTION) < share * RESOLUTION


@kernel(state[2], uint64[1])
def greedy_move(states: Any, rng: Any) -> Any:
    """The move of states[0] with the largest lead in `points_now`, sampled among equals; states[1]
    is overwritten.
    """
    moves = np.empty(verbs.max_moves(states), np.int16)
    points = np.empty(SEATS, np.float64)
    actor = states[0].actor
    n = verbs.legal_moves(states[0], moves)
    best, chosen, equals = -np.inf, np.int64(0), 0
    for i in range(n):
        states[1] = states[0]
        verbs.play(states[1], np.int64(moves[i]))
        verbs.points_now(states[1], points)
        others = -np.inf
        for p in range(states[1].players):
            if p != actor:
                others = max(others, points[p])
        ahead = points[actor] - others
        equals = 1 if ahead > best else equals + int(ahead == best)
        if ahead > best or (ahead == best and below(rng, equals) == 0):
            best, chosen = ahead, np.int64(moves[i])
    return chosen
