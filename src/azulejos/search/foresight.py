"""Foresight: moves that are worth about the same at the end of a round, told apart by what comes
after the next deal.

An exact ending stops where chance deals anew, and takes the mind's word for what that is worth. The
best line of each move is followed to there; then the same deals, sampled, are dealt at the end of
all of them, and the round that begins is searched a little each time. The mean decides. A line that
ends where no such deal is due keeps its worth. Who says how long is `analysis.py`. Nothing here
names a game.
"""

from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import NDArray

from azulejos import batch
from azulejos.compiled.rng import make_rng
from azulejos.game import game_of
from azulejos.search.solver import Line
from azulejos.search.tree import Tree

MARGIN = 0.06  # of utility below the best, up to which a move is looked at again
MAX_CANDIDATES = 8
DEAL_NODES = 150  # simulations after each deal; with 300 or 600 the choices are no better
SOLVED_DEALS = 2  # as many as the solved worth counts for
CUTS = (6, 14, 30)  # deals after which the worse half is given up
LEAST_DEALS = 4  # that say anything
ENOUGH_DEALS = 128
SURE_DEALS, SURE_ERRORS = 16, 3.0  # from so many on the first may be ahead by so many errors


class Candidate:
    """A move near the best, and what came after it."""

    def __init__(self, line: Line):
        self.line = line
        self.nodes = 0  # simulations
        self.worths: list[float] = []  # by deal, to the seat that decides
        self.sums = SOLVED_DEALS * line.values

    @property
    def worth(self) -> float:
        """The mean over the deals and the solved worth."""
        solved = SOLVED_DEALS * self.line.worth
        return (solved + sum(self.worths)) / (SOLVED_DEALS + len(self.worths))

    @property
    def values(self) -> NDArray[np.float64]:
        """The same of the shares of the win and the points, by seat."""
        return self.sums / (SOLVED_DEALS + len(self.worths))


class Foresight:
    """The comparison of some moves of one position, deal by deal."""

    def __init__(self, tree: Tree, lines: Iterable[Line], seat: int, most_nodes: int):
        self.tree, self.seat, self.most_nodes = tree, seat, most_nodes
        self.start = int(tree.rng[0])
        self.candidates = [Candidate(line) for line in tell_apart(lines)]
        self.rivals = self.candidates  # those that are still compared, best first
        self.deals = self.nodes = 0

    @property
    def cost(self) -> int:
        """The simulations of the next deal."""
        return DEAL_NODES * sum(rival.line.is_open for rival in self.rivals)

    @property
    def is_over(self) -> bool:
        """Is there nothing more to look into, or no room for it?"""
        if len(self.rivals) < 2 or self.cost == 0 or self.deals == ENOUGH_DEALS:
            return True
        needed = self.cost * max(1, LEAST_DEALS - self.deals)
        return self.nodes + needed > self.most_nodes or self.is_sure()

    @property
    def has_seen_enough(self) -> bool:
        """Are there enough deals to go by?"""
        return self.deals >= LEAST_DEALS

    def is_sure(self) -> bool:
        """Is the first further ahead of the second than chance alone would bring it?"""
        if self.deals < SURE_DEALS:
            return False
        first, second = self.rivals[:2]
        ahead = np.array(first.worths) - second.worths
        return bool(ahead.mean() > SURE_ERRORS * ahead.std(ddof=1) / len(ahead) ** 0.5)

    def look_into_deal(self, is_due: Callable[[], bool]) -> bool:
        """Give all rivals one deal more; False, and it does not count, if time ran out."""
        found = []
        for rival in self.rivals:
            if rival.line.is_open and is_due():
                return False
            found.append(self.look_after(rival))
        for rival, (values, worth) in zip(self.rivals, found, strict=True):
            rival.worths.append(worth)
            rival.sums += values
        self.deals += 1
        self.rivals = sorted(self.rivals, key=lambda rival: -rival.worth)
        if self.deals in CUTS:
            self.rivals = self.rivals[: max(2, len(self.rivals) // 2)]
        return True

    def look_after(self, rival: Candidate) -> tuple[NDArray[np.float64], float]:
        """What the next deal brings after a candidate's line: values by seat, and its worth."""
        if not rival.line.is_open:
            return rival.line.values, rival.line.worth
        tree, states = self.tree, rival.line.end.copy()
        tree.rng[:] = make_rng(self.start + self.deals)  # the same for all of them
        deals = np.zeros((1, game_of(states).rules.DEAL_SIZE), np.int64)
        batch.draw(states, tree.rng, deals)
        batch.settle(states, deals)
        tree.plant(states)
        tree.grow(DEAL_NODES)
        self.nodes += DEAL_NODES
        rival.nodes += DEAL_NODES
        means = tree.means()
        return means[:2], float(means[2, self.seat])

    def ranked(self) -> list[Candidate]:
        """All candidates, best first: the longer one was a rival the better."""
        return sorted(self.candidates, key=lambda one: (-len(one.worths), -one.worth))


def tell_apart(lines: Iterable[Line]) -> list[Line]:
    """The first lines of those that end differently: what follows tells no others apart."""
    found: dict[bytes, Line] = {}
    for line in lines:
        found.setdefault(line.end.tobytes(), line)
        if len(found) == MAX_CANDIDATES:
            break
    return list(found.values())
