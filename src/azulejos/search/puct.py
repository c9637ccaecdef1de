"""Tree search over any game: PUCT with a value for each seat, in compiled code.

A tree grows by simulations: down from the root by visits, value and prior; at a node that was seen
before, as often as the game's mind likes, its children are made; where the tree ends, the mind
plays on until it can estimate the state, and every node on the way keeps the mean of what came out.
No deal is ever looked at in advance: a state that waits for chance is estimated as it is, or, when
its deals are few and known, goes on in each by its likelihood. States are rebuilt from the root,
never stored. Nothing here names a game.

Of the children of a node those that were visited come first, then the most promising of the others:
no other can be next. So most children are a prior and a move, and are never looked at again.
"""

from typing import Any

import numpy as np

from azulejos import game
from azulejos.batch import SEATS
from azulejos.compiled.bits import index
from azulejos.compiled.jit import jit, record_dtype
from azulejos.compiled.rng import below
from azulejos.game import CHANCE, LOGIT_SCALE, NOBODY

NODE = record_dtype(
    [
        ("value", np.float32),  # mean of the utility that came out, to the seat that came here
        ("own", np.float32),  # the same to the seat that decides here
        ("urge", np.float32),  # to look again: its prior, the less the more it was visited
        ("visits", np.int32),  # simulations that came through
        ("first", np.int32),  # number of its first child; the others follow
        ("children", np.int16),  # their number, 0 while there are none
        ("opened", np.int16),  # how many of them were visited
    ]
)

# Of being ahead in points, beside winning: keeps play sensible when all is decided.
MARGIN_WEIGHT = 0.3
MARGIN_SCALE = 20.0  # points ahead that count as much
MAX_DEALS = 8  # that a search goes into; where there are more it stops
DEEPEST = 256  # moves from the root; longer lines do not fit in a round or a game of 54 tiles

STEPS = 32  # of a logit by which shares are told apart
SHARES = np.round((1 << 20) * np.exp(-np.arange(13 * STEPS) / STEPS)).astype(np.int32)
LEAST_STEPS = 5 * STEPS  # below the best, from which on a move is left out, but at the root


@jit
def bend(x: Any) -> Any:
    """Between -1 and 1, the steeper the nearer to 0; close to tanh."""
    x = min(3.0, max(-3.0, x))
    return x * (27.0 + x * x) / (27.0 + 9.0 * x * x)


@jit
def utility(values: Any, players: Any, out: Any) -> None:
    """By seat, from 0 to 1: shares of the win, blended with points ahead of the best other."""
    for p in range(players):
        best = -np.inf
        for q in range(players):
            if q != p:
                best = max(best, values[1, q])
        ahead = 0.5 + 0.5 * bend((values[1, p] - best) / MARGIN_SCALE)
        out[p] = (1.0 - MARGIN_WEIGHT) * values[0, p] + MARGIN_WEIGHT * ahead


@jit
def grow(
    tree: Any,
    used: Any,
    states: Any,
    weights: Any,
    notes: Any,
    rng: Any,
    settings: Any,
    start: Any,
    simulations: Any,
    told: Any,
) -> None:
    """Run simulations that begin at a node, which stands for states[0]; states[1] is for work.

    `tree` are nodes, their priors and their moves; used[0] is the next free one, used[1] where they
    end. `weights` are a network's, `notes` the mind's, `settings` are exploration, reduction,
    temperature and patience.
    told[i] gathers by seat the shares of the win, the points and the utility that came out below
    child i of the root, told[0] all when the start is another node. In one piece: calls that hand
    on so much cost a quarter of the speed.
    """
    most = game.max_moves(states[0])
    room = (np.empty(most, np.int16), np.empty(most, np.int32))
    deals = np.empty((MAX_DEALS, game.deal_size(states[0])), np.int64)
    chances = np.empty(MAX_DEALS, np.float64)
    path, actors = np.empty(DEEPEST, np.int32), np.empty(DEEPEST, np.int8)
    values, worth = np.empty((2, SEATS), np.float64), np.empty(SEATS, np.float64)
    nodes, priors, moves = tree
    s = states[1]
    for _ in range(simulations):
        states[1] = states[0]
        depth, node = 0, start
        path[0] = start
        while depth + 1 < DEEPEST:
            me = nodes[index(node)]
            if me.children == 0:
                has_room = used[0] + most <= used[1]
                if me.visits < (settings[3] if node else 1) or s.actor == NOBODY or not has_room:
                    break
                if s.actor == CHANCE:
                    await_deal(tree, used, node, s, deals, chances)
                else:
                    expand(tree, used, node, s, notes, settings[2], room)
                if me.children == 0:
                    break
            actors[index(depth)] = s.actor
            if s.actor == CHANCE:
                node = draw_child(tree, node, rng)
                game.outcomes(s, deals, chances)
                game.settle(s, deals[moves[node]])
            else:
                node = pick_child(nodes, priors, node, settings[0], settings[1])
                if nodes[index(node)].visits == 0:
                    bring_next(nodes, priors, moves, path[index(depth)])
                game.play(s, np.int64(moves[index(node)]))
            depth += 1
            path[index(depth)] = node
        actors[index(depth)] = s.actor
        game.rollout(s, notes, rng)
        game.value(s, weights, notes, values)
        utility(values, s.players, worth)
        look_back(nodes, priors, path, actors, depth, worth)
        if start > 0 or depth > 0:
            child = path[1] - nodes[0].first if start == 0 else 0
            for p in range(s.players):
                told[child, 0, p] += values[0, p]
                told[child, 1, p] += values[1, p]
                told[child, 2, p] += worth[p]


@jit
def look_back(nodes: Any, priors: Any, path: Any, actors: Any, depth: Any, worth: Any) -> None:
    """Let every node on the way know what came out."""
    came: Any = 0  # the seat that came here
    for i in range(depth + 1):
        node, decides = path[index(i)], np.int64(max(0, actors[index(i)]))
        me = nodes[index(node)]
        visits = me.visits + 1
        part = np.float32(1.0) / np.float32(visits)
        me.visits = visits
        me.value += (np.float32(worth[index(came)]) - me.value) * part
        me.own += (np.float32(worth[index(decides)]) - me.own) * part
        me.urge = priors[index(node)] / np.float32(visits + 1)
        came = decides


@jit
def clear(node: Any) -> None:
    """Make a node one that nothing has come through yet."""
    node.value = node.own = 0.0
    node.visits = node.first = 0
    node.children = node.opened = 0


@jit
def expand(
    tree: Any, used: Any, node: Any, s: Any, notes: Any, temperature: Any, room: Any
) -> None:
    """Make the children of a node in which a seat decides, with their priors."""
    nodes, priors, moves = tree
    listed, logits = room
    first = used[0]
    n = game.prior(s, notes, listed, logits)
    top = logits[0]
    for i in range(1, n):
        top = max(top, logits[index(i)])
    scale = np.int64(65536 * STEPS / (LOGIT_SCALE * temperature))
    least = len(SHARES) if node == 0 else LEAST_STEPS
    total, end, best = 0, first, first
    for i in range(n):
        logit = logits[index(i)]
        steps: Any = np.int64(top - logit) * scale >> 16
        share = SHARES[index(min(steps, len(SHARES) - 1))]
        is_kept = int(steps < least)
        total += is_kept * share
        priors[index(end)] = share
        moves[index(end)] = listed[index(i)]
        best = end if logit == top else best
        end += is_kept
    part = np.float32(1.0 / total)
    for i in range(first, end):
        priors[index(i)] *= part
    me = nodes[index(node)]
    me.first, me.children, me.opened = first, end - first, 0
    used[0] = end
    swap(priors, moves, first, best)
    clear(nodes[index(first)])


@jit
def await_deal(tree: Any, used: Any, node: Any, s: Any, deals: Any, chances: Any) -> None:
    """Make the children of a node that waits for a deal, if the deals are few; all are opened."""
    nodes, priors, moves = tree
    first, n = used[0], game.outcomes(s, deals, chances)
    for i in range(n):
        clear(nodes[index(first + i)])
        priors[index(first + i)] = chances[i]
        moves[index(first + i)] = i
    used[0] += n
    me = nodes[index(node)]
    me.first, me.children, me.opened = first, n, n


@jit
def swap(priors: Any, moves: Any, i: Any, k: Any) -> None:
    """Let two children that nothing has come through change places."""
    prior, move = priors[index(i)], moves[index(i)]
    priors[index(i)], moves[index(i)] = priors[index(k)], moves[index(k)]
    priors[index(k)], moves[index(k)] = prior, move


@jit
def bring_next(nodes: Any, priors: Any, moves: Any, node: Any) -> None:
    """A child more is visited: bring the most promising of the others to the place behind it."""
    me = nodes[index(node)]
    me.opened += 1
    place, end = np.int64(me.first) + me.opened, np.int64(me.first) + me.children
    if place < end:
        best, high = place, priors[index(place)]
        for i in range(place + 1, end):
            if priors[index(i)] > high:
                best, high = i, priors[index(i)]
        swap(priors, moves, place, best)
        clear(nodes[index(place)])


@jit
def pick_child(nodes: Any, priors: Any, node: Any, exploration: Any, reduction: Any) -> Any:
    """The child that promises most to the seat to decide, or is worth another look."""
    me = nodes[index(node)]
    first, end = np.int64(me.first), np.int64(me.first) + me.opened
    looks = np.float32(exploration * np.sqrt(np.float32(me.visits)))
    chosen: Any = first
    best = np.float32(-np.inf)
    if me.opened < me.children:
        best, chosen = me.own - np.float32(reduction) + looks * priors[index(end)], end
    for i in range(first, end):
        child = nodes[index(i)]
        score = child.value + looks * child.urge
        is_better = score > best
        best, chosen = score if is_better else best, i if is_better else chosen
    return chosen


@jit
def draw_child(tree: Any, node: Any, rng: Any) -> Any:
    """A child by lot, each as likely as its prior says."""
    nodes, priors, _ = tree
    me = nodes[index(node)]
    point = below(rng, 1 << 30) / (1 << 30)
    for i in range(me.first, me.first + me.children - 1):
        point -= priors[index(i)]
        if point < 0:
            return np.int64(i)
    return np.int64(me.first + me.children - 1)
