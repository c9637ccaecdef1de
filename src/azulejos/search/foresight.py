"""Foresight: solved moves of similar utility, compared over sampled deals of the next round.

The solver ends at the next deal and takes the evaluator's value there. Foresight follows the best
line of each move to its end, samples deals, the same for all moves, and runs a short tree search
after each. The mean over the deals decides. A line that ends where no deal is due keeps its solved
utility. How long this goes on is decided in `analysis.py`. Several threads search a move each, with
the same result as one.
"""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from azulejos import kernels
from azulejos.compiled.rng import make_rng
from azulejos.contract.verbs import game_of
from azulejos.search.solver import Line
from azulejos.search.tree import Tree

MARGIN = 0.06  # of utility below the best, within which a move is a candidate
MAX_CANDIDATES = 8
DEAL_NODES = 150  # simulations after each deal; with 300 or 600 the choices are no better
SOLVED_WEIGHT = 2  # the solved utility counts like so many deals
HALVINGS = (6, 14, 30)  # numbers of deals after which the worse half is dropped
MIN_DEALS = 4  # fewer say nothing
MAX_DEALS = 128
SURE_DEALS, SURE_ERRORS = 16, 3.0  # stop early: after so many deals, ahead by so many std. errors


class Candidate:
    """A move near the best, and what was found after it."""

    def __init__(self, line: Line):
        """Begin with the solved line of the move."""
        self.line = line
        self.nodes = 0  # simulations
        self.utilities: list[float] = []  # by deal, to the seat that decides
        self.totals = SOLVED_WEIGHT * line.values  # win shares and points, by seat

    @property
    def utility(self) -> float:
        """The mean over the deals and the solved utility."""
        solved = SOLVED_WEIGHT * self.line.utility
        return (solved + sum(self.utilities)) / (SOLVED_WEIGHT + len(self.utilities))

    @property
    def values(self) -> NDArray[np.float64]:
        """The same mean of win shares and points, by seat."""
        return self.totals / (SOLVED_WEIGHT + len(self.utilities))


class Foresight:
    """The comparison of some moves of one position, deal by deal."""

    def __init__(self, trees: list[Tree], lines: Iterable[Line], seat: int, max_nodes: int):
        """Compare the moves that begin these lines for a seat. Each thread has one of the trees,
        which is reset for each search.
        """
        self.trees, self.seat, self.max_nodes = trees, seat, max_nodes
        self.executor = ThreadPoolExecutor(len(trees)) if len(trees) > 1 else None
        self.entropy = int(trees[0].rng[0])
        self.candidates = [Candidate(line) for line in distinct_lines(lines)]
        self.rivals = self.candidates  # those that are still compared, best first
        self.deals = self.nodes = 0

    @property
    def cost(self) -> int:
        """The simulations of the next deal."""
        return DEAL_NODES * sum(rival.line.is_open for rival in self.rivals)

    @property
    def is_over(self) -> bool:
        """Is the comparison decided, or are too few nodes left to go on?"""
        if len(self.rivals) < 2 or self.cost == 0 or self.deals == MAX_DEALS:
            return True
        needed = self.cost * max(1, MIN_DEALS - self.deals)
        return self.nodes + needed > self.max_nodes or self.is_sure()

    @property
    def has_enough_deals(self) -> bool:
        """Are there enough deals for an answer?"""
        return self.deals >= MIN_DEALS

    def is_sure(self) -> bool:
        """Is the first rival significantly ahead of the second?"""
        if self.deals < SURE_DEALS:
            return False
        first, second = self.rivals[:2]
        ahead = np.array(first.utilities) - second.utilities
        return bool(ahead.mean() > SURE_ERRORS * ahead.std(ddof=1) / len(ahead) ** 0.5)

    def add_deal(self, is_due: Callable[[], bool]) -> bool:
        """Search all rivals after one more deal; False, and the deal does not count, if `is_due`
        says that the time is up.
        """
        found: list[tuple[NDArray[np.float64], float]] = []
        while len(found) < len(self.rivals):
            together = self.rivals[len(found) : len(found) + len(self.trees)]
            if any(rival.line.is_open for rival in together) and is_due():
                return False
            run = self.executor.map if self.executor else map
            found += run(self.evaluate_after_deal, together, self.trees)
            self.count_nodes(together)
        for rival, (values, utility) in zip(self.rivals, found, strict=True):
            rival.utilities.append(utility)
            rival.totals += values
        self.deals += 1
        self.rivals = sorted(self.rivals, key=lambda rival: -rival.utility)
        if self.deals in HALVINGS:
            self.rivals = self.rivals[: max(2, len(self.rivals) // 2)]
        return True

    def count_nodes(self, rivals: list[Candidate]) -> None:
        """Count the simulations after one deal."""
        for rival in rivals:
            if rival.line.is_open:
                self.nodes += DEAL_NODES
                rival.nodes += DEAL_NODES

    def evaluate_after_deal(
        self, rival: Candidate, tree: Tree
    ) -> tuple[NDArray[np.float64], float]:
        """Values by seat, and the utility to the seat that decides, after the next deal."""
        if not rival.line.is_open:
            return rival.line.values, rival.line.utility
        states = rival.line.end.copy()
        tree.rng = make_rng(self.entropy + self.deals)  # the same deal for all rivals
        deals = np.zeros((1, game_of(states).rules.DEAL_SIZE), np.int64)
        kernels.draw(states, tree.rng, deals)
        kernels.settle(states, deals)
        tree.reset(states)
        tree.simulate(DEAL_NODES)
        means = tree.root_value()
        return means[:2], float(means[2, self.seat])

    def ranked(self) -> list[Candidate]:
        """All candidates, best first; those that were compared over more deals come before."""
        return sorted(self.candidates, key=lambda one: (-len(one.utilities), -one.utility))

    def close(self) -> None:
        """Stop the threads."""
        if self.executor:
            self.executor.shutdown()


def distinct_lines(lines: Iterable[Line]) -> list[Line]:
    """The first MAX_CANDIDATES lines that end in different states."""
    found: dict[bytes, Line] = {}
    for line in lines:
        found.setdefault(line.end.tobytes(), line)
        if len(found) == MAX_CANDIDATES:
            break
    return list(found.values())
