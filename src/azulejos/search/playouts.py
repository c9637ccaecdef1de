"""Playouts: games played on to their ends with moves sampled from the prior.

They say how far the final points of the seats may still be from what is expected. Not here: how a
position is evaluated, see `review.py`.
"""

from typing import Any

import numpy as np

from azulejos import batch, kernels
from azulejos.compiled.bits import index
from azulejos.compiled.jit import kernel
from azulejos.compiled.rng import below, make_rng
from azulejos.compiled.types import float32, state, uint64
from azulejos.contract import verbs
from azulejos.contract.evaluation import LOGIT_SCALE
from azulejos.contract.rules import CHANCE, NOBODY
from azulejos.position import Position
from azulejos.search.networks import shipped_network
from azulejos.search.puct import EXP_STEPS, EXP_TABLE, PRUNED_STEPS

PLAYOUTS = 48  # of a position
TEMPERATURE = 0.5  # by which that of the prior is multiplied: stronger play, less chance in it


@kernel(state[:], float32[:].const, float, uint64[1])
def play_on(states: Any, prior: Any, temperature: Any, rng: Any) -> None:
    """Play every state to its end with moves sampled from the prior and random deals."""
    max_moves = verbs.max_moves(states)
    moves, logits = np.empty(max_moves, np.int16), np.empty(max_moves, np.int32)
    shares = np.empty(max_moves, np.int64)
    deal = np.empty(verbs.deal_size(states), np.int64)
    scratch = np.zeros(verbs.scratch_size(states), np.int32)
    scale = np.int64(65536 * EXP_STEPS / (LOGIT_SCALE * temperature))
    for i in range(len(states)):
        s = states[i]
        if s.actor != CHANCE:
            verbs.prepare(s, prior, scratch)
        while s.actor != NOBODY:
            if s.actor == CHANCE:
                verbs.draw(s, rng, deal)
                verbs.settle(s, deal)
                verbs.prepare(s, prior, scratch)
                continue
            n = verbs.prior(s, scratch, moves, logits)
            top = logits[0]
            for k in range(1, n):
                top = max(top, logits[index(k)])
            total = 0
            for k in range(n):
                steps: Any = np.int64(top - logits[index(k)]) * scale >> 16
                is_kept = int(steps < PRUNED_STEPS)
                total += is_kept * EXP_TABLE[index(min(steps, len(EXP_TABLE) - 1))]
                shares[index(k)] = total
            point, chosen = below(rng, total), 0
            while shares[index(chosen)] <= point:
                chosen += 1
            verbs.play(s, np.int64(moves[index(chosen)]))


def lead_spread(position: Position) -> tuple[float, ...]:
    """By seat, the standard deviation of its final lead over the best other seat in playouts.

    In games of strong players six to nine of ten end within one spread of the expected lead.
    """
    states = np.repeat(position.states[:1], PLAYOUTS)
    temperature = TEMPERATURE * position.game.evaluator.PRIOR_TEMPERATURE
    play_on(states, shipped_network(position.states).prior, temperature, make_rng(1))
    results = np.zeros((PLAYOUTS, 2, batch.SEATS))
    kernels.result(states, results)
    points = results[:, 1, : position.players]
    others = [np.delete(points, seat, axis=1).max(axis=1) for seat in range(position.players)]
    return tuple(float((points[:, seat] - most).std()) for seat, most in enumerate(others))
