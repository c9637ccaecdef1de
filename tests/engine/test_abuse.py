"""Abuse by clients: the engine answers with an error and continues, or ends cleanly."""

import copy
import json
import os
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from azulejos import GAMES
from tests.engine.talk import COMMAND, SECONDS, Talk
from tests.engine.test_serve import LONG, START, first_decision, junk
from tests.examples import examples

POSITIONS = [first_decision(game).to_json() for game in GAMES]
HUGE = [10**30, -(10**30), 2**63, 2**64, -1, 10**4000, 1.5, 1e308, -0.0, "9" * 300]
PATIENT = [HealthCheck.function_scoped_fixture]


def places(data: Any, above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path to every value inside JSON."""
    for name, value in data.items() if isinstance(data, dict) else enumerate(data):
        yield (*above, name)
        if isinstance(value, dict | list):
            yield from places(value, (*above, name))


PLACES = [(position, place) for position in POSITIONS for place in places(position)]


def changed(position: dict[str, Any], place: tuple[Any, ...], value: Any) -> dict[str, Any]:
    """A position with another value at a path."""
    position = copy.deepcopy(position)
    inside: Any = position
    for name in place[:-1]:
        inside = inside[name]
    inside[place[-1]] = value
    return position


def answer_to(engine: Talk, position: Any) -> dict[str, Any]:
    """The only answer to a request about a position that may be invalid."""
    engine.send(id="p", op="analyse", position=position, limit={"nodes": 2}, player="greedy")
    answer = engine.hear()
    assert engine.hear_until_hello() == []
    return answer


def is_refused_or_answered(answer: dict[str, Any]) -> bool:
    """Whether it is a final answer, or an error of the client."""
    if "error" in answer:
        return answer["error"]["code"] in ("bad_position", "nothing_to_decide", "bad_json")
    return bool(answer["final"])


# ---- Positions


@pytest.mark.parametrize("value", HUGE, ids=lambda value: str(value)[:12])
def test_extreme_numbers_in_positions(engine: Talk, value: Any) -> None:
    for position, place in PLACES:
        inside: Any = position
        for name in place:
            inside = inside[name]
        if isinstance(inside, int):
            answer = answer_to(engine, changed(position, place, value))
            assert is_refused_or_answered(answer), (place, answer)


@settings(max_examples=examples(300), suppress_health_check=PATIENT)
@given(st.sampled_from(PLACES), junk)
def test_junk_inside_positions(
    engine: Talk, where: tuple[dict[str, Any], tuple[Any, ...]], value: Any
) -> None:
    assert is_refused_or_answered(answer_to(engine, changed(*where, value)))


@pytest.mark.parametrize("field", ["limit", "player", "every", "lines", "entropy", "position"])
def test_numbers_out_of_the_range_of_every_field(engine: Talk, field: str) -> None:
    for number in ("1e400", "-1e400", "1" + "0" * 4000, "-1", "1e-400", "0.5e999"):
        value = f'{{"seconds": {number}}}' if field == "limit" else number
        good = json.dumps({"id": "f", "op": "analyse", "position": START, "limit": {"nodes": 2}})
        engine.send_raw(f'{good[:-1]}, "{field}": {value}}}'.encode())
        answer = engine.hear()
        assert answer["error"]["code"] in ("bad_request", "bad_position")
        assert engine.hear_until_hello() == []


# ---- During an analysis


def test_invalid_lines_do_not_disturb_a_running_analysis(engine: Talk) -> None:
    engine.send(id="long", op="analyse", position=START, limit=LONG)
    bad = [b"{", b"[[[[", b'{"id": "long", "op": "fly"}', b'{"op": "stop"}', b"\xff", b"7" * 5000]
    for line in bad:
        engine.send_raw(line)
        assert "error" in engine.hear()
    engine.send(id="quick", op="analyse", position=START, limit={"nodes": 20})
    assert engine.hear()["id"] == "quick"
    engine.send(id="long", op="stop")
    answer = engine.hear()
    assert (answer["id"], answer["final"]) == ("long", True)


def test_only_the_same_id_stops_an_analysis(engine: Talk) -> None:
    engine.send(id=1, op="analyse", position=START, limit=LONG)
    for id in ("1", 10**100, -1, "", "one", "\u0000"):
        engine.send(id=id, op="stop")
    assert engine.hear_until_hello() == []
    for wrong in (1.0, True, [1], {"id": 1}, None):
        engine.send(id=wrong, op="stop")
        assert engine.hear()["error"]["code"] == "bad_request"
    engine.send(id=1, op="stop")
    assert engine.hear()["final"]


def test_every_request_of_a_flood_has_one_answer(engine: Talk) -> None:
    for n in range(200):
        engine.send(id=n, op="analyse", position=POSITIONS[n % 2], limit={"nodes": 200})
        if n % 3 == 0:
            engine.send(id=n, op="stop")
    heard = [engine.hear() for _ in range(200)]
    assert sorted(answer["id"] for answer in heard) == list(range(200))
    codes = {answer["error"]["code"] for answer in heard if "error" in answer}
    assert codes <= {"busy"}
    assert engine.hear_until_hello() == []


# ---- The end


def test_quit_answers_all_running_analyses_first() -> None:
    talk = Talk()
    for n, position in enumerate(POSITIONS * 2):
        talk.send(id=n, op="analyse", position=position, limit=LONG)
    talk.send(op="quit")
    heard = [talk.hear() for _ in range(4)]
    assert {answer["id"] for answer in heard} == {0, 1, 2, 3}
    assert all(answer["final"] for answer in heard)
    assert talk.answers.get(timeout=SECONDS) == b""
    assert talk.close() == 0


@pytest.mark.parametrize("last", [b'{"id": "x", "op": "hel', b'{"id": "x", "op": "hello"}'])
def test_a_last_line_without_newline_is_answered(last: bytes) -> None:
    process = subprocess.run(COMMAND, input=last, capture_output=True, timeout=SECONDS, check=True)
    answer = json.loads(process.stdout)
    assert ("error" in answer) != (answer["id"] == "x")
    assert process.stderr == b""


def test_the_engine_ends_when_its_output_is_closed() -> None:
    read, write = os.pipe()
    engine = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=write, stderr=subprocess.PIPE)
    os.close(write)
    os.close(read)
    assert engine.stdin
    request = {"id": "a", "op": "analyse", "position": START, "limit": LONG, "every": 0.05}
    engine.stdin.write(json.dumps(request).encode() + b"\n")
    _, complaint = engine.communicate(timeout=SECONDS)
    assert (engine.returncode, complaint) == (0, b"")
