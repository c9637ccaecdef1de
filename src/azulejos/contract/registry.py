"""Registration of a game: its missing parts get their defaults, and the contract is checked."""

from collections.abc import Iterable

import numpy as np

from azulejos.contract import default_evaluator
from azulejos.contract.default_parts import (
    PlainScoring,
    TextPicture,
    make_faults,
    refuse_conformance,
)
from azulejos.contract.evaluation import Evaluator
from azulejos.contract.game import Game
from azulejos.contract.rules import SEATS, Notation, Rules, Steps
from azulejos.contract.verbs import registered
from azulejos.errors import BadGame
from azulejos.text import Text

MAX_ACTION_SPACE = 1 << 15  # moves are int16 in compiled code
MAX_NAME = 20


def register(game: Game) -> Game:
    """Make the verbs know a game; refused if it breaks a limit of the contract, or has the name or
    the dtype of another.
    """
    if registered.get(game.state) is game:
        return game
    _complete(game)
    for is_right, name, expected in _limits(game):
        if not is_right:
            args = {"game": str(game.name)[:40], "field": name, "expected": expected}
            raise BadGame(Text("game.refused", args), name)
    registered[game.state] = game
    return game


def _complete(game: Game) -> None:
    """Put the default parts in the place of those left out."""
    defaults = {
        "editions": (game.name,),
        "variants": {f"{game.name}-{n}": (n, {}) for n in game.players},
        "faults": make_faults(game.notation),
        "view": game.notation.write_position,
        "picture": TextPicture(),
        "evaluator": default_evaluator,
        "scoring": PlainScoring(game.notation),
        "judge": refuse_conformance,
    }
    for name, part in defaults.items():
        if not getattr(game, name):
            object.__setattr__(game, name, part)


def _limits(game: Game) -> Iterable[tuple[bool, str, str]]:
    """Each limit of the contract: is it kept, which part is it about, and what is right."""
    rules, fields = game.rules, game.state.names
    is_word = game.name.isidentifier() and game.name.islower() and game.name.isascii()
    yield is_word and len(game.name) <= MAX_NAME, "name", f"a lower-case word of {MAX_NAME} letters"
    is_new = all(other.name != game.name for other in registered.values())
    yield is_new, "name", "a name that no other game has"
    seats = game.players
    yield bool(seats) and len(set(seats)) == len(seats), "players", "different numbers of seats"
    yield all(1 <= n <= SEATS for n in seats), "players", f"from 1 to {SEATS} seats"
    is_run = bool(seats) and max(seats) - min(seats) + 1 == len(seats)
    yield is_run, "players", "numbers without a gap"
    is_record = game.state.type is np.record and bool(fields)
    yield is_record, "state", "a record dtype, made by state_dtype"
    yield game.state.itemsize % 8 == 0, "state", "whole 64-bit words, made by state_dtype"
    for name in ("actor", "players"):
        is_number = name in (fields or ()) and game.state[name].kind == "i"
        yield is_number, f"state.{name}", "a field of a signed integer type"
    clashes = sorted(set(fields or ()) & set(dir(np.record)))
    yield not clashes, "state", f"no field named like an attribute of np.record: {clashes}"
    yield game.state not in registered, "state", "a dtype that no other game has"
    limit = MAX_ACTION_SPACE
    yield _within(rules, "ACTION_SPACE", limit), "rules.ACTION_SPACE", f"from 1 to {limit}"
    yield _within(rules, "MAX_MOVES", limit), "rules.MAX_MOVES", f"from 1 to {limit}"
    yield _within(rules, "DEAL_SIZE", limit), "rules.DEAL_SIZE", f"from 1 to {limit}"
    parts = {"rules": Rules, "notation": Notation, "steps": Steps, "evaluator": Evaluator}
    for part, protocol in parts.items():
        for name in (*vars(protocol), *protocol.__annotations__):
            is_there = name.startswith("_") or hasattr(getattr(game, part), name)
            yield is_there, f"{part}.{name}", f"a part of the contract, see {protocol.__name__}"
    for n in seats:
        options = game.options(n)
        yield all(option.choices for option in options), "options", "options with choices"


def _within(rules: Rules, name: str, limit: int) -> bool:
    value = getattr(rules, name, None)
    return isinstance(value, int) and 1 <= value <= limit
