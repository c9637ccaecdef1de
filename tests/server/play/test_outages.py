"""R7, R33, R40: while the server cannot store moves, people are told so and no clock is charged."""

import asyncio
import os
import resource
import signal
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest

from azulejos.server.ids import make_id
from azulejos.server.storage.database import Database
from azulejos.server.storage.store import Store
from azulejos.server.table import fair, verbs
from azulejos.server.table.clock import ClockPlan
from azulejos.server.table.events import Event
from azulejos.server.table.plan import Plan
from azulejos.server.table.table import Table
from azulejos.server.table.verbs import Newcomer
from azulejos.server.timing import now
from tests.server.chaos import Wire, url_through, wire_to_postgres
from tests.server.clients import (
    Guest,
    Message,
    Socket,
    make_game,
    make_guest,
    make_table,
    open_socket,
)
from tests.server.conftest import Deployment
from tests.server.forker import Forked, Forker
from tests.server.services import SLACK_S, Postgres, patiently

pytestmark = pytest.mark.realtime

BANK_S = 4.0  # of every seat
OUTAGE_S = 7.0  # longer than the bank and the credit for network delay
TYPED_S = 2.0  # R40
SETTINGS: dict[str, Any] = {"limits": "false", "bot_pause_s": 0}


async def make_short_game(database_url: str, guests: list[Guest], bank_s: float = BANK_S) -> str:
    """Store a table that begins now, with less time than people can ask for; the first moves."""
    seed = fair.make_seed()
    clock = ClockPlan("live", bank_s, 0.0)
    plan = Plan(
        id=make_id(),
        game="azul",
        players=len(guests),
        created_by=guests[0].id,
        created_at=now(),
        commitment=fair.commitment(seed),
        clock=clock,
        seating="fixed",
    )
    table, events = Table(plan, seed), list[Event]()
    for guest in guests:
        decision = verbs.join(table, Newcomer("Ana", guest.id), now())
        table = decision.table
        events += decision.events
    database = Database(database_url)
    await Store(database).create(table, events)
    database.close()
    return plan.id


async def stored_events(database_url: str, table: str) -> list[Event]:
    database = Database(database_url)
    _, events = await patiently(lambda: Store(database).load(table))
    database.close()
    return events


# ---- Outages


class Site:
    """A server with its database, and how the two can be kept apart."""

    def __init__(self, server: Forked, database: str, wire: Wire | None = None):
        self.server, self.database, self.wire = server, database, wire

    @property
    def file(self) -> Path:
        return Path(self.database.removeprefix("sqlite:///"))


Outage = Callable[[Site, str], AbstractAsyncContextManager[None]]


@asynccontextmanager
async def sqlite_locked(site: Site, table: str) -> AsyncIterator[None]:
    """Another program holds the lock of the file."""
    with sqlite3.connect(site.file, isolation_level=None) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.execute("ROLLBACK")
    other.close()


@asynccontextmanager
async def disk_full(site: Site, table: str) -> AsyncIterator[None]:
    """The server's files cannot grow."""
    pid, kind = site.server.pid, resource.RLIMIT_FSIZE
    before = resource.prlimit(pid, kind)
    resource.prlimit(pid, kind, (4096, before[1]))
    yield
    resource.prlimit(pid, kind, before)


@asynccontextmanager
async def server_suspended(site: Site, table: str) -> AsyncIterator[None]:
    os.kill(site.server.pid, signal.SIGSTOP)
    yield
    os.kill(site.server.pid, signal.SIGCONT)


@asynccontextmanager
async def postgres_hanging(site: Site, table: str) -> AsyncIterator[None]:
    """PostgreSQL does not answer, and no connection is closed."""
    assert site.wire
    site.wire.hang()
    yield
    site.wire.mend()


@asynccontextmanager
async def postgres_gone(site: Site, table: str) -> AsyncIterator[None]:
    """All connections to PostgreSQL break, and no other can be opened."""
    assert site.wire
    site.wire.cut()
    yield
    site.wire.mend()


@asynccontextmanager
async def row_locked(site: Site, table: str) -> AsyncIterator[None]:
    """Another program holds the lock of the table's row."""
    async with await psycopg.AsyncConnection.connect(site.database) as other:
        await other.execute("SELECT 1 FROM tables WHERE id = %s FOR UPDATE", [table])
        yield
        await other.rollback()


@asynccontextmanager
async def run_site(
    forker: Forker, request: pytest.FixtureRequest, is_sqlite: bool
) -> AsyncIterator[Site]:
    """A new server on a new database; PostgreSQL is behind a proxy."""
    if is_sqlite:
        folder: Path = request.getfixturevalue("tmp_path")
        url = f"sqlite:///{folder / make_id()}.db"
        server = await asyncio.to_thread(forker.start, **SETTINGS, database=url)
        yield Site(server, url)
        server.kill()
        return
    postgres: Postgres = request.getfixturevalue("postgres")
    url = postgres.create()
    async with wire_to_postgres(url) as wire:
        through = url_through(wire, url)
        server = await asyncio.to_thread(forker.start, **SETTINGS, database=through)
        yield Site(server, url, wire)
        server.kill()
    postgres.drop(url)


async def move_with(socket: Socket, view: Message) -> tuple[Message, float]:
    """Send the first legal move under a fixed id; return the answer and how long it took."""
    begun = time.monotonic()
    answer = await socket.move(view, id="the-move")
    return answer, time.monotonic() - begun


ON_SQLITE: list[Outage] = [sqlite_locked, disk_full, server_suspended]
ON_POSTGRES: list[Outage] = [postgres_hanging, postgres_gone, row_locked]


def test_an_outage_is_answered_as_such_and_charged_to_nobody(
    forker: Forker, request: pytest.FixtureRequest
) -> None:
    """Each kind on a server of its own, all at the same time: it is mostly waiting."""

    async def run() -> None:
        async with AsyncExitStack() as stack:
            suffering = []
            for outage in ON_SQLITE + ON_POSTGRES:
                site = run_site(forker, request, outage in ON_SQLITE)
                suffering.append(suffer(await stack.enter_async_context(site), outage))
            await asyncio.gather(*suffering)

    asyncio.run(run())


async def suffer(site: Site, outage: Outage) -> None:
    """Two people play on a server while an outage lasts, and afterwards."""
    url = site.server.url
    guests = [await make_guest(url, name) for name in ("Ana", "Bia")]
    sockets = [open_socket(url, guest) for guest in guests]
    async with sockets[0] as one, sockets[1] as two:
        table = await make_short_game(site.database, guests)
        view = (await one.watch(table))["view"]
        await two.watch(table)
        begun = time.monotonic()
        async with outage(site, table):
            if outage is not server_suspended:
                await check_busy(one, view, outage)
                await check_http(url, guests[0], table)
            await asyncio.sleep(max(0.0, begun + OUTAGE_S - time.monotonic()))
        await asyncio.sleep(2.0)  # time enough to write a time-out
        answer, _ = await move_with(one, view)
        while answer["type"] == "refused":  # the first connections may still be broken
            assert answer["error"]["code"] == "api.busy"
            answer, _ = await move_with(one, view)
        seen = await one.see(answer["version"])
    assert seen["status"] == "playing", outage
    assert seen["seats"][view["turn"]]["left_s"] == BANK_S, outage
    kinds = [event.kind for event in await stored_events(site.database, table)]
    assert kinds.count("moved") == 1, outage
    assert "timed_out" not in kinds, outage
    assert "resumed" in kinds, outage


async def check_busy(socket: Socket, view: Message, outage: Outage) -> None:
    """A move is refused in time."""
    answer, seconds = await move_with(socket, view)
    assert answer["error"]["code"] == "api.busy", outage
    assert seconds < TYPED_S + SLACK_S, outage


async def check_http(url: str, guest: Guest, table: str) -> None:
    """A change by HTTP is refused in time, too."""
    async with httpx.AsyncClient(base_url=url, headers=guest.headers, timeout=30) as http:
        begun = time.monotonic()
        answer = await http.post(f"/api/v1/tables/{table}/acts", json={"act": "resign"})
        assert (answer.status_code, answer.json()["code"]) == (503, "api.busy")
        assert time.monotonic() - begun < TYPED_S + SLACK_S
        assert (await http.get("/healthz")).status_code == 200


def test_a_clock_that_runs_out_without_an_outage_still_ends_the_game(
    forker: Forker, request: pytest.FixtureRequest
) -> None:
    async def run() -> None:
        async with run_site(forker, request, True) as site:
            guests = [await make_guest(site.server.url) for _ in range(2)]
            table = await make_short_game(site.database, guests, 1.0)
            async with open_socket(site.server.url, guests[0]) as socket:
                view = (await socket.watch(table))["view"]
                while view["status"] == "playing":
                    view = await socket.see(view["version"] + 1)
                assert view["finish"]["reason"] == "timed_out"

    asyncio.run(run())


@pytest.mark.parametrize("last", [b"UPDATE tables", b"COMMIT"])
def test_a_connection_cut_during_a_commit_leaves_one_move_and_one_answer(
    forker: Forker, request: pytest.FixtureRequest, last: bytes
) -> None:
    """R1, R2: what became of the commit is looked up before anything is answered."""

    async def run() -> None:
        async with run_site(forker, request, False) as site:
            assert site.wire
            guest = await make_guest(site.server.url)
            table = await make_table(site.server.url, guest)
            async with open_socket(site.server.url, guest) as socket:
                view = (await socket.watch(table))["view"]
                for number in range(3):
                    site.wire.was_cut.clear()
                    site.wire.cut_after = [b"UPDATE tables", last]
                    fields = {"id": f"m{number}", "version": view["version"]}
                    answer = await socket.move(view, **fields)
                    async with asyncio.timeout(60):
                        await site.wire.was_cut.wait()
                    while answer["type"] == "refused":
                        assert answer["error"]["code"] == "api.busy"
                        answer = await socket.move(view, **fields)
                    view = await socket.see(answer["version"])
            events = await stored_events(site.database, table)
            assert [e.client_id for e in events if e.kind == "moved"] == [
                f"{guest.id}:m{number}" for number in range(3)
            ]

    asyncio.run(run())


# ---- Two processes


def test_people_of_a_process_that_died_or_stands_still_do_not_lose_on_time(
    forker: Forker, postgres: Postgres
) -> None:
    """Both at the same time, each with processes and a database of its own."""
    deeds = (signal.SIGKILL, signal.SIGSTOP)
    urls = [postgres.create() for _ in deeds]
    pairs = []
    for url in urls:
        shared = Deployment(forker, {**SETTINGS, "database": url})
        pairs.append((shared.start(), shared.start()))

    async def run() -> None:
        await asyncio.gather(*map(do_without_first, pairs, urls, deeds))

    try:
        asyncio.run(run())
    finally:
        forker.stop_all()
        for url in urls:
            postgres.drop(url)


async def do_without_first(servers: tuple[Forked, Forked], url: str, deed: signal.Signals) -> None:
    """One of two processes is killed or stopped; the people of both go on with the other one."""
    first, second = servers
    guests = [await make_guest(first.url, name) for name in ("Ana", "Bia")]
    await asyncio.sleep(1)  # the processes know each other
    async with (
        open_socket(first.url, guests[0]) as ana,
        open_socket(second.url, guests[1]) as bia,
    ):
        table = await make_short_game(url, guests)
        for socket in (ana, bia):
            await socket.watch(table)
        os.kill(first.pid, deed)
        await asyncio.sleep(BANK_S + 6)
        if deed is signal.SIGSTOP:
            os.kill(first.pid, signal.SIGCONT)
        async with open_socket(second.url, guests[0]) as again:
            view = (await again.watch(table))["view"]
            assert view["status"] == "playing", deed
            assert (await again.move(view))["type"] == "ack", deed
    kinds = [event.kind for event in await stored_events(url, table)]
    assert "timed_out" not in kinds, deed
    assert "resumed" in kinds, deed


def test_what_another_process_stored_is_shown_at_once_without_redis(
    forker: Forker, postgres: Postgres
) -> None:
    url = postgres.create()
    shared = Deployment(forker, {**SETTINGS, "database": url})

    async def run() -> None:
        first, second = [await asyncio.to_thread(shared.start) for _ in range(2)]
        guest = await make_guest(first.url)
        table = await make_table(first.url, guest)
        async with (
            open_socket(first.url, guest) as socket,
            httpx.AsyncClient(base_url=second.url, headers=guest.headers, timeout=60) as http,
        ):
            view = (await socket.watch(table))["view"]
            for _ in range(5):
                ack = await socket.move(view)
                found = (await http.get(f"/api/v1/tables/{table}")).json()
                assert found["version"] >= ack["version"]
                view = await socket.see(ack["version"])

    try:
        asyncio.run(run())
    finally:
        forker.stop_all()
        postgres.drop(url)


# ---- People who are not there


def test_who_sits_down_without_a_connection_is_away_from_the_start(
    forker: Forker, request: pytest.FixtureRequest
) -> None:
    """R14: a seat whose person never came can be claimed; and such a game can be aborted."""

    async def run() -> None:
        async with run_site(forker, request, True) as site:
            guests = [await make_guest(site.server.url, name) for name in ("Ana", "Bia")]
            table = await make_game(site.server.url, guests)
            async with open_socket(site.server.url, guests[0]) as socket:
                view = (await socket.watch(table))["view"]
                while not view["seats"][1]["is_away"]:
                    view = await socket.see(view["version"] + 1)
                assert view["seats"][1]["claim_at"] == pytest.approx(view["now"] + 120, abs=5)
                assert not view["seats"][0]["is_away"]
                assert view["can_abort"]
                await socket.send("act", table=table, id="a", act="abort")
                ack = await socket.next("ack", "refused")
                assert (await socket.see(ack["version"]))["finish"]["reason"] == "aborted"

    asyncio.run(run())


# ---- Network delay


def test_r13_network_delay_is_measured_by_the_server(
    forker: Forker, request: pytest.FixtureRequest
) -> None:
    async def run() -> None:
        async with run_site(forker, request, True) as site:
            guest = await make_guest(site.server.url)
            table = await make_short_game(
                site.database, [guest, await make_guest(site.server.url)], 60
            )
            await play_through(site, guest, table)
            events = await stored_events(site.database, table)
            moved = next(event for event in events if event.kind == "moved")
            assert 0.4 <= moved.data["lag_s"] <= 1.0

    async def play_through(site: Site, guest: Guest, table: str) -> None:
        """Play a move with 0.2 s of delay in each direction."""
        async with (
            Wire(("127.0.0.1", site.server.port), delay_s=0.2) as wire,
            open_socket(f"http://127.0.0.1:{wire.port}", guest) as socket,
        ):
            view = (await socket.watch(table))["view"]
            await asyncio.sleep(1.0)  # thinking
            assert (await socket.move(view))["type"] == "ack"

    asyncio.run(run())
