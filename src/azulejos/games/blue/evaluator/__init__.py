"""What BLUE knows about good play: the verbs of `game.Evaluator`, and the indices of its search.

Which moves look good is in `prior.py`, what a position is worth, by hand, in `value.py`, and what a
network sees of it in `features.py`; all look at the sides of free cells, see `sides.py`. Not here:
how these are used, see `search/`.
"""

from typing import Any

import numpy as np

from azulejos.compiled.jit import jit
from azulejos.game import NOBODY
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
from azulejos.games.blue.evaluator.sides import roles
from azulejos.games.blue.evaluator.sides import tiles_left as remaining
from azulejos.games.blue.evaluator.value import (
    COUNT_BITS,
    MAX_SIDES,
    PERSPECTIVES,
    handmade_value,
    promise,
)
from azulejos.games.blue.rules import points, result
from azulejos.network import MAX_ACTIVE, SCRATCH_FLOATS, WIDTH, Network, accumulate, apply_head

__all__ = [
    "EXPANSION_VISITS",
    "EXPLORATION",
    "FPU_REDUCTION",
    "LEVELS",
    "MAX_MOVE_FEATURES",
    "PRIOR_TEMPERATURE",
    "SCRATCH_SIZE",
    "SOLVABLE_REMAINING",
    "coarse_features",
    "features",
    "first_perspective",
    "handmade",
    "move_features",
    "network_name",
    "perspectives",
    "points_now",
    "prepare",
    "prior",
    "remaining",
    "rollout",
    "value",
]

# Of the search that uses this mind: chosen by matches of three at 200 simulations a move; at 1,000
# no difference to 0.8, 0.1 and 1.0 was seen.
EXPLORATION = 0.5
FPU_REDUCTION = 0.0
PRIOR_TEMPERATURE = 1.5
EXPANSION_VISITS = 1
SOLVABLE_REMAINING: tuple[int, ...] = (0, 0, 4, 3)  # tiles: in about 0.1 s
LEVELS: tuple[tuple[int, float], ...] = (
    (0, 6.0),
    (0, 2.3),
    (0, 1.5),
    (0, 1.04),
    (0, 0.79),
    (0, 0.52),
    (8, 0.95),
    (26, 0.55),
)


INDICES_START = PRIOR_SCRATCH_SIZE  # where the scratch for reading a network begin
FLOATS_START = INDICES_START + PERSPECTIVES * MAX_ACTIVE
SCRATCH_SIZE = FLOATS_START + SCRATCH_FLOATS


@jit
def value(s: Any, weights: Any, scratch: Any, out: Any) -> None:
    """By hand, corrected by a network if it has weights; exact when the game is over."""
    if s.actor == NOBODY:
        result(s, out)
        return
    indices, floats = scratch[INDICES_START:], scratch[FLOATS_START:].view(np.float32)
    role, now = roles(s, first_perspective(s)), points(s)
    sides, hopes = promise(s, role, indices)
    handmade_value(s, now, hopes, out)
    if len(weights):
        for perspective in range(PERSPECTIVES):
            own, n = (
                indices[MAX_ACTIVE * perspective :],
                sides >> COUNT_BITS * perspective & MAX_SIDES,
            )
            n = add_features(s, perspective, role, now, n, own, floats)
            accumulate(weights, own, floats, n, perspective, PERSPECTIVES)
        apply_head(
            weights, indices, floats, PERSPECTIVES, first_perspective(s), np.int64(s.players), out
        )


def network_name(s: Any) -> str:
    """Which network a position needs."""
    return f"{s.players}-{'blind' if s.is_blind else 'open'}"


def handmade(s: Any) -> Network:
    """What is known before anything was learned."""
    return Network(np.zeros((0, WIDTH), np.float32), handmade_prior(int(s.players)))


@jit
def rollout(s: Any, scratch: Any, rng: Any) -> None:
    """Not at all: a position is estimated as it stands."""


@jit
def points_now(s: Any, out: Any) -> None:
    """By seat the score as it stands."""
    total = points(s)
    for p in range(s.players):
        out[p] = total >> 16 * np.int64(s.colours[p]) & 0xFFFF
