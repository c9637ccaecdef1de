"""The verbs of `game.py` over arrays of states: what Python calls, for one state or for a million.

Python hands over whole arrays, never a record: a record argument costs microseconds. A position is
an array of one.
"""

from typing import Any

import numpy as np

from azulejos import game
from azulejos.compiled.jit import jit
from azulejos.compiled.rng import below
from azulejos.game import CHANCE, NOBODY

SEATS = 4  # the most that any game seats; the width of results


@jit
def setup(states: Any, players: Any, options: Any) -> None:
    """Write the opening position into every state."""
    for i in range(len(states)):
        game.setup(states[i], players, options)


@jit
def legal_moves(states: Any, out: Any, counts: Any) -> None:
    """Write the moves of state i to out[i], their number to counts[i]."""
    for i in range(len(states)):
        counts[i] = game.legal_moves(states[i], out[i])


@jit
def play(states: Any, moves: Any) -> None:
    """Play moves[i] in state i."""
    for i in range(len(states)):
        game.play(states[i], moves[i])


@jit
def draw(states: Any, rng: Any, deals: Any) -> None:
    """Sample a deal into deals[i] for every state in which one is due."""
    for i in range(len(states)):
        if states[i].actor == CHANCE:
            game.draw(states[i], rng, deals[i])


@jit
def settle(states: Any, deals: Any) -> None:
    """Apply deals[i] in every state in which one is due."""
    for i in range(len(states)):
        if states[i].actor == CHANCE:
            game.settle(states[i], deals[i])


@jit
def result(states: Any, out: Any) -> None:
    """By state and seat: out[i, 0] shares of the win, out[i, 1] scores."""
    for i in range(len(states)):
        game.result(states[i], out[i])


@jit
def value(states: Any, weights: Any, out: Any) -> None:
    """By quiet state and seat: out[i, 0] win shares, out[i, 1] expected final points, by a
    network's weights.
    """
    scratch = np.empty(game.scratch_size(states[0]), np.int32)
    for i in range(len(states)):
        game.value(states[i], weights, scratch, out[i])


@jit
def play_out(states: Any, rng: Any) -> int:
    """Play every state to its end with random moves, each from the whole list; return the number
    of moves.
    """
    moves = np.empty(game.max_moves(states[0]), np.int16)
    deal = np.empty(game.deal_size(states[0]), np.int64)
    played = 0
    for i in range(len(states)):
        s = states[i]
        while s.actor != NOBODY:
            if s.actor == CHANCE:
                game.draw(s, rng, deal)
                game.settle(s, deal)
            else:
                n = game.legal_moves(s, moves)
                game.play(s, np.int64(moves[below(rng, n)]))
                played += 1
    return played


@jit
def play_to_rollout_end(states: Any, prior: Any, rng: Any) -> None:
    """Play some random moves in every state, in each another number, and on to one that can be
    estimated.
    """
    moves = np.empty(game.max_moves(states[0]), np.int16)
    deal = np.empty(game.deal_size(states[0]), np.int64)
    scratch = np.empty(game.scratch_size(states[0]), np.int32)
    for i in range(len(states)):
        s, left = states[i], 5 + i % 32
        while left > 0 or s.actor == CHANCE:
            if s.actor == CHANCE:
                game.draw(s, rng, deal)
                game.settle(s, deal)
            else:
                n = game.legal_moves(s, moves)
                game.play(s, np.int64(moves[below(rng, n)]))
                left -= 1
        game.prepare(s, prior, scratch)
        game.rollout(s, scratch, rng)


@jit
def copy_about(states: Any, n: Any) -> None:
    """Copy n times a random state over the next one, as a search does with its nodes."""
    x = 1
    for i in range(n):
        x = (x * 1103515245 + 12345) & 0x7FFFFFFF
        states[i % len(states)] = states[(x >> 8) % len(states)]
