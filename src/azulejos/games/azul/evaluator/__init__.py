"""Azul's evaluator: the functions and constants of `game.Evaluator`.

How they are used is in `search/`.

- `prior`: the logits of moves.
- `rollout`: the rollout to the end of a round.
- `value`: the handmade value of positions between rounds.
- `features`: the features of such a position for a network.
- `boards`: the findings about one board, kept for the next state with the same board.
- `handmade`: the numbers of the handmade value and the handmade prior.
"""

from typing import Any

import numpy as np

from azulejos.compiled.bits import count_ones, index
from azulejos.compiled.jit import jit, kernel
from azulejos.compiled.types import float32, float64, int32, of
from azulejos.contract.default_evaluator import is_solved, solve
from azulejos.contract.rules import NOBODY, SEATS
from azulejos.games.azul.evaluator.boards import CACHE_SIZE, HANDMADE, SUMS, find_board
from azulejos.games.azul.evaluator.features import (
    coarse_features,
    features,
    first_perspective,
    perspectives,
    seat_features,
)
from azulejos.games.azul.evaluator.handmade import STARTED_SHARE
from azulejos.games.azul.evaluator.prior import (
    MAX_MOVE_FEATURES,
    PRIOR_SCRATCH_SIZE,
    best_space,
    handmade_prior,
    move_features,
    prepare,
    prior,
)
from azulejos.games.azul.evaluator.rollout import rollout
from azulejos.games.azul.evaluator.value import handmade_value, phase_of, write_shares
from azulejos.games.azul.rules import points, result
from azulejos.games.azul.state import FLOOR_COST, ROWS, SIDES, STATE
from azulejos.network import (
    MAX_ACTIVE,
    SCRATCH_FLOATS,
    WIDTH,
    Network,
    accumulate,
    add_units,
    apply_head,
)

__all__ = [
    "EXPANSION_VISITS",
    "EXPLORATION",
    "FPU_REDUCTION",
    "MAX_MOVE_FEATURES",
    "PAST_FIELDS",
    "PRIOR_TEMPERATURE",
    "SCRATCH_SIZE",
    "SOLVABLE_REMAINING",
    "coarse_features",
    "features",
    "first_perspective",
    "handmade",
    "is_solved",
    "move_features",
    "network_name",
    "perspectives",
    "points_now",
    "prepare",
    "prior",
    "remaining",
    "rollout",
    "solve",
    "value",
]

# Parameters of the search. In matches of 240 games at 1,000 simulations a move these beat an
# exploration of 0.4, a reduction of 0.2 and a temperature of 1; against 0.9, 0 and 2 there was no
# significant difference. Endings up to SOLVABLE_REMAINING are solved in 30 ms at the median.
EXPLORATION = 0.6
FPU_REDUCTION = 0.1
PRIOR_TEMPERATURE = 1.5
EXPANSION_VISITS = 2
SOLVABLE_REMAINING: tuple[int, ...] = (0, 0, 10, 6, 6)
PAST_FIELDS: tuple[str, ...] = ()


# The scratch: that of the prior, that of network inference, and the cache of boards. It begins at
# an even place because some of its words have 64 bits.
INDICES_START = PRIOR_SCRATCH_SIZE
FLOATS_START = INDICES_START + MAX_ACTIVE
CACHE_START = (FLOATS_START + SCRATCH_FLOATS + 1) // 2 * 2
SCRATCH_SIZE = CACHE_START + CACHE_SIZE


# ---- Value between rounds


@kernel(of(STATE).const, float32[:, WIDTH].const, int32[SCRATCH_SIZE], float64[2, SEATS])
def value(s: Any, weights: Any, scratch: Any, out: Any) -> None:
    """The handmade value, corrected by a network with weights; the result if the game is over."""
    if s.actor == NOBODY:
        result(s, out)
        return
    if len(weights) == 0:
        handmade_value(s, out)
        return
    indices, floats = scratch[INDICES_START:], scratch[FLOATS_START:].view(np.float32)
    cache = scratch[CACHE_START:]
    words, numbers, sums = cache.view(np.int64), cache.view(np.float64), cache.view(np.float32)
    players, p, phase = np.int64(s.players), first_perspective(s), phase_of(s)
    for perspective in range(players):
        place = find_board(s, p, phase, weights, words, numbers, sums, indices, floats)
        out[1, p] = s.boards[index(p)].score + numbers[index(place + HANDMADE)]
        n = seat_features(s, p, indices, floats)
        accumulate(weights, indices, floats, n, perspective, players)
        add_units(floats, perspective, sums, 2 * (place + SUMS))
        p = p + 1 if p + 1 < players else 0
    write_shares(s, phase, out)
    apply_head(weights, indices, floats, players, first_perspective(s), players, out)


def network_name(s: Any) -> str:
    """The name of the network for a variant: the number of players and the side of the wall."""
    return f"{s.players}-{SIDES[s.is_gray]}"


def handmade(s: Any) -> Network:
    """The network without weights, with the handmade prior."""
    return Network(np.zeros((0, WIDTH), np.float32), handmade_prior(int(s.is_gray)))


# ---- Points now


@kernel(of(STATE).const, float64[SEATS])
def points_now(s: Any, out: Any) -> None:
    """By seat the score if the walls were tiled now, plus STARTED_SHARE of started lines."""
    for p in range(s.players):
        out[p] = tiled_now(s, s.boards[index(p)], 0.0 if s.actor == NOBODY else STARTED_SHARE)


@jit
def tiled_now(s: Any, me: Any, share: Any) -> float:
    """The score of a board after A17 to A21: complete lines are laid from the top (on the gray side
    where they score most) and the floor is paid. `share` is counted of started lines.
    """
    spaces, standing, expected = np.int64(me.spaces), np.int64(me.standing), 0.0
    score: Any = np.int64(me.score)
    fallen: Any = np.int64(me.fallen)
    for r in range(ROWS):
        room, c = np.int64(me.room[index(r)]), np.int64(me.colour[index(r)])
        if room > r:  # empty
            continue
        column, gain = (c + r) % 5, 0
        if s.is_gray:
            column, gain = best_space(spaces, standing, r, c)
        else:
            gain = points(spaces | 1 << 5 * r + column, r, column)
        if room > 0:
            expected += share * gain * (r + 1 - room) / (r + 1)
        elif gain == 0:  # A19
            fallen = min(7, fallen + r + 1)
        else:
            score += gain
            spaces |= 1 << 5 * r + column
            standing |= 1 << 5 * c + column
    return max(0, score - FLOOR_COST[index(fallen)]) + expected  # type: ignore[no-any-return]


@kernel(of(STATE).const)
def remaining(s: Any) -> int:
    """The groups of tiles on offer, and on the gray side the complete lines."""
    number = count_ones(s.offered)
    if s.is_gray:
        for p in range(s.players):
            for r in range(ROWS):
                number += int(s.boards[index(p)].room[index(r)] == 0)
    return number
