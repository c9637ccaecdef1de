"""Several threads that search one tree without locks, with the same result in every run.

A round has three phases. One thread descends the tree with small batches of simulations and counts
their visits in advance (virtual visits), so that the batches spread, until each reaches a node with
few visits; the batches of one node form a task. Then the threads run the tasks, each below nodes of
its own, with new nodes in its own part of the memory. Then one thread backs up the results of all
tasks to the nodes above them.
"""

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from azulejos.batch import SEATS
from azulejos.compiled.bits import index
from azulejos.compiled.jit import jit, kernel, record_dtype
from azulejos.compiled.rng import next_word
from azulejos.compiled.types import float32, float64, int64, of, state, uint64, with_fields
from azulejos.contract import verbs
from azulejos.contract.rules import CHANCE
from azulejos.network import WIDTH
from azulejos.search.puct import (
    MAX_DEALS,
    NODE,
    UTILITY,
    SearchParameters,
    ThreadMemory,
    TreeArrays,
    promote_unvisited,
    run_simulations,
    sample_child,
    select_child,
)

if TYPE_CHECKING:
    from azulejos.search.tree import Tree

MAX_TASK_DEPTH = 24  # moves from the root to the node of a task, plus one
TASK = record_dtype(
    [
        ("path", np.int32, MAX_TASK_DEPTH),  # nodes from the root to that of the task
        ("values", np.float32, MAX_TASK_DEPTH),  # their `value` before the round
        ("values_to_mover", np.float32, MAX_TASK_DEPTH),  # the same of `value_to_mover`
        ("actors", np.int8, MAX_TASK_DEPTH),  # who decides there: a seat, or 0 for chance
        ("depth", np.int32),  # index of the last node of the path
        ("simulations", np.int32),  # to run there
    ]
)
MAX_TASKS = 256
BATCHES = 192  # of simulations in a round
ROUND_FRACTION = 4  # a round has at most a quarter of the simulations before it
MAX_ROUND = 4_096  # and at most so many for each thread
TASKS_PER_THREAD = 8  # about


@kernel(
    TreeArrays,
    state[2],
    uint64[1],
    SearchParameters,
    int,
    int,
    of(TASK)["t"],
    uint64["t"],
)
def assign_tasks(
    tree: Any,
    states: Any,
    rng: Any,
    parameters: Any,
    simulations: Any,
    threads: Any,
    tasks: Any,
    rngs: Any,
) -> int:
    """Write the tasks of a round and a generator for each; return their number.

    The visits of all nodes above the tasks' nodes are counted here. states[0] is the root's state,
    states[1] is overwritten.
    """
    nodes, priors, moves = tree
    deals = np.empty((MAX_DEALS, verbs.deal_size(states)), np.int64)
    chances = np.empty(MAX_DEALS, np.float64)
    batch = max(1, simulations // BATCHES)
    least_visits = nodes[0].visits // (TASKS_PER_THREAD * threads)  # to descend below a node
    n, left, s = 0, simulations, states[1]
    while left > 0 and n < len(tasks):
        task, depth, node = tasks[index(n)], 0, 0
        states[1] = states[0]
        while True:
            me = nodes[index(node)]
            task.path[index(depth)] = node
            task.values[index(depth)] = me.value
            task.values_to_mover[index(depth)] = me.value_to_mover
            task.actors[index(depth)] = max(0, s.actor)
            is_leaf = depth + 1 == MAX_TASK_DEPTH or me.children == 0
            if is_leaf or me.visits < least_visits or task_at(tasks, n, node) < n:
                break
            if s.actor == CHANCE:
                node = sample_child(tree, node, rng)
                verbs.outcomes(s, deals, chances)
                verbs.settle(s, deals[moves[node]])
            else:
                node = select_child(nodes, priors, node, parameters)
                if nodes[index(node)].visits == 0:
                    promote_unvisited(nodes, priors, moves, task.path[index(depth)])
                verbs.play(s, np.int64(moves[index(node)]))
            depth += 1
        number = min(batch, left)
        left -= number
        for i in range(depth + 1):
            add_visits(nodes, priors, task.path[index(i)], number)
        known = task_at(tasks, n, node)
        if known < n:
            tasks[index(known)].simulations += number
        else:
            task.depth, task.simulations = depth, number
            rngs[index(n)] = next_word(rng)
            n += 1
    for i in range(n):  # the simulations of a task count the visits of its own node
        task = tasks[index(i)]
        add_visits(nodes, priors, task.path[index(task.depth)], -task.simulations)
    return n


@jit
def task_at(tasks: Any, n: Any, node: Any) -> Any:
    """The number of the task at a node; n if there is none."""
    for i in range(n):
        if tasks[index(i)].path[index(tasks[index(i)].depth)] == node:
            return i
    return n


@jit
def add_visits(nodes: Any, priors: Any, node: Any, number: Any) -> None:
    """Add to the visits of a node and update its exploration bonus."""
    me = nodes[index(node)]
    me.visits += number
    me.exploration_bonus = priors[index(node)] / np.float32(me.visits + 1)


@kernel(
    TreeArrays,
    with_fields(ThreadMemory, states=state[3], rng=uint64["t"]),
    float32[:, WIDTH].const,
    SearchParameters,
    of(TASK)["t"].const,
    int64[:].const,
    float64["t", 3, SEATS],
)
def run_tasks(
    tree: Any,
    memory: Any,
    weights: Any,
    parameters: Any,
    tasks: Any,
    chosen: Any,
    totals: Any,
) -> None:
    """Run the simulations of the chosen tasks; totals[i] receives the results of task i.

    `memory` is the thread's own: its states are the root's and two to be overwritten, its `rng` has
    a generator for each task.
    """
    slots, states, scratch, rngs = memory
    moves = tree.moves
    deals = np.empty((MAX_DEALS, verbs.deal_size(states)), np.int64)
    chances = np.empty(MAX_DEALS, np.float64)
    for i in chosen:
        task, s = tasks[index(i)], states[1]
        states[1] = states[0]
        for k in range(1, task.depth + 1):
            move = np.int64(moves[index(task.path[index(k)])])
            if s.actor == CHANCE:
                verbs.outcomes(s, deals, chances)
                verbs.settle(s, deals[move])
            else:
                verbs.play(s, move)
        start = np.int64(task.path[index(task.depth)])
        totals[i] = 0.0
        own = ThreadMemory(slots, states[1:], scratch, rngs[i : i + 1])
        task_totals = totals[i : i + 1]
        run_simulations(tree, own, weights, parameters, start, task.simulations, task_totals)


@kernel(
    state[1].const,
    of(NODE)[1],
    of(TASK)["t"].const,
    float64["t", 3, SEATS].const,
    float64["MAX_MOVES", 3, SEATS],
)
def backup_tasks(states: Any, nodes: Any, tasks: Any, task_totals: Any, totals: Any) -> None:
    """Update the means of the nodes on the way to each task, and add up the totals by child of the
    root, which is states[0].
    """
    for i in range(len(tasks)):
        task, previous = tasks[index(i)], np.int64(0)
        number = task.simulations
        for k in range(task.depth + 1):
            me, mover = nodes[index(task.path[index(k)])], np.int64(task.actors[index(k)])
            value, to_mover = task.values[index(k)], task.values_to_mover[index(k)]
            more = np.float32(task_totals[index(i), UTILITY, index(previous)]) - number * value
            if k < task.depth:
                me.value += more / np.float32(me.visits)
                more = np.float32(task_totals[index(i), UTILITY, index(mover)])
                more -= number * to_mover
                me.value_to_mover += more / np.float32(me.visits)
            else:  # the simulations took this node as their root: only `value` is missing
                me.value = value + more / np.float32(me.visits)
            previous = mover
        child = task.path[1] - nodes[0].first_child
        for row in range(3):
            for p in range(SEATS):
                totals[child, row, p] += task_totals[index(i), row, p]


class ParallelSearch:
    """The threads that search a tree together, and their memory."""

    def __init__(self, tree: "Tree"):
        """Start the threads of a tree, one less than it has: the caller's thread works too."""
        self.tree = tree
        self.executor = ThreadPoolExecutor(tree.threads - 1)
        self.tasks, self.rngs = np.zeros(MAX_TASKS, TASK), np.zeros(MAX_TASKS, np.uint64)
        self.totals = np.zeros((MAX_TASKS, 3, SEATS))  # by task
        self.states = [tree.states[[0, 0, 0]] for _ in range(tree.threads)]

    def run_round(self, simulations: int) -> int:
        """Run a round of at most so many simulations; return how many they were."""
        tree, threads = self.tree.state, self.tree.threads
        number = min(simulations, self.tree.simulations // ROUND_FRACTION, threads * MAX_ROUND)
        place = (self.states[0], tree.memory.rng, tree.parameters)
        n = assign_tasks(tree.arrays, *place, number, threads, self.tasks, self.rngs)
        shares = self.split_tasks(n)
        waiting = [self.executor.submit(self.work, i, shares[i]) for i in range(1, threads)]
        self.work(0, shares[0])
        for other in waiting:
            other.result()
        done = (self.tasks[:n], self.totals[:n])
        backup_tasks(tree.memory.states, tree.arrays.nodes, *done, tree.totals)
        return int(self.tasks["simulations"][:n].sum())

    def split_tasks(self, n: int) -> list[NDArray[np.int64]]:
        """The tasks of each thread, with about the same number of simulations for all."""
        shares: list[list[int]] = [[] for _ in range(self.tree.threads)]
        loads = [0] * self.tree.threads
        sizes = self.tasks["simulations"][:n].tolist()
        for task in sorted(range(n), key=lambda task: -sizes[task]):
            thread = loads.index(min(loads))
            shares[thread].append(task)
            loads[thread] += sizes[task]
        return [np.array(tasks, np.int64) for tasks in shares]

    def work(self, thread: int, chosen: NDArray[np.int64]) -> None:
        """Run the tasks of one thread."""
        slots, scratch = self.tree.slots[thread], self.tree.scratch[thread]
        memory, tree = ThreadMemory(slots, self.states[thread], scratch, self.rngs), self.tree.state
        how = (tree.weights, tree.parameters)
        run_tasks(tree.arrays, memory, *how, self.tasks, chosen, self.totals)

    def close(self) -> None:
        """Stop the threads."""
        self.executor.shutdown()
