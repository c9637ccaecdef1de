"""The search tree of a position: its memory, its simulations, and what can be read from its root.

The kernels of a simulation are in `puct.py`; `parallel.py` lets several threads work on one tree. A
number of simulations always builds the same tree, for each number of threads one of its own.
"""

from typing import Annotated, Any, NamedTuple

import numpy as np

from azulejos.batch import SEATS
from azulejos.compiled.jit import jit, kernel
from azulejos.compiled.rng import Rng
from azulejos.compiled.types import float32, float64, int32, of
from azulejos.contract import verbs
from azulejos.contract.rules import States
from azulejos.contract.verbs import game_of
from azulejos.network import WIDTH, Network
from azulejos.search.info import INFO, MOVE_INFO, write_mean
from azulejos.search.parallel import ParallelSearch
from azulejos.search.puct import (
    END,
    NEXT,
    NODE,
    SearchParameters,
    ThreadMemory,
    TreeArrays,
    clear_node,
    run_simulations,
)

MAX_SLOTS = 1 << 23  # for nodes; a full tree is no longer expanded, but still searched
SLOTS_PER_SIMULATION = 48  # upper bound of the nodes created by a simulation, on average
SINGLE_THREADED_SIMULATIONS = 1_000  # at the beginning, run by one thread


class TreeState(NamedTuple):
    """A tree as one thread searches it."""

    arrays: TreeArrays
    memory: ThreadMemory
    weights: Annotated[Any, float32[:, WIDTH].const]  # of a network's value
    prior: Annotated[Any, float32[:].const]  # of the same network
    parameters: SearchParameters
    totals: Annotated[Any, float64["MAX_MOVES", 3, SEATS]]  # by child of the root and seat
    # by child of the root: visits of an earlier search, which `totals` do not count
    earlier_visits: Annotated[Any, int32["MAX_MOVES"]]


@kernel(TreeState)
def begin_tree(tree: Any) -> None:
    """Start anew from the first of the memory's states."""
    states, scratch = tree.memory.states, tree.memory.scratch
    clear_node(tree.arrays.nodes[0])
    tree.arrays.priors[0] = 1.0
    tree.memory.slots[NEXT] = 1
    tree.totals[:] = 0.0
    tree.earlier_visits[:] = 0
    verbs.prepare(states[0], tree.prior, scratch)


@kernel(TreeState, int)
def simulate(tree: Any, simulations: Any) -> None:
    """Run simulations from the root."""
    arrays, memory, totals = tree.arrays, tree.memory, tree.totals
    run_simulations(arrays, memory, tree.weights, tree.parameters, 0, simulations, totals)


@kernel(TreeState, float64[2, SEATS])
def write_root_value(tree: Any, out: Any) -> None:
    """Write the mean over all simulations, by seat: win shares, points, and utility if there is
    room.
    """
    root, visits = tree.arrays.nodes[0], 0
    out[:] = 0.0
    for i in range(root.visited_children):
        visits += tree.arrays.nodes[root.first_child + i].visits - tree.earlier_visits[i]
        out += tree.totals[i, : len(out)]
    out /= max(1, visits)


@kernel(TreeState, int, of(INFO)[1], of(MOVE_INFO)["MAX_MOVES"])
def write_tree_info(tree: Any, lines: Any, info: Any, moves: Any) -> None:
    """Write the moves at the root that this search visited, most visits first, with the visits of
    an earlier one; the first few with their lines.
    """
    nodes, totals, root = tree.arrays.nodes, tree.totals, tree.arrays.nodes[0]
    means, first, n = np.empty((2, SEATS)), np.int64(root.first_child), 0
    order = np.empty(root.visited_children, np.int64)
    for i in range(root.visited_children):
        if nodes[first + i].visits > tree.earlier_visits[i]:
            k = n
            while k > 0 and nodes[first + order[k - 1]].visits < nodes[first + i].visits:
                order[k] = order[k - 1]
                k -= 1
            order[k] = i
            n += 1
    for k in range(n):
        i, move = order[k], moves[k]
        move.visits = nodes[first + i].visits
        write_mean(totals[i], move.visits - tree.earlier_visits[i], move.values)
        write_variation(tree, first + i, k < lines, move)
    write_root_value(tree, means)
    info[0].moves = n
    write_mean(means, 1, info[0].values)


@jit
def write_variation(tree: Any, node: Any, has_line: Any, out: Any) -> None:
    """Write the move at the root that leads to a node, and if wanted the most visited moves after
    it, up to the next deal.
    """
    nodes, states = tree.arrays.nodes, tree.memory.states
    states[1] = states[0]
    s, n = states[1], 0
    while True:
        move = np.int64(tree.arrays.moves[node])
        out.line[n] = move
        verbs.play(s, move)
        n += 1
        me = nodes[node]
        if not has_line or s.actor < 0 or me.visited_children == 0 or n == len(out.line):
            break
        node = np.int64(me.first_child)
        for i in range(me.first_child + 1, me.first_child + me.visited_children):
            node = i if nodes[i].visits > nodes[node].visits else node
    out.length = n


def tree_slots(simulations: int, max_moves: int, threads: int = 1) -> int:
    """The slots of a tree with room for a number of simulations."""
    return min(MAX_SLOTS, simulations * SLOTS_PER_SIMULATION) + 2 * max_moves * threads


class Tree:
    """The memory of the search tree of a position, and the threads that search it."""

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
        slots = tree_slots(simulations, max_moves, threads)
        bounds = np.array([1 + (slots - 1) * i // threads for i in range(threads + 1)])
        self.slots = np.stack([bounds[:-1], bounds[1:]], axis=1)  # by thread: NEXT and END
        self.scratch = np.zeros((threads, game.evaluator.SCRATCH_SIZE), np.int32)
        self.states, self.simulations = np.concatenate([states] * 2), 0
        self.totals = np.empty((max_moves, 3, SEATS))
        self.arrays = TreeArrays(
            np.empty(slots, NODE), np.empty(slots, np.float32), np.empty(slots, np.int16)
        )
        self.state = TreeState(
            self.arrays,
            ThreadMemory(self.slots[0], self.states, self.scratch[0], rng),
            *(network.weights, network.prior, parameters, self.totals),
            earlier_visits=np.empty(max_moves, np.int32),
        )
        begin_tree(self.state)
        self.scratch[1:] = self.scratch[0]
        self.parallel = ParallelSearch(self) if threads > 1 else None

    def is_searched_like(self, other: "Tree") -> bool:
        """Do two trees of one thread have the same network and parameters?"""
        one, two = self.state, other.state
        is_same_network = one.weights is two.weights and one.prior is two.prior
        is_alone = self.threads == other.threads == 1
        return is_alone and is_same_network and one.parameters == two.parameters

    @property
    def is_half_full(self) -> bool:
        """Are half of the slots taken?"""
        return bool(2 * self.slots[0, NEXT] > self.slots[0, END])

    def move_root(self, node: int, states: States, rng: Rng) -> None:
        """Make a node the root, whose state is states[0], and count what follows as a new search.

        What is not below the node stays in its slots, but nothing leads there any more.
        """
        taken, nodes = int(self.slots[0, NEXT]), self.arrays.nodes
        self.states[0], self.simulations = states[0], 0
        self.state.memory.rng[:] = rng
        begin_tree(self.state)
        self.slots[0, NEXT] = taken
        nodes[0] = nodes[node]
        visits = nodes["visits"][self.visited_children(0)]
        self.state.earlier_visits[: len(visits)] = visits

    def simulate(self, simulations: int) -> None:
        """Run simulations; with several threads at most one round of them."""
        if self.parallel and self.simulations >= SINGLE_THREADED_SIMULATIONS:
            self.simulations += self.parallel.run_round(simulations)
            return
        if self.parallel:
            simulations = min(simulations, SINGLE_THREADED_SIMULATIONS - self.simulations)
        simulate(self.state, simulations)
        self.simulations += simulations

    def visited_children(self, node: int) -> slice:
        """The slots of the visited children of a node."""
        first = int(self.arrays.nodes[node]["first_child"])
        return slice(first, first + int(self.arrays.nodes[node]["visited_children"]))

    def close(self) -> None:
        """Stop the threads."""
        if self.parallel:
            self.parallel.close()
