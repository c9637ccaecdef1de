"""A tree in its memory, and the threads that let it grow: what was found at its root, and lines.

How a tree grows is in `tree.py`, how threads share the work in `crew.py`. A number of simulations
gives the same tree every time, for each number of threads one of its own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos import batch, game
from azulejos.batch import SEATS
from azulejos.compiled.jit import jit
from azulejos.compiled.rng import Rng
from azulejos.game import States, game_of
from azulejos.network import Network
from azulejos.search.parallel import Crew
from azulejos.search.puct import NODE, draw_child, grow

MAX_SLOTS = 1 << 23  # for the nodes of a tree; it stops growing there, not searching
SLOTS_A_SIMULATION = 48  # that a tree grows by, at most on average
ALONE = 1_000  # first simulations, which one thread runs


@dataclass(frozen=True)
class Child:
    """A move at the root that was visited."""

    move: int
    visits: int
    told: list[list[float]]  # means by seat: shares of the win, points


@jit
def note_root(states: Any, prior: Any, notes: Any) -> None:
    game.prepare(states[0], prior, notes)


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
        most = game.rules.MAX_MOVES
        slots = min(MAX_SLOTS, simulations * SLOTS_A_SIMULATION) + 2 * most * threads
        self.nodes, self.priors = np.empty(slots, NODE), np.empty(slots, np.float32)
        self.moves = np.empty(slots, np.int16)
        self.priors[:1] = 1.0
        self.parts = [1 + (slots - 1) * i // threads for i in range(threads + 1)]
        self.used = np.zeros((threads, 2), np.int64)  # by thread: next and end
        self.states = np.concatenate([states] * 2)
        self.notes = np.zeros((threads, game.evaluator.SCRATCH_SIZE), np.int32)
        self.weights, self.prior = network.weights, network.prior
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
        where = (self.used[0], self.states, self.weights, self.notes[0], self.rng, self.settings)
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
