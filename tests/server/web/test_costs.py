"""No input that the size limits allow costs the event loop much (R31): the worst ones, measured.

Everything that reads what outsiders send is listed here with inputs that were or could be slow:
quotes without an end, long runs of one character, many small parts, deep nesting, large numbers.
The CPU time of the thread is measured, so that other work on the machine does not matter.
"""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from time import thread_time
from typing import Any

import pytest
from pydantic import ValidationError
from starlette.requests import Request, cookie_parser

from azulejos.errors import AzulejosError
from azulejos.games import GAMES
from azulejos.position import Position
from azulejos.record_reader import iter_records
from azulejos.server.accounts.names import clean_name, name_key
from azulejos.server.analysis.tree import nodes_of, read_record
from azulejos.server.play.session import parse_message
from azulejos.server.web.http import MAX_HEAD_BYTES
from azulejos.server.web.page import pick_language
from azulejos.server.web.security import MAX_BYTES, is_nested_deeper, keep_own_cookies
from azulejos.wire import fields, messages
from tests.server.running import ON_ONE_DEVICE, Browser, Running, create, me, run_server

MOST_S = 0.020  # R31
OFF_LOOP_S = 1.0  # of a record, which is read in a thread of its own
RUNS = 3  # of which the fastest counts: the first may load something


def cost(work: Callable[..., object], *arguments: object, runs: int = RUNS) -> float:
    """The CPU time of a call in seconds; refusing counts as well as accepting."""
    times = []
    for _ in range(runs):
        start = thread_time()
        with suppress(AzulejosError, ValidationError, ValueError):
            work(*arguments)
        times.append(thread_time() - start)
    return min(times)


def fill(pattern: str, size: int, start: str = "", end: str = "") -> str:
    """A text of a size in bytes that repeats a pattern."""
    room = size - len((start + end).encode())
    return start + pattern * (room // len(pattern.encode())) + end


PATTERNS = (
    *('"', "\\", '\\"', '"\\"', "[", "{", "(", "<", "[]", "{}", "[[[[[[[[]]]]]]]]", '{"a":', '""'),
    *(" ", "\n", "\t", ";", ",", "=", "-", "/", "&", "%", "%25", "+", "0", "1", "9,", "1.", "1-"),
    *("a", "é", "漢", "\u0301", "\ufdfa", "a\u0301", "a ", "a=b; ", "a=b&", 'a="\\1', "(1B1) "),
    *(
        '[a "b"]\n',
        '[game "azul"]\n',
        "{a}",
        "\\1",
        "\ud7ff",
        "B",
        "BBBB ",
        "wgwb",
        "-1,",
        "[game ",
    ),
)


@pytest.mark.parametrize("pattern", PATTERNS, ids=ascii)
def test_bodies_and_messages(pattern: str) -> None:
    for start in ("", '"', '{"type":"move","id":"'):
        body = fill(pattern, MAX_BYTES, start).encode()
        assert cost(is_nested_deeper, body, 8) < MOST_S
        if not is_nested_deeper(body, 8):  # as the guard does
            assert cost(json.loads, body) < MOST_S
        assert cost(parse_message, body[: messages.MAX_BYTES]) < MOST_S / 10


MANY = {f"{n:x}": 1 for n in range(6_800)}  # as many fields as a body can have
LONG = "a" * 60_000


def forms_of(base: type[fields.Request]) -> Iterator[type[fields.Request]]:
    """All kinds of a form that the server reads; `run_server` has imported them."""
    for form in base.__subclasses__():
        yield form
        yield from forms_of(form)


FORMS = sorted((f for f in forms_of(fields.Request) if f.model_fields), key=lambda f: f.__name__)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__)
def test_forms(form: type[fields.Request]) -> None:
    values: list[Any] = [LONG, "é" * 30_000, "\x00" * 10_000, 10**4000, 1e308, MANY, None]
    values += [["a"] * 15_000, [{}] * 15_000, [MANY], {"kind": LONG}, [[[[[[[1]]]]]]]]
    assert cost(validate, form, MANY) < MOST_S / 2
    for name in form.model_fields:
        for value in values:
            assert cost(validate, form, {name: value}) < MOST_S / 2
    everything = dict.fromkeys(form.model_fields, "a" * (60_000 // len(form.model_fields)))
    assert cost(validate, form, everything) < MOST_S / 2


def validate(form: type[fields.Request], data: Any) -> None:
    """Validate as the framework does, which lists all errors."""
    try:
        form.model_validate(data)
    except ValidationError as wrong:
        wrong.errors()


@pytest.mark.parametrize("pattern", PATTERNS, ids=ascii)
def test_names_and_moves(pattern: str) -> None:
    name, move = fill(pattern, 256)[:64], fill(pattern, 160)[:40]
    name_key("a")  # loads the tables
    assert cost(clean_name, name) < MOST_S / 10
    assert cost(name_key, name) < MOST_S / 10
    for position in POSITIONS:
        assert cost(position.copy().push, move) < MOST_S / 4
        assert cost(position.steps, move) < MOST_S / 4


def positions() -> Iterator[Position]:
    """A position of each game, some moves after its beginning."""
    for game in GAMES:
        position = Position(game)
        for n in range(12):
            if position.needs_deal:
                position.deal(n)
            position.push(position.legal_moves[n % len(position.legal_moves)])
        if position.needs_deal:
            position.deal(99)
        yield position


POSITIONS = list(positions())


@pytest.mark.parametrize("pattern", PATTERNS, ids=ascii)
def test_headers_and_cookies(pattern: str) -> None:
    """The framework parses all cookies of a request, so foreign ones are removed before."""
    value = fill(pattern, MAX_HEAD_BYTES)
    raw = value.encode()

    def read() -> None:
        scope: dict[str, Any] = {"type": "http", "headers": [(b"cookie", raw)]}
        keep_own_cookies(scope)
        cookie_parser(scope["headers"][0][1].decode("latin-1"))

    assert cost(read) < MOST_S / 2
    assert cost(pick_language, value) < MOST_S / 10
    query = {"type": "http", "query_string": raw, "headers": []}
    assert cost(lambda: list(Request(query).query_params)) < MOST_S


def test_own_cookies_are_kept() -> None:
    sent = b'a="\\1\\2"; __Host-session=Abc-1_2; b; device=x.y; sessions=no; session="q"'
    scope: dict[str, Any] = {"headers": [(b"cookie", sent), (b"host", b"h")]}
    keep_own_cookies(scope)
    assert scope["headers"] == [(b"cookie", b"__Host-session=Abc-1_2; device=x.y"), (b"host", b"h")]


def read_two(text: str) -> None:
    """Read as many records as a check of fairness does."""
    list(islice(iter_records(text), 2))


@pytest.mark.parametrize("pattern", PATTERNS, ids=ascii)
def test_records_are_read_in_linear_time(pattern: str) -> None:
    """They are read in a thread, but even there the time must not explode."""
    for start in ("", '[game "', '[game "azul"] {', '{"a": "'):
        text = fill(pattern, 60_000, start)
        spent = cost(read_two, text, runs=1)
        assert spent < OFF_LOOP_S


@pytest.mark.parametrize("position", POSITIONS, ids=lambda p: str(p.game.name))
def test_positions(position: Position) -> None:
    """Positions as JSON in which one field is monstrous."""
    right = position.to_json()
    values = [LONG, ["B"] * 15_000, MANY, [MANY], 10**4000, -1, [LONG], {LONG: 1}, None, [[]] * 9]
    tiles = {f"{x},{y}": "wgwb" for x in range(60) for y in range(60)}
    for field in right:
        for value in [*values, tiles]:
            assert cost(Position.from_json, right | {field: value}) < MOST_S


def test_answers_of_the_server(tmp_path: Any) -> None:
    """Whole requests, with everything that the framework does."""
    url = f"sqlite:///{tmp_path / 'azulejos.db'}"
    with run_server(url) as server:
        guest = server.guest()
        for _ in range(100):
            table = create(guest, ON_ONE_DEVICE, is_public=True)["table"]
        paths = ["openapi.json", "messages.schema.json", "server", "tables", f"tables/{table}"]
        paths += ["tables?status=playing", f"people/{me(guest)}/tables?most=100"]
        paths += [f"tables/{table}/{name}" for name in ("replay", "record", "record.json")]
        paths += ["puzzle/daily", "puzzle/next", "puzzle/themes", "puzzle/standing", "learn/azul"]
        paths += ["leaderboards/azul-2", f"people/{me(guest)}", "sessions", "visitor"]
        for path in paths:
            assert loop_cost(server, guest, "GET", path) < MOST_S, path
        guest.headers["content-type"] = "application/json"
        for body in (
            fill('"\\"', MAX_BYTES),
            fill("[", MAX_BYTES),
            json.dumps(MANY, separators=(",", ":")),
        ):
            for path in (
                *("guests", "tables", "sessions", "fair", "analysis", "nothing", "positions"),
                *("practice", "trees", "boards", "puzzle-races", "pairing"),
            ):
                spent = loop_cost(server, guest, "POST", path, body)
                assert spent < MOST_S, (path, body[:9])


def loop_cost(server: Running, client: Browser, method: str, path: str, body: str = "") -> float:
    """The CPU time that the server's event loop spends while a request is answered."""
    clock = time.pthread_getcpuclockid(server.thread)
    times = []
    for _ in range(RUNS):
        start = time.clock_gettime(clock)
        client.request(method, f"/api/v1/{path}", content=body)
        times.append(time.clock_gettime(clock) - start)
    return min(times)


TREES = (
    '[game "azul"] <BBYR KKWW BYRW YYYY RRKW> 1B2 ' + "(1Y1 CB2) " * 480,
    '[game "azul"] <BBYR KKWW BYRW YYYY RRKW> ' + "(1B2 " * 400,
    '[game "azul"] ' + "{comment} " * 5_000,
    '{"record": 1, "game": "azul", "entries": [' + '{"deal": "-"},' * 900 + "{}]}",
    '{"entries":' + "[" * 50_000,
)


@pytest.mark.parametrize("text", TREES, ids=lambda text: text[-12:])
def test_trees_of_variations(text: str) -> None:
    """They are read in a thread of its own, and not for long."""
    assert cost(lambda: nodes_of(read_record(text)), runs=1) < OFF_LOOP_S
