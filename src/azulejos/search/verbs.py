"""Verbs of the contract for one state of an array, for calls from Python.

A record as an argument would cost many microseconds, see `batch.py`; here the array and an index
are passed. Only compiled code is here, so that the files that use it need none of their own.
"""

from typing import Any

from azulejos.batch import SEATS
from azulejos.compiled.jit import kernel
from azulejos.compiled.types import float64, int16, int32, int64, state, within
from azulejos.contract import verbs
from azulejos.contract.rules import CHANCE
from azulejos.search.puct import MAX_DEALS


@kernel(
    state["n"].const, within["n"], int32["SCRATCH_SIZE"], int16["MAX_MOVES"], int32["MAX_MOVES"]
)
def prior_at(states: Any, i: Any, scratch: Any, moves: Any, logits: Any) -> int:
    """`Evaluator.prior` of states[i]."""
    return verbs.prior(states[i], scratch, moves, logits)


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
