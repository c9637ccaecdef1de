"""The engine as a process: transcripts, invalid lines, limits, stopping, parallel requests."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from azulejos import GAMES, Position
from azulejos.engine import protocol
from azulejos.engine.protocol import MAX_LINE_BYTES
from azulejos.engine.serve import MAX_RUNNING
from azulejos.search.players import PLAYERS
from tests.engine.talk import Talk
from tests.examples import examples

GOLDEN = Path(__file__).parent / "golden"
CODES = {"bad_json", "bad_request", "bad_position", "unknown_op", "unknown_player", "too_long"}
LONG = {"seconds": 600}


def first_decision(game: str = "azul", **options: Any) -> Position:
    position = Position(game, **options)
    while position.needs_deal:
        position.deal(1)
    return position


START = first_decision().to_json()
STRONG = "level7"  # the strongest that is limited by nodes; it never lapses


def untimed(answer: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in answer.items() if name != "seconds"}


# ---- Transcripts


def matches(expected: Any, heard: Any) -> bool:
    """Whether an answer is as expected; "*" stands for anything."""
    if expected == "*":
        return True
    if isinstance(expected, dict) and isinstance(heard, dict):
        return expected.keys() == heard.keys() and all(
            matches(value, heard[name]) for name, value in expected.items()
        )
    if isinstance(expected, list) and isinstance(heard, list):
        return len(expected) == len(heard) and all(map(matches, expected, heard))
    return bool(expected == heard) and type(expected) is type(heard)


@pytest.mark.parametrize("file", sorted(GOLDEN.glob("*.jsonl")), ids=lambda file: file.stem)
def test_transcripts(engine: Talk, file: Path) -> None:
    sent = ""
    for line in map(json.loads, file.read_text().splitlines()):
        if "expect" in line:
            heard = engine.hear()
            assert matches(line["expect"], heard), (sent, line["expect"], heard)
        else:
            sent = line["send_raw"] if "send_raw" in line else json.dumps(line["send"])
            engine.send_raw(sent.encode())


# ---- Invalid lines


def test_the_documentation_lists_exactly_the_error_codes() -> None:
    rooms = Path(protocol.__file__).parent.glob("*.py")
    raised = {code for file in rooms for code in re.findall(r'Refused\("(\w+)"', file.read_text())}
    document = Path(__file__).parents[2] / "docs" / "protocol.md"
    table = document.read_text().partition("| code | cause |")[2].partition("\n\n")[0]
    assert set(re.findall(r"^\| `(\w+)`", table, re.M)) == raised


junk = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=5) | st.integers(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


def is_number(x: object) -> bool:
    return isinstance(x, int | float) and not isinstance(x, bool)


# by field: values that are certainly invalid
WRONG = {
    "op": junk,
    "id": junk.filter(lambda x: not isinstance(x, str | int) or isinstance(x, bool)),
    "position": junk,
    "player": junk.filter(lambda x: x is not None),
    "limit": junk.filter(lambda x: x is not None and not isinstance(x, dict))
    | st.fixed_dictionaries({"seconds": junk.filter(lambda x: x is not None and not is_number(x))})
    | st.fixed_dictionaries({"seconds": st.floats(max_value=0) | st.integers(max_value=0)})
    | st.fixed_dictionaries({"nodes": st.floats() | st.integers(max_value=0)}),
    "every": junk.filter(lambda x: x is not None and not is_number(x)),
    "lines": st.floats() | st.text() | st.integers(max_value=-1) | st.integers(min_value=10**6),
}


@st.composite
def bad_requests(draw: st.DrawFn) -> bytes:
    """A valid request with one field made invalid."""
    field = draw(st.sampled_from(sorted(WRONG)))
    good = {"id": "x", "op": "analyse", "position": START, "limit": {"nodes": 2}}
    return json.dumps(good | {field: draw(WRONG[field])}).encode()


@st.composite
def cut_requests(draw: st.DrawFn) -> bytes:
    """The beginning of a valid request."""
    good = json.dumps({"id": "x", "op": "analyse", "position": START}).encode()
    return good[: draw(st.integers(1, len(good) - 1))]


no_lines = st.binary(min_size=1).filter(lambda line: b"\n" not in line and line.strip() != b"")
bad_lines = no_lines | junk.map(lambda x: json.dumps(x).encode()) | bad_requests() | cut_requests()


@settings(max_examples=examples(300), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(bad_lines)
def test_every_invalid_line_is_answered_by_one_error(engine: Talk, line: bytes) -> None:
    engine.send_raw(line)
    [answer] = engine.hear_until_hello()
    assert answer.keys() == {"id", "error"}
    assert answer["error"]["code"] in CODES
    assert answer["error"]["message"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"[" * 100_000, "bad_json"),
        (b'{"id": "a", "op": "analyse", "position": ' + b'{"game":' * 900 + b"}" * 901, None),
        (b'{"id": ' + b"9" * 100_000 + b"}", "bad_json"),
        (b'{"id": "' + b"x" * 1000 + b'", "op": "hello"}', "bad_request"),
        (b"x" * (MAX_LINE_BYTES + 1), "too_long"),
        (b" " * (3 * MAX_LINE_BYTES) + b"{}", None),
        (b'{"op": "' + b"x" * (3 * MAX_LINE_BYTES) + b'"}', "too_long"),
        (b"\xff\xfe{}", "bad_json"),
        (b'{"id": "\\ud800", "op": "\\ud800"}', "unknown_op"),
    ],
)
def test_extreme_lines_are_answered_at_most_once(
    engine: Talk, line: bytes, code: str | None
) -> None:
    engine.send_raw(line)
    answers = engine.hear_until_hello()
    assert len(answers) <= 1
    if code is not None:
        assert answers[0]["error"]["code"] == code


def test_blank_lines_are_ignored(engine: Talk) -> None:
    engine.send_raw(b"")
    engine.send_raw(b"  \r")
    assert engine.hear_until_hello() == []


# ---- Analysis


@pytest.mark.parametrize("game", GAMES)
def test_a_limit_in_nodes_gives_the_same_answer_every_time(engine: Talk, game: str) -> None:
    position = first_decision(game)
    answers = []
    for _ in range(2):
        engine.send(id="n", op="analyse", position=position.to_json(), limit={"nodes": 300})
        answers.append(engine.hear())
    assert untimed(answers[0]) == untimed(answers[1])
    answer = answers[0]
    assert answer["final"] is True
    assert answer["nodes"] == 300
    assert answer["best"] == answer["moves"][0]["move"]
    assert abs(sum(answer["win"]) - 1) < 0.01
    assert len(answer["points"]) == position.players
    for move in answer["moves"]:
        assert move["move"] in position.legal_moves
        assert move["line"][0] == move["move"]


@pytest.mark.parametrize("limit", [{"nodes": 1}, {"seconds": 1e-9}, {"seconds": 1, "nodes": 3}])
def test_the_shortest_limits_give_a_move(engine: Talk, limit: dict[str, float]) -> None:
    engine.send(id="short", op="analyse", position=START, limit=limit)
    answer = engine.hear()
    assert answer["best"] in Position.from_json(START).legal_moves


@pytest.mark.parametrize("name", ["random", "greedy", "level1", STRONG])
def test_the_engine_plays_like_the_named_player(engine: Talk, name: str) -> None:
    engine.send(id=name, op="analyse", position=START, player=name, entropy=5)
    answer = engine.hear()
    choice = PLAYERS[name].choose(Position.from_json(START), entropy=5)
    nodes = choice.info.nodes if choice.info else 0
    assert (answer["id"], answer["final"], answer["nodes"]) == (name, True, nodes)
    assert answer["best"] == choice.move


def test_a_level_keeps_its_nodes_unless_others_are_given(engine: Talk) -> None:
    limit = {"seconds": 60}
    engine.send(id="level", op="analyse", position=START, player=STRONG, limit=limit)
    assert engine.hear()["nodes"] > 1_000
    engine.send(id="level", op="analyse", position=START, player=STRONG, limit={"nodes": 7})
    assert engine.hear()["nodes"] == 7


def test_a_search_that_time_limits_continues_the_last_one_of_its_seat(engine: Talk) -> None:
    position, limit = first_decision("blue"), {"seconds": 0.3}
    engine.send(id="1", op="analyse", position=position.to_json(), limit=limit)
    first = engine.hear()
    assert sum(move["visits"] for move in first["moves"]) < first["nodes"]
    for text in first["moves"][0]["line"][: position.players]:
        position.push(text)
    engine.send(id="2", op="analyse", position=position.to_json(), limit=limit)
    second = engine.hear()
    assert sum(move["visits"] for move in second["moves"]) > second["nodes"]
    assert second["best"] in position.legal_moves


def test_stop_ends_an_analysis_with_a_final_answer(engine: Talk) -> None:
    engine.send(id="s", op="analyse", position=START, limit=LONG)
    assert engine.hear_until_hello() == []
    engine.send(id="s", op="stop")
    answer = engine.hear()
    assert (answer["id"], answer["final"]) == ("s", True)
    assert answer["seconds"] < 60
    engine.send(id="s", op="stop")  # too late: ignored
    assert engine.hear_until_hello() == []


def test_intermediate_answers(engine: Talk) -> None:
    engine.send(id="e", op="analyse", position=START, limit=LONG, every=0.05, lines=1)
    answers = [engine.hear() for _ in range(3)]
    engine.send(id="e", op="stop")
    last = answers[-1]
    while not last["final"]:
        last = engine.hear()
        answers.append(last)
    assert {answer["id"] for answer in answers} == {"e"}
    nodes = [answer["nodes"] for answer in answers]
    assert nodes == sorted(nodes)
    assert [len(move["line"]) for move in last["moves"][1:]] == [1] * (len(last["moves"]) - 1)


def test_parallel_requests_are_told_apart_by_their_ids(engine: Talk) -> None:
    engine.send(id="long", op="analyse", position=START, limit=LONG)
    engine.send(id="quick", op="analyse", position=START, limit={"nodes": 50})
    assert engine.hear()["id"] == "quick"
    engine.send(id="long", op="analyse", position=START, limit={"nodes": 50})
    assert engine.hear()["error"]["code"] == "duplicate_id"
    engine.send(id="long", op="stop")
    answer = engine.hear()
    assert (answer["id"], answer["final"]) == ("long", True)


def test_too_many_requests_are_refused(engine: Talk) -> None:
    for n in range(MAX_RUNNING + 1):
        engine.send(id=n, op="analyse", position=START, limit=LONG)
    refused = engine.hear()
    assert (refused["id"], refused["error"]["code"]) == (MAX_RUNNING, "busy")
    for n in range(MAX_RUNNING):
        engine.send(id=n, op="stop")
    heard = [engine.hear() for _ in range(MAX_RUNNING)]
    assert {answer["id"] for answer in heard} == set(range(MAX_RUNNING))
    assert all(answer["final"] for answer in heard)


def test_after_the_end_of_the_input_analyses_go_on_to_their_limits() -> None:
    talk = Talk()
    talk.send(id="a", op="analyse", position=START, limit={"nodes": 2000})
    [answer] = talk.end_input()
    assert (answer["id"], answer["final"]) == ("a", True)
    assert answer["nodes"] >= 2000
    assert talk.close() == 0


def test_lines_after_quit_are_not_read() -> None:
    talk = Talk()
    talk.send(id="a", op="analyse", position=START, limit=LONG)
    talk.send_raw(b'{"op": "quit"}\n{"id": "late", "op": "hello"}')
    assert talk.hear()["id"] == "a"
    assert talk.answers.get(timeout=60) == b""
    assert talk.close() == 0
