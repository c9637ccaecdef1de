"""The compiled kernels of the tree search: PUCT selection, expansion, rollout, value and backup.

A simulation descends from the root by PUCT (mean value plus an exploration bonus from prior and
visits; unvisited moves start at the parent's value minus the FPU reduction). A node without
children is expanded once it has the evaluator's EXPANSION_VISITS. Where the tree ends, the
evaluator's rollout plays to a quiet state, its value is converted to a utility for each seat, and
the backup updates the means of all nodes on the path.

The search never looks at a deal in advance. A node that waits for a deal is a leaf, unless the
game can list all deals (`Rules.outcomes`); then it is a chance node, whose children are sampled by
probability. Nodes store no states: each simulation replays the moves from the root.

The children of a node are stored in a row: the visited ones first, then the unvisited one with the
highest prior, then the others. Of the unvisited ones only the first can be selected next, so
selection reads no further, and most children are never more than a prior and a move.

Not here: the memory of a tree (`tree.py`) and the work of several threads (`parallel.py`).
"""

from typing import Annotated, Any, NamedTuple

import numpy as np

from azulejos.batch import SEATS
from azulejos.compiled.bits import index
from azulejos.compiled.jit import jit, kernel, record_dtype
from azulejos.compiled.rng import below
from azulejos.compiled.types import float32, float64, int16, int32, int64, of, state, uint64, within
from azulejos.contract import verbs
from azulejos.contract.evaluation import LOGIT_SCALE, Evaluator
from azulejos.contract.rules import CHANCE, NOBODY
from azulejos.network import WIDTH

NODE = record_dtype(
    [
        ("value", np.float32),  # mean utility to the seat that moved here
        ("value_to_mover", np.float32),  # mean utility to the seat that decides here
        ("exploration_bonus", np.float32),  # prior / (visits + 1), before the parent's factor
        ("visits", np.int32),  # simulations that passed through or ended here
        ("first_child", np.int32),  # slot of its first child; the others follow
        ("children", np.int16),  # number of children, 0 before the expansion
        ("visited_children", np.int16),  # how many of them have been visited
    ]
)


class TreeArrays(NamedTuple):
    """The nodes of a tree by slot; the root has slot 0."""

    nodes: Annotated[Any, of(NODE)["m"]]
    # the prior of the move that leads here, or the deal's probability
    priors: Annotated[Any, float32["m"]]
    # that move, or the number of the deal among the listed ones
    moves: Annotated[Any, int16["m"]]


class ThreadMemory(NamedTuple):
    """The working memory of one thread that runs simulations."""

    # slots[NEXT] is the next free slot of the thread's part, slots[END] its end
    slots: Annotated[Any, int64[2]]
    # states[0] is the state in which simulations begin, states[1] is overwritten
    states: Annotated[Any, state[2]]
    # what `Evaluator.prepare` wrote for the root
    scratch: Annotated[Any, int32["SCRATCH_SIZE"]]
    # one uint64, or one for each task
    rng: Annotated[Any, uint64[1]]


class SearchParameters(NamedTuple):
    """The numbers that steer a search."""

    exploration: float  # the PUCT exploration constant
    fpu_reduction: float  # how far below its parent's value an unvisited move starts
    prior_temperature: float  # by which the logits of the prior are divided
    expansion_visits: int  # visits of a node before its children are created


NEXT, END = 0, 1  # indices of ThreadMemory.slots
WIN, POINTS, UTILITY = 0, 1, 2  # rows of the totals of simulations: win shares, points, utility

MARGIN_WEIGHT = 0.3  # weight of the points ahead in the utility, beside the win share
MARGIN_SCALE = 20.0  # points ahead at which the margin saturates
MAX_DEALS = 8  # of a chance node; where more are possible the tree ends
MAX_DEPTH = 256  # moves from the root; no round and no game of 54 tiles has as many

EXP_STEPS = 32  # entries of EXP_TABLE per unit of logit
EXP_TABLE = np.round((1 << 20) * np.exp(-np.arange(13 * EXP_STEPS) / EXP_STEPS)).astype(np.int32)
PRUNED_STEPS = 5 * EXP_STEPS  # moves with logits so far below the best are dropped, except at root


def search_parameters(evaluator: Evaluator, temperature: float = 1.0) -> SearchParameters:
    """The parameters that an evaluator asks for; `temperature` multiplies that of its prior."""
    return SearchParameters(
        float(evaluator.EXPLORATION),
        float(evaluator.FPU_REDUCTION),
        float(temperature * evaluator.PRIOR_TEMPERATURE),
        int(evaluator.EXPANSION_VISITS),
    )


@kernel(float)
def approximate_tanh(x: Any) -> Any:
    """A rational approximation of tanh that is exactly -1 and 1 beyond -3 and 3."""
    x = min(3.0, max(-3.0, x))
    return x * (27.0 + x * x) / (27.0 + 9.0 * x * x)


@kernel(float64[2, SEATS], within[SEATS + 1], float64[SEATS])
def utility(values: Any, players: Any, out: Any) -> None:
    """Write by seat, from 0 to 1, the win share blended with the points ahead of the best other.

    The margin keeps play sensible when the winner is certain.
    """
    for p in range(players):
        best = -np.inf
        for q in range(players):
            if q != p:
                best = max(best, values[1, q])
        ahead = 0.5 + 0.5 * approximate_tanh((values[1, p] - best) / MARGIN_SCALE)
        out[p] = (1.0 - MARGIN_WEIGHT) * values[0, p] + MARGIN_WEIGHT * ahead


@kernel(
    TreeArrays,
    ThreadMemory,
    float32[:, WIDTH].const,
    SearchParameters,
    within["m"],
    int,
    float64["MAX_MOVES", 3, SEATS],
)
def run_simulations(
    tree: Any,
    memory: Any,
    weights: Any,
    parameters: Any,
    start: Any,
    simulations: Any,
    totals: Any,
) -> None:
    """Run simulations that begin at the node `start`, whose state is memory.states[0].

    `tree` is TreeArrays, `memory` ThreadMemory, `weights` are a network's, `parameters`
    SearchParameters. totals[i] accumulates by seat the win shares, points and utilities of the
    simulations through child i of the root; all go to totals[0] when `start` is another node.

    This function is long on purpose: splitting it costs a quarter of the speed.
    """
    nodes, priors, moves = tree
    slots, states, scratch, rng = memory
    max_moves = verbs.max_moves(states)
    listed_moves, logits = np.empty(max_moves, np.int16), np.empty(max_moves, np.int32)
    deals = np.empty((MAX_DEALS, verbs.deal_size(states)), np.int64)
    chances = np.empty(MAX_DEALS, np.float64)
    path, actors = np.empty(MAX_DEPTH, np.int32), np.empty(MAX_DEPTH, np.int8)
    values, utilities = np.empty((2, SEATS), np.float64), np.empty(SEATS, np.float64)
    s = states[1]
    for _ in range(simulations):
        # Step 1. Selection, with expansion where it is due
        states[1] = states[0]
        depth, node = 0, start
        path[0] = start
        while depth + 1 < MAX_DEPTH:
            me = nodes[index(node)]
            if me.children == 0:
                has_room = slots[NEXT] + max_moves <= slots[END]
                visits_needed = parameters.expansion_visits if node else 1
                if me.visits < visits_needed or s.actor == NOBODY or not has_room:
                    break
                if node and verbs.is_solved(s):
                    break
                if s.actor == CHANCE:
                    expand_chance(tree, slots, node, s, deals, chances)
                else:
                    temperature = parameters.prior_temperature
                    expand(tree, slots, node, s, scratch, temperature, listed_moves, logits)
                if me.children == 0:
                    break
            actors[index(depth)] = s.actor
            if s.actor == CHANCE:
                node = sample_child(tree, node, rng)
                verbs.outcomes(s, deals, chances)
                verbs.settle(s, deals[moves[node]])
            else:
                node = select_child(nodes, priors, node, parameters)
                if nodes[index(node)].visits == 0:
                    promote_unvisited(nodes, priors, moves, path[index(depth)])
                verbs.play(s, np.int64(moves[index(node)]))
            depth += 1
            path[index(depth)] = node
        actors[index(depth)] = s.actor
        # Step 2. Rollout and value
        verbs.rollout(s, scratch, rng)
        verbs.value(s, weights, scratch, values)
        utility(values, s.players, utilities)
        # Step 3. Backup
        backup(nodes, priors, path, actors, depth, utilities)
        if start > 0 or depth > 0:
            child = path[1] - nodes[0].first_child if start == 0 else 0
            for p in range(s.players):
                totals[child, WIN, p] += values[0, p]
                totals[child, POINTS, p] += values[1, p]
                totals[child, UTILITY, p] += utilities[p]


@jit
def backup(nodes: Any, priors: Any, path: Any, actors: Any, depth: Any, utilities: Any) -> None:
    """Update visits, means and exploration bonus of the nodes on a path."""
    previous: Any = 0  # the seat that moved to the node
    for i in range(depth + 1):
        node, mover = path[index(i)], np.int64(max(0, actors[index(i)]))
        me = nodes[index(node)]
        visits = me.visits + 1
        part = np.float32(1.0) / np.float32(visits)
        me.visits = visits
        me.value += (np.float32(utilities[index(previous)]) - me.value) * part
        me.value_to_mover += (np.float32(utilities[index(mover)]) - me.value_to_mover) * part
        me.exploration_bonus = priors[index(node)] / np.float32(visits + 1)
        previous = mover


@jit
def clear_node(node: Any) -> None:
    """Reset a node to one without visits and children."""
    node.value = node.value_to_mover = 0.0
    node.visits = node.first_child = 0
    node.children = node.visited_children = 0


@jit
def expand(
    tree: Any,
    slots: Any,
    node: Any,
    s: Any,
    scratch: Any,
    temperature: Any,
    listed_moves: Any,
    logits: Any,
) -> None:
    """Create the children of a node in which a seat decides; their priors are the softmax of the
    evaluator's logits divided by the temperature.
    """
    nodes, priors, moves = tree
    first = slots[NEXT]
    n = verbs.prior(s, scratch, listed_moves, logits)
    top = logits[0]
    for i in range(1, n):
        top = max(top, logits[index(i)])
    scale = np.int64(65536 * EXP_STEPS / (LOGIT_SCALE * temperature))
    pruned = len(EXP_TABLE) if node == 0 else PRUNED_STEPS
    total, end, best = 0, first, first
    for i in range(n):
        logit = logits[index(i)]
        steps: Any = np.int64(top - logit) * scale >> 16
        share = EXP_TABLE[index(min(steps, len(EXP_TABLE) - 1))]
        is_kept = int(steps < pruned)
        total += is_kept * share
        priors[index(end)] = share
        moves[index(end)] = listed_moves[index(i)]
        best = end if logit == top else best
        end += is_kept
    part = np.float32(1.0 / total)
    for i in range(first, end):
        priors[index(i)] *= part
    me = nodes[index(node)]
    me.first_child, me.children, me.visited_children = first, end - first, 0
    slots[NEXT] = end
    swap_children(priors, moves, first, best)
    clear_node(nodes[index(first)])


@jit
def expand_chance(tree: Any, slots: Any, node: Any, s: Any, deals: Any, chances: Any) -> None:
    """Create the children of a node that waits for a deal, if the game can list the deals; all of
    them count as visited.
    """
    nodes, priors, moves = tree
    first, n = slots[NEXT], verbs.outcomes(s, deals, chances)
    for i in range(n):
        clear_node(nodes[index(first + i)])
        priors[index(first + i)] = chances[i]
        moves[index(first + i)] = i
    slots[NEXT] += n
    me = nodes[index(node)]
    me.first_child, me.children, me.visited_children = first, n, n


@jit
def swap_children(priors: Any, moves: Any, i: Any, k: Any) -> None:
    """Swap the slots of two unvisited children."""
    prior, move = priors[index(i)], moves[index(i)]
    priors[index(i)], moves[index(i)] = priors[index(k)], moves[index(k)]
    priors[index(k)], moves[index(k)] = prior, move


@jit
def promote_unvisited(nodes: Any, priors: Any, moves: Any, node: Any) -> None:
    """Count one more visited child, and bring the unvisited child with the highest prior to the
    slot behind it.
    """
    me = nodes[index(node)]
    me.visited_children += 1
    place = np.int64(me.first_child) + me.visited_children
    end = np.int64(me.first_child) + me.children
    if place < end:
        best, high = place, priors[index(place)]
        for i in range(place + 1, end):
            if priors[index(i)] > high:
                best, high = i, priors[index(i)]
        swap_children(priors, moves, place, best)
        clear_node(nodes[index(place)])


@jit
def select_child(nodes: Any, priors: Any, node: Any, parameters: Any) -> Any:
    """The child with the highest PUCT score for the seat that decides."""
    me = nodes[index(node)]
    first, end = np.int64(me.first_child), np.int64(me.first_child) + me.visited_children
    factor = np.float32(parameters.exploration * np.sqrt(np.float32(me.visits)))
    chosen: Any = first
    best = np.float32(-np.inf)
    if me.visited_children < me.children:  # the unvisited child with the highest prior
        unvisited_value = me.value_to_mover - np.float32(parameters.fpu_reduction)
        best, chosen = unvisited_value + factor * priors[index(end)], end
    for i in range(first, end - 3, 4):  # four at a time: comparisons that need not wait
        one, score_one = better_child(nodes, factor, i, i + 1)
        other, score_other = better_child(nodes, factor, i + 2, i + 3)
        is_better = score_other > score_one
        score, child = score_other if is_better else score_one, other if is_better else one
        is_better = score > best
        best, chosen = score if is_better else best, child if is_better else chosen
    for i in range(end - (end - first) % 4, end):
        score = nodes[index(i)].value + factor * nodes[index(i)].exploration_bonus
        is_better = score > best
        best, chosen = score if is_better else best, i if is_better else chosen
    return chosen


@jit
def better_child(nodes: Any, factor: Any, i: Any, k: Any) -> Any:
    """Which of two children has the higher PUCT score, the first if they are equal; and its
    score.
    """
    one = nodes[index(i)].value + factor * nodes[index(i)].exploration_bonus
    other = nodes[index(k)].value + factor * nodes[index(k)].exploration_bonus
    is_better = other > one
    return k if is_better else i, other if is_better else one


@jit
def sample_child(tree: Any, node: Any, rng: Any) -> Any:
    """A child sampled by its prior."""
    nodes, priors, _ = tree
    me = nodes[index(node)]
    point = below(rng, 1 << 30) / (1 << 30)
    for i in range(me.first_child, me.first_child + me.children - 1):
        point -= priors[index(i)]
        if point < 0:
            return np.int64(i)
    return np.int64(me.first_child + me.children - 1)
