"""The evaluator of a game that has none of its own: uniform prior, random rollouts to the end.

It implements `Evaluator` for any game by the verbs. A rollout plays random moves and deals until
the game is over, so the value of a state is the result of a random game. It has no features:
networks cannot be trained for such a game.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.compiled.jit import jit
from azulejos.compiled.rng import below
from azulejos.contract import verbs
from azulejos.contract.rules import CHANCE, NOBODY, SEATS
from azulejos.network import WIDTH, Network

EXPLORATION = 1.0  # the win share of random games ranges over about as much
FPU_REDUCTION = 0.0
PRIOR_TEMPERATURE = 1.0
EXPANSION_VISITS = 1
SOLVABLE_REMAINING: tuple[int, ...] = (0,) * (SEATS + 1)  # nothing is solved
PAST_FIELDS: tuple[str, ...] = ()
SCRATCH_SIZE = 1
MAX_MOVE_FEATURES = 1
MAX_EVENTS = 10_000  # moves and deals of a rollout
FAR = 1 << 30  # what `remaining` says of every state


@jit
def prepare(s: Any, prior: Any, scratch: Any) -> None:
    """Nothing to precompute."""


@jit
def prior(s: Any, scratch: Any, moves: Any, logits: Any) -> int:
    """Write all legal moves with equal logits."""
    n = verbs.legal_moves(s, moves)
    for i in range(n):
        logits[i] = 0
    return n


@jit
def rollout(s: Any, scratch: Any, rng: Any) -> None:
    """Play random moves and deals to the end of the game."""
    moves = np.empty(verbs.max_moves(s), np.int16)
    deal = np.empty(verbs.deal_size(s), np.int64)
    events = 0
    while s.actor != NOBODY and events < MAX_EVENTS:
        if s.actor == CHANCE:
            verbs.draw(s, rng, deal)
            verbs.settle(s, deal)
        else:
            verbs.play(s, np.int64(moves[below(rng, verbs.legal_moves(s, moves))]))
        events += 1


@jit
def value(s: Any, weights: Any, scratch: Any, out: Any) -> None:
    """The result as it stands; after a rollout, that of the finished game."""
    verbs.result(s, out)


@jit
def is_solved(s: Any) -> bool:
    """Nothing is solved."""
    return False


@jit
def solve(s: Any, out: Any) -> bool:
    """Nothing is solved."""
    return False


@jit
def points_now(s: Any, out: Any) -> None:
    """The scores as they stand."""
    both = np.zeros((2, SEATS))
    verbs.result(s, both)
    for p in range(s.players):
        out[p] = both[1, p]


@jit
def remaining(s: Any) -> int:
    """Too much to solve, always."""
    return FAR


def perspectives(players: int) -> int:
    """One, from which nothing is seen."""
    return 1


@jit
def features(s: Any, perspective: Any, indices: Any, amounts: Any) -> int:
    """No features."""
    return 0


@jit
def first_perspective(s: Any) -> int:
    """Seat 0."""
    return 0


@jit
def move_features(s: Any, move: Any, indices: Any, amounts: Any) -> int:
    """No features."""
    return 0


def coarse_features() -> NDArray[np.int32]:
    """No features."""
    return np.empty(0, np.int32)


def network_name(s: Any) -> str:
    """No network has this name."""
    return "none"


def handmade(s: Any) -> Network:
    """A network without weights."""
    return Network(np.zeros((0, WIDTH), np.float32), np.zeros(0, np.float32))
