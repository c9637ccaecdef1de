"""Being ready: thinking waits until all is loaded, other lines do not, and an end ends it."""

import os
from io import BytesIO

from azulejos import Position
from azulejos.engine.serve import Engine

HELLO, QUIT = b'{"id": "first", "op": "hello"}\n', b'{"op": "quit"}\n'


def test_thinking_waits_until_all_is_loaded() -> None:
    read, write = os.pipe()
    with open(write, "wb") as answers, open(read, "rb") as heard:
        engine = Engine(BytesIO(), answers)
        assert engine.take(HELLO)
        assert engine.take(b"{\n")  # other lines do not wait
        assert b"bad_json" in heard.readline()
        assert all(thread.is_alive() for thread in engine.threads)
        engine.is_ready.set()
        assert b'"ready": true' in heard.readline()


def test_what_is_asked_before_all_is_loaded_gets_its_answer() -> None:
    answers = BytesIO()
    Engine(BytesIO(HELLO + QUIT), answers).run()
    assert b'"ready": true' in answers.getvalue()


def test_what_is_asked_for_is_loaded_first() -> None:
    engine = Engine(BytesIO(), BytesIO())
    position, last = Position("blue", players=2), engine.unloaded[-1]
    assert last == ("blue", 2)
    engine.prefer(position)
    assert engine.unloaded[0] == last
    engine.is_ready.set()
    assert not engine.wait_for(position)


def test_nothing_more_is_loaded_after_the_end() -> None:
    engine = Engine(BytesIO(), BytesIO())
    engine.is_ended.set()
    engine.load()
    assert engine.is_ready.is_set()
    assert len(engine.unloaded) == 5
