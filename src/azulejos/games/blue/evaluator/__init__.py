"""BLUE's evaluator: the functions and constants of `game.Evaluator`.

Every state is quiet, so the rollout does nothing. How they are used is in `search/`.

- `sides`: the open sides of free cells, on which the others are based.
- `prior`: the logits of moves.
- `value`: the handmade value.
- `features`: the features of a position for a network.
- `handmade`: the numbers of the handmade value and the handmade prior.
- `solver`: the last two tiles, solved exactly.
"""

from typing import Any

import numpy as np

from azulejos.compiled.jit import jit, kernel
from azulejos.compiled.types import float32, float64, int32, of
from azulejos.contract.rules import NOBODY, SEATS
from azulejos.games.blue.evaluator.features import (
    add_features,
    coarse_features,
    features,
    first_perspective,
    perspectives,
)
from azulejos.games.blue.evaluator.prior import (
    MAX_MOVE_FEATURES,
    PRIOR_SCRATCH_SIZE,
    handmade_prior,
    move_features,
    prepare,
    prior,
)
from azulejos.games.blue.evaluator.sides import roles, tiles_left
from azulejos.games.blue.evaluator.solver import is_solved, last_one, solve
from azulejos.games.blue.evaluator.value import (
    COUNT_BITS,
    MAX_SIDES,
    PERSPECTIVES,
    evaluate_sides,
    handmade_value,
)
from azulejos.games.blue.rules import points, result, write_result
from azulejos.games.blue.state import STATE
from azulejos.network import MAX_ACTIVE, SCRATCH_FLOATS, WIDTH, Network, accumulate, apply_head

__all__ = [
    "EXPANSION_VISITS",
    "EXPLORATION",
    "FPU_REDUCTION",
    "MAX_MOVE_FEATURES",
    "PAST_FIELDS",
    "PRIOR_TEMPERATURE",
    "SCRATCH_SIZE",
    "SOLVABLE_REMAINING",
    "coarse_features",
    "features",
    "first_perspective",
    "handmade",
    "is_solved",
    "move_features",
    "network_name",
    "perspectives",
    "points_now",
    "prepare",
    "prior",
    "remaining",
    "rollout",
    "solve",
    "value",
]

# Parameters of the search, chosen by matches of three players at 200 simulations a move; at 1,000
# there was no significant difference to 0.8, 0.1 and 1.0.
EXPLORATION = 0.5
FPU_REDUCTION = 0.0
PRIOR_TEMPERATURE = 1.5
EXPANSION_VISITS = 1
SOLVABLE_REMAINING: tuple[int, ...] = (0, 0, 6, 5)  # solved in less than 0.1 s
BLIND_REMAINING = (0, 0, 2, 1)  # what following every draw adds to the tiles left, by seats
PAST_FIELDS: tuple[str, ...] = ("edge", "cells")  # orders of what the board shows


INDICES_START = PRIOR_SCRATCH_SIZE  # the scratch of network inference follows that of the prior
FLOATS_START = INDICES_START + PERSPECTIVES * MAX_ACTIVE
SCRATCH_SIZE = FLOATS_START + SCRATCH_FLOATS


@kernel(of(STATE).const, float32[:, WIDTH].const, int32[SCRATCH_SIZE], float64[2, SEATS])
def value(s: Any, weights: Any, scratch: Any, out: Any) -> None:
    """The handmade value, corrected by a network with weights; the result if the game is over or
    one tile is left.
    """
    if s.actor == NOBODY:
        result(s, out)
        return
    if is_solved(s):
        write_result(s, last_one(s), out)
        return
    indices, floats = scratch[INDICES_START:], scratch[FLOATS_START:].view(np.float32)
    role, scores = roles(s, first_perspective(s)), points(s)
    counts, expected = evaluate_sides(s, role, indices)
    handmade_value(s, scores, expected, out)
    if len(weights):
        for perspective in range(PERSPECTIVES):
            own = indices[MAX_ACTIVE * perspective :]
            n = counts >> COUNT_BITS * perspective & MAX_SIDES
            n = add_features(s, perspective, role, scores, n, own, floats)
            accumulate(weights, own, floats, n, perspective, PERSPECTIVES)
        apply_head(
            weights, indices, floats, PERSPECTIVES, first_perspective(s), np.int64(s.players), out
        )


def network_name(s: Any) -> str:
    """The name of the network for a variant: the number of players, and open or blind."""
    return f"{s.players}-{'blind' if s.is_blind else 'open'}"


def handmade(s: Any) -> Network:
    """The network without weights, with the handmade prior."""
    return Network(np.zeros((0, WIDTH), np.float32), handmade_prior(int(s.players)))


@jit
def rollout(s: Any, scratch: Any, rng: Any) -> None:
    """Do nothing: every state is quiet."""


@kernel(of(STATE).const)
def remaining(s: Any) -> int:
    """The tiles left; more if draws are to be followed, behind which nothing can be pruned."""
    return tiles_left(s) + (BLIND_REMAINING[s.players] if s.is_blind else 0)


@kernel(of(STATE).const, float64[SEATS])
def points_now(s: Any, out: Any) -> None:
    """By seat the score."""
    total = points(s)
    for p in range(s.players):
        out[p] = total >> 16 * np.int64(s.colours[p]) & 0xFFFF
