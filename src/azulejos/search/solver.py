"""The exact solution of the rest of a round or game: the moves of a root, and their best lines.

Not here: the search below a move of the root (`minimax.py`).
"""

from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.batch import SEATS
from azulejos.compiled.bits import index
from azulejos.compiled.jit import jit, kernel, record_dtype
from azulejos.compiled.types import float32, of, state, uint64, within
from azulejos.contract import verbs
from azulejos.contract.rules import CHANCE, States
from azulejos.contract.verbs import game_of
from azulejos.network import Network
from azulejos.search.info import write_mean
from azulejos.search.minimax import (
    ENTRY,
    EXACT,
    MAX_DEPTH,
    MAX_NODES,
    MOVES,
    NODES,
    NOTHING_SECURED,
    OUT_OF_NODES,
    Workspace,
    alpha_beta,
    evaluate_leaf,
    hash_state,
    max_n,
)
from azulejos.search.puct import MAX_DEALS

TABLE_SIZE = 1 << 18  # entries of the transposition table; a power of 2
RESOLVING_NODES = 1 << 20  # to solve a state of the best line again whose entry was overwritten
MAX_LINES = 8  # of moves near the best
SOLVED = MAX_LINES  # the line of the best move, behind those

ROOT_MOVE = record_dtype(
    [
        ("utility", np.float64),  # to the seat that decides; after the first an upper bound
        ("move", np.int16),
    ]
)
LINE = record_dtype(
    [
        ("values", np.float64, (2, SEATS)),  # at its end, by seat: win shares, points
        ("utility", np.float64),  # to the seat that decides at the root
        ("length", np.int32),  # how many moves it has
        ("moves", np.int16, MAX_DEPTH),  # best play of all seats from a move on
        ("is_open", np.bool_),  # ends at a deal that was not expanded: the values are estimates
    ]
)


class Solver(NamedTuple):
    """The exact search of a root; the transposition table is kept between attempts."""

    work: Workspace
    root: Annotated[Any, state[1]]  # in which a seat decides
    prior: Annotated[Any, float32[:].const]  # a network's
    found: Annotated[Any, of(ROOT_MOVE)["MAX_MOVES"]]  # best first
    lines: Annotated[Any, of(LINE)[MAX_LINES + 1]]
    ends: Annotated[Any, state[MAX_LINES + 1]]  # the states in which the lines end
    end_words: Annotated[Any, uint64[MAX_LINES + 1, :]]  # the same memory as words


@kernel(Solver, int)
def solve(solver: Any, nodes: Any) -> bool:
    """Write the moves of the root and the line of the best; False if that takes more nodes."""
    work, found = solver.work, solver.found
    begin_attempt(solver, nodes)
    n, best = order_moves(work), np.float64(NOTHING_SECURED)
    for k in range(n):
        move = np.int64(work.moves[0, k])
        utility = utility_after(work, move, best)
        if utility == OUT_OF_NODES:
            return False
        put_in_order(found, k, move, utility)
        best = max(best, utility)
    work.counts[MOVES] = n
    write_line(solver, SOLVED, np.int64(found[0].move), found[0].utility)
    return True


@kernel(Solver, int, float, int)
def solve_move(solver: Any, move: Any, least: Any, nodes: Any) -> Any:
    """The utility of a move of the root, an upper bound if it is not above `least`; OUT_OF_NODES
    if that takes more nodes.
    """
    begin_attempt(solver, nodes)
    return utility_after(solver.work, move, least)


@jit
def solver_nodes(work: Any) -> Any:
    """The nodes visited so far."""
    return min(work.counts[NODES], work.counts[MAX_NODES])


@jit
def begin_attempt(solver: Any, nodes: Any) -> None:
    """Begin at the root, with so many nodes to visit."""
    work = solver.work
    work.counts[NODES] = solver_nodes(work)
    work.counts[MAX_NODES] = work.counts[NODES] + nodes
    work.states[0] = solver.root[0]
    verbs.prepare(work.states[0], solver.prior, work.scratch)


@jit
def order_moves(work: Any) -> Any:
    """Write the moves of states[0], highest prior first, without equivalent ones; their number."""
    moves, logits = work.moves[0], work.logits[0]
    n = verbs.prior(work.states[0], work.scratch, moves, logits)
    for i in range(1, n):
        k, move, logit = i, moves[i], logits[i]
        while k > 0 and logits[k - 1] < logit:
            moves[k], logits[k] = moves[k - 1], logits[k - 1]
            k -= 1
        moves[k], logits[k] = move, logit
    return n


@jit
def put_in_order(found: Any, n: Any, move: Any, utility: Any) -> None:
    """Put a move among n that are sorted by utility, behind its equals."""
    k = n
    while k > 0 and found[k - 1].utility < utility:
        found[k] = found[k - 1]
        k -= 1
    found[k].move, found[k].utility = move, utility


@jit
def utility_after(work: Any, move: Any, least: Any) -> Any:
    """The utility of a move of states[0] to its seat; an upper bound if it is not above `least`."""
    work.states[1] = work.states[0]
    actor = np.int64(work.states[0].actor)
    verbs.play(work.states[1], move)
    if fits_alpha_beta(work, 1):
        low, high = (least, 2.0) if actor == 0 else (-1.0, 1.0 - least)
        found = alpha_beta(work, np.int64(1), low, high)
        return found if found == OUT_OF_NODES or actor == 0 else 1.0 - found
    is_solved = max_n(work, np.int64(1), actor, least)
    return work.utilities[1, index(actor)] if is_solved else OUT_OF_NODES


@jit
def fits_alpha_beta(work: Any, depth: Any) -> Any:
    """Are there two seats, and no deals to expand?"""
    s = work.states[depth]
    return s.players == 2 and not has_listed_deals(work, s)


@jit
def has_listed_deals(work: Any, s: Any) -> Any:
    """Does a state wait for a deal, and can the game list the possible ones?"""
    return s.actor == CHANCE and verbs.outcomes(s, work.deals[1], work.chances[1]) > 0


@kernel(Solver, within[MAX_LINES + 1], int, float)
def write_line(solver: Any, i: Any, move: Any, utility: Any) -> None:
    """Write line i: best play after a solved move of the root, read from the table."""
    work, line, end = solver.work, solver.lines[i], solver.ends[i]
    solver.ends[i] = solver.root[0]
    line.moves[0], line.utility = move, utility
    verbs.play(end, move)
    n = 1
    while end.actor >= 0 and n < MAX_DEPTH:
        next_best = best_move(work, end)
        line.moves[n] = next_best
        verbs.play(end, next_best)
        n += 1
    line.length = n
    verbs.value(end, work.weights, work.scratch, work.values)
    write_mean(work.values, 1, line.values)
    line.is_open = end.actor == CHANCE and not has_listed_deals(work, end)


@jit
def copy_line(line: Any, is_whole: Any, out: Any) -> None:
    """Write a line, or its first move alone, to that of a `MOVE_INFO`."""
    out.length = line.length if is_whole else 1
    for i in range(out.length):
        out.line[i] = line.moves[i]


@jit
def best_move(work: Any, s: Any) -> Any:
    """The best move of a state by the transposition table.

    If its entry was overwritten the state is solved again, which does not count as nodes.
    """
    work.states[0] = s
    if verbs.solve(work.states[0], work.values):
        return best_solved_move(work)
    key = hash_state(work.words, 0, work.mask)
    entry, counts = work.table[index(key & np.uint64(len(work.table) - 1))], work.counts
    if entry.key != key or entry.bound != EXACT:
        counted = counts.copy()
        counts[MAX_NODES] = counts[NODES] + RESOLVING_NODES
        if fits_alpha_beta(work, 0):
            alpha_beta(work, np.int64(0), -1.0, 2.0)
        else:
            max_n(work, np.int64(0), np.int64(0), np.float64(NOTHING_SECURED))
        counts[:] = counted
    return np.int64(entry.move)


@jit
def best_solved_move(work: Any) -> Any:
    """The move of states[0] after which the value stays what the evaluator says it is; among equal
    moves, which one a seat takes may matter to the others.
    """
    expected, n = work.values.copy(), order_moves(work)
    for k in range(n):
        work.states[1] = work.states[0]
        verbs.play(work.states[1], np.int64(work.moves[0, k]))
        if work.states[1].actor < 0 or not verbs.solve(work.states[1], work.values):
            evaluate_leaf(work, 1)
        if (work.values == expected).all():
            return np.int64(work.moves[0, k])
    return np.int64(work.moves[0, 0])


# ---- From Python


def future_mask(dtype: np.dtype[Any], past: tuple[str, ...]) -> NDArray[np.uint64]:
    """The bits of a state's words outside of some fields."""
    state = np.full(dtype.itemsize, 255, np.uint8)
    for name in past:
        field = dtype.fields[name]  # type: ignore[index]  # a record has fields
        state[field[1] : field[1] + field[0].itemsize] = 0
    return state.view(np.uint64)


def new_solver(states: States, network: Network, is_used: bool = True) -> Solver:
    """The memory for exact searches of states[0]; of the least size if it is not used."""
    rules, evaluator = game_of(states).rules, game_of(states).evaluator
    depth, table_size = (MAX_DEPTH, TABLE_SIZE) if is_used else (1, 1)
    stack, ends = np.zeros(depth, states.dtype), np.zeros(MAX_LINES + 1, states.dtype)
    work = Workspace(
        states=stack,
        words=stack.view(np.uint64).reshape(depth, -1),
        mask=future_mask(states.dtype, evaluator.PAST_FIELDS),
        moves=np.zeros((depth, rules.MAX_MOVES), np.int16),
        logits=np.zeros((depth, rules.MAX_MOVES), np.int32),
        deals=np.zeros((depth, MAX_DEALS, rules.DEAL_SIZE), np.int64),
        chances=np.zeros((depth, MAX_DEALS)),
        utilities=np.zeros((depth, SEATS)),
        values=np.zeros((2, SEATS)),
        scratch=np.zeros(evaluator.SCRATCH_SIZE, np.int32),
        weights=network.weights,
        table=np.zeros(table_size, ENTRY),
        counts=np.zeros(4, np.int64),
    )
    return Solver(
        work=work,
        root=states[:1].copy(),
        prior=network.prior,
        found=np.zeros(rules.MAX_MOVES, ROOT_MOVE),
        lines=np.zeros(MAX_LINES + 1, LINE),
        ends=ends,
        end_words=ends.view(np.uint64).reshape(len(ends), -1),
    )
