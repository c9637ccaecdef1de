"""What Azul knows about good play: the verbs of `game.Mind`, and the numbers of its search.

Which moves look good is in `looks.py`, how a round is played on in `playout.py`, what a position
between rounds is worth, by hand, in `worth.py`, and what a network sees of it in `inputs.py`. Not
here: how these are used, see `search/`.
"""

from typing import Any

import numpy as np

from azulejos.azul import looks
from azulejos.azul.inputs import aspect_inputs, aspects, inputs, kinship, leader, supplies
from azulejos.azul.looks import MOST_MOVE_INPUTS, best_place, hand_prior, look, move_inputs, note
from azulejos.azul.notation import SIDES
from azulejos.azul.playout import play_on
from azulejos.azul.rules import FLOOR_COST, points, result
from azulejos.azul.state import ROWS
from azulejos.azul.weights import HOPE
from azulejos.azul.worth import estimate_by_hand, phase_of
from azulejos.bits import count_ones, index
from azulejos.game import NOBODY
from azulejos.jit import jit
from azulejos.networks import MOST_ACTIVE, PAPER, WIDTH, Network, conclude, see

__all__ = [
    "EXPLORATION",
    "LEVELS",
    "MOST_MOVE_INPUTS",
    "NOTES",
    "PATIENCE",
    "REDUCTION",
    "SOLVABLE_LEFT",
    "TEMPERATURE",
    "aspects",
    "by_hand",
    "estimate",
    "inputs",
    "kinship",
    "leader",
    "left",
    "look",
    "move_inputs",
    "network_name",
    "note",
    "play_on",
    "points_now",
]

# Of the search that uses this mind. In matches of 240 games at 1,000 simulations a move these beat
# an exploration of 0.4, a reduction of 0.2 and a temperature of 1; against 0.9, 0 and 2 no
# difference was seen. So much is solved in 30 ms at the median, with two seats and with four.
EXPLORATION = 0.6
REDUCTION = 0.1
TEMPERATURE = 1.5
PATIENCE = 2
SOLVABLE_LEFT: tuple[int, ...] = (0, 0, 10, 6, 6)
LEVELS: tuple[tuple[int, float], ...] = (
    (0, 1.0),
    (0, 0.6),
    (0, 0.36),
    (5, 0.0),
    (16, 0.0),
    (45, 0.0),
    (200, 0.0),
    (2_400, 0.0),
)


NUMBERS = looks.NOTES  # where the notes for reading a network begin
PAPERS = NUMBERS + MOST_ACTIVE
NOTES = PAPERS + PAPER


# ---- What a position between rounds is worth


@jit
def estimate(s: Any, rows: Any, notes: Any, out: Any) -> None:
    """By hand, corrected by a network if it has rows; exact when the game is over."""
    if s.actor == NOBODY:
        result(s, out)
        return
    estimate_by_hand(s, out)
    if len(rows):
        numbers, paper = notes[NUMBERS:], notes[PAPERS:].view(np.float32)
        players, p, phase, supply = np.int64(s.players), leader(s), phase_of(s), supplies(s)
        for aspect in range(players):
            n = aspect_inputs(s, p, phase, supply, numbers, paper)
            see(rows, numbers, paper, n, aspect, players)
            p = p + 1 if p + 1 < players else 0
        conclude(rows, numbers, paper, players, leader(s), players, out)


def network_name(s: Any) -> str:
    """Which network a position needs."""
    return f"{s.players}-{SIDES[s.is_gray]}"


def by_hand(s: Any) -> Network:
    """What is known before anything was learned."""
    return Network(np.zeros((0, WIDTH), np.float32), hand_prior(int(s.is_gray)))


# ---- What a beginner counts


@jit
def points_now(s: Any, out: Any) -> None:
    """By seat the score if the wall were tiled now, and a part of what started lines may bring."""
    for p in range(s.players):
        out[p] = tiled_now(s, s.boards[index(p)], 0.0 if s.actor == NOBODY else HOPE)


@jit
def tiled_now(s: Any, me: Any, hoped: Any) -> float:
    """A17 to A21 on copies: complete lines laid from the top (on the gray side each where it scores
    most), the floor paid.
    """
    spaces, standing, hope = np.int64(me.spaces), np.int64(me.standing), 0.0
    score: Any = np.int64(me.score)
    fallen: Any = np.int64(me.fallen)
    for r in range(ROWS):
        room, c = np.int64(me.room[index(r)]), np.int64(me.colour[index(r)])
        if room > r:  # empty
            continue
        column, gain = (c + r) % 5, 0
        if s.is_gray:
            column, gain = best_place(spaces, standing, r, c)
        else:
            gain = points(spaces | 1 << 5 * r + column, r, column)
        if room > 0:
            hope += hoped * gain * (r + 1 - room) / (r + 1)
        elif gain == 0:  # A19
            fallen = min(7, fallen + r + 1)
        else:
            score += gain
            spaces |= 1 << 5 * r + column
            standing |= 1 << 5 * c + column
    return max(0, score - FLOOR_COST[index(fallen)]) + hope  # type: ignore[no-any-return]


@jit
def left(s: Any) -> int:
    """The groups of tiles on offer, and on the gray side the lines that may want a choice."""
    number = count_ones(s.offered)
    if s.is_gray:
        for p in range(s.players):
            for r in range(ROWS):
                number += int(s.boards[index(p)].room[index(r)] == 0)
    return number
