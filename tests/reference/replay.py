"""A legal record played again, one step at a time, to look at the position after each step.

The game that is given out is the same object each time, changed: read it, do not keep it.
"""

from collections.abc import Iterator
from typing import Any

from .azul import Azul
from .blue import Blue

Json = dict[str, Any]
Step = tuple[str, Any]  # ("deal", displays), ("move", text), ("choose", text) or ("draw", kind)


def replay_azul(record: Json) -> Iterator[tuple[Step, Azul]]:
    """Each step with the game after it; of the tiling choices only the real ones are steps."""
    game = Azul(record["players"], record["wall"], record["first"])
    for entry in record["rounds"]:
        game.deal(entry["deal"])
        yield ("deal", entry["deal"]), game
        for text in entry["moves"]:
            game.take(text)
            yield ("move", text), game
        while game.phase == "tiling":
            seat = game.turn
            text = entry["tiling"][seat][len(game.laid[seat])]
            game.choose(seat, text)
            yield ("choose", text), game


def replay_blue(record: Json) -> Iterator[tuple[Step, Blue]]:
    """Each step with the game after it; in the blind variant a draw is a step of its own."""
    game = Blue(record["players"], record["colours"], record["tiles_per_type"], record["draw"])
    for index, text in enumerate(record["moves"]):
        if game.draw == "blind":
            game.draw_tile(record["draws"][index])
            yield ("draw", game.drawn), game
        game.lay(text)
        yield ("move", text), game
