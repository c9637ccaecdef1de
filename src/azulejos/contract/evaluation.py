"""How good moves and states are: the part of a game that search and players use.

A game without an evaluator gets that of `default_evaluator.py`.
"""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from azulejos.contract.rules import State
from azulejos.network import Network

LOGIT_SCALE = 1024  # `prior` writes logits as integers in this unit: equal on every machine


class Evaluator(Protocol):
    """How good the moves and states of a game are, for search and players. Functions that take a
    state and arrays are compiled.

    A state is quiet when its value can be estimated without playing on.
    """

    EXPLORATION: float  # the PUCT exploration constant
    FPU_REDUCTION: float  # first-play urgency: how far below its parent an unvisited move starts
    PRIOR_TEMPERATURE: float  # by which the prior's logits are divided
    EXPANSION_VISITS: int  # visits of a node before its children are created
    SOLVABLE_REMAINING: tuple[int, ...]  # by number of seats: the largest `remaining` to solve
    PAST_FIELDS: tuple[str, ...]  # of a state, on which its future does not depend
    SCRATCH_SIZE: int  # the length of the scratch array: zeros at first, and used with one network
    MAX_MOVE_FEATURES: int  # the length that the arrays of `move_features` need

    def prepare(self, s: State, prior: NDArray[np.float32], scratch: NDArray[np.int32], /) -> None:
        """Precompute into `scratch` what holds for all states from `s` to the next quiet ones, and
        what the network's prior weights say about it.
        """

    def prior(
        self,
        s: State,
        scratch: NDArray[np.int32],
        moves: NDArray[np.int16],
        logits: NDArray[np.int32],
        /,
    ) -> int:
        """Write the legal moves, without those equivalent to another, and their logits times
        LOGIT_SCALE; return their number.
        """

    def rollout(self, s: State, scratch: NDArray[np.int32], rng: NDArray[np.uint64], /) -> None:
        """Play moves sampled by the prior until the state is quiet."""

    def value(
        self,
        s: State,
        weights: NDArray[np.float32],
        scratch: NDArray[np.int32],
        out: NDArray[np.float64],
        /,
    ) -> None:
        """By seat of a quiet state: out[0] win shares, out[1] expected final points, computed by a
        network's weights, or by the handmade evaluation if there are none.
        """

    def is_solved(self, s: State, /) -> bool:
        """Is `value` exact, for best play of all seats, in a state in which a seat decides?"""

    def solve(self, s: State, out: NDArray[np.float64], /) -> bool:
        """For the solver, in a state in which a seat decides: write what `value` writes, but exact,
        if that takes microseconds; return whether it does.
        """

    def perspectives(self, players: int, /) -> int:
        """The number of perspectives from which a network sees a state, see `network.py`."""

    def features(
        self,
        s: State,
        perspective: int,
        indices: NDArray[np.int32],
        amounts: NDArray[np.float32],
        /,
    ) -> int:
        """Write the active features of a quiet state from a perspective; return their number."""

    def first_perspective(self, s: State, /) -> int:
        """The seat that a network takes as the first, see `network.py`."""

    def move_features(
        self, s: State, move: int, indices: NDArray[np.int32], amounts: NDArray[np.float32], /
    ) -> int:
        """Write the active features of a legal move that `prior` lists; return their number."""

    def coarse_features(self) -> NDArray[np.int32]:
        """By feature: coarser features that training may add to it, or -1."""

    def network_name(self, s: State, /) -> str:
        """The file name of the network for a state, without its suffix."""

    def handmade(self, s: State, /) -> Network:
        """The network without learned weights: the handmade prior and evaluation."""

    def points_now(self, s: State, out: NDArray[np.float64], /) -> None:
        """By seat: the points if everything that is certain were scored now."""

    def remaining(self, s: State, /) -> int:
        """How far the next deal or the end of the game is away, in a unit of the game's own; up to
        SOLVABLE_REMAINING the solver is tried.
        """
