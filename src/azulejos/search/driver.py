"""The search of a position in compiled code: one record, the arrays that it needs, and `advance`.

A search tries to solve a short rest of a round or game; then it solves the moves near the best as
well and compares them by foresight. Otherwise it searches a tree. `advance` works on for some nodes
and returns the phase that is due; `give_up` ends a phase whose time is up; `write_info` writes the
answer so far. They know no clock: `analysis.py` has the time, the threads and the texts.
"""

from typing import Annotated, Any, NamedTuple

import numpy as np

from azulejos.compiled.jit import in_parts, jit, kernel, record_dtype
from azulejos.compiled.types import int64, of, within
from azulejos.search.foresight import (
    CANDIDATE,
    DEAL_NODES,
    MARGIN,
    MAX_CANDIDATES,
    MIN_DEALS,
    begin_foresight,
    end_deal,
    is_compared,
    search_after_deal,
    write_foresight_info,
)
from azulejos.search.info import INFO, MOVE_INFO, write_mean
from azulejos.search.minimax import MOVES, OPEN_DEALS, OUT_OF_NODES
from azulejos.search.solver import SOLVED, Solver, copy_line, solve, solve_move, solver_nodes
from azulejos.search.tree import TreeState, simulate, write_tree_info

# What is due next: to solve the position, to solve the moves near the best, to search one of these
# after a deal, to search the tree, nothing.
SOLVE, SOLVE_NEAR, FORESEE, SEARCH_TREE, OVER = range(5)
MIN_NODES = 2  # of a tree; the second simulation expands the root: before it no move has a name
NEAR_SHARE = 0.7  # of time and nodes, until which solving moves near the best may go on

SEARCH = record_dtype(
    [
        ("max_nodes", np.int64),  # the limit
        ("nodes", np.int64),  # visited so far
        ("entropy", np.uint64),  # of the deals of foresight
        ("solved_nodes", np.int64),  # until the position was solved
        ("phase", np.int64),  # see above
        ("tried", np.int64),  # moves of which it is known whether they are near the best
        ("near", np.int64),  # those that are; they come first
        ("candidates", np.int64),  # moves that are or were compared
        ("rivals", np.int64),  # those that still are
        ("searched", np.int64),  # rivals searched after the deal at hand
        ("deals", np.int64),  # after which all of them were
        ("has_foresight", np.bool_),  # compares solved moves of similar utility
        ("is_tree", np.bool_),  # the answer is that of the tree
    ]
)


class SearchState(NamedTuple):
    """A search; several threads have trees of their own and share the rest."""

    head: Annotated[Any, of(SEARCH)[1]]
    solver: Solver
    tree: TreeState
    candidates: Annotated[Any, of(CANDIDATE)[MAX_CANDIDATES]]
    rivals: Annotated[Any, int64[MAX_CANDIDATES]]  # the candidates that are compared, best first


@in_parts
@kernel(SearchState, int)
def advance(search: Any, nodes: Any) -> Any:
    """Work on for at most so many nodes, or in foresight for one search; return what is due."""
    head, nodes = search.head[0], min(nodes, search.head[0].max_nodes - search.head[0].nodes)
    if head.phase == SOLVE:
        solve_root(search, nodes)
    elif head.phase == SOLVE_NEAR:
        solve_near(search, nodes)
    elif head.phase == FORESEE:
        search_rival(search, head.searched)
        count_searched(search, 1)
    elif head.phase == SEARCH_TREE:
        simulate(search.tree, nodes)
        count_simulations(search, nodes)
    return head.phase


@in_parts
@kernel(SearchState)
def give_up(search: Any) -> Any:
    """End the present phase, whose time is up; return what is due."""
    head = search.head[0]
    if head.phase == SOLVE:
        head.phase, head.nodes, head.is_tree = SEARCH_TREE, 0, True
        head.max_nodes = max(MIN_NODES, head.max_nodes)
    elif head.phase == SOLVE_NEAR:
        begin_foresight(search)
        head.phase = OVER if is_compared(search) else FORESEE
    else:
        head.phase = OVER
    return head.phase


@in_parts
@jit
def solve_root(search: Any, nodes: Any) -> None:
    """Try to solve the position with so many more nodes."""
    head, counts = search.head[0], search.solver.work.counts
    is_solved = solve(search.solver, nodes)
    head.nodes = head.solved_nodes = solver_nodes(search.solver.work)
    if is_solved:
        head.tried = head.near = 1
        head.phase = SOLVE_NEAR if head.has_foresight and counts[OPEN_DEALS] > 0 else OVER
    elif head.nodes >= head.max_nodes:
        give_up(search)


@in_parts
@jit
def solve_near(search: Any, nodes: Any) -> None:
    """Try to solve the next move that may be near the best with so many more nodes."""
    head, solver, found = search.head[0], search.solver, search.solver.found
    least = solver.lines[SOLVED].utility - MARGIN
    left = np.int64(NEAR_SHARE * head.max_nodes) - head.nodes
    is_last = head.tried == solver.work.counts[MOVES] or found[head.tried].utility <= least
    if is_last or left <= 0:
        give_up(search)
        return
    move = np.int64(found[head.tried].move)
    utility = solve_move(solver, move, least, min(nodes, left))
    head.nodes = solver_nodes(solver.work)
    if utility != OUT_OF_NODES:
        head.tried += 1
        if utility > least:
            found[head.near].move, found[head.near].utility = move, utility
            head.near += 1


@in_parts
@kernel(SearchState, within[MAX_CANDIDATES])
def search_rival(search: Any, k: Any) -> None:
    """Search rival k after the deal at hand; threads may do so at the same time."""
    if search.solver.lines[search.rivals[k]].is_open:
        search_after_deal(search, k)


@in_parts
@kernel(SearchState, within[MAX_CANDIDATES + 1])
def count_searched(search: Any, n: Any) -> None:
    """Count the next n rivals as searched after the deal at hand."""
    head = search.head[0]
    for k in range(head.searched, head.searched + n):
        if search.solver.lines[search.rivals[k]].is_open:
            search.candidates[search.rivals[k]].nodes += DEAL_NODES
            head.nodes += DEAL_NODES
    head.searched += n
    if head.searched == head.rivals:
        end_deal(search)
        if is_compared(search):
            head.phase = OVER


@in_parts
@kernel(SearchState, int)
def count_simulations(search: Any, n: Any) -> None:
    """Count simulations of the tree."""
    search.head[0].nodes += n
    if search.head[0].nodes >= search.head[0].max_nodes:
        give_up(search)


@in_parts
@kernel(SearchState, int, of(INFO)[1], of(MOVE_INFO)["MAX_MOVES"])
def write_info(search: Any, lines: Any, info: Any, moves: Any) -> None:
    """Write the answer so far; the first few moves have lines."""
    head = search.head[0]
    info[0].is_exact = False
    if head.is_tree:
        write_tree_info(search.tree, lines, info, moves)
    elif head.deals >= MIN_DEALS:
        write_foresight_info(search, lines, info, moves)
    else:
        write_solution_info(search, info, moves)
    info[0].nodes = head.solved_nodes if info[0].is_exact else head.nodes


@jit
def write_solution_info(search: Any, info: Any, moves: Any) -> None:
    """Write the solved move."""
    line, move = search.solver.lines[SOLVED], moves[0]
    copy_line(line, True, move)
    move.visits = search.head[0].solved_nodes
    info[0].moves, info[0].is_exact = 1, True
    write_mean(line.values, 1, move.values)
    write_mean(line.values, 1, info[0].values)
