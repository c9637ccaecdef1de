"""Exact endings: the rest of a round or game solved to where chance or the end comes.

With two seats alpha-beta on the utility of seat 0 (seat 1's is what is missing to 1); with more
seats, or with deals on the way, every line is followed and each seat takes its own best (max-n),
deals weighed by their chances. A hash table remembers what was solved. A solution is exact with
respect to the mind's estimate, and truly exact where the game ends. Nothing here names a game.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos import game
from azulejos.batch import SEATS
from azulejos.bits import index
from azulejos.game import CHANCE, States, game_of
from azulejos.jit import jit, record_dtype
from azulejos.networks import Network
from azulejos.rng import WORD
from azulejos.search.memory import note_root
from azulejos.search.tree import MOST_DEALS, utility

ENTRY = record_dtype(
    [
        ("key", np.uint64),  # digest of a state; 0 while the entry is free
        ("worth", np.float32, SEATS),  # utility by seat; with a bound only seat 0's counts
        ("move", np.int16),  # the best one, to be tried first
        ("bound", np.int8),  # the worth is EXACT, AT_LEAST or AT_MOST that
    ]
)
EXACT, AT_LEAST, AT_MOST = 0, 1, 2
DEEPEST = 64  # moves from the root
STOPPED = -1.0  # a worth that says the nodes were used up
TABLE_SIZE = 1 << 18
RESOLVING_NODES = 1 << 20  # for a state on the best line whose entry was taken by another


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
def settle_worth(s: Any, rows: Any, notes: Any, values: Any, worth: Any) -> None:
    """The utility of a state in which no seat decides."""
    game.estimate(s, rows, notes, values)
    utility(values, s.players, worth)


@jit
def solve_two(
    states: Any, words: Any, at: Any, low: Any, high: Any, table: Any, work: Any, left: Any
) -> Any:
    """Utility of seat 0 in states[at] if it lies between low and high, else a bound on that side.

    `words` are the states as 64-bit words, `work` room by depth for moves, logits, values, worths
    and chances, the mind's notes and a network's rows, left[0] the nodes that may still be looked
    at.
    """
    moves, logits, values, worths, notes, _, rows = work
    s = states[at]
    if s.actor < 0:
        settle_worth(s, rows, notes, values, worths[at])
        return worths[at, 0]
    left[0] -= 1
    if left[0] < 0 or at + 2 >= len(states):
        return STOPPED
    key = digest(words, at)
    entry = table[index(key & np.uint64(len(table) - 1))]
    hint = np.int64(-1)
    if entry.key == key:
        known = entry.worth[0]
        if entry.bound == EXACT or (known >= high if entry.bound == AT_LEAST else known <= low):
            return known
        hint = np.int64(entry.move)
    n = game.look(s, notes, moves[at], logits[at])
    is_first = s.actor == 0
    best, chosen, least, most = (-1.0 if is_first else 2.0), np.int64(-1), low, high
    for k in range(n):
        move = best_first(moves[at], logits[at], k, n, hint if k == 0 else -1)
        states[at + 1] = states[at]
        game.play(states[at + 1], move)
        worth = solve_two(states, words, at + 1, least, most, table, work, left)
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
    entry.bound = AT_MOST if best <= low else AT_LEAST if best >= high else EXACT
    return best


@jit
def solve_many(
    states: Any, words: Any, at: Any, table: Any, work: Any, deals: Any, left: Any
) -> bool:
    """Write the utility of each seat in states[at] to its row of worths; False if nodes ran out."""
    moves, logits, values, worths, notes, chances, rows = work
    s = states[at]
    outcomes = game.outcomes(s, deals[at], chances[at]) if s.actor == CHANCE else 0
    if s.actor < 0 and outcomes == 0:
        settle_worth(s, rows, notes, values, worths[at])
        return True
    left[0] -= 1
    if left[0] < 0 or at + 2 >= len(states):
        return False
    key = digest(words, at)
    entry = table[index(key & np.uint64(len(table) - 1))]
    if entry.key == key:
        worths[at] = entry.worth
        return True
    best, chosen = np.zeros(SEATS), np.int64(-1)
    n = outcomes if outcomes else game.look(s, notes, moves[at], logits[at])
    for k in range(n):
        states[at + 1] = states[at]
        if outcomes:
            game.settle(states[at + 1], deals[at, k])
        else:
            game.play(states[at + 1], np.int64(moves[at, k]))
        if not solve_many(states, words, at + 1, table, work, deals, left):
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


@dataclass(frozen=True)
class Solution:
    """What an exact search found."""

    moves: list[tuple[int, float]]  # moves and their utility to the seat to decide, best first
    line: list[int]  # best play of all seats
    values: NDArray[np.float64]  # where it ends, by seat: shares of the win, points
    nodes: int  # that were looked at


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
        self.left = np.zeros(1, np.int64)

    def solve(self, states: States, nodes: int) -> Solution | None:
        """Solve states[0], in which a seat decides; None if that takes more nodes."""
        self.left[0] = nodes
        self.stack[0] = states[0]
        note_root(self.stack, self.prior, self.work[4])
        moves = self._ordered_moves(0)
        actor = int(states[0].actor)
        found: list[tuple[int, float]] = []
        for move in moves:
            best = max((worth for _, worth in found), default=-1.0)
            worth = self._worth_after(move, actor, best)
            if worth is None:
                return None
            found.append((move, worth))
        found.sort(key=lambda pair: -pair[1])
        used = nodes - int(self.left[0])
        line = self._line(found[0][0])
        return Solution(found, line, self.work[2].copy(), used)

    def _ordered_moves(self, at: int) -> list[int]:
        """The moves of a state on the stack, the most promising first, no twins."""
        moves, logits = self.work[0][at], self.work[1][at]
        n = look_at(self.stack, at, self.work[4], moves, logits)
        order = sorted(range(n), key=lambda i: -logits[i])
        return [int(moves[i]) for i in order]

    def _worth_after(self, move: int, actor: int, best: float) -> float | None:
        """What a move from stack[0] is worth to its seat; if no more than `best`, a bound."""
        self.stack[1] = self.stack[0]
        play_at(self.stack, 1, move)
        if self._is_plain():
            low, high = (best, 2.0) if actor == 0 else (-1.0, 1.0 - best)
            worth = float(
                solve_two(self.stack, self.words, 1, low, high, self.table, self.work, self.left)
            )
            return None if worth == STOPPED else worth if actor == 0 else 1.0 - worth
        is_solved = solve_many(
            self.stack, self.words, 1, self.table, self.work, self.deals, self.left
        )
        return float(self.work[3][1, actor]) if is_solved else None

    def _is_plain(self) -> bool:
        """Are there two seats and no deals to look into, so that alpha-beta is exact?"""
        s = self.stack[1]
        return bool(s.players == 2) and not has_outcomes(self.stack, self.deals)

    def _line(self, move: int) -> list[int]:
        """Best play from stack[0] on, as the table remembers it; values are left where it ends."""
        line = [move]
        states = self.stack[:1].copy()
        play_at(states, 0, move)
        while states[0].actor >= 0:
            self.stack[0] = states[0]
            line.append(self._best_known())
            play_at(states, 0, line[-1])
        estimate_at(states, 0, self.work[6], self.work[4], self.work[2])
        return line

    def _best_known(self) -> int:
        """The best move of stack[0] as the table has it; solved again if its entry was taken."""
        key = digest(self.words, 0)
        entry = self.table[int(key) & (TABLE_SIZE - 1)]
        if entry["key"] != key:
            self.left[0] = RESOLVING_NODES
            self.stack[1] = self.stack[0]
            if self._is_plain():
                args = (self.stack, self.words, 0, -1.0, 2.0, self.table, self.work, self.left)
                solve_two(*args)
            else:
                solve_many(self.stack, self.words, 0, self.table, self.work, self.deals, self.left)
        return int(entry["move"])


@jit
def look_at(states: Any, at: Any, notes: Any, moves: Any, logits: Any) -> int:
    """The moves of states[at] and how good they look."""
    return game.look(states[at], notes, moves, logits)


@jit
def play_at(states: Any, at: Any, move: Any) -> None:
    game.play(states[at], move)


@jit
def estimate_at(states: Any, at: Any, rows: Any, notes: Any, values: Any) -> None:
    game.estimate(states[at], rows, notes, values)


@jit
def left_at(states: Any, at: Any) -> int:
    return game.left(states[at])


@jit
def has_outcomes(states: Any, deals: Any) -> bool:
    """Does states[1] wait for a deal that can be looked into?"""
    chances = np.empty(MOST_DEALS)
    return states[1].actor == CHANCE and game.outcomes(states[1], deals[1], chances) > 0
