"""Endings by brute force: every line is followed to its end, without a table, bounds or ordering.

Compiled, so that thousands of endings can be tried, and independent of the solver: it uses only the
verbs of the contract and `utility`. Where a seat has several best moves that differ for the others,
a game of more than two seats has no single solution: the result is then the least and the most that
each seat can get.
"""

from typing import Any

import numpy as np

from azulejos.batch import SEATS
from azulejos.compiled.jit import jit
from azulejos.compiled.rng import below
from azulejos.contract import verbs
from azulejos.contract.rules import CHANCE, NOBODY
from azulejos.search.puct import MAX_DEALS, utility

EQUAL = 1e-6  # utilities that differ by less are equal


@jit
def follow(states: Any, at: Any, weights: Any, ranges: Any, budget: Any) -> None:
    """Write the least and the most that each seat can get in states[at] to ranges[at].

    `weights` are a network's. budget[0] is the number of states that may still be visited; below 0
    there is no result.
    """
    s = states[at]
    budget[0] -= 1
    if budget[0] < 0 or at + 1 >= len(states):
        budget[0] = -1
        return
    if s.actor == CHANCE:
        deals = np.empty((MAX_DEALS, verbs.deal_size(s)), np.int64)
        chances = np.empty(MAX_DEALS)
        n = verbs.outcomes(s, deals, chances)
        if n > 0:
            total = np.zeros((2, SEATS))
            for i in range(n):
                states[at + 1] = states[at]
                verbs.settle(states[at + 1], deals[i])
                follow(states, at + 1, weights, ranges, budget)
                total += chances[i] * ranges[at + 1]
            ranges[at] = total
            return
    if s.actor < 0:
        values = np.zeros((2, SEATS))
        verbs.value(s, weights, np.zeros(verbs.scratch_size(s), np.int32), values)
        utility(values, s.players, ranges[at, 0])
        ranges[at, 1] = ranges[at, 0]
        return
    moves = np.empty(verbs.max_moves(s), np.int16)
    n = verbs.legal_moves(s, moves)
    found = np.empty((n, 2, SEATS))
    for i in range(n):
        states[at + 1] = states[at]
        verbs.play(states[at + 1], np.int64(moves[i]))
        follow(states, at + 1, weights, ranges, budget)
        found[i] = ranges[at + 1]
    choose(found, s.actor, ranges[at])


@jit
def choose(found: Any, actor: Any, out: Any) -> None:
    """The values of the seats when `actor` chooses what is best for itself."""
    sure = -np.inf  # what it can get at least
    for i in range(len(found)):
        sure = max(sure, found[i, 0, actor])
    out[0] = np.inf
    out[1] = -np.inf
    for i in range(len(found)):
        if found[i, 1, actor] >= sure - EQUAL:
            for p in range(SEATS):
                out[0, p] = min(out[0, p], found[i, 0, p])
                out[1, p] = max(out[1, p], found[i, 1, p])
    out[0, actor] = sure


@jit
def sample_endings(openings: Any, least: Any, most: Any, rng: Any) -> None:
    """Play random games from openings and replace each opening by one of the game's decisions whose
    `remaining` lies between `least` and `most`; it stays if there is none.
    """
    moves = np.empty(verbs.max_moves(openings[0]), np.int16)
    deal = np.empty(verbs.deal_size(openings[0]), np.int64)
    playing = openings[:1].copy()
    s = playing[0]
    for i in range(len(openings)):
        playing[0] = openings[i]
        seen = 0
        while s.actor != NOBODY:
            if s.actor == CHANCE:
                verbs.draw(s, rng, deal)
                verbs.settle(s, deal)
                continue
            if least <= verbs.remaining(s) <= most:
                seen += 1
                if below(rng, seen) == 0:
                    openings[i] = playing[0]
            n = verbs.legal_moves(s, moves)
            verbs.play(s, np.int64(moves[below(rng, n)]))
