"""The room in which exact endings are solved, and what was found there: moves and what they are
worth, and best play from each of them on. How it is found is in `endings.py`.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from azulejos.batch import SEATS
from azulejos.game import CHANCE, States, game_of
from azulejos.networks import Network
from azulejos.search.endings import (
    DEALS,
    ENTRY,
    EXACT,
    MOST_NODES,
    NODES,
    STOPPED,
    digest,
    estimate_at,
    has_outcomes,
    look_at,
    play_at,
    solve_many,
    solve_two,
)
from azulejos.search.memory import note_root
from azulejos.search.tree import MOST_DEALS

DEEPEST = 64  # moves from the root
TABLE_SIZE = 1 << 18
RESOLVING_NODES = 1 << 20  # for a state on the best line whose entry was taken by another

Worths = list[tuple[int, float]]  # moves and their utility to the seat to decide, best first


@dataclass(frozen=True)
class Line:
    """Best play of all seats from a move on."""

    moves: list[int]
    worth: float  # its utility to the seat to decide
    end: States  # one state, in which no seat decides
    values: NDArray[np.float64]  # there, by seat: shares of the win, points
    is_open: bool  # ends before a deal that was not looked into: the values are an estimate


@dataclass(frozen=True)
class Solution:
    """What an exact search found."""

    moves: Worths  # those that are not the best may be worth less than is said
    best: Line
    nodes: int  # that were looked at
    is_open: bool  # some lines end before a deal that was not looked into


class Solver:
    """Room for exact searches of one game; what was solved is remembered from one to the next."""

    def __init__(self, states: States, network: Network):
        rules = game_of(states).rules
        self.prior = network.prior
        self.table = np.zeros(TABLE_SIZE, ENTRY)
        self.stack = np.zeros(DEEPEST, states.dtype)
        self.words = self.stack.view(np.uint64).reshape(DEEPEST, -1)
        self.work = (
            np.zeros((DEEPEST, rules.MOST_MOVES), np.int16),
            np.zeros((DEEPEST, rules.MOST_MOVES), np.int32),
            np.zeros((2, SEATS)),
            np.zeros((DEEPEST, SEATS)),
            np.zeros(game_of(states).mind.NOTES, np.int32),
            np.zeros((DEEPEST, MOST_DEALS)),
            network.rows,
        )
        self.deals = np.zeros((DEEPEST, MOST_DEALS, rules.DEAL_SIZE), np.int64)
        self.counts = np.zeros(3, np.int64)

    @property
    def nodes(self) -> int:
        """How many nodes were looked at."""
        return min(int(self.counts[NODES]), int(self.counts[MOST_NODES]))

    def solve(self, states: States, nodes: int) -> Solution | None:
        """Solve states[0], in which a seat decides; None if that takes more nodes."""
        self._begin(states, nodes)
        found: Worths = []
        best = -1.0
        for move in self._ordered_moves():
            worth = self._worth_after(move, int(states[0].actor), best)
            if worth is None:
                return None
            found.append((move, worth))
            best = max(best, worth)
        found.sort(key=lambda pair: -pair[1])
        return Solution(found, self.follow(states, *found[0]), self.nodes, bool(self.counts[DEALS]))

    def weigh(self, states: States, move: int, least: float, nodes: int) -> float | None:
        """What a move of states[0] is worth to its seat, a bound if no more than the least; None if
        that takes more nodes.
        """
        self._begin(states, nodes)
        return self._worth_after(move, int(states[0].actor), least)

    def follow(self, states: States, move: int, worth: float) -> Line:
        """Best play from a move of states[0] on, as the table remembers it."""
        moves, end = [move], states.copy()
        play_at(end, 0, move)
        while end[0].actor >= 0:
            moves.append(self._best_known(end))
            play_at(end, 0, moves[-1])
        values = np.zeros((2, SEATS))
        estimate_at(end, 0, self.work[6], self.work[4], values)
        self.stack[1] = end[0]
        is_open = bool(end[0].actor == CHANCE) and not has_outcomes(self.stack, self.deals)
        return Line(moves, worth, end, values, is_open)

    def _begin(self, states: States, nodes: int) -> None:
        self.counts[NODES] = self.nodes
        self.counts[MOST_NODES] = self.nodes + nodes
        self.stack[0] = states[0]
        note_root(self.stack, self.prior, self.work[4])

    def _ordered_moves(self) -> list[int]:
        """The moves of stack[0], the most promising first, no twins."""
        moves, logits = self.work[0][0], self.work[1][0]
        n = look_at(self.stack, 0, self.work[4], moves, logits)
        order = sorted(range(n), key=lambda i: -logits[i])
        return [int(moves[i]) for i in order]

    def _worth_after(self, move: int, actor: int, least: float) -> float | None:
        """What a move from stack[0] is worth to its seat; if no more than the least, a bound."""
        self.stack[1] = self.stack[0]
        play_at(self.stack, 1, move)
        if self._is_plain():
            low, high = (least, 2.0) if actor == 0 else (-1.0, 1.0 - least)
            worth = float(self._solve_two(1, low, high))
            return None if worth == STOPPED else worth if actor == 0 else 1.0 - worth
        return float(self.work[3][1, actor]) if self._solve_many(1) else None

    def _solve_two(self, at: int, low: float, high: float) -> float:
        args = (self.stack, self.words, at, low, high, self.table, self.work, self.counts)
        return float(solve_two(*args))

    def _solve_many(self, at: int) -> bool:
        args = (self.stack, self.words, at, self.table, self.work, self.deals, self.counts)
        return bool(solve_many(*args))

    def _is_plain(self) -> bool:
        """Are there two seats and no deals to look into, so that alpha-beta is exact?"""
        s = self.stack[1]
        return bool(s.players == 2) and not has_outcomes(self.stack, self.deals)

    def _best_known(self, states: States) -> int:
        """The best move of states[0] as the table has it; solved again if its entry was taken,
        which does not count.
        """
        self.stack[:2] = states[0]
        key = digest(self.words, 0)
        entry = self.table[int(key) & (TABLE_SIZE - 1)]
        if entry["key"] != key or entry["bound"] != EXACT:
            counted = self.counts.copy()
            self.counts[MOST_NODES] = counted[NODES] + RESOLVING_NODES
            if self._is_plain():
                self._solve_two(0, -1.0, 2.0)
            else:
                self._solve_many(0)
            self.counts[:] = counted
        return int(entry["move"])
