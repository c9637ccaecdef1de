"""The search tree of a position: its memory, its simulations, and what can be read from its root.

The kernels are in `puct.py`; `parallel.py` lets several threads work on one tree. A number of
simulations always builds the same tree, for each number of threads one of its own.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from azulejos import kernels
from azulejos.batch import SEATS
from azulejos.compiled.rng import Rng
from azulejos.contract.rules import States
from azulejos.contract.verbs import game_of
from azulejos.network import Network
from azulejos.search.parallel import ParallelSearch
from azulejos.search.puct import (
    END,
    NEXT,
    NODE,
    SearchParameters,
    ThreadMemory,
    TreeArrays,
    run_simulations,
    sample_child,
)
from azulejos.search.verbs import prepare_root

MAX_SLOTS = 1 << 23  # for nodes; a full tree is no longer expanded, but still searched
SLOTS_PER_SIMULATION = 48  # upper bound of the nodes created by a simulation, on average
SINGLE_THREADED_SIMULATIONS = 1_000  # at the beginning, run by one thread


@dataclass(frozen=True)
class Child:
    """A visited move at the root."""

    move: int
    visits: int
    values: list[list[float]]  # means by seat: win shares, points


class Tree:
    """The search tree of a position."""

    def __init__(
        self,
        states: States,
        network: Network,
        parameters: SearchParameters,
        simulations: int,
        rng: Rng,
        threads: int = 1,
    ):
        """Allocate a tree for states[0] with room for a number of simulations."""
        game, self.threads = game_of(states), threads
        max_moves = game.rules.MAX_MOVES
        slots = min(MAX_SLOTS, simulations * SLOTS_PER_SIMULATION) + 2 * max_moves * threads
        self.arrays = TreeArrays(
            np.empty(slots, NODE), np.empty(slots, np.float32), np.empty(slots, np.int16)
        )
        self.arrays.priors[:1] = 1.0
        self.slot_bounds = [1 + (slots - 1) * i // threads for i in range(threads + 1)]
        self.slots = np.zeros((threads, 2), np.int64)  # by thread: NEXT and END
        self.states = np.concatenate([states] * 2)
        self.scratch = np.zeros((threads, game.evaluator.SCRATCH_SIZE), np.int32)
        self.weights, self.prior = network.weights, network.prior
        self.parameters, self.rng, self.simulations = parameters, rng, 0
        self.totals = np.zeros((max_moves, 3, SEATS))  # by child of the root and seat
        self.earlier_visits = np.zeros(max_moves, np.int32)  # by child, which totals do not count
        self.reset(states)
        self.parallel = ParallelSearch(self) if threads > 1 else None

    def reset(self, states: States) -> None:
        """Start anew from a position of the same game."""
        self.arrays.nodes[:1], self.simulations = np.zeros(1, NODE), 0
        self.slots[:, NEXT], self.slots[:, END] = self.slot_bounds[:-1], self.slot_bounds[1:]
        self.totals[:], self.earlier_visits[:] = 0.0, 0
        self.states[0] = states[0]
        prepare_root(self.states, self.prior, self.scratch[0])
        self.scratch[1:] = self.scratch[0]

    def is_searched_like(self, other: "Tree") -> bool:
        """Do two trees of one thread have the same network and parameters?"""
        is_same_network = self.weights is other.weights and self.prior is other.prior
        is_alone = self.threads == other.threads == 1
        return is_alone and is_same_network and self.parameters == other.parameters

    @property
    def is_half_full(self) -> bool:
        """Are half of the slots taken?"""
        return bool(2 * self.slots[0, NEXT] > self.slots[0, END])

    def move_root(self, node: int, states: States, rng: Rng) -> None:
        """Make a node the root, whose state is states[0], and count what follows as a new search.

        What is not below the node stays in its slots, but nothing leads there any more.
        """
        bounds = self.slots.copy()
        self.reset(states)
        self.slots[:], self.rng = bounds, rng
        self.arrays.nodes[0] = self.arrays.nodes[node]
        visits = self.arrays.nodes["visits"][self.visited_children(0)]
        self.earlier_visits[: len(visits)] = visits

    def simulate(self, simulations: int) -> None:
        """Run simulations; with several threads at most one round of them."""
        if self.parallel and self.simulations >= SINGLE_THREADED_SIMULATIONS:
            self.simulations += self.parallel.run_round(simulations)
            return
        if self.parallel:
            simulations = min(simulations, SINGLE_THREADED_SIMULATIONS - self.simulations)
        memory = ThreadMemory(self.slots[0], self.states, self.scratch[0], self.rng)
        run_simulations(
            self.arrays, memory, self.weights, self.parameters, 0, simulations, self.totals
        )
        self.simulations += simulations

    def sample_move(self) -> int:
        """A move at the root sampled by its prior."""
        return int(self.arrays.moves[sample_child(self.arrays, 0, self.rng)])

    def visited_children(self, node: int) -> slice:
        """The slots of the visited children of a node."""
        first = int(self.arrays.nodes[node]["first_child"])
        return slice(first, first + int(self.arrays.nodes[node]["visited_children"]))

    def root_children(self) -> list[Child]:
        """The moves at the root that this search visited, most visits first, with the visits of an
        earlier one.
        """
        slots = self.visited_children(0)
        moves, visits = self.arrays.moves[slots], self.arrays.nodes["visits"][slots]
        new_visits = visits - self.earlier_visits[: len(visits)]
        means = self.totals[: len(visits), :2] / np.maximum(1, new_visits)[:, None, None]
        found = zip(moves.tolist(), visits.tolist(), means.tolist(), strict=True)
        children = [Child(*child) for child, n in zip(found, new_visits, strict=True) if n > 0]
        return sorted(children, key=lambda child: -child.visits)

    def root_value(self) -> NDArray[np.float64]:
        """The mean over all simulations, by seat: win shares, points, utility."""
        visits = self.arrays.nodes["visits"][self.visited_children(0)]
        new_visits = int(visits.sum()) - int(self.earlier_visits.sum())
        means: NDArray[np.float64] = self.totals.sum(0) / max(1, new_visits)
        return means

    def principal_variation(self, move: int) -> list[int]:
        """A move at the root and the most visited moves after it, up to the next deal."""
        line, slots = [move], self.visited_children(0)
        node = slots.start + self.arrays.moves[slots].tolist().index(move)
        states = self.states[:1].copy()
        kernels.play(states, np.array([move]))
        while states[0].actor >= 0 and self.arrays.nodes[node]["visited_children"]:
            slots = self.visited_children(node)
            node = slots.start + int(self.arrays.nodes["visits"][slots].argmax())
            line.append(int(self.arrays.moves[node]))
            kernels.play(states, np.array(line[-1:]))
        return line

    def close(self) -> None:
        """Stop the threads."""
        if self.parallel:
            self.parallel.close()
