"""BLUE, by Néstor Romeral Andrés: 2 or 3 players, open and blind, with all tiles or fewer."""

from pathlib import Path

from azulejos.contract.game import Game
from azulejos.contract.registry import register
from azulejos.contract.rules import Option
from azulejos.games.blue import (
    checks,
    encoding,
    evaluator,
    habits,
    leanings,
    notation,
    picture,
    rules,
    scoring,
    steps,
)
from azulejos.games.blue.conformance import judge
from azulejos.games.blue.faults import faults
from azulejos.games.blue.picture.art import ART, PALETTE
from azulejos.games.blue.state import DRAWS, FACTS, PLAYERS, SEATINGS, STATE, SUPPLIES
from azulejos.games.blue.themes import themes
from azulejos.games.blue.view import view
from azulejos.text import add_words

add_words(Path(__file__).parent / "words")


def options(players: int) -> tuple[Option, ...]:
    """B3, B4: the seats' colours, how tiles are taken, and how many there are of each kind."""
    return (
        Option("colours", SEATINGS.get(players, ())),
        Option("draw", DRAWS),
        Option("tiles_per_type", SUPPLIES),
    )


BLUE = register(
    Game(
        name="blue",
        editions=("blue",),
        players=PLAYERS,
        options=options,
        variants={f"blue-{players}": (players, {}) for players in PLAYERS},
        state=STATE,
        rules=rules,
        notation=notation,
        faults=faults,
        view=view,
        steps=steps,
        scoring=scoring,
        picture=picture,
        evaluator=evaluator,
        checks=checks,
        encoding=encoding,
        judge=judge,
        schema=Path(__file__).parent / "position.schema.json",
        networks=Path(__file__).parent / "networks",
        teaching=Path(__file__).parent / "teaching",
        themes=themes,
        habits=habits,
        leanings=leanings,
        facts=FACTS,
        art=ART,
        palette=PALETTE,
    )
)
