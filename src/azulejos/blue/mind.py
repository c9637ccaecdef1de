"""What BLUE knows about good play: the verbs of `game.Mind`, and the numbers of its search.

Which moves look good is in `looks.py`, what a position is worth, by hand, in `worth.py`, and what a
network sees of it in `inputs.py`; all look at the sides of free cells, see `sides.py`. Not here:
how these are used, see `search/`.
"""

from typing import Any

import numpy as np

from azulejos.blue import looks
from azulejos.blue.inputs import add_inputs, aspects, inputs, kinship, leader
from azulejos.blue.looks import MOST_MOVE_INPUTS, hand_prior, look, move_inputs, note
from azulejos.blue.rules import points, result
from azulejos.blue.sides import roles
from azulejos.blue.sides import tiles_left as left
from azulejos.blue.worth import ASPECTS, COUNT_BITS, MOST_SIDES, estimate_by_hand, promise
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

# Of the search that uses this mind: chosen by matches of three at 200 simulations a move; at 1,000
# no difference to 0.8, 0.1 and 1.0 was seen.
EXPLORATION = 0.5
REDUCTION = 0.0
TEMPERATURE = 1.5
PATIENCE = 1
SOLVABLE_LEFT: tuple[int, ...] = (0, 0, 4, 3)  # tiles: in about 0.1 s
LEVELS: tuple[tuple[int, float], ...] = (
    (0, 6.0),
    (0, 2.3),
    (0, 1.5),
    (0, 1.04),
    (0, 0.79),
    (0, 0.52),
    (8, 0.95),
    (26, 0.55),
)


NUMBERS = looks.NOTES  # where the notes for reading a network begin
PAPERS = NUMBERS + ASPECTS * MOST_ACTIVE
NOTES = PAPERS + PAPER


@jit
def estimate(s: Any, rows: Any, notes: Any, out: Any) -> None:
    """By hand, corrected by a network if it has rows; exact when the game is over."""
    if s.actor == NOBODY:
        result(s, out)
        return
    numbers, paper = notes[NUMBERS:], notes[PAPERS:].view(np.float32)
    role, now = roles(s, leader(s)), points(s)
    sides, hopes = promise(s, role, numbers)
    estimate_by_hand(s, now, hopes, out)
    if len(rows):
        for aspect in range(ASPECTS):
            own, n = numbers[MOST_ACTIVE * aspect :], sides >> COUNT_BITS * aspect & MOST_SIDES
            n = add_inputs(s, aspect, role, now, n, own, paper)
            see(rows, own, paper, n, aspect, ASPECTS)
        conclude(rows, numbers, paper, ASPECTS, leader(s), np.int64(s.players), out)


def network_name(s: Any) -> str:
    """Which network a position needs."""
    return f"{s.players}-{'blind' if s.is_blind else 'open'}"


def by_hand(s: Any) -> Network:
    """What is known before anything was learned."""
    return Network(np.zeros((0, WIDTH), np.float32), hand_prior(int(s.players)))


@jit
def play_on(s: Any, notes: Any, rng: Any) -> None:
    """Not at all: a position is estimated as it stands."""


@jit
def points_now(s: Any, out: Any) -> None:
    """By seat the score as it stands."""
    total = points(s)
    for p in range(s.players):
        out[p] = total >> 16 * np.int64(s.colours[p]) & 0xFFFF
