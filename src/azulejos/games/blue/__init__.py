"""BLUE, by Néstor Romeral Andrés: 2 or 3 players, open and blind, with all tiles or fewer.

- `checks`: compiled checks of BLUE states and deals that a caller passes to `batch`.
- `conformance`: compares a BLUE conformance record with the rules.
- `effects`: the effects of moves and draws of BLUE, written as steps.
- `encoding`: BLUE for learning programs, version 0: observations of a seat, and actions.
- `evaluator/`: priors, values and features: what search knows about good play.
- `facts`: facts about a move that can be counted on the field.
- `faults`: the faults of a BLUE position written as JSON: badly formed, or reached by no game.
- `habits`: habits of a seat in a whole game, from JSON and steps alone.
- `human_bias`: the things that people overlook, and those that some prefer.
- `marks`: marks on the field of BLUE: tiles to come, lines that close, blocked spaces.
- `notation`: the notation of BLUE: moves, draws and positions as text, and positions as JSON.
- `picture/`: pictures of BLUE positions, as SVG and for the terminal.
- `prospects`: lines that one tile would close, from the view of a position.
- `reasons`: facts that speak for a move, compared with another one.
- `rules`: the rules of BLUE, in the order of the rule book.
- `scoring`: scoring of tiles set up as they lie on a real table (B10 to B12).
- `state`: the facts of BLUE, each stated once, and the state of a game as one NumPy record.
- `steps`: the steps of BLUE: what a move or a draw does, as typed facts, and how each is written.
- `themes`: what a good move of BLUE is about, as the themes of puzzles: from JSON and steps alone.
- `view`: the view of a BLUE position: its JSON, with what the rules say about it.
"""

from pathlib import Path

from azulejos.contract.game import Game
from azulejos.contract.registry import register
from azulejos.contract.rules import Option
from azulejos.games.blue import (
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
from azulejos.games.blue.conformance import judge
from azulejos.games.blue.faults import faults
from azulejos.games.blue.picture import layout
from azulejos.games.blue.picture.art import ART, PALETTE
from azulejos.games.blue.state import DRAWS, FACTS, PLAYERS, SEATINGS, STATE, SUPPLIES
from azulejos.games.blue.themes import themes
from azulejos.games.blue.view import write_view
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
        view=write_view,
        steps=effects,
        scoring=scoring,
        picture=picture,
        layout=layout,
        evaluator=evaluator,
        checks=checks,
        encoding=encoding,
        judge=judge,
        schema=Path(__file__).parent / "position.schema.json",
        networks=Path(__file__).parent / "networks",
        teaching=Path(__file__).parent / "teaching",
        themes=themes,
        reasons=reasons,
        habits=habits,
        human_bias=human_bias,
        facts=FACTS,
        art=ART,
        palette=PALETTE,
    )
)
