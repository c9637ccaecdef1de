"""Azul, by Michael Kiesling: 2 to 4 players, coloured and gray walls.

- `checks`: compiled checks of Azul states and deals that a caller passes to `batch`.
- `conformance`: compares an Azul conformance record with the rules.
- `effects`: the effects of moves and deals of Azul, written as steps.
- `encoding`: Azul for learning programs, version 0: observations of a seat, and actions.
- `evaluator/`: priors, values, rollouts and features: what search knows about good play.
- `facts`: facts about a move that can be counted on the board.
- `faults`: the faults of an Azul position written as JSON: badly formed, or reached by no game.
- `habits`: habits of a seat in a whole game, from JSON and steps alone.
- `human_bias`: the things that people overlook, and those that some prefer.
- `marks`: marks on Azul boards: sources, lines, tiles to come, runs, points, progress.
- `notation`: the notation of Azul: moves, deals and positions as text, and positions as JSON.
- `picture/`: pictures of Azul positions, as SVG and for the terminal.
- `prospects`: room, needs and points of a seat's lines, from the view of a position.
- `reasons`: facts that speak for a move, compared with another one.
- `rules`: the rules of Azul, in the order of the rule book.
- `scoring`: scoring of boards set up as they lie on a real table (A17 to A27).
- `state`: the facts of Azul, each stated once, and the state of a game as one NumPy record.
- `steps`: the steps of Azul: what a move or a deal does, as typed facts, and how each is written.
- `themes`: what a good move of Azul is about, as the themes of puzzles: from JSON and steps alone.
"""

from pathlib import Path

from azulejos.contract.game import Game
from azulejos.contract.registry import register
from azulejos.contract.rules import Option
from azulejos.games.azul import (
    checks,
    effects,
    encoding,
    evaluator,
    habits,
    human_bias,
    notation,
    picture,
    reasons,
    rules,
    scoring,
)
from azulejos.games.azul.conformance import judge
from azulejos.games.azul.faults import faults
from azulejos.games.azul.picture import layout
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
        steps=effects,
        scoring=scoring,
        picture=picture,
        layout=layout,
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
        reasons=reasons,
        habits=habits,
        human_bias=human_bias,
    )
)
