"""Misuse: every misuse of the public functions ends in a Python exception and
changes nothing.
"""

import copy
import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import azulejos
from azulejos import (
    GAMES,
    AzulejosError,
    BadArgument,
    BadNotation,
    BadRecord,
    IllegalMove,
    NoDeal,
    NoDecision,
    Position,
    Record,
    batch,
)
from azulejos.contract.game import Game
from azulejos.contract.rules import States
from azulejos.errors import BadGame, BadPosition, EmptyHistory
from azulejos.text import LANGUAGES, Text

ALL_GAMES = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


def ready(game: Game, n: int = 4) -> States:
    """States in which a seat decides."""
    position = Position(game.name)
    if position.needs_deal:
        position.deal(1)
    return np.concatenate([position.states] * n)


def arguments(verb: str, game: Game, states: States) -> dict[str, Any]:
    """Right arguments for a function of `batch`, by name."""
    n, rules = len(states), game.rules
    moves, counts = np.zeros((n, rules.MAX_MOVES), np.int16), np.zeros(n, np.int64)
    batch.legal_moves(states, moves, counts)
    deals = np.zeros((n, rules.DEAL_SIZE), np.int64)
    by_verb: dict[str, dict[str, Any]] = {
        "legal_moves": {"out": moves, "counts": counts},
        "legal_mask": {"out": np.zeros((n, rules.ACTION_SPACE), np.bool_)},
        "play": {"moves": moves[:, 0].copy()},
        "draw": {"rng": batch.make_rng(1), "deals": deals},
        "settle": {"deals": deals},
        "result": {"out": np.zeros((n, 2, batch.SEATS))},
        "value": {
            "weights": np.zeros((0, 32), np.float32),
            "out": np.zeros((n, 2, batch.SEATS)),
        },
        "play_out": {"rng": batch.make_rng(1)},
    }
    return by_verb[verb]


VERBS = ["legal_moves", "legal_mask", "play", "draw", "settle", "result", "value", "play_out"]
WRITTEN_STATES = ["play", "settle", "play_out"]


def read_only(array: Any) -> Any:
    array = array.copy()
    array.flags.writeable = False
    return array


def misaligned(array: Any) -> Any:
    room = np.zeros(array.nbytes + 1, np.uint8)
    moved = room[1:].view(array.dtype).reshape(array.shape)
    moved[:] = array
    return moved


WRONG_ARRAYS: dict[str, Callable[[Any], Any]] = {
    "a list": lambda array: array.tolist(),
    "nothing": lambda array: None,
    "another dtype": lambda array: np.zeros(
        array.shape, np.float32 if array.dtype != np.float32 else int
    ),
    "objects": lambda array: np.full(array.shape, None),
    "too short": lambda array: array[:-1].copy(),
    "too long": lambda array: np.concatenate([array, array]),
    "one axis more": lambda array: array[None].copy(),
    "no axis": lambda array: array.reshape(-1)[0],
    "strided": lambda array: np.repeat(array, 2, axis=0)[::2],
    "misaligned": misaligned,
    "big-endian": lambda array: array.astype(array.dtype.newbyteorder(">")),
}


def can_be_wrong(name: str, array: Any, how: str) -> bool:
    """Does a way to go wrong make any difference to an array?"""
    if name == "moves":  # of any layout: they are copied to one form first
        return how not in ("strided", "misaligned", "big-endian")
    if how in ("misaligned", "big-endian"):
        return bool(array.dtype.itemsize > 1 and array.size)
    return how not in ("too short", "too long", "strided", "no axis") or len(array) > 1


@ALL_GAMES
@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("how", WRONG_ARRAYS)
def test_a_wrong_array_is_refused_and_nothing_changes(game: Game, verb: str, how: str) -> None:
    states = ready(game)
    for name in arguments(verb, game, states):
        right = arguments(verb, game, states)
        if can_be_wrong(name, right[name], how):
            wrong = WRONG_ARRAYS[how](right[name])
            before = states.tobytes(), {key: array.copy() for key, array in right.items()}
            with pytest.raises(BadArgument):
                getattr(batch, verb)(states, **right | {name: wrong})
            assert states.tobytes() == before[0]
            for key, array in right.items():
                assert (array == before[1][key]).all(), key


@ALL_GAMES
@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("how", WRONG_ARRAYS)
def test_wrong_states_are_refused(game: Game, verb: str, how: str) -> None:
    states = ready(game)
    right = arguments(verb, game, states)
    if how in ("too short", "too long") and verb == "play_out":
        return  # there is no other array of this length
    wrong: Any = WRONG_ARRAYS[how](states)
    with pytest.raises(BadArgument):
        getattr(batch, verb)(wrong, **right)


@ALL_GAMES
@pytest.mark.parametrize("verb", VERBS)
def test_what_is_written_must_be_writeable(game: Game, verb: str) -> None:
    states = ready(game)
    right = arguments(verb, game, states)
    for name in right.keys() - {"moves", "weights"} - ({"deals"} if verb == "settle" else set()):
        with pytest.raises(BadArgument):
            getattr(batch, verb)(states, **right | {name: read_only(right[name])})
    if verb in WRITTEN_STATES:
        with pytest.raises(BadArgument, match="states is read-only"):
            getattr(batch, verb)(read_only(states), **right)
    else:
        getattr(batch, verb)(read_only(states), **right)


@ALL_GAMES
def test_a_narrow_out_is_refused(game: Game) -> None:
    states, counts = ready(game), np.zeros(4, np.int64)
    for width in (0, 1, game.rules.MAX_MOVES - 1):
        with pytest.raises(BadArgument, match=re.escape(f"{game.rules.MAX_MOVES} or more")):
            batch.legal_moves(states, np.zeros((4, width), np.int16), counts)


@ALL_GAMES
def test_too_few_moves_are_refused(game: Game) -> None:
    states = ready(game)
    before = states.tobytes()
    moves = arguments("play", game, states)["moves"]
    for some in (moves[:0], moves[:3], np.zeros(5, np.int64)):
        with pytest.raises(BadArgument, match="shape"):
            batch.play(states, some)
    assert states.tobytes() == before


@ALL_GAMES
def test_arrays_that_share_memory_are_refused(game: Game) -> None:
    states = ready(game, 2000)
    counts = states.view(np.int64)[:2000]
    out = np.zeros((2000, game.rules.MAX_MOVES), np.int16)
    with pytest.raises(BadArgument, match="share memory"):
        batch.legal_moves(states, out, counts)


def test_states_of_different_games_do_not_mix() -> None:
    first, second = list(GAMES.values())[:2]
    right = arguments("legal_moves", first, ready(first))
    with pytest.raises(BadArgument):
        batch.legal_moves(ready(second), **right)


@ALL_GAMES
def test_damaged_contents_are_refused(game: Game) -> None:
    for field, value in (("actor", 99), ("actor", -3), ("players", 0), ("players", 9)):
        states = ready(game)
        states[2][field] = value
        for verb in VERBS:
            if verb in ("draw", "settle"):  # they leave alone states in which no deal is due
                continue
            with pytest.raises(BadArgument, match="State 2"):
                getattr(batch, verb)(states, **arguments(verb, game, ready(game)))


@pytest.mark.parametrize("seed", [1, 2])
def test_wild_arguments_never_end_the_process(seed: int) -> None:
    """In a process of its own, since a crash would take the tests with it."""
    ran = subprocess.run(
        [sys.executable, "-m", "tests.wild_arguments", str(seed), "4000"],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr[-2000:]
    done, refused, _ = map(int, re.findall(r"\d+", ran.stdout))
    assert done > 100
    assert refused > 1000


# ---- Errors


ERRORS = [
    AzulejosError(Text("position.no_deal")),
    BadArgument(Text("array.read_only", {"name": "out"})),
    BadNotation(Text("game.unknown", {"name": "go", "games": "azul"}), "go"),
    IllegalMove(Text("batch.move", {"index": 1, "move": 2, "last": 3}), "A8", "1B2"),
    NoDecision(is_over=True),
    NoDeal(Text("position.no_deal")),
    EmptyHistory(Text("position.empty_history")),
    BadPosition(Text("position.field", {"field": "turn"})),
    BadRecord(Text("record.variation"), 3, 14),
    BadGame(Text("game.refused", {"game": "x", "field": "y", "expected": "z"}), "y"),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_errors_pickle_and_copy_with_their_attributes(error: AzulejosError) -> None:
    for again in (pickle.loads(pickle.dumps(error)), copy.deepcopy(error), copy.copy(error)):
        assert type(again) is type(error)
        assert vars(again) == vars(error)
        assert (str(again), again.code, again.args) == (str(error), error.code, error.args)
        assert all(again.message(language) for language in LANGUAGES)


def test_every_error_of_the_library_is_tried() -> None:
    defined = {value for value in vars(azulejos).values() if isinstance(value, type)}
    errors = {each for each in defined if issubclass(each, AzulejosError)}
    assert errors == {type(error) for error in ERRORS}


# ---- The face


def test_the_public_names_are_there() -> None:
    for name in azulejos.__all__:
        assert getattr(azulejos, name) is not None
        assert name in dir(azulejos)
    with pytest.raises(AttributeError):
        azulejos.no_such_name  # noqa: B018


def test_games_cannot_be_changed_from_outside() -> None:
    game = next(iter(GAMES.values()))
    with pytest.raises(TypeError):
        GAMES["other"] = game  # type: ignore[index]
    with pytest.raises(AttributeError):
        game.name = "other"  # type: ignore[misc]
    assert copy.deepcopy(game) is game


def test_the_states_of_a_position_are_a_copy() -> None:
    position = Position()
    position.states["actor"] = 7
    assert position.needs_deal


@pytest.mark.parametrize("name", ["game", "players", "start", "rules", "two words", "", "wall"])
def test_a_header_cannot_say_what_the_record_says(name: str) -> None:
    with pytest.raises(BadNotation, match="cannot be the name of a header"):
        Record.from_position(Position("azul"), **{name: "blue"})
    record = Record.from_position(Position("azul"))
    record.headers[name] = "blue"
    for write in (record.to_text, record.to_json):
        with pytest.raises(BadNotation):
            write()
