"""Azul, by Michael Kiesling: 2 to 4 players, coloured and gray walls."""

from pathlib import Path

from azulejos.contract.game import Game
from azulejos.contract.registry import register
from azulejos.contract.rules import Option
from azulejos.games.azul import (
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
from azulejos.games.azul.conformance import judge
from azulejos.games.azul.faults import faults
from azulejos.games.azul.picture.art import ART, PALETTE
from azulejos.games.azul.state import EDITIONS, FACTS, PLAYERS, SIDES, STATE
from azulejos.games.azul.themes import themes
from azulejos.text import add_words

add_words(Path(__file__).parent / "words")


def options(players: int) -> tuple[Option, ...]:
    """A3, A5: the side of the board, and the seat that starts."""
    return (
        Option("wall", SIDES),
        Option("first", tuple(str(seat) for seat in range(players))),
    )


AZUL = register(
    Game(
        name="azul",
        editions=EDITIONS,
        players=PLAYERS,
        options=options,
        variants={
            f"azul-{players}-{side}": (players, {"wall": side})
            for players in PLAYERS
            for side in SIDES
        },
        state=STATE,
        rules=rules,
        notation=notation,
        faults=faults,
        view=notation.state_json,
        steps=steps,
        scoring=scoring,
        picture=picture,
        evaluator=evaluator,
        checks=checks,
        encoding=encoding,
        judge=judge,
        facts=FACTS,
        art=ART,
        palette=PALETTE,
        schema=Path(__file__).parent / "position.schema.json",
        networks=Path(__file__).parent / "networks",
        teaching=Path(__file__).parent / "teaching",
        themes=themes,
        habits=habits,
        leanings=leanings,
    )
)
