"""Environments over arrays of states, compiled: find moves, step, reset, observe.

These functions trust their arguments, as those of `azulejos.kernels` do; `vector.py` and the
environments of one game check them. A game is an index of the array. Deals that fall due are drawn
by the generator of each game, so that a game does not depend on the others.
"""

from typing import Any

import numpy as np

from azulejos.compiled.jit import jit, kernel
from azulejos.compiled.rng import next_word
from azulejos.compiled.types import (
    boolean,
    float32,
    float64,
    int8,
    int64,
    state,
    uint8,
    uint64,
    within,
)
from azulejos.contract import verbs
from azulejos.contract.rules import CHANCE, NOBODY, SEATS

WIN, POINTS, MARGIN = range(3)  # what a reward counts


@kernel(state["n"].const, int64["n"].const, int64["n"])
def find_moves(states: Any, actions: Any, moves: Any) -> int:
    """Write the move of each action; return the index of the first illegal one, or -1."""
    for i in range(len(states)):
        moves[i] = verbs.find_move(states[i], actions[i])
        if moves[i] < 0:
            return i
    return -1


@kernel(state["n"].const, int64["n"].const, int64["n"])
def find_actions(states: Any, moves: Any, actions: Any) -> None:
    """Write the action of each legal move."""
    for i in range(len(states)):
        actions[i] = verbs.find_action(states[i], moves[i])


@kernel(uint64[:, 1], uint64[1])
def seed(rngs: Any, first: Any) -> None:
    """Seed the generator of each game from one generator."""
    for i in range(len(rngs)):
        rngs[i, 0] = next_word(first)


@jit
def deal(s: Any, rng: Any, drawn: Any) -> None:
    """Draw and settle what is due until a seat decides or the game is over."""
    while s.actor == CHANCE:
        verbs.draw(s, rng, drawn)
        verbs.settle(s, drawn)


@kernel(state["n"], uint64["n", 1])
def deal_all(states: Any, rngs: Any) -> None:
    """`deal` for every state."""
    drawn = np.empty(verbs.deal_size(states), np.int64)
    for i in range(len(states)):
        deal(states[i], rngs[i], drawn)


@kernel(state["n"].const, uint8["n", :], int8["n", "ACTIONS"], int8["n"])
def observe(states: Any, observations: Any, masks: Any, seats: Any) -> None:
    """Write observation and mask of the seat that decides in each state, and the seat."""
    for i in range(len(states)):
        seats[i] = states[i].actor
        verbs.observe(states[i], states[i].actor, observations[i])
        verbs.write_mask(states[i], masks[i])


@kernel(state[1].const, within[SEATS], uint8[:])
def observe_seat(states: Any, seat: Any, observation: Any) -> None:
    """Write the observation of a seat in states[0]."""
    verbs.observe(states[0], seat, observation)


@kernel(state[1].const, int8["ACTIONS"])
def write_mask(states: Any, mask: Any) -> None:
    """Write the mask of states[0]."""
    verbs.write_mask(states[0], mask)


@jit
def worth(s: Any, counts: Any, results: Any, out: Any) -> None:
    """Worth of a state to each seat: share of the win, points, or lead over the best other."""
    verbs.result(s, results)
    for p in range(min(len(out), int(s.players))):
        if counts == WIN:
            out[p] = results[0, p]
        else:
            out[p] = results[1, p]
            if counts == MARGIN:
                best = -np.inf
                for q in range(s.players):
                    if q != p:
                        best = max(best, results[1, q])
                out[p] -= best


@jit
def reward(s: Any, counts: Any, is_dense: Any, results: Any, worths: Any, out: Any) -> None:
    """Write what each seat has gained since the last reward: at the end of the game, or dense,
    whenever it changes. `worths` holds two rows: what was rewarded before, and scratch.
    """
    out[:] = 0
    if not is_dense and s.actor != NOBODY:
        return
    worth(s, counts, results, worths[1])
    for p in range(min(len(out), int(s.players))):
        out[p] = worths[1, p] - worths[0, p]
        worths[0, p] = worths[1, p]


@kernel(
    state["n"], int64["n"].const, uint64["n", 1], int, bool, float64["n", 2, "p"], float32["n", "p"]
)
def play_and_reward(
    states: Any, moves: Any, rngs: Any, counts: Any, is_dense: Any, worths: Any, rewards: Any
) -> None:
    """Play moves[i] in state i, draw the deals that fall due, and write the rewards by seat."""
    results = np.empty((2, SEATS), np.float64)
    drawn = np.empty(verbs.deal_size(states), np.int64)
    for i in range(len(states)):
        verbs.play(states[i], moves[i])
        deal(states[i], rngs[i], drawn)
        reward(states[i], counts, is_dense, results, worths[i], rewards[i])


@kernel(
    state["n"],
    int64["n"].const,
    uint64["n", 1],
    within[SEATS + 1],
    int64[:].const,
    int,
    bool,
    float64["n", 2, "p"],
    uint8["n", :],
    int8["n", "ACTIONS"],
    int8["n"],
    float32["n", "p"],
    boolean["n"],
)
def step(
    states: Any,
    moves: Any,
    rngs: Any,
    players: Any,
    options: Any,
    counts: Any,
    is_dense: Any,
    worths: Any,
    observations: Any,
    masks: Any,
    seats: Any,
    rewards: Any,
    terminations: Any,
) -> None:
    """Play moves[i] in state i and write what follows; games that end begin again at once."""
    results = np.empty((2, SEATS), np.float64)
    drawn = np.empty(verbs.deal_size(states), np.int64)
    for i in range(len(states)):
        s = states[i]
        verbs.play(s, moves[i])
        deal(s, rngs[i], drawn)
        reward(s, counts, is_dense, results, worths[i], rewards[i])
        terminations[i] = s.actor == NOBODY
        if s.actor == NOBODY:
            verbs.setup(s, players, options)
            worths[i] = 0
            deal(s, rngs[i], drawn)
        seats[i] = s.actor
        verbs.observe(s, s.actor, observations[i])
        verbs.write_mask(s, masks[i])
