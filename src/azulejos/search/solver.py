"""Exact endings: the rest of a round or game solved up to the next deal or the end.

With two seats alpha-beta on the utility of seat 0 (seat 1's is what is missing to 1); with more
seats, or with deals on the way, max-n: every line is followed, each seat takes its own best, and
deals are weighted by their probabilities. A transposition table stores what was solved. A solution
is exact with respect to the evaluator's value, and truly exact where the game ends. The kernels are
compiled; `Solver` holds their memory and answers from Python. Nothing here names a game.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos import game
from azulejos.batch import SEATS
from azulejos.compiled.bits import index
from azulejos.compiled.jit import jit, record_dtype
from azulejos.compiled.rng import WORD
from azulejos.game import CHANCE, States, game_of
from azulejos.network import Network
from azulejos.search.puct import MAX_DEALS, utility
from azulejos.search.tree import note_root

DEEPEST = 64  # moves from the root
TABLE_SIZE = 1 << 18
RESOLVING_NODES = 1 << 20  # for a state on the best line whose entry was taken by another

ENTRY = record_dtype(
    [
        ("key", np.uint64),  # digest of a state; 0 while the entry is free
        ("worth", np.float32, SEATS),  # utility by seat; with a bound only seat 0's counts
        ("move", np.int16),  # the best one, to be tried first
        ("bound", np.int8),  # the worth is EXACT, AT_LEAST or AT_MAX that
    ]
)
EXACT, AT_LEAST, AT_MAX = 0, 1, 2
STOPPED = -1.0  # a worth that says the nodes were used up
# Places of the counts: nodes looked at, how many may be, deals that were not looked into.
NODES, MAX_NODES, DEALS = range(3)


@jit
def digest(words: Any, i: Any) -> Any:
    """A number for the state in row i of `words`, the states seen as 64-bit words; never 0."""
    h = 0x9E3779B97F4A7C15
    for k in range(words.shape[1]):
        h = ((h ^ int(words[i, k])) * 0xFF51AFD7ED558CCD) & WORD
        h = h ^ (h >> 32)
    return h | np.uint64(1)


@jit
def best_first(moves: Any, logits: Any, k: Any, n: Any, hint: Any) -> Any:
    """Bring the most promising of the moves from place k on to place k; it is returned."""
    best = k
    for i in range(k, n):
        if moves[i] == hint:
            best = i
            break
        if logits[i] > logits[best]:
            best = i
    moves[k], moves[best] = moves[best], moves[k]
    logits[k], logits[best] = logits[best], logits[k]
    return np.int64(moves[k])


@jit
def settle_worth(s: Any, weights: Any, notes: Any, values: Any, worth: Any) -> None:
    """The utility of a state in which no seat decides."""
    game.value(s, weights, notes, values)
    utility(values, s.players, worth)


@jit
def solve_two(
    states: Any, words: Any, at: Any, low: Any, high: Any, table: Any, work: Any, counts: Any
) -> Any:
    """Utility of seat 0 in states[at] if it lies between low and high, else a bound on that side.

    `words` are the states as 64-bit words, `work` room by depth for moves, logits, values, worths
    and chances, the mind's notes and a network's weights.
    """
    moves, logits, values, worths, notes, _, weights = work
    s = states[at]
    if s.actor < 0:
        counts[DEALS] += s.actor == CHANCE
        settle_worth(s, weights, notes, values, worths[at])
        return worths[at, 0]
    counts[NODES] += 1
    if counts[NODES] > counts[MAX_NODES] or at + 2 >= len(states):
        return STOPPED
    key = digest(words, at)
    entry = table[index(key & np.uint64(len(table) - 1))]
    hint = np.int64(-1)
    if entry.key == key:
        known = entry.worth[0]
        if entry.bound == EXACT or (known >= high if entry.bound == AT_LEAST else known <= low):
            return known
        hint = np.int64(entry.move)
    n = game.prior(s, notes, moves[at], logits[at])
    is_first = s.actor == 0
    best, chosen, least, most = (-1.0 if is_first else 2.0), np.int64(-1), low, high
    for k in range(n):
        move = best_first(moves[at], logits[at], k, n, hint if k == 0 else -1)
        states[at + 1] = states[at]
        game.play(states[at + 1], move)
        worth = solve_two(states, words, at + 1, least, most, table, work, counts)
        if worth == STOPPED:
            return STOPPED
        if worth > best if is_first else worth < best:
            best, chosen = worth, move
        if is_first:
            least = max(least, best)
        else:
            most = min(most, best)
        if least >= most:
            break
    entry.key, entry.move = key, chosen
    entry.worth[0] = best
    entry.bound = AT_MAX if best <= low else AT_LEAST if best >= high else EXACT
    return best


@jit
def solve_many(
    states: Any, words: Any, at: Any, table: Any, work: Any, deals: Any, counts: Any
) -> bool:
    """Write the utility of each seat in states[at] to its row of worths; False if nodes ran out."""
    moves, logits, values, worths, notes, chances, weights = work
    s = states[at]
    outcomes = game.outcomes(s, deals[at], chances[at]) if s.actor == CHANCE else 0
    if s.actor < 0 and outcomes == 0:
        counts[DEALS] += s.actor == CHANCE
        settle_worth(s, weights, notes, values, worths[at])
        return True
    counts[NODES] += 1
    if counts[NODES] > counts[MAX_NODES] or at + 2 >= len(states):
        return False
    key = digest(words, at)
    entry = table[index(key & np.uint64(len(table) - 1))]
    if entry.key == key:
        worths[at] = entry.worth
        return True
    best, chosen = np.zeros(SEATS), np.int64(-1)
    n = outcomes if outcomes else game.prior(s, notes, moves[at], logits[at])
    for k in range(n):
        states[at + 1] = states[at]
        if outcomes:
            game.settle(states[at + 1], deals[at, k])
        else:
            game.play(states[at + 1], np.int64(moves[at, k]))
        if not solve_many(states, words, at + 1, table, work, deals, counts):
            return False
        if outcomes:
            best += chances[at, k] * worths[at + 1]
        elif chosen < 0 or worths[at + 1, s.actor] > best[s.actor]:
            best[:] = worths[at + 1]
            chosen = np.int64(moves[at, k])
    worths[at] = best
    entry.key, entry.move, entry.bound = key, chosen, EXACT
    entry.worth[:] = best
    return True


@jit
def look_at(states: Any, at: Any, notes: Any, moves: Any, logits: Any) -> int:
    """The moves of states[at] and how good they look."""
    return game.prior(states[at], notes, moves, logits)


@jit
def play_at(states: Any, at: Any, move: Any) -> None:
    game.play(states[at], move)


@jit
def estimate_at(states: Any, at: Any, weights: Any, notes: Any, values: Any) -> None:
    game.value(states[at], weights, notes, values)


@jit
def left_at(states: Any, at: Any) -> int:
    return game.remaining(states[at])


@jit
def has_outcomes(states: Any, deals: Any) -> bool:
    """Does states[1] wait for a deal that can be looked into?"""
    chances = np.empty(MAX_DEALS)
    return states[1].actor == CHANCE and game.outcomes(states[1], deals[1], chances) > 0


# ---- From Python

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
            np.zeros((DEEPEST, rules.MAX_MOVES), np.int16),
            np.zeros((DEEPEST, rules.MAX_MOVES), np.int32),
            np.zeros((2, SEATS)),
            np.zeros((DEEPEST, SEATS)),
            np.zeros(game_of(states).evaluator.SCRATCH_SIZE, np.int32),
            np.zeros((DEEPEST, MAX_DEALS)),
            network.weights,
        )
        self.deals = np.zeros((DEEPEST, MAX_DEALS, rules.DEAL_SIZE), np.int64)
        self.counts = np.zeros(3, np.int64)

    @property
    def nodes(self) -> int:
        """How many nodes were looked at."""
        return min(int(self.counts[NODES]), int(self.counts[MAX_NODES]))

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
        self.counts[MAX_NODES] = self.nodes + nodes
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
            self.counts[MAX_NODES] = counted[NODES] + RESOLVING_NODES
            if self._is_plain():
                self._solve_two(0, -1.0, 2.0)
            else:
                self._solve_many(0)
            self.counts[:] = counted
        return int(entry["move"])
