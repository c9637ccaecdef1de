"""The store, on both kinds of database: atomic writes, constraints, queries."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sa

from azulejos.server.storage import schema
from azulejos.server.storage.database import Database
from azulejos.server.storage.migrations import migrate
from azulejos.server.storage.store import Conflict, NoTable, Store
from azulejos.server.table import fair, verbs
from azulejos.server.table.clock import ClockPlan
from azulejos.server.table.events import Event
from azulejos.server.table.plan import Plan
from azulejos.server.table.table import Table
from azulejos.server.table.verbs import Newcomer
from azulejos.server.table.view import make_summary

pytestmark = pytest.mark.databases("sqlite", "postgresql")

SEED = bytes(32)


def with_store(url: str, work: Callable[[Store], Awaitable[None]]) -> None:
    migrate(url)
    database = Database(url)
    try:
        asyncio.run(work(Store(database)))  # type: ignore[arg-type]
    finally:
        database.close()


def new_table(table_id: str = "firsttable12", **changes: Any) -> Table:
    plan = Plan(table_id, "azul", 2, "ana", 100.0, fair.commitment(SEED), seating="fixed")
    return Table(replace(plan, **changes), SEED)


async def begin(store: Store, **changes: Any) -> Table:
    """A stored table at which Ana and Bia play."""
    table = new_table(**changes)
    events: list[Event] = []
    for name in ("ana", "bia"):
        decision = verbs.join(table, Newcomer(name, name), 101.0)
        table = decision.table
        events += decision.events
    await store.create(table, events)
    return table


def test_a_loaded_table_equals_the_stored_one(database_url: str) -> None:
    async def work(store: Store) -> None:
        table = await begin(store, clock=ClockPlan("live", 60, 5), options={"wall": "gray"})
        move = table.position.legal_moves[0]
        decision = verbs.move(table, "ana", move, table.version, 103.5, client_id="é1", lag_s=0.2)
        table = decision.table
        await store.append(table, decision.events)
        again, stored = await store.load(table.plan.id)
        assert (again.plan, again.seed, again.version) == (table.plan, SEED, table.version)
        assert again.clock == table.clock
        assert again.position == table.position
        assert again.client_ids == table.client_ids
        assert stored[-1] == decision.events[-1]
        assert await store.events_since(table.plan.id, table.version - 1) == stored[-1:]
        assert await store.versions(["nothere12345", table.plan.id]) == {
            table.plan.id: table.version
        }
        with pytest.raises(NoTable):
            await store.load("nothere12345")

    with_store(database_url, work)


def test_the_same_version_is_stored_once(database_url: str) -> None:
    async def work(store: Store) -> None:
        table = await begin(store)
        moves = table.position.legal_moves[:2]
        both = [verbs.move(table, "ana", move, table.version, 103.0) for move in moves]
        answers = await asyncio.gather(
            *(store.append(decision.table, decision.events) for decision in both),
            return_exceptions=True,
        )
        assert [type(answer) for answer in answers if answer] == [Conflict]
        kept, events = await store.load(table.plan.id)
        assert kept.version == table.version + 1
        assert events[-1].data["move"] in moves

    with_store(database_url, work)


def test_the_same_client_id_is_stored_once(database_url: str) -> None:
    """The schema enforces it, whatever version a process assumes."""

    async def work(store: Store) -> None:
        table = await begin(store)
        first = verbs.move(table, "ana", table.position.legal_moves[0], 4, 103.0, client_id="x")
        table = first.table
        await store.append(table, first.events)
        before = table.version
        again = [replace(first.events[0], version=before + 1)]
        table.version = before + 1
        with pytest.raises(Conflict):
            await store.append(table, again)
        assert await store.versions([table.plan.id]) == {table.plan.id: before}

    with_store(database_url, work)


def test_a_hook_that_fails_rolls_back_the_events(database_url: str) -> None:
    async def work(store: Store) -> None:
        table = await begin(store)

        def fail(connection: sa.Connection, table: Table, events: Any) -> None:
            raise RuntimeError

        store.hooks.append(fail)
        decision = verbs.move(table, "ana", table.position.legal_moves[0], table.version, 103.0)
        with pytest.raises(RuntimeError):
            await store.append(decision.table, decision.events)
        kept, stored = await store.load(table.plan.id)
        assert kept.version == len(stored) == 4

    with_store(database_url, work)


def test_the_lobby_and_a_persons_games_are_listed(database_url: str) -> None:
    async def work(store: Store) -> None:
        hidden, shown = new_table("hiddentable1"), new_table("showntable12", is_public=True)
        for table in (hidden, shown):
            joined = verbs.join(table, Newcomer("Ana", "ana"), 101.0)
            await store.create(joined.table, joined.events)
            shown = joined.table  # the last one
        assert await store.lobby() == [make_summary(shown)]
        assert {each["table"] for each in await store.games_of("ana")} == {
            hidden.plan.id,
            shown.plan.id,
        }
        left = verbs.leave(shown, "ana", 102.0)
        await store.append(left.table, left.events)
        assert await store.lobby() == []
        assert [each["table"] for each in await store.games_of("ana")] == [hidden.plan.id]
        assert await store.games_of("bia") == []

    with_store(database_url, work)


def test_an_open_table_is_listed_behind_a_hundred_full_ones(database_url: str) -> None:
    async def work(store: Store) -> None:
        open_one = new_table("opentable123", is_public=True)
        joined = verbs.join(open_one, Newcomer("Ana", "ana"), 101.0)
        await store.create(joined.table, joined.events)
        for number in range(101):  # each waits for a nonce before it starts
            table = new_table(f"fulltable{number:03}", is_public=True, created_at=200.0 + number)
            first = verbs.join(table, Newcomer("Ana", "ana"), 201.0)
            second = verbs.join(first.table, Newcomer("Bia", "bia", pledge="0" * 64), 202.0)
            assert second.table.status == "open"
            await store.create(second.table, [*first.events, *second.events])
        assert await store.lobby() == [make_summary(joined.table)]

    with_store(database_url, work)


def test_tables_are_due_when_their_clock_is_up(database_url: str) -> None:
    async def work(store: Store) -> None:
        live = await begin(store, table_id="livetable123", clock=ClockPlan("live", 60, 0))
        await begin(store, table_id="calmtable123")
        deadline = live.clock.deadline()
        assert deadline == 161.0
        assert await store.due(deadline) == []
        assert await store.due(deadline + 1.0) == [live.plan.id]
        await store.postpone(live.plan.id, live.version - 1, None)
        assert await store.due(deadline + 1.0) == [live.plan.id]
        await store.postpone(live.plan.id, live.version, None)
        assert await store.due(deadline + 1.0) == []

    with_store(database_url, work)


def test_sqlite_runs_with_wal_full_sync_and_foreign_keys(sqlite_url: str) -> None:
    database = Database(sqlite_url)
    schema.metadata.create_all(database.engine)

    def pragmas(connection: sa.Connection) -> list[object]:
        names = ("journal_mode", "synchronous", "foreign_keys")
        return [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names]

    assert database.run_now(pragmas) == ["wal", 2, 1]
    assert database.read_now(pragmas) == ["wal", 2, 1]
    database.close()


def test_all_queries_of_a_reading_see_one_moment(database_url: str) -> None:
    """A table that is created between two queries is seen by neither."""

    async def work(store: Store) -> None:
        database, loop = store.database, asyncio.get_running_loop()

        def read(connection: sa.Connection) -> list[int]:
            count = sa.select(sa.func.count()).select_from(schema.tables)
            before = connection.scalar(count) or 0
            asyncio.run_coroutine_threadsafe(begin(store), loop).result()
            return [before, connection.scalar(count) or 0]

        assert await database.read(read) == [0, 0]
        assert await database.read(lambda c: len(c.execute(sa.select(schema.tables)).all())) == 1

    with_store(database_url, work)
