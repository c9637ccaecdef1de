"""Loading compiled code: `hello` waits for it, other lines do not, and the end stops it."""

import json
import os
from io import BytesIO

from azulejos import Position
from azulejos.engine.protocol import Analyse, read_request
from azulejos.engine.serve import Engine

HELLO, QUIT = b'{"id": "first", "op": "hello"}\n', b'{"op": "quit"}\n'
ANALYSE = json.dumps({"id": 1, "op": "analyse", "position": Position("blue", 2).to_json()})


def test_hello_waits_until_all_code_is_loaded() -> None:
    read, write = os.pipe()
    with open(write, "wb") as answers, open(read, "rb") as heard:
        engine = Engine(BytesIO(), answers)
        assert engine.handle_line(HELLO)
        assert engine.handle_line(b"{\n")  # other lines do not wait
        assert b"bad_json" in heard.readline()
        assert all(thread.is_alive() for thread in engine.threads)
        engine.is_ready.set()
        assert b'"ready": true' in heard.readline()


def test_hello_is_answered_even_if_quit_follows_at_once() -> None:
    answers = BytesIO()
    Engine(BytesIO(HELLO + QUIT), answers).run()
    assert b'"ready": true' in answers.getvalue()


def test_an_analysis_loads_the_code_that_it_needs() -> None:
    engine = Engine(BytesIO(), BytesIO())
    request = read_request(ANALYSE.encode())
    assert isinstance(request, Analyse)
    assert engine.load_for(request)
    engine.unloaded.remove(("blue", 2))
    assert not engine.load_for(request)


def test_nothing_is_loaded_after_the_end() -> None:
    engine = Engine(BytesIO(), BytesIO())
    engine.is_ended.set()
    engine.load()
    assert engine.is_ready.is_set()
    assert len(engine.unloaded) == 5
