"""Exact endings: the rest of a round or game solved to where chance or the end comes, in compiled
code; `solver.py` has the room for it.

With two seats alpha-beta on the utility of seat 0 (seat 1's is what is missing to 1); with more
seats, or with deals on the way, every line is followed and each seat takes its own best (max-n),
deals weighed by their chances. A hash table remembers what was solved. A solution is exact with
respect to the mind's estimate, and truly exact where the game ends. Nothing here names a game.
"""

from typing import Any

import numpy as np

from azulejos import game
from azulejos.batch import SEATS
from azulejos.bits import index
from azulejos.game import CHANCE
from azulejos.jit import jit, record_dtype
from azulejos.rng import WORD
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
STOPPED = -1.0  # a worth that says the nodes were used up
# Places of the counts: nodes looked at, how many may be, deals that were not looked into.
NODES, MOST_NODES, DEALS = range(3)


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
    states: Any, words: Any, at: Any, low: Any, high: Any, table: Any, work: Any, counts: Any
) -> Any:
    """Utility of seat 0 in states[at] if it lies between low and high, else a bound on that side.

    `words` are the states as 64-bit words, `work` room by depth for moves, logits, values, worths
    and chances, the mind's notes and a network's rows.
    """
    moves, logits, values, worths, notes, _, rows = work
    s = states[at]
    if s.actor < 0:
        counts[DEALS] += s.actor == CHANCE
        settle_worth(s, rows, notes, values, worths[at])
        return worths[at, 0]
    counts[NODES] += 1
    if counts[NODES] > counts[MOST_NODES] or at + 2 >= len(states):
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
    entry.bound = AT_MOST if best <= low else AT_LEAST if best >= high else EXACT
    return best


@jit
def solve_many(
    states: Any, words: Any, at: Any, table: Any, work: Any, deals: Any, counts: Any
) -> bool:
    """Write the utility of each seat in states[at] to its row of worths; False if nodes ran out."""
    moves, logits, values, worths, notes, chances, rows = work
    s = states[at]
    outcomes = game.outcomes(s, deals[at], chances[at]) if s.actor == CHANCE else 0
    if s.actor < 0 and outcomes == 0:
        counts[DEALS] += s.actor == CHANCE
        settle_worth(s, rows, notes, values, worths[at])
        return True
    counts[NODES] += 1
    if counts[NODES] > counts[MOST_NODES] or at + 2 >= len(states):
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
