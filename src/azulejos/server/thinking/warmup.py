"""Being ready: the rules of every game are loaded or compiled before a table needs them.

Runs in a thread while the server is already answering. Bots have processes of their own, which warm
up by themselves.
"""

import gc
from contextlib import suppress

from azulejos.catalog import GAMES
from azulejos.errors import AzulejosError
from azulejos.position import Position

STRANGE_MOVES = ("1", "9,9:xxxx", "9")  # refused by some clause or as no move at all
WARM_PLIES = 4


def warm_up() -> None:
    """Do with each game once what tables do with it."""
    for game in GAMES:
        position = Position(game)
        for ply in range(WARM_PLIES):
            if position.needs_deal:
                position.deal(ply)
            else:
                move = position.legal_moves[0]
                position.explain(move)
                position.forecast(move)
                position.push(move)
                refuse_again(position, move)
            position.copy().view()
        Position.from_json(position.to_json())
        assert position.scores
    gc.collect()
    gc.freeze()  # what is loaded stays: looking it through again would stop all for 0.1 s and more


def refuse_again(position: Position, move: str) -> None:
    """Find out why moves are illegal."""
    for text in (move, *STRANGE_MOVES):
        with suppress(AzulejosError):
            position.copy().push(text)
