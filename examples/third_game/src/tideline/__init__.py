"""Tideline, a game of luck and nerve for 2 to 4 players: the example of a game outside Azulejos.

T1  A bag holds 24 shells, four each of the values 1 to 6, and some waves (an option: 4, 6 or 8).
T2  The players take turns. In your turn you draw from the bag at least once.
T3  A shell goes to your hand. Draw again, or keep the hand: you score its values, the turn ends.
T4  A wave washes your hand away and ends your turn.
T5  When the bag is empty, the last hand is kept and the game is over. The most points win.
"""

from pathlib import Path

from azulejos.contract.default_parts import TextPicture
from azulejos.contract.game import Game
from azulejos.contract.registry import register
from azulejos.contract.rules import Option
from azulejos.text import add_words
from tideline import notation, rules, steps
from tideline.picture import draw
from tideline.state import STATE, WAVES

add_words(Path(__file__).parent / "words")


def options(players: int) -> tuple[Option, ...]:
    """T1: the number of waves."""
    return (Option("waves", WAVES),)


TIDELINE = register(
    Game(
        name="tideline",
        players=(2, 3, 4),
        options=options,
        state=STATE,
        rules=rules,
        notation=notation,
        steps=steps,
        picture=TextPicture(draw),
    )
)
