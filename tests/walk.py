"""Games for tests, of any game of the servers: a game is a list of integers, each taken modulo the
number of legal moves and used again from the first, and the entropy of its deals.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle
from typing import Any

import numpy as np
from hypothesis import strategies as st

from azulejos import batch
from azulejos.compiled.rng import make_rng
from azulejos.games import GAMES
from azulejos.position import Position
from azulejos.written import move_text

VARIANTS = {variant: game for game in GAMES.values() for variant in game.variants}
MAX_EVENTS = 10_000  # moves and deals; no game lasts so long


@dataclass(frozen=True)
class Script:
    """How a game goes."""

    choices: tuple[int, ...] = (0,)  # which of the legal moves, again from the first when used up
    entropy: int = 0  # of the deals
    events: int = MAX_EVENTS  # how many moves and deals, unless the game is over before
    options: tuple[int, ...] = (0,)  # what the table agrees on where the variant leaves it open


_choices = st.lists(st.integers(0, 999), min_size=1, max_size=30).map(tuple)
_entropy = st.integers(0, 2**64 - 1)
_options = st.lists(st.integers(0, 9), min_size=1, max_size=4).map(tuple)
scripts = st.builds(Script, _choices, _entropy, st.integers(0, 200), options=_options)
whole_games = st.builds(Script, _choices, _entropy, options=_options)


def opening(variant: str, script: Script) -> Position:
    """The first position; options that the variant leaves open are as the script says."""
    game = VARIANTS[variant]
    players, fixed = game.variants[variant]
    options = {
        option.name: option.choices[number % len(option.choices)]
        for option, number in zip(game.options(players), cycle(script.options), strict=False)
    }
    return Position(game.name, players, **options | dict(fixed))


def legal_moves(position: Position) -> list[int]:
    """The legal moves as numbers."""
    out = np.empty((1, position.game.rules.MAX_MOVES), np.int16)
    counts = np.empty(1, np.int64)
    batch.legal_moves(position.states, out, counts)
    return [int(move) for move in out[0, : counts[0]]]


def walk(variant: str, script: Script) -> Iterator[Position]:
    """One position that goes through a game, given out at the start and after every event."""
    position, rng = opening(variant, script), make_rng(script.entropy)
    choices = cycle(script.choices)
    yield position
    for _ in range(script.events):
        if position.is_over:
            return
        if position.needs_deal:
            position.deal(rng)
        else:
            moves = legal_moves(position)
            move = moves[next(choices) % len(moves)]
            position.push(move_text(position.states, move))
        yield position
    assert script.events < MAX_EVENTS, "the game does not end"


def play(variant: str, script: Script) -> Position:
    """The position at the end of a walk."""
    *_, position = walk(variant, script)
    return position


def contents(states: Any) -> Any:
    """The contents of states, field by field; between fields lie bytes that mean nothing."""
    if states.dtype.names is None:
        return states.tolist()
    return {name: contents(states[name]) for name in states.dtype.names}
