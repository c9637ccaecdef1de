"""Every reader against noise: it reads, or raises one of our own errors, and nothing else."""

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azulejos import GAMES, LANGUAGES, AzulejosError, Position, Record, read_records, render
from azulejos.contract.game import Game

NOISE = st.text(max_size=300) | st.binary(max_size=300).map(lambda data: data.decode("latin-1"))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=10), inner, max_size=5)
    ),
    max_leaves=20,
)
ALL_GAMES = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


def played(game: Game, seed: int = 0, events: int = 30) -> Position:
    """A position some random moves into a game."""
    rng = random.Random(seed)
    position = Position(game.name)
    while len(position.history) < events and not position.is_over:
        if position.needs_deal:
            position.deal(rng.getrandbits(64))
        else:
            position.push(rng.choice(position.legal_moves))
    return position


def attempt(read: Any, *given: Any) -> None:
    """Read, or be refused with an error that speaks every language."""
    try:
        read(*given)
    except AzulejosError as wrong:
        for language in LANGUAGES:
            render(wrong.text, language)


@given(NOISE)
def test_noise_is_no_record_and_no_position(noise: str) -> None:
    attempt(read_records, noise)
    attempt(Position.from_text, noise)


@ALL_GAMES
@given(noise=NOISE)
def test_noise_is_no_move(game: Game, noise: str) -> None:
    position = Position(game.name)
    attempt(position.push, noise)
    later = played(game)
    attempt(later.push, noise)
    attempt(later.explain, noise)


@given(JSON)
def test_any_json_is_refused_or_read(data: Any) -> None:
    attempt(Position.from_json, data)
    attempt(Position.status, data)
    attempt(read_records, json.dumps(data))


EDITS = st.lists(
    st.tuples(st.integers(0), st.integers(0, 3), st.characters()), min_size=1, max_size=4
)


def edited(text: str, edits: list[tuple[int, int, str]]) -> str:
    """A text with some letters lost, added, changed or cut off."""
    for where, what, letter in edits:
        i = where % (len(text) + 1)
        text = (
            text[:i]
            + (letter if what in (1, 2) else "")
            + text[i + (what != 1) : None if what < 3 else i]
        )
    return text


@ALL_GAMES
@given(edits=EDITS)
def test_a_damaged_text_is_refused_or_read(game: Game, edits: list[tuple[int, int, str]]) -> None:
    position = played(game)
    attempt(Position.from_text, edited(position.to_text(), edits))
    attempt(read_records, edited(Record.from_position(position).to_text(), edits))
    attempt(read_records, edited(json.dumps(Record.from_position(position).to_json()), edits))


def replaced(data: Any, path: list[int], value: Any) -> Any:
    """JSON in which one thing, found by numbers, is something else."""
    if not path or not isinstance(data, dict | list) or not data:
        return value
    keys = list(data) if isinstance(data, dict) else list(range(len(data)))
    key = keys[path[0] % len(keys)]
    copy = data.copy()
    copy[key] = replaced(copy[key], path[1:], value)
    return copy


@ALL_GAMES
@given(path=st.lists(st.integers(0), min_size=1, max_size=4), value=JSON, seed=st.integers(0, 5))
def test_damaged_json_is_refused_or_read(
    game: Game, path: list[int], value: Any, seed: int
) -> None:
    position = played(game, seed)
    data = replaced(position.to_json(), path, value)
    attempt(Position.from_json, data)
    attempt(
        read_records, json.dumps(replaced(Record.from_position(position).to_json(), path, value))
    )


@ALL_GAMES
@given(
    numbers=st.lists(st.integers(0, 400), min_size=1, max_size=3),
    path=st.lists(st.integers(0), min_size=1, max_size=5),
    value=JSON,
)
def test_a_damaged_conformance_record_is_judged_or_refused(
    game: Game, conformance: dict[str, list[Any]], numbers: list[int], path: list[int], value: Any
) -> None:
    records = conformance[game.name]
    for number in numbers:
        attempt(game.judge, replaced(records[number % len(records)], path, value))
