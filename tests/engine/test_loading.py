"""The first analysis of a game loads what it needs, before its time limit starts."""

import json
from io import BytesIO

from azulejos import Position
from azulejos.engine.protocol import Analyse, read_request
from azulejos.engine.serve import Engine

HELLO, QUIT = b'{"id": "first", "op": "hello"}\n', b'{"op": "quit"}\n'
ANALYSE = json.dumps({"id": 1, "op": "analyse", "position": Position("blue", 2).to_json()})


def test_hello_is_answered_even_if_quit_follows_at_once() -> None:
    answers = BytesIO()
    Engine(BytesIO(HELLO + QUIT), answers).run()
    assert b'"ready": true' in answers.getvalue()


def test_the_first_analysis_of_a_game_loads_what_it_needs() -> None:
    engine = Engine(BytesIO(), BytesIO())
    request = read_request(ANALYSE.encode())
    assert isinstance(request, Analyse)
    assert engine.load_for(request)
    assert not engine.load_for(request)
