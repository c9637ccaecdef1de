"""The exact solution of the rest of a round or game, up to the next deal or the end.

With two seats and no deals on the way: alpha-beta on the utility of seat 0 (that of seat 1 is one
minus it). Otherwise max-n with shallow pruning: each seat chooses what is best for itself, and
deals that the game can list are weighted by their probabilities. A transposition table stores what
was solved. A solution is exact with respect to the evaluator's value of the states in which it
ends, and truly exact where these are ends of the game.

The first part holds the compiled kernels, the second `Solver`, which owns their memory.
"""

from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.batch import SEATS
from azulejos.compiled.bits import index
from azulejos.compiled.jit import jit, kernel, record_dtype
from azulejos.compiled.rng import WORD
from azulejos.compiled.types import float32, float64, int16, int32, int64, of, state, uint64, within
from azulejos.contract import verbs
from azulejos.contract.rules import CHANCE, States
from azulejos.contract.verbs import game_of
from azulejos.network import WIDTH, Network
from azulejos.search.puct import MAX_DEALS, utility
from azulejos.search.verbs import outcomes_at, play_at, prepare_root, prior_at, solve_at, value_at

MAX_DEPTH = 64  # moves from the root
TABLE_SIZE = 1 << 18  # entries of the transposition table; a power of 2
RESOLVING_NODES = 1 << 20  # to solve a state of the best line again whose entry was overwritten

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
NODES, MAX_NODES, OPEN_DEALS = 0, 1, 2  # indices of Workspace.counts


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
    # nodes visited, how many may be, and lines that ended at an open deal
    counts: Annotated[Any, int64[3]]


@kernel(uint64["k", "w"].const, within["k"], uint64["w"].const)
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


@kernel(Workspace, within["d"])
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


@kernel(Workspace, within["d"], float, float)
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


@kernel(Workspace, within["d"], within[SEATS], float)
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


# ---- From Python

MoveUtilities = list[tuple[int, float]]  # moves and their utility to the seat that decides


@dataclass(frozen=True)
class Line:
    """Best play of all seats from a move on."""

    moves: list[int]
    utility: float  # to the seat that decides
    end: States  # one state, in which no seat decides
    values: NDArray[np.float64]  # there, by seat: win shares, points
    is_open: bool  # ends at a deal that was not expanded: the values are estimates


@dataclass(frozen=True)
class Solution:
    """The result of an exact search."""

    moves: MoveUtilities  # best first; of the moves after the first these are upper bounds
    best: Line
    nodes: int  # visited
    is_open: bool  # some lines end at a deal that was not expanded


def future_mask(dtype: np.dtype[Any], past: tuple[str, ...]) -> NDArray[np.uint64]:
    """The bits of a state's words outside of some fields."""
    state = np.full(dtype.itemsize, 255, np.uint8)
    for name in past:
        field = dtype.fields[name]  # type: ignore[index]  # a record has fields
        state[field[1] : field[1] + field[0].itemsize] = 0
    return state.view(np.uint64)


class Solver:
    """The memory for exact searches of one game; the transposition table is kept between them."""

    def __init__(self, states: States, network: Network):
        """Allocate the memory for the game and variant of states[0]."""
        rules, evaluator = game_of(states).rules, game_of(states).evaluator
        self.prior = network.prior
        stack = np.zeros(MAX_DEPTH, states.dtype)
        self.work = Workspace(
            states=stack,
            words=stack.view(np.uint64).reshape(MAX_DEPTH, -1),
            mask=future_mask(states.dtype, evaluator.PAST_FIELDS),
            moves=np.zeros((MAX_DEPTH, rules.MAX_MOVES), np.int16),
            logits=np.zeros((MAX_DEPTH, rules.MAX_MOVES), np.int32),
            deals=np.zeros((MAX_DEPTH, MAX_DEALS, rules.DEAL_SIZE), np.int64),
            chances=np.zeros((MAX_DEPTH, MAX_DEALS)),
            utilities=np.zeros((MAX_DEPTH, SEATS)),
            values=np.zeros((2, SEATS)),
            scratch=np.zeros(evaluator.SCRATCH_SIZE, np.int32),
            weights=network.weights,
            table=np.zeros(TABLE_SIZE, ENTRY),
            counts=np.zeros(3, np.int64),
        )

    @property
    def nodes(self) -> int:
        """The nodes visited so far."""
        return min(int(self.work.counts[NODES]), int(self.work.counts[MAX_NODES]))

    def solve(self, states: States, nodes: int) -> Solution | None:
        """Solve states[0], in which a seat decides; None if that takes more nodes."""
        self._begin(states, nodes)
        found: MoveUtilities = []
        best = -1.0
        for move in self._ordered_moves():
            utility = self._utility_after(move, int(states[0].actor), best)
            if utility is None:
                return None
            found.append((move, utility))
            best = max(best, utility)
        found.sort(key=lambda pair: -pair[1])
        is_open = bool(self.work.counts[OPEN_DEALS])
        return Solution(found, self.best_line(states, *found[0]), self.nodes, is_open)

    def solve_move(self, states: States, move: int, least: float, nodes: int) -> float | None:
        """The utility of a move of states[0] to its seat, an upper bound if it is not above
        `least`; None if that takes more nodes.
        """
        self._begin(states, nodes)
        return self._utility_after(move, int(states[0].actor), least)

    def best_line(self, states: States, move: int, utility: float) -> Line:
        """Best play after a solved move of states[0], read from the transposition table."""
        moves, end = [move], states.copy()
        play_at(end, 0, move)
        while end[0].actor >= 0:
            moves.append(self._best_move(end))
            play_at(end, 0, moves[-1])
        values = np.zeros((2, SEATS))
        value_at(end, 0, self.work.weights, self.work.scratch, values)
        is_open = bool(end[0].actor == CHANCE) and not self._has_listed_deals(end, 0)
        return Line(moves, utility, end, values, is_open)

    def _begin(self, states: States, nodes: int) -> None:
        """Make states[0] the root, with so many nodes to visit."""
        counts = self.work.counts
        counts[NODES], counts[MAX_NODES] = self.nodes, self.nodes + nodes
        self.work.states[0] = states[0]
        prepare_root(self.work.states, self.prior, self.work.scratch)

    def _ordered_moves(self) -> list[int]:
        """The moves of the root, highest prior first, without equivalent ones."""
        moves, logits = self.work.moves[0], self.work.logits[0]
        n = prior_at(self.work.states, 0, self.work.scratch, moves, logits)
        order = sorted(range(n), key=lambda i: -logits[i])
        return [int(moves[i]) for i in order]

    def _utility_after(self, move: int, actor: int, least: float) -> float | None:
        """The utility of a move of the root to its seat; an upper bound if not above `least`."""
        self.work.states[1] = self.work.states[0]
        play_at(self.work.states, 1, move)
        if self._fits_alpha_beta(1):
            low, high = (least, 2.0) if actor == 0 else (-1.0, 1.0 - least)
            utility = float(alpha_beta(self.work, 1, low, high))
            return None if utility == OUT_OF_NODES else utility if actor == 0 else 1.0 - utility
        is_solved = max_n(self.work, 1, actor, least)
        return float(self.work.utilities[1, actor]) if is_solved else None

    def _fits_alpha_beta(self, depth: int) -> bool:
        """Are there two seats, and no deals to expand?"""
        states = self.work.states
        return bool(states[depth].players == 2) and not self._has_listed_deals(states, depth)

    def _has_listed_deals(self, states: States, i: int) -> bool:
        """Does states[i] wait for a deal, and can the game list the possible ones?"""
        return int(outcomes_at(states, i, self.work.deals[1], self.work.chances[1])) > 0

    def _best_solved_move(self) -> int:
        """The move of the root after which the value stays what the evaluator says it is; among
        equal moves, which one a seat takes may matter to the others.
        """
        expected = self.work.values.copy()
        for move in self._ordered_moves():
            self.work.states[1] = self.work.states[0]
            play_at(self.work.states, 1, move)
            if not solve_at(self.work.states, 1, self.work.values):
                evaluate_leaf(self.work, 1)
            if np.array_equal(self.work.values, expected):
                return move
        raise AssertionError("the evaluator's value of a solved state is that of one of its moves")

    def _best_move(self, states: States) -> int:
        """The best move of states[0] by the transposition table.

        If its entry was overwritten the state is solved again, which does not count as nodes.
        """
        self.work.states[0] = states[0]
        if solve_at(states, 0, self.work.values):
            return self._best_solved_move()
        key = hash_state(self.work.words, 0, self.work.mask)
        entry = self.work.table[int(key) & (TABLE_SIZE - 1)]
        if entry["key"] != key or entry["bound"] != EXACT:
            counted = self.work.counts.copy()
            self.work.counts[MAX_NODES] = counted[NODES] + RESOLVING_NODES
            if self._fits_alpha_beta(0):
                alpha_beta(self.work, 0, -1.0, 2.0)
            else:
                max_n(self.work, 0, 0, NOTHING_SECURED)
            self.work.counts[:] = counted
        return int(entry["move"])
