"""The compiled kernels of exact search, up to the next deal or the end of the game.

With two seats and no deals on the way: alpha-beta on the utility of seat 0 (that of seat 1 is one
minus it). Otherwise max-n with shallow pruning: each seat chooses what is best for itself, and
deals that the game can list are weighted by their probabilities. A transposition table stores what
was solved. A solution is exact with respect to the evaluator's value of the states in which it
ends, and truly exact where these are ends of the game.

Not here: the moves of a root, their order and their best lines (`solver.py`).
"""

from typing import Annotated, Any, NamedTuple

import numpy as np

from azulejos.batch import SEATS
from azulejos.compiled.bits import index
from azulejos.compiled.jit import jit, record_dtype
from azulejos.compiled.rng import WORD
from azulejos.compiled.types import float32, float64, int16, int32, int64, of, state, uint64
from azulejos.contract import verbs
from azulejos.contract.rules import CHANCE
from azulejos.network import WIDTH
from azulejos.search.puct import MAX_DEALS, utility

MAX_DEPTH = 64  # moves from the root

ENTRY = record_dtype(
    [
        ("key", np.uint64),  # hash of a state; 0 while the entry is free
        ("utilities", np.float32, SEATS),  # by seat; alpha-beta uses seat 0's alone
        ("move", np.int16),  # the best move, tried first when the state is met again
        ("bound", np.int8),  # what the utility of the seat to decide is; alpha-beta: of seat 0
    ]
)
EXACT, LOWER_BOUND, UPPER_BOUND = 0, 1, 2
OUT_OF_NODES = -1.0  # returned instead of a utility
NOTHING_SECURED = -1.0  # less than any utility
NODES, MAX_NODES, OPEN_DEALS, MOVES = 0, 1, 2, 3  # indices of Workspace.counts


class Workspace(NamedTuple):
    """The memory of the kernels; what is "by depth" has a row for each move from the root."""

    states: Annotated[Any, state["d"]]  # by depth
    words: Annotated[Any, uint64["d", "w"]]  # the same memory as words, to be hashed
    mask: Annotated[Any, uint64["w"]]  # the bits of these words on which the future depends
    moves: Annotated[Any, int16["d", "MAX_MOVES"]]  # by depth
    logits: Annotated[Any, int32["d", "MAX_MOVES"]]  # by depth
    # by depth: the deals that the game lists, and their probabilities
    deals: Annotated[Any, int64["d", MAX_DEALS, "DEAL_SIZE"]]
    chances: Annotated[Any, float64["d", MAX_DEALS]]
    utilities: Annotated[Any, float64["d", SEATS]]  # by depth and seat
    # win shares and points by seat, as the evaluator writes them
    values: Annotated[Any, float64[2, SEATS]]
    scratch: Annotated[Any, int32["SCRATCH_SIZE"]]  # what `Evaluator.prepare` wrote for the root
    weights: Annotated[Any, float32[:, WIDTH].const]  # a network's
    table: Annotated[Any, of(ENTRY)[1]]
    # nodes visited, how many may be, lines that ended at an open deal, moves of the root
    counts: Annotated[Any, int64[4]]


@jit
def hash_state(words: Any, i: Any, mask: Any) -> Any:
    """A 64-bit hash of the masked state in row i; never 0."""
    h = 0x9E3779B97F4A7C15
    for k in range(words.shape[1]):
        h = ((h ^ int(words[i, k] & mask[k])) * 0xFF51AFD7ED558CCD) & WORD
        h = h ^ (h >> 32)
    return h | np.uint64(1)


@jit
def next_move(moves: Any, logits: Any, k: Any, n: Any, table_move: Any) -> Any:
    """The table's move if it is among moves[k:n], else the one with the highest logit; it is
    swapped to place k.
    """
    best = k
    for i in range(k, n):
        if moves[i] == table_move:
            best = i
            break
        if logits[i] > logits[best]:
            best = i
    moves[k], moves[best] = moves[best], moves[k]
    logits[k], logits[best] = logits[best], logits[k]
    return np.int64(moves[k])


@jit
def evaluate_leaf(work: Any, depth: Any) -> None:
    """Write the utilities of a state in which no seat decides."""
    s = work.states[depth]
    work.counts[OPEN_DEALS] += s.actor == CHANCE
    verbs.value(s, work.weights, work.scratch, work.values)
    utility(work.values, s.players, work.utilities[depth])


@jit
def store(entry: Any, key: Any, move: Any, utilities: Any) -> None:
    """Write what was solved exactly to the table; without a best move, that is -1."""
    entry.key, entry.move, entry.bound = key, move, EXACT
    for p in range(SEATS):
        entry.utilities[p] = utilities[p]


@jit
def alpha_beta(work: Any, depth: Any, alpha: Any, beta: Any) -> Any:
    """The utility of seat 0 in states[depth] if it lies between alpha and beta, else a bound on
    that side. Seat 0 maximises, seat 1 minimises.
    """
    states, table, counts = work.states, work.table, work.counts
    s = states[depth]
    if s.actor < 0:
        evaluate_leaf(work, depth)
        return work.utilities[depth, 0]
    counts[NODES] += 1
    if counts[NODES] > counts[MAX_NODES] or depth + 2 >= len(states):
        return OUT_OF_NODES
    key = hash_state(work.words, depth, work.mask)
    entry = table[index(key & np.uint64(len(table) - 1))]
    table_move = np.int64(-1)
    if entry.key == key:
        known = entry.utilities[0]
        is_lower = entry.bound == LOWER_BOUND
        if entry.bound == EXACT or (known >= beta if is_lower else known <= alpha):
            return known
        table_move = np.int64(entry.move)
    if verbs.solve(s, work.values):
        utility(work.values, s.players, work.utilities[depth])
        store(entry, key, -1, work.utilities[depth])
        return work.utilities[depth, 0]
    moves, logits = work.moves[depth], work.logits[depth]
    n = verbs.prior(s, work.scratch, moves, logits)
    is_maximising = s.actor == 0
    best, chosen, low, high = (-1.0 if is_maximising else 2.0), np.int64(-1), alpha, beta
    for k in range(n):
        move = next_move(moves, logits, k, n, table_move if k == 0 else -1)
        states[depth + 1] = states[depth]
        verbs.play(states[depth + 1], move)
        found = alpha_beta(work, depth + 1, low, high)
        if found == OUT_OF_NODES:
            return OUT_OF_NODES
        if found > best if is_maximising else found < best:
            best, chosen = found, move
        if is_maximising:
            low = max(low, best)
        else:
            high = min(high, best)
        if low >= high:
            break
    entry.key, entry.move = key, chosen
    entry.utilities[0] = best
    entry.bound = UPPER_BOUND if best <= alpha else LOWER_BOUND if best >= beta else EXACT
    return best


@jit
def read_table(entry: Any, actor: Any, previous: Any, secured: Any, out: Any) -> bool:
    """Write utilities from an entry of the state that max-n is about to solve; False if its bound
    is not enough. The other arguments are those of `max_n`, and the seat that decides.
    """
    if entry.bound == EXACT:
        for p in range(SEATS):  # by seat: to assign arrays takes seconds to compile
            out[p] = entry.utilities[p]
        return True
    if 1.0 - entry.utilities[index(actor)] <= secured:
        out[index(previous)] = 1.0 - entry.utilities[index(actor)]
        return True
    return False


@jit
def max_n(work: Any, depth: Any, previous: Any, secured: Any) -> bool:
    """Write the utilities of states[depth] by max-n; False if the nodes ran out.

    The seat `previous` moved here and has another move of utility `secured`, -1 if none. The
    utilities of two seats sum to at most 1. So as soon as another seat, which decides here, has a
    move that leaves no more than `secured`, this state will not be chosen: what is then written is
    only an upper bound for `previous`.
    """
    states, table, counts, utilities = work.states, work.table, work.counts, work.utilities
    moves, logits = work.moves[depth], work.logits[depth]
    deals, chances = work.deals[depth], work.chances[depth]
    s = states[depth]
    outcomes = verbs.outcomes(s, deals, chances) if s.actor == CHANCE else 0
    if s.actor < 0 and outcomes == 0:
        evaluate_leaf(work, depth)
        return True
    counts[NODES] += 1
    if counts[NODES] > counts[MAX_NODES] or depth + 2 >= len(states):
        return False
    key = hash_state(work.words, depth, work.mask)
    entry = table[index(key & np.uint64(len(table) - 1))]
    table_move = np.int64(-1)
    if s.actor == previous:
        secured = np.float64(NOTHING_SECURED)
    if entry.key == key:
        if read_table(entry, s.actor, previous, secured, utilities[depth]):
            return True
        table_move = np.int64(entry.move)
    if s.actor >= 0 and verbs.solve(s, work.values):
        utility(work.values, s.players, utilities[depth])
        store(entry, key, -1, utilities[depth])
        return True
    best, chosen = np.zeros(SEATS), np.int64(-1)
    n = outcomes if outcomes else verbs.prior(s, work.scratch, moves, logits)
    for k in range(n):
        states[depth + 1] = states[depth]
        if outcomes:
            verbs.settle(states[depth + 1], deals[k])
            if not max_n(work, depth + 1, np.int64(0), np.float64(NOTHING_SECURED)):
                return False
            for p in range(SEATS):
                best[p] += chances[k] * utilities[depth + 1, p]
            continue
        move = next_move(moves, logits, k, n, table_move if k == 0 else -1)
        verbs.play(states[depth + 1], move)
        least = best[s.actor] if chosen >= 0 else NOTHING_SECURED
        if not max_n(work, depth + 1, np.int64(s.actor), np.float64(least)):
            return False
        if chosen < 0 or utilities[depth + 1, s.actor] > best[s.actor]:
            chosen = move
            for p in range(SEATS):
                best[p] = utilities[depth + 1, p]
            if 1.0 - best[s.actor] <= secured:
                store(entry, key, chosen, best)
                entry.bound = LOWER_BOUND
                utilities[depth, previous] = 1.0 - best[s.actor]
                return True
    store(entry, key, chosen, best)
    for p in range(SEATS):
        utilities[depth, p] = best[p]
    return True
