"""Being ready: what is loaded first, what waits, and when hello is answered."""

import gc
import os
from collections.abc import Iterator
from io import BytesIO
from time import sleep

import pytest

from azulejos import Position
from azulejos.engine.serve import Engine
from azulejos.engine.warmth import ALL_TABLES, PAUSE_SECONDS, Warmth
from azulejos.search.players import find_player
from azulejos.search.warmth import warm_up
from tests.engine.talk import SECONDS


@pytest.fixture
def busy() -> list[str]:
    """What is going on."""
    return ["something"]


@pytest.fixture
def warmth(busy: list[str]) -> Iterator[Warmth]:
    """An engine's warmth that has loaded what it may while something goes on; all is compiled."""
    warm_up()
    warmth = Warmth(lambda: bool(busy))
    warmth.thread.start()
    warmth.is_ready.wait(SECONDS)
    sleep(4 * PAUSE_SECONDS)
    yield warmth
    warmth.is_ended.set()
    warmth.thread.join(SECONDS)
    gc.unfreeze()


def test_the_rest_is_loaded_while_nothing_runs(warmth: Warmth, busy: list[str]) -> None:
    position, player = Position("blue", players=2), find_player("greedy")
    assert warmth.tables == set()
    assert warmth.rehearse(position, player)
    busy.clear()
    warmth.thread.join(SECONDS)
    assert warmth.tables == set(ALL_TABLES)
    assert not warmth.rehearse(position, player)


def test_the_end_does_not_wait_for_the_rest(warmth: Warmth) -> None:
    warmth.is_ended.set()
    warmth.thread.join(SECONDS)
    assert warmth.tables == set()


def test_hello_is_answered_once_first_decisions_are_loaded() -> None:
    read, write = os.pipe()
    with open(write, "wb") as answers, open(read, "rb") as heard:
        engine = Engine(BytesIO(), answers)
        assert engine.take(b'{"id": "first", "op": "hello"}\n')
        assert engine.take(b"{\n")  # other lines do not wait
        assert b"bad_json" in heard.readline()
        engine.warmth.is_ready.set()
        assert b'"ready": true' in heard.readline()
