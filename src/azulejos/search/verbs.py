"""Verbs of the contract for one state of an array, for calls from Python.

A record as an argument would cost many microseconds, see `batch.py`; here the array and an index
are passed. Only compiled code is here, so that the files that use it need none of their own.
"""

from typing import Any

import numpy as np

from azulejos.batch import SEATS
from azulejos.compiled.jit import kernel
from azulejos.compiled.rng import below
from azulejos.compiled.types import float32, float64, int16, int32, int64, state, uint64, within
from azulejos.contract import verbs
from azulejos.contract.rules import CHANCE
from azulejos.network import WIDTH
from azulejos.search.puct import MAX_DEALS


@kernel(state[1].const, float32[:].const, int32["SCRATCH_SIZE"])
def prepare_root(states: Any, prior: Any, scratch: Any) -> None:
    """`Evaluator.prepare` of states[0]."""
    verbs.prepare(states[0], prior, scratch)


@kernel(
    state["n"].const, within["n"], int32["SCRATCH_SIZE"], int16["MAX_MOVES"], int32["MAX_MOVES"]
)
def prior_at(states: Any, i: Any, scratch: Any, moves: Any, logits: Any) -> int:
    """`Evaluator.prior` of states[i]."""
    return verbs.prior(states[i], scratch, moves, logits)


@kernel(state["n"], within["n"], int)
def play_at(states: Any, i: Any, move: Any) -> None:
    """`Rules.play` in states[i]."""
    verbs.play(states[i], move)


@kernel(
    state["n"].const, within["n"], float32[:, WIDTH].const, int32["SCRATCH_SIZE"], float64[2, SEATS]
)
def value_at(states: Any, i: Any, weights: Any, scratch: Any, values: Any) -> None:
    """`Evaluator.value` of states[i]."""
    verbs.value(states[i], weights, scratch, values)


@kernel(state["n"].const, within["n"], float64[2, SEATS])
def solve_at(states: Any, i: Any, out: Any) -> bool:
    """`Evaluator.solve` of states[i]; False if no seat decides."""
    return states[i].actor >= 0 and verbs.solve(states[i], out)


@kernel(state["n"].const, within["n"], float64[SEATS])
def points_now_at(states: Any, i: Any, out: Any) -> None:
    """`Evaluator.points_now` of states[i]."""
    verbs.points_now(states[i], out)


@kernel(state["n"].const, within["n"])
def remaining_at(states: Any, i: Any) -> int:
    """`Evaluator.remaining` of states[i]."""
    return verbs.remaining(states[i])


@kernel(state["n"].const, within["n"], int64[MAX_DEALS, "DEAL_SIZE"], float64[MAX_DEALS])
def outcomes_at(states: Any, i: Any, deals: Any, chances: Any) -> int:
    """`Rules.outcomes` of states[i]; 0 if no deal is due."""
    return verbs.outcomes(states[i], deals, chances) if states[i].actor == CHANCE else 0


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
