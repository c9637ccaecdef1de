"""Tree search over any game: PUCT with a value for each seat, in compiled code.

A tree grows by simulations: down from the root by visits, value and prior; at a node seen for the
second time its children are made; where the tree ends, moves that look good are played until the
game's mind can estimate the state, and every node on the way keeps the mean of what came out. No
deal is ever looked at in advance: a state that waits for chance is estimated as it is, or, when its
deals are few and known, goes on in each by its likelihood. States are rebuilt from the root, never
stored. Nothing here names a game.
"""

from typing import Any

import numpy as np

from azulejos import game
from azulejos.batch import SEATS
from azulejos.bits import index
from azulejos.game import CHANCE, NOBODY
from azulejos.jit import jit, record_dtype
from azulejos.rng import below

NODE = record_dtype(
    [
        ("mean", np.float32, SEATS),  # of the utility that came out, by seat
        ("visits", np.int32),  # simulations that came through
        ("prior", np.float32),  # share of the looks that the parent gives it in advance
        ("first", np.int32),  # number of its first child; the others follow
        ("children", np.int16),  # their number, 0 while there are none
        ("move", np.int16),  # that leads here from the parent
    ]
)

MARGIN_WEIGHT = (
    0.3  # of being ahead in points, beside winning: keeps play sensible when all is decided
)
MARGIN_SCALE = 20.0  # points ahead that count as much
OWN_MIDDLE, OWN_SCALE = (
    50.0,
    60.0,
)  # points that are neither few nor many, and how far from it is far
CANDIDATES = 3  # random moves of which a playout takes the one that looks best
MOST_DEALS = 8  # that a search goes into; where there are more it stops
DEEPEST = 256  # moves from the root; longer lines do not fit in a round or a game of 54 tiles


@jit
def utility(values: Any, players: Any, blindness: Any, out: Any) -> None:
    """By seat, from 0 to 1: shares of the win, blended with points ahead of the best other.

    The more blindness, the more only a seat's own points count, as for somebody who does not look
    at the other boards.
    """
    for p in range(players):
        best = -np.inf
        for q in range(players):
            if q != p:
                best = max(best, values[1, q])
        ahead = 0.5 + 0.5 * np.tanh((values[1, p] - best) / MARGIN_SCALE)
        alone = 0.5 + 0.5 * np.tanh((values[1, p] - OWN_MIDDLE) / OWN_SCALE)
        seen = (1.0 - MARGIN_WEIGHT) * values[0, p] + MARGIN_WEIGHT * ahead
        out[p] = (1.0 - blindness) * seen + blindness * alone


@jit
def grow(
    nodes: Any, used: Any, states: Any, rng: Any, settings: Any, simulations: Any, told: Any
) -> None:
    """Run simulations from states[0]; states[1] is for work, used[0] counts the nodes in use.

    `settings` are exploration, reduction, temperature and blindness. `told[i]` gathers by seat the
    shares of the win and the points that came out below child i of the root.
    """
    moves = np.empty(game.most_moves(states[0]), np.int16)
    logits = np.empty(game.most_moves(states[0]), np.float64)
    deals = np.empty((MOST_DEALS, game.deal_size(states[0])), np.int64)
    path = np.empty(DEEPEST, np.int32)
    values = np.empty((2, SEATS), np.float64)
    worth = np.empty(SEATS, np.float64)
    s = states[1]
    for _ in range(simulations):
        states[1] = states[0]
        depth, node = 0, 0
        path[0] = 0
        while depth + 1 < DEEPEST:
            me = nodes[index(node)]
            if me.children == 0:
                room = used[0] + len(moves) <= len(nodes)
                if me.visits == 0 or s.actor == NOBODY or not room:
                    break
                if not expand(nodes, used, node, s, settings[2], moves, logits, deals):
                    break
            if s.actor == CHANCE:
                node = draw_child(nodes, node, rng)
                game.outcomes(s, deals, logits)
                game.settle(s, deals[nodes[node].move])
            else:
                node = pick_child(nodes, node, s.actor, settings[0], settings[1])
                game.play(s, np.int64(nodes[index(node)].move))
            depth += 1
            path[depth] = node
        play_until_quiet(s, rng, moves, logits)
        game.estimate(s, values)
        utility(values, s.players, settings[3], worth)
        for i in range(depth + 1):
            me = nodes[index(path[i])]
            me.visits += 1
            for p in range(s.players):
                me.mean[p] += (worth[p] - me.mean[p]) / me.visits
        if depth > 0:
            child = path[1] - nodes[0].first
            for p in range(s.players):
                told[child, 0, p] += values[0, p]
                told[child, 1, p] += values[1, p]


@jit
def expand(
    nodes: Any, used: Any, node: Any, s: Any, temperature: Any, moves: Any, logits: Any, deals: Any
) -> bool:
    """Make the children of a node with their priors; False if it has none."""
    first, n = used[0], 0
    if s.actor == CHANCE:
        n = game.outcomes(s, deals, logits)
        for i in range(n):
            add_child(nodes, first + i, i, logits[i])
    else:
        count = game.legal_moves(s, moves)
        game.prior(s, moves, count, logits)
        best = -np.inf
        for i in range(count):
            best = max(best, logits[i])
        total = 0.0
        for i in range(count):
            if logits[i] > -np.inf:
                share = np.exp((logits[i] - best) / temperature)
                total += share
                add_child(nodes, first + n, moves[i], share)
                n += 1
        for i in range(n):
            nodes[index(first + i)].prior /= total
    used[0] += n
    nodes[index(node)].first = first
    nodes[index(node)].children = n
    return n > 0


@jit
def add_child(nodes: Any, i: Any, move: Any, prior: Any) -> None:
    """A node that nothing has come through yet."""
    child = nodes[index(i)]
    child.move = move
    child.prior = prior
    child.visits = 0
    child.children = 0
    for p in range(SEATS):
        child.mean[p] = 0.0


@jit
def pick_child(nodes: Any, node: Any, actor: Any, exploration: Any, reduction: Any) -> Any:
    """The child that promises most to the seat to decide, or is worth another look."""
    me = nodes[index(node)]
    first, untried = np.int64(me.first), me.mean[index(actor)] - reduction
    looks = exploration * np.sqrt(float(me.visits))
    best, chosen = -np.inf, 0
    for i in range(first, first + me.children):
        child = nodes[index(i)]
        value = child.mean[index(actor)] if child.visits else untried
        score = value + looks * child.prior / (1 + child.visits)
        if score > best:
            best, chosen = score, i
    return chosen


@jit
def draw_child(nodes: Any, node: Any, rng: Any) -> Any:
    """A deal, by its likelihood."""
    me = nodes[index(node)]
    point = below(rng, 1 << 30) / (1 << 30)
    for i in range(me.children - 1):
        point -= nodes[index(me.first + i)].prior
        if point < 0:
            return np.int64(me.first + i)
    return np.int64(me.first + me.children - 1)


@jit
def play_until_quiet(s: Any, rng: Any, moves: Any, logits: Any) -> None:
    """Play on, each time the best-looking of a few random moves, to a state that is quiet."""
    while not game.is_quiet(s):
        n = game.legal_moves(s, moves)
        if n > CANDIDATES:
            for i in range(CANDIDATES):
                k = i + below(rng, n - i)
                moves[i], moves[k] = moves[k], moves[i]
            n = CANDIDATES
        game.prior(s, moves, n, logits)
        best = 0
        for i in range(1, n):
            if logits[i] > logits[best]:
                best = i
        game.play(s, np.int64(moves[best]))
