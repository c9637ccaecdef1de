"""Foresight: solved moves of similar utility, compared over sampled deals of the next round.

The solver ends at the next deal and takes the evaluator's value there. Foresight follows the best
line of each move to its end, samples deals, the same for all moves, and runs a short tree search
after each. The mean over the deals decides. A line that ends where no deal is due keeps its solved
utility. Several threads search a move each, with the same result as one.

`search` is the state of `driver.py`, which decides how long this goes on.
"""

from typing import Any

import numpy as np

from azulejos.batch import SEATS
from azulejos.compiled.jit import jit, record_dtype
from azulejos.contract import verbs
from azulejos.search.info import write_mean
from azulejos.search.puct import END, UTILITY
from azulejos.search.solver import MAX_LINES, copy_line, put_in_order, write_line
from azulejos.search.tree import SLOTS_PER_SIMULATION, begin_tree, simulate, write_root_value

MARGIN = 0.06  # of utility below the best, within which a move is a candidate
MAX_CANDIDATES = MAX_LINES
DEAL_NODES = 150  # simulations after each deal; with 300 or 600 the choices are no better
SOLVED_WEIGHT = 2  # the solved utility counts like so many deals
HALVINGS = (6, 14, 30)  # numbers of deals after which the worse half is dropped
MIN_DEALS = 4  # fewer say nothing
MAX_DEALS = 128
SURE_DEALS, SURE_ERRORS = 16, 3.0  # stop early: after so many deals, ahead by so many std. errors

CANDIDATE = record_dtype(  # a move near the best, and what was found after it
    [
        ("values", np.float64, (2, SEATS)),  # after the last deal: win shares, points
        ("found", np.float64),  # after the last deal: utility to the seat that decides
        ("totals", np.float64, (2, SEATS)),  # of the values of the solved line and all deals
        ("utilities", np.float64, MAX_DEALS),  # by deal, to the seat that decides
        ("utility", np.float64),  # the mean over the deals and the solved utility
        ("nodes", np.int64),  # simulations
        ("deals", np.int64),  # over which it was compared
    ]
)


@jit
def begin_foresight(search: Any) -> None:
    """Make the first MAX_CANDIDATES moves near the best whose lines end in different states the
    candidates.
    """
    head, solver, found = search.head[0], search.solver, search.solver.found
    for k in range(1, head.near):
        put_in_order(found, k, found[k].move, found[k].utility)
    n = 0
    for k in range(head.near):
        if n < MAX_CANDIDATES:
            write_line(solver, n, np.int64(found[k].move), found[k].utility)
            n += is_new_end(solver.end_words, n)
    for i in range(n):
        search.rivals[i] = i
        begin_candidate(search.candidates[i], solver.lines[i])
    head.candidates = head.rivals = n
    slots = search.tree.memory.slots
    room = DEAL_NODES * SLOTS_PER_SIMULATION + 2 * verbs.max_moves(solver.root)
    slots[END] = min(slots[END], room)


@jit
def is_new_end(words: Any, n: Any) -> Any:
    """Does line n end in another state than those before it?"""
    is_new = True
    for i in range(n):
        is_new &= not (words[i] == words[n]).all()
    return is_new


@jit
def begin_candidate(candidate: Any, line: Any) -> None:
    """Begin with the solved line of a move."""
    candidate.nodes = candidate.deals = 0
    candidate.utility = line.utility
    write_mean(line.values, 1 / SOLVED_WEIGHT, candidate.totals)


@jit
def deal_cost(search: Any) -> Any:
    """The simulations of the next deal."""
    cost = 0
    for k in range(search.head[0].rivals):
        cost += DEAL_NODES * int(search.solver.lines[search.rivals[k]].is_open)
    return cost


@jit
def is_compared(search: Any) -> Any:
    """Is the comparison decided, or are too few nodes left to go on?"""
    head, cost = search.head[0], deal_cost(search)
    if head.rivals < 2 or cost == 0 or head.deals == MAX_DEALS:
        return True
    needed = cost * max(1, MIN_DEALS - head.deals)
    return head.nodes + needed > head.max_nodes or is_sure(search)


@jit
def is_sure(search: Any) -> Any:
    """Is the first rival significantly ahead of the second?"""
    n = search.head[0].deals
    if n < SURE_DEALS:
        return False
    first, second = search.candidates[search.rivals[0]], search.candidates[search.rivals[1]]
    mean, variance = 0.0, 0.0
    for i in range(n):
        mean += (first.utilities[i] - second.utilities[i]) / n
    for i in range(n):
        variance += (first.utilities[i] - second.utilities[i] - mean) ** 2 / (n - 1)
    return mean > SURE_ERRORS * np.sqrt(variance / n)


@jit
def search_after_deal(search: Any, k: Any) -> None:
    """Search after the deal at hand and the line of rival k."""
    head, solver, i = search.head[0], search.solver, search.rivals[k]
    candidate, tree, values = search.candidates[i], search.tree, np.empty((3, SEATS))
    states, rng = tree.memory.states, tree.memory.rng
    deal = np.empty(verbs.deal_size(states), np.int64)
    states[0] = solver.ends[i]
    rng[0] = head.entropy + np.uint64(head.deals)  # the same deal for all rivals
    verbs.draw(states[0], rng, deal)
    verbs.settle(states[0], deal)
    begin_tree(tree)
    simulate(tree, DEAL_NODES)
    write_root_value(tree, values)
    write_mean(values, 1, candidate.values)
    candidate.found = values[UTILITY, solver.root[0].actor]


@jit
def end_deal(search: Any) -> None:
    """Count a deal after which all rivals were searched, and sort them."""
    head, rivals = search.head[0], search.rivals
    for k in range(head.rivals):
        add_deal(search.candidates[rivals[k]], search.solver.lines[rivals[k]])
    for n in range(1, head.rivals):
        k, i = n, rivals[n]
        while k > 0 and search.candidates[rivals[k - 1]].utility < search.candidates[i].utility:
            rivals[k] = rivals[k - 1]
            k -= 1
        rivals[k] = i
    head.searched = 0
    head.deals += 1
    for deals in HALVINGS:
        if head.deals == deals:
            head.rivals = max(2, head.rivals // 2)


@jit
def add_deal(candidate: Any, line: Any) -> None:
    """Add what was found after a deal to the means of a candidate."""
    values = candidate.values if line.is_open else line.values
    found = candidate.found if line.is_open else line.utility
    candidate.utilities[candidate.deals] = found
    candidate.deals += 1
    total = 0.0
    for i in range(candidate.deals):
        total += candidate.utilities[i]
    solved = SOLVED_WEIGHT * line.utility
    candidate.utility = (solved + total) / (SOLVED_WEIGHT + candidate.deals)
    for p in range(SEATS):
        candidate.totals[0, p] += values[0, p]
        candidate.totals[1, p] += values[1, p]


@jit
def write_foresight_info(search: Any, lines: Any, info: Any, moves: Any) -> None:
    """Write all candidates, best first; those that were compared over more deals come before."""
    head, candidates = search.head[0], search.candidates
    order = np.empty(head.candidates, np.int64)
    for n in range(head.candidates):
        k = n
        while k > 0 and is_ahead(candidates[n], candidates[order[k - 1]]):
            order[k] = order[k - 1]
            k -= 1
        order[k] = n
    for k in range(head.candidates):
        candidate, move = candidates[order[k]], moves[k]
        copy_line(search.solver.lines[order[k]], k < lines, move)
        move.visits = candidate.nodes
        write_mean(candidate.totals, SOLVED_WEIGHT + candidate.deals, move.values)
    write_mean(moves[0].values, 1, info[0].values)
    info[0].moves = head.candidates


@jit
def is_ahead(one: Any, other: Any) -> Any:
    """Does a candidate come before another?"""
    is_better = one.utility > other.utility
    return one.deals > other.deals or (one.deals == other.deals and is_better)
