"""Several threads at work on one tree, without locks, and the same whatever each of them does.

A round goes like this. Simulations are sent down the tree in small parcels until they come to nodes
that were not visited much, as if each brought what is expected; so they spread. The parcels at one
node are a task. The threads carry out the tasks, each under a node of its own and with new nodes
from a part of the memory of its own. Then what came out is told to the nodes above.
"""

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from azulejos import game
from azulejos.batch import SEATS
from azulejos.compiled.bits import index
from azulejos.compiled.jit import jit, record_dtype
from azulejos.compiled.rng import next_word
from azulejos.game import CHANCE
from azulejos.search.puct import MAX_DEALS, bring_next, draw_child, grow, pick_child

if TYPE_CHECKING:
    from azulejos.search.tree import Tree

DEEPEST = 24  # moves from the root to the node of a task
TASK = record_dtype(
    [
        ("path", np.int32, DEEPEST),  # nodes from the root to that of the task
        ("values", np.float32, (DEEPEST, 2)),  # their `value` and `own` before the round
        ("actors", np.int8, DEEPEST),  # who decides there: a seat, or 0 for chance
        ("depth", np.int32),  # number of the last of them
        ("simulations", np.int32),  # to run there
    ]
)
MAX_TASKS = 256
PARCELS = 192  # in a round
ROUND_SHARE = 4  # a round of several is a quarter of all that was done before
ROUND_MAX = 4_096  # and not more for each thread
SPLIT = 8  # tasks for each thread, about


@jit
def share_out(
    tree: Any,
    states: Any,
    rng: Any,
    settings: Any,
    simulations: Any,
    threads: Any,
    tasks: Any,
    rngs: Any,
) -> int:
    """Make tasks of a round, each with a generator of its own; return their number. The visits of
    all nodes above them are counted already.
    """
    nodes, priors, moves = tree
    deals = np.empty((MAX_DEALS, game.deal_size(states[0])), np.int64)
    chances = np.empty(MAX_DEALS, np.float64)
    parcel, least = max(1, simulations // PARCELS), nodes[0].visits // (SPLIT * threads)
    n, left, s = 0, simulations, states[1]
    while left > 0 and n < len(tasks):
        task, depth, node = tasks[index(n)], 0, 0
        states[1] = states[0]
        while True:
            me = nodes[index(node)]
            task.path[index(depth)] = node
            task.values[index(depth), 0], task.values[index(depth), 1] = me.value, me.own
            task.actors[index(depth)] = max(0, s.actor)
            is_deep = depth + 1 == DEEPEST
            if is_deep or me.children == 0 or me.visits < least or task_at(tasks, n, node) < n:
                break
            if s.actor == CHANCE:
                node = draw_child(tree, node, rng)
                game.outcomes(s, deals, chances)
                game.settle(s, deals[moves[node]])
            else:
                node = pick_child(nodes, priors, node, settings[0], settings[1])
                if nodes[index(node)].visits == 0:
                    bring_next(nodes, priors, moves, task.path[index(depth)])
                game.play(s, np.int64(moves[index(node)]))
            depth += 1
        number = min(parcel, left)
        left -= number
        for i in range(depth + 1):
            count_visits(nodes, priors, task.path[index(i)], number)
        known = task_at(tasks, n, node)
        if known < n:
            tasks[index(known)].simulations += number
        else:
            task.depth, task.simulations = depth, number
            rngs[index(n)] = next_word(rng)
            n += 1
    for i in range(n):
        task = tasks[index(i)]
        count_visits(nodes, priors, task.path[index(task.depth)], -task.simulations)
    return n


@jit
def task_at(tasks: Any, n: Any, node: Any) -> Any:
    """The number of the task at a node; n if there is none."""
    for i in range(n):
        if tasks[index(i)].path[index(tasks[index(i)].depth)] == node:
            return i
    return n


@jit
def count_visits(nodes: Any, priors: Any, node: Any, number: Any) -> None:
    """Change the visits to a node."""
    me = nodes[index(node)]
    me.visits += number
    me.urge = priors[index(node)] / np.float32(me.visits + 1)


@jit
def carry_out(
    tree: Any,
    used: Any,
    states: Any,
    weights: Any,
    notes: Any,
    rngs: Any,
    settings: Any,
    tasks: Any,
    chosen: Any,
    sums: Any,
) -> None:
    """Run the simulations of the chosen tasks; sums[i] tells what came out of task i.

    states[0] is the root's, two more are for work; `used` and `notes` are the thread's own.
    """
    moves = tree[2]
    deals = np.empty((MAX_DEALS, game.deal_size(states[0])), np.int64)
    chances = np.empty(MAX_DEALS, np.float64)
    for i in chosen:
        task, s = tasks[index(i)], states[1]
        states[1] = states[0]
        for k in range(1, task.depth + 1):
            move = np.int64(moves[index(task.path[index(k)])])
            if s.actor == CHANCE:
                game.outcomes(s, deals, chances)
                game.settle(s, deals[move])
            else:
                game.play(s, move)
        node = np.int64(task.path[index(task.depth)])
        sums[i] = 0.0
        one = rngs[i : i + 1]
        told = sums[i : i + 1]
        grow(tree, used, states[1:], weights, notes, one, settings, node, task.simulations, told)


@jit
def gather(nodes: Any, tasks: Any, n: Any, sums: Any, told: Any) -> None:
    """Tell the nodes on the way to each task what came out, and add it to what is told."""
    for i in range(n):
        task, came = tasks[index(i)], np.int64(0)
        number = task.simulations
        for k in range(task.depth + 1):
            me, decides = nodes[index(task.path[index(k)])], np.int64(task.actors[index(k)])
            value, own = task.values[index(k), 0], task.values[index(k), 1]
            more = np.float32(sums[index(i), 2, index(came)]) - number * value
            if k < task.depth:
                me.value += more / np.float32(me.visits)
                more = np.float32(sums[index(i), 2, index(decides)]) - number * own
                me.own += more / np.float32(me.visits)
            else:  # who decides there was told already
                me.value = value + more / np.float32(me.visits)
            came = decides
        child = task.path[1] - nodes[0].first
        for row in range(3):
            for p in range(SEATS):
                told[child, row, p] += sums[index(i), row, p]


class Crew:
    """Threads that let a tree grow together."""

    def __init__(self, tree: "Tree"):
        self.tree = tree
        self.others = ThreadPoolExecutor(tree.threads - 1)
        self.tasks, self.rngs = np.zeros(MAX_TASKS, TASK), np.zeros(MAX_TASKS, np.uint64)
        self.sums = np.zeros((MAX_TASKS, 3, SEATS))
        self.states = [tree.states[[0, 0, 0]] for _ in range(tree.threads)]

    def grow(self, simulations: int) -> int:
        """Run a round, not longer than that; return its length."""
        tree, threads = self.tree, self.tree.threads
        number = min(simulations, tree.simulations // ROUND_SHARE, threads * ROUND_MAX)
        place = (self.states[0], tree.rng, tree.settings)
        n = share_out(tree.arrays, *place, number, threads, self.tasks, self.rngs)
        shares = self.split(n)
        waiting = [self.others.submit(self.work, i, shares[i]) for i in range(1, threads)]
        self.work(0, shares[0])
        for other in waiting:
            other.result()
        gather(tree.nodes, self.tasks, n, self.sums, tree.told)
        return int(self.tasks["simulations"][:n].sum())

    def split(self, n: int) -> list[NDArray[np.int64]]:
        """The tasks of each thread, about as much for all of them."""
        shares: list[list[int]] = [[] for _ in range(self.tree.threads)]
        loads = [0] * self.tree.threads
        sizes = self.tasks["simulations"][:n].tolist()
        for task in sorted(range(n), key=lambda task: -sizes[task]):
            thread = loads.index(min(loads))
            shares[thread].append(task)
            loads[thread] += sizes[task]
        return [np.array(tasks, np.int64) for tasks in shares]

    def work(self, thread: int, chosen: NDArray[np.int64]) -> None:
        """Carry out the tasks of one thread."""
        tree = self.tree
        own = (tree.used[thread], self.states[thread], tree.weights, tree.notes[thread], self.rngs)
        carry_out(tree.arrays, *own, tree.settings, self.tasks, chosen, self.sums)
