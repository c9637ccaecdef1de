"""Engine processes as players: our own, an outside one, and some that fail."""

import sys
from pathlib import Path
from shlex import quote
from time import monotonic

import pytest

from azulejos import AzulejosError, Position
from azulejos.engine.client import (
    EngineBadAnswer,
    EngineDied,
    EngineFailed,
    EngineIllegalMove,
    EnginePlayer,
    EngineRefused,
    EngineTimedOut,
)
from azulejos.search.players import find_player
from azulejos.search.settings import Limit

PYTHON = quote(sys.executable)
OUTSIDE = f"{PYTHON} {quote(str(Path(__file__).parent / 'outside.py'))}"


@pytest.fixture
def position() -> Position:
    position = Position("azul")
    position.deal(1)
    return position


def test_our_own_engine_plays_like_the_library(position: Position) -> None:
    limit = Limit(nodes=100)
    with EnginePlayer(f"{PYTHON} -m azulejos engine") as player:
        theirs = player.choose(position, limit, entropy=7)
        ours = find_player("best").choose(position, limit, entropy=7)
        assert theirs.move == ours.move
        assert theirs.info
        assert ours.info
        assert [move.visits for move in theirs.info.moves] == [m.visits for m in ours.info.moves]
        start = monotonic()
        stopped = Limit(seconds=300, is_stopped=lambda: monotonic() > start + 0.3)
        assert player.choose(position, stopped).move in position.legal_moves
        assert monotonic() < start + 60
    assert player.process.returncode == 0


def test_an_outside_engine_plays(position: Position, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("azulejos.engine.client.CLOSE_SECONDS", 60.0)
    with EnginePlayer(f"{OUTSIDE} first") as player:
        for _ in range(3):
            choice = player.choose(position, Limit(nodes=10))
            assert choice.move == position.legal_moves[0]
            assert choice.info is None
            position.push(choice.move)
    assert player.process.returncode == 0
    player.close()  # again: no effect


@pytest.mark.parametrize(
    ("kind", "cause", "message"),
    [
        ("dies", EngineDied, "out of ideas"),
        ("nonsense", EngineBadAnswer, "I think that"),
        ("slow", EngineTimedOut, "0.6"),
        ("refuses", EngineRefused, "not now"),
        ("cheats", EngineIllegalMove, "9Z9"),
    ],
)
def test_each_failure_of_an_engine_has_its_own_error(
    position: Position, kind: str, cause: type[EngineFailed], message: str
) -> None:
    grace = 0.5 if cause is EngineTimedOut else 30.0
    with EnginePlayer(f"{OUTSIDE} {kind}", grace=grace) as player:
        with pytest.raises(cause) as error:
            player.choose(position, Limit(seconds=0.1))
        assert message in error.value.message()
        assert isinstance(error.value, AzulejosError)
    assert player.process.returncode is not None


def test_an_engine_that_has_ended_is_not_restarted(position: Position) -> None:
    with EnginePlayer(f"{OUTSIDE} dies") as player:
        for _ in range(2):
            with pytest.raises(EngineDied):
                player.choose(position, Limit(nodes=5))


def test_engines_that_never_become_ready() -> None:
    with pytest.raises(EngineTimedOut):
        EnginePlayer(f"{OUTSIDE} silent", start=0.3)
    for command in ("no-such-engine-anywhere", "", "'", "false"):
        with pytest.raises(EngineDied):
            EnginePlayer(command)


def test_an_engine_that_ignores_quit_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("azulejos.engine.client.CLOSE_SECONDS", 0.2)
    player = EnginePlayer(f"{OUTSIDE} stays")
    player.close()
    assert player.process.returncode == -9
