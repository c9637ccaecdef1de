"""A tree in its memory, and the threads that let it grow: what was found at its root, and lines.

How a tree grows is in `tree.py`, how threads share the work in `crew.py`. A number of simulations
gives the same tree every time, for each number of threads one of its own.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos import batch, game
from azulejos.batch import SEATS
from azulejos.game import States, game_of
from azulejos.jit import jit
from azulejos.networks import Network
from azulejos.rng import Rng
from azulejos.search.crew import MOST_TASKS, TASK, carry_out, gather, share_out
from azulejos.search.tree import NODE, draw_child, grow

MOST_SLOTS = 1 << 23  # for the nodes of a tree; it stops growing there, not searching
SLOTS_A_SIMULATION = 48  # that a tree grows by, at most on average
ALONE = 1_000  # first simulations, which one thread runs
ROUND_SHARE = 4  # a round of several is a quarter of all that was done before
ROUND_MOST = 4_096  # and not more for each thread


@dataclass(frozen=True)
class Child:
    """A move at the root that was visited."""

    move: int
    visits: int
    told: list[list[float]]  # means by seat: shares of the win, points


@jit
def note_root(states: Any, prior: Any, notes: Any) -> None:
    game.note(states[0], prior, notes)


class Tree:
    """The search tree of a position."""

    def __init__(
        self,
        states: States,
        network: Network,
        settings: Sequence[float],
        simulations: int,
        rng: Rng,
        threads: int = 1,
    ):
        game, self.threads = game_of(states), threads
        most = game.rules.MOST_MOVES
        slots = min(MOST_SLOTS, simulations * SLOTS_A_SIMULATION) + 2 * most * threads
        self.nodes, self.priors = np.empty(slots, NODE), np.empty(slots, np.float32)
        self.moves = np.empty(slots, np.int16)
        self.priors[:1] = 1.0
        self.parts = [1 + (slots - 1) * i // threads for i in range(threads + 1)]
        self.used = np.zeros((threads, 2), np.int64)  # by thread: next and end
        self.states = np.concatenate([states] * 2)
        self.notes = np.zeros((threads, game.mind.NOTES), np.int32)
        self.rows, self.prior = network.rows, network.prior
        self.settings, self.rng, self.simulations = np.array(settings), rng, 0
        self.told = np.zeros((most, 3, SEATS))
        self.plant(states)
        self.crew = Crew(self) if threads > 1 else None

    def plant(self, states: States) -> None:
        """Begin anew from a position of the same game, with nothing known of it."""
        self.nodes[:1], self.simulations = np.zeros(1, NODE), 0
        self.used[:, 0], self.used[:, 1] = self.parts[:-1], self.parts[1:]
        self.told[:] = 0.0
        self.states[0] = states[0]
        note_root(self.states, self.prior, self.notes[0])
        self.notes[1:] = self.notes[0]

    @property
    def arrays(self) -> tuple[Any, ...]:
        return self.nodes, self.priors, self.moves

    def grow(self, simulations: int) -> None:
        """Run simulations: several threads not more than a round."""
        if self.crew and self.simulations >= ALONE:
            self.simulations += self.crew.grow(simulations)
            return
        if self.crew:
            simulations = min(simulations, ALONE - self.simulations)
        where = (self.used[0], self.states, self.rows, self.notes[0], self.rng, self.settings)
        grow(self.arrays, *where, 0, simulations, self.told)
        self.simulations += simulations

    def draw(self) -> int:
        """A move at the root by lot, the better it looks the more likely."""
        return int(self.moves[draw_child(self.arrays, 0, self.rng)])

    def opened(self, node: int) -> slice:
        """The children of a node that were visited."""
        first = int(self.nodes[node]["first"])
        return slice(first, first + int(self.nodes[node]["opened"]))

    def children(self) -> list[Child]:
        """What was visited at the root, most visits first."""
        there = self.opened(0)
        visits = self.nodes["visits"][there]
        told = self.told[: len(visits), :2] / visits[:, None, None]
        found = zip(self.moves[there].tolist(), visits.tolist(), told.tolist(), strict=True)
        return sorted((Child(*child) for child in found), key=lambda child: -child.visits)

    def means(self) -> NDArray[np.float64]:
        """What came out of all simulations, by seat: shares of the win, points, utility."""
        means: NDArray[np.float64] = self.told.sum(0) / max(1, self.simulations - 1)
        return means

    def line(self, move: int) -> list[int]:
        """The moves visited most, from one at the root on, as far as seats decide."""
        line, there = [move], self.opened(0)
        node = there.start + self.moves[there].tolist().index(move)
        states = self.states[:1].copy()
        batch.play(states, np.array([move]))
        while states[0].actor >= 0 and self.nodes[node]["opened"]:
            there = self.opened(node)
            node = there.start + int(self.nodes["visits"][there].argmax())
            line.append(int(self.moves[node]))
            batch.play(states, np.array(line[-1:]))
        return line

    def close(self) -> None:
        """Let the threads go."""
        if self.crew:
            self.crew.others.shutdown()


class Crew:
    """Threads that let a tree grow together."""

    def __init__(self, tree: Tree):
        self.tree = tree
        self.others = ThreadPoolExecutor(tree.threads - 1)
        self.tasks, self.rngs = np.zeros(MOST_TASKS, TASK), np.zeros(MOST_TASKS, np.uint64)
        self.sums = np.zeros((MOST_TASKS, 3, SEATS))
        self.states = [tree.states[[0, 0, 0]] for _ in range(tree.threads)]

    def grow(self, simulations: int) -> int:
        """Run a round, not longer than that; return its length."""
        tree, threads = self.tree, self.tree.threads
        number = min(simulations, tree.simulations // ROUND_SHARE, threads * ROUND_MOST)
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
        own = (tree.used[thread], self.states[thread], tree.rows, tree.notes[thread], self.rngs)
        carry_out(tree.arrays, *own, tree.settings, self.tasks, chosen, self.sums)
