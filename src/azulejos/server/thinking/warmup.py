"""Warm-up: load or compile the rules of every game before a table needs them.

Runs in a thread while the server already accepts requests. Worker processes warm up on their own.
"""

import gc
from contextlib import suppress

from azulejos.errors import AzulejosError
from azulejos.games import GAMES
from azulejos.position import Position

BAD_MOVES = ("1", "9,9:xxxx", "9")  # illegal, or not a move in any notation
PLIES = 4  # of each game that is played to warm up


def warm_up() -> None:
    """Call everything once that tables call, for each game."""
    for game in GAMES:
        position = Position(game)
        for ply in range(PLIES):
            if position.needs_deal:
                position.deal(ply)
            else:
                move = position.legal_moves[0]
                position.steps(move)
                position.forecast(move)
                position.push(move)
                push_bad_moves(position, move)
            position.copy().view()
        Position.from_json(position.to_json())
        assert position.scores
    gc.collect()
    gc.freeze()  # excludes what is loaded from collections, which would take more than 0.1 s


def push_bad_moves(position: Position, move: str) -> None:
    """Push moves that are illegal, which runs the code that finds the reason."""
    for text in (move, *BAD_MOVES):
        with suppress(AzulejosError):
            position.copy().push(text)
