"""The verbs of the contract over arrays of states, compiled and unchecked.

They trust their arguments: a wrong one corrupts memory. They are for callers that have checked
before, such as `Position` and search; everyone else calls `batch.py`, which checks and then calls
these. Arguments are whole arrays, never a record, because passing a record from Python to compiled
code takes microseconds. A position is an array of one state.
"""

from typing import Any

import numpy as np

from azulejos.compiled.jit import jit, kernel
from azulejos.compiled.rng import below
from azulejos.compiled.types import (
    boolean,
    float32,
    float64,
    int16,
    int64,
    state,
    uint8,
    uint64,
    within,
)
from azulejos.compiled.writing import buffer_of, close_list, open_list
from azulejos.contract import verbs
from azulejos.contract.rules import CHANCE, NOBODY, SEATS
from azulejos.network import WIDTH

MAX_EVENTS = 10_000  # moves and deals of one game that is played out; no game lasts so long
NEVER_ENDS = -1  # returned by `play_out`


@kernel(state["n"], within[SEATS + 1], int64[:].const)
def setup(states: Any, players: Any, options: Any) -> None:
    """Write the opening position into every state."""
    for i in range(len(states)):
        verbs.setup(states[i], players, options)


@kernel(state["n"].const, int16["n", "MAX_MOVES"], int64["n"])
def legal_moves(states: Any, out: Any, counts: Any) -> None:
    """Write the moves of state i to out[i], their number to counts[i]."""
    for i in range(len(states)):
        counts[i] = verbs.legal_moves(states[i], out[i])


@kernel(state["n"].const, boolean["n", "ACTION_SPACE"])
def legal_mask(states: Any, out: Any) -> None:
    """Set out[i, move] for the legal moves of state i, and clear it for all others."""
    moves = np.empty(verbs.max_moves(states), np.int16)
    for i in range(len(states)):
        out[i] = False
        for k in range(verbs.legal_moves(states[i], moves)):
            out[i, np.int64(moves[k])] = True


@kernel(state["n"], int64["n"].const)
def play(states: Any, moves: Any) -> None:
    """Play moves[i] in state i."""
    for i in range(len(states)):
        verbs.play(states[i], moves[i])


@kernel(state["n"].const, uint64[1], int64["n", "DEAL_SIZE"])
def draw(states: Any, rng: Any, deals: Any) -> None:
    """Sample a deal into deals[i] for every state in which one is due."""
    for i in range(len(states)):
        if states[i].actor == CHANCE:
            verbs.draw(states[i], rng, deals[i])


@kernel(state["n"], int64["n", "DEAL_SIZE"].const)
def settle(states: Any, deals: Any) -> None:
    """Apply deals[i] in every state in which one is due."""
    for i in range(len(states)):
        if states[i].actor == CHANCE:
            verbs.settle(states[i], deals[i])


@kernel(state["n"].const, float64["n", 2, SEATS])
def result(states: Any, out: Any) -> None:
    """By state and seat: out[i, 0] shares of the win, out[i, 1] scores."""
    for i in range(len(states)):
        verbs.result(states[i], out[i])


# ---- Facts of one state, written as text; all return the number of bytes, or of more than needed
# if they do not fit


@kernel(state[1].const, uint8[:])
def write_position(states: Any, data: Any) -> int:
    """Write the JSON of a position."""
    out = buffer_of(data)
    verbs.write_position(states[0], out)
    return int(out.length[0])


@kernel(state[1].const, uint8[:])
def write_view(states: Any, data: Any) -> int:
    """Write the JSON of a position with what pictures need."""
    out = buffer_of(data)
    verbs.write_view(states[0], out)
    return int(out.length[0])


@kernel(state[1].const, int64[:].const, uint8[:])
def write_moves(states: Any, moves: Any, data: Any) -> int:
    """Write the texts of moves, with a space after each."""
    out = buffer_of(data)
    verbs.write_moves(states[0], moves, out)
    return int(out.length[0])


@kernel(state[1].const, int64["DEAL_SIZE"].const, uint8[:])
def write_deal(states: Any, deal: Any, data: Any) -> int:
    """Write the text of a deal."""
    out = buffer_of(data)
    verbs.write_deal(states[0], deal, out)
    return int(out.length[0])


@kernel(state[1].const, within["ACTION_SPACE"], state[1], uint8[:])
def write_steps(states: Any, move: Any, after: Any, data: Any) -> int:
    """Write a list with the steps of a legal move, and the state after it."""
    after[0] = states[0]
    out = buffer_of(data)
    open_list(out)
    verbs.write_steps(after[0], move, out)
    close_list(out)
    return int(out.length[0])


@kernel(state[1].const, int64["DEAL_SIZE"].const, uint8[:])
def write_deal_steps(states: Any, deal: Any, data: Any) -> int:
    """Write a list with the steps of a deal."""
    after, out = states.copy(), buffer_of(data)
    open_list(out)
    verbs.write_deal_steps(after[0], deal, out)
    close_list(out)
    return int(out.length[0])


@kernel(state[1].const, within["ACTION_SPACE"], uint8[:])
def write_forecast(states: Any, move: Any, data: Any) -> int:
    """Write the step that says what the mover's points are after a legal move."""
    after, out = states.copy(), buffer_of(data)
    verbs.write_forecast(after[0], move, out)
    return int(out.length[0])


# ---- Evaluation and whole games


@kernel(state["n"].const, float32[:, WIDTH].const, float64["n", 2, SEATS])
def value(states: Any, weights: Any, out: Any) -> None:
    """By quiet state and seat: out[i, 0] win shares, out[i, 1] expected final points, by a
    network's weights.
    """
    scratch = np.zeros(verbs.scratch_size(states), np.int32)
    for i in range(len(states)):
        verbs.value(states[i], weights, scratch, out[i])


@kernel(state[:], uint64[1])
def play_out(states: Any, rng: Any) -> int:
    """Play every state to its end with random moves, each from the whole list; return the number
    of moves, or NEVER_ENDS for a state that comes to no end.
    """
    moves = np.empty(verbs.max_moves(states), np.int16)
    deal = np.empty(verbs.deal_size(states), np.int64)
    played = 0
    for i in range(len(states)):
        s, events = states[i], 0
        while s.actor != NOBODY:
            if events == MAX_EVENTS:
                return NEVER_ENDS
            events += 1
            if s.actor == CHANCE:
                verbs.draw(s, rng, deal)
                verbs.settle(s, deal)
            else:
                n = verbs.legal_moves(s, moves)
                if n == 0:
                    return NEVER_ENDS
                verbs.play(s, np.int64(moves[below(rng, n)]))
                played += 1
    return played


@kernel(state[:], float32[:].const, uint64[1])
def play_to_rollout_end(states: Any, prior: Any, rng: Any) -> None:
    """Play a different number of random moves in every state, then a rollout to a quiet state."""
    moves = np.empty(verbs.max_moves(states), np.int16)
    deal = np.empty(verbs.deal_size(states), np.int64)
    scratch = np.zeros(verbs.scratch_size(states), np.int32)
    for i in range(len(states)):
        s, left = states[i], 5 + i % 32
        while left > 0 or s.actor == CHANCE:
            if s.actor == CHANCE:
                verbs.draw(s, rng, deal)
                verbs.settle(s, deal)
            else:
                n = verbs.legal_moves(s, moves)
                verbs.play(s, np.int64(moves[below(rng, n)]))
                left -= 1
        verbs.prepare(s, prior, scratch)
        verbs.rollout(s, scratch, rng)


@kernel(state[1], int)
def copy_about(states: Any, n: Any) -> None:
    """Copy a random state over the next one, n times: the memory traffic of a search."""
    x = 1
    for i in range(n):
        x = (x * 1103515245 + 12345) & 0x7FFFFFFF
        states[i % len(states)] = states[(x >> 8) % len(states)]


# ---- Checks of what callers pass, used by `batch.py`


@jit
def is_safe(s: Any, least_players: Any, most_players: Any) -> bool:
    """Can the compiled rules be given this state?"""
    if s.players < least_players or s.players > most_players:
        return False
    return s.actor >= NOBODY and s.actor < s.players and verbs.is_sound(s)


@kernel(state[:].const, int, int, bool)
def find_unsafe(states: Any, least_players: Any, most_players: Any, only_deals: Any) -> int:
    """The index of the first state that the rules cannot be given, or -1; if wanted, only among
    those in which a deal is due.
    """
    for i in range(len(states)):
        is_asked = not only_deals or states[i].actor == CHANCE
        if is_asked and not is_safe(states[i], least_players, most_players):
            return i
    return -1


@kernel(state["n"].const, int64["n"].const, int, int)
def find_illegal(states: Any, moves: Any, least_players: Any, most_players: Any) -> int:
    """The index of the first state that the rules cannot be given, or in which its move is not
    legal, or -1. One pass for both: large arrays do not fit the processor's caches.
    """
    legal = np.empty(verbs.max_moves(states), np.int16)
    for i in range(len(states)):
        if not is_safe(states[i], least_players, most_players):
            return i
        n = verbs.legal_moves(states[i], legal) if states[i].actor >= 0 else 0
        is_legal = False
        for k in range(n):
            is_legal |= np.int64(legal[k]) == moves[i]
        if not is_legal:
            return i
    return -1


@kernel(state["n"].const, int64["n", "DEAL_SIZE"].const)
def find_impossible(states: Any, deals: Any) -> int:
    """The index of the first state in which a deal is due and its deal is not possible, or -1."""
    for i in range(len(states)):
        if states[i].actor == CHANCE and not verbs.can_deal(states[i], deals[i]):
            return i
    return -1
