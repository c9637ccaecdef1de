"""Beyond its capacity a server refuses new work at once, and games in progress go on (R37)."""

import asyncio
import json
import time
from collections import Counter
from contextlib import ExitStack
from time import monotonic
from typing import Any

import httpx
import pytest

from azulejos.errors import AzulejosError
from azulejos.server.web.load import LATE_MOVES, LATE_S, MIN_ARRIVALS, Load
from tests.server.clients import Socket, make_guest, make_table, open_socket
from tests.server.forker import Forker
from tests.server.services import SLACK_S

pytestmark = pytest.mark.realtime

ASKERS = 30  # requests at the same moment
MOVES, MAX_MOVES = 6, 30  # of the game that goes on meanwhile, until something was refused
MOST_S = 1.0 + SLACK_S  # from a move to its acknowledgement
TABLES = 16  # at which somebody moves at the same moment


def test_new_work_is_refused_and_moves_go_on(forker: Forker, sqlite_url: str) -> None:
    server = forker.start(database=sqlite_url, limits="no", busy_requests=4)

    async def run() -> tuple[Counter[int], list[float]]:
        guest = await make_guest(server.url)
        table = await make_table(server.url, guest)
        statuses, is_over = Counter[int](), asyncio.Event()
        async with (
            open_socket(server.url, guest) as player,
            httpx.AsyncClient(base_url=server.url, timeout=30) as http,
        ):
            view = (await player.watch(table))["view"]
            asking = asyncio.create_task(ask_until(server.url, is_over, statuses))
            taken: list[float] = []
            while len(taken) < MOVES or (not statuses[503] and len(taken) < MAX_MOVES):
                start = time.perf_counter()
                answer = await player.move(view)
                taken.append(time.perf_counter() - start)
                assert answer["type"] == "ack", answer
                view = await player.see(answer["version"])
            is_over.set()
            await asking
            shown = await http.get(f"/api/v1/tables/{table}")  # there is room again
            assert shown.json()["version"] == view["version"]
            assert (await http.get("/api/v1/tables")).status_code == 200
        return statuses, taken

    statuses, taken = asyncio.run(run())
    assert statuses[503] > 0
    assert statuses[200] > 0
    assert statuses.keys() == {200, 503}
    assert max(taken) < MOST_S
    server.kill()


async def ask_until(url: str, is_over: asyncio.Event, statuses: Counter[int]) -> None:
    """Ask for the list of tables on many connections at the same moment, again and again; count
    the answers by status.
    """
    host, port = url.removeprefix("http://").split(":")
    request = f"GET /api/v1/tables HTTP/1.1\r\nhost: {host}:{port}\r\n\r\n".encode()
    connections = [await asyncio.open_connection(host, int(port)) for _ in range(ASKERS)]
    while not is_over.is_set():
        for _, writer in connections:
            writer.write(request)
        for reader, _ in connections:
            status, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            headers = dict(line.split(": ", 1) for line in lines if line)
            body = json.loads(await reader.readexactly(int(headers["content-length"])))
            statuses[int(status.split()[1])] += 1
            if " 503 " in status:
                assert body["code"] == "api.busy"
                assert int(headers["retry-after"]) > 0
    for _, writer in connections:
        writer.close()


def test_moves_beyond_capacity_are_refused_and_can_be_sent_again(
    forker: Forker, sqlite_url: str
) -> None:
    server = forker.start(database=sqlite_url, limits="no", busy_moves=2)

    async def play(socket: Socket, view: Any, start: asyncio.Event) -> tuple[int, float]:
        """Move when all do, again as long as the server is busy; refusals, and the ack's time."""
        await start.wait()
        for refused in range(1000):
            sent = time.perf_counter()
            answer = await socket.move(view, view["moves"][0], id="once")
            if answer["type"] == "ack":
                assert answer["version"] == view["version"] + 1  # nothing happened before
                return refused, time.perf_counter() - sent
            assert answer["error"]["code"] == "api.busy"
            await asyncio.sleep(0.05)
        raise AssertionError("never acknowledged")

    async def run() -> list[tuple[int, float]]:
        guest, start = await make_guest(server.url), asyncio.Event()
        contexts = [open_socket(server.url, guest) for _ in range(TABLES)]
        sockets = [await each.__aenter__() for each in contexts]
        views = []
        for socket in sockets:
            table = await make_table(server.url, guest)
            views.append((await socket.watch(table))["view"])
        moving = [
            asyncio.create_task(play(*pair, start)) for pair in zip(sockets, views, strict=True)
        ]
        await asyncio.sleep(0)
        start.set()
        outcomes = await asyncio.gather(*moving)
        for each in contexts:
            await each.__aexit__(None, None, None)
        return outcomes

    outcomes = asyncio.run(run())
    assert sum(refused for refused, _ in outcomes) > 0
    assert max(seconds for _, seconds in outcomes) < MOST_S
    server.kill()


# ---- The measure


def load() -> Load:
    return Load(max_lag_s=0.1, max_writes=5, max_requests=2, max_moves=2)


def test_one_long_step_is_no_overload_but_a_lag_that_stays_is() -> None:
    measured, at = load(), monotonic()
    for _ in range(MIN_ARRIVALS):
        measured.note_arrival()
    measured.note_lag(at - 0.3, 0.01)
    measured.note_lag(at - 0.2, 3.0)
    assert not measured.is_busy
    measured = load()
    for n in range(5):
        measured.note_lag(at - 0.5 + n / 10, 0.3)
    assert not measured.is_busy  # nobody asks for anything
    for _ in range(MIN_ARRIVALS):
        measured.note_arrival()
    assert measured.is_busy
    measured.note_lag(at + 2, 0.01)
    assert not measured.is_busy


def test_transactions_that_wait_are_overload() -> None:
    measured = load()
    measured.count_writes = lambda: 6
    with pytest.raises(AzulejosError, match="too much to do"):
        measured.require_room()
    measured.count_writes = lambda: 5
    measured.require_room()


def test_requests_and_moves_are_counted_while_they_last() -> None:
    measured = load()
    with measured.working(), measured.working():
        with pytest.raises(AzulejosError), measured.working():
            pass
        with measured.moving("a"), measured.moving("a"), measured.moving("b"):
            with pytest.raises(AzulejosError), measured.moving("c"):
                pass
            with measured.moving("b"):
                pass
    with measured.working(), measured.moving("c"), measured.moving("d"):
        pass


def test_moves_that_wait_for_long_are_a_queue_but_not_a_few_of_them() -> None:
    measured = Load(max_lag_s=0.1, max_writes=5, max_requests=2, max_moves=99)
    with ExitStack() as late:
        for n in range(LATE_MOVES - 1):
            late.enter_context(measured.moving(f"late{n}"))
        time.sleep(1.1 * LATE_S)
        with measured.moving("other"):
            pass
        late.enter_context(measured.moving("last"))
        time.sleep(1.1 * LATE_S)
        with pytest.raises(AzulejosError, match="too much to do"), measured.moving("other"):
            pass
        with measured.moving("last"):  # at the same table only the first counts
            pass
    with measured.moving("other"):
        pass
