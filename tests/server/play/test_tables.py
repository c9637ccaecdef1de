"""Live tables: decide, commit, acknowledge, update, in this order, with two processes."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
import sqlalchemy as sa

from azulejos.errors import AzulejosError
from azulejos.server.cluster.heartbeat import Downtime
from azulejos.server.play.tables import Decide, Live, Tables
from azulejos.server.storage.database import Database
from azulejos.server.storage.migrations import migrate
from azulejos.server.storage.store import NoTable, Store, select_events
from azulejos.server.table import fair, verbs
from azulejos.server.table.clock import ClockPlan
from azulejos.server.table.events import Event
from azulejos.server.table.plan import Plan
from azulejos.server.table.table import Table
from azulejos.server.table.verbs import Decision, Newcomer, Stale, TableRefusal
from azulejos.wire.messages import SERVER_MESSAGE, Update

pytestmark = pytest.mark.databases("sqlite", "postgresql")

SEED = bytes(32)


class Recorder:
    """A listener that keeps all updates."""

    def __init__(self, person: str = ""):
        self.person = person
        self.updates: list[Update] = []

    def send_update(self, table: Table, message: str) -> None:
        update = SERVER_MESSAGE.validate_json(message)
        assert isinstance(update, Update)
        self.updates.append(update)

    def send_problem(self, problem: AzulejosError) -> None:
        raise problem


def with_tables(url: str, work: Callable[[Tables, Tables], Awaitable[None]]) -> None:
    """Run with the tables of two processes on one database, without hints between them."""

    async def run() -> None:
        databases = [Database(url), Database(url)]
        try:
            await work(
                *(
                    Tables(Store(database), lambda subject, version: None, Downtime(database))
                    for database in databases
                )
            )
        finally:
            for database in databases:
                database.close()

    migrate(url)
    asyncio.run(run())


async def begin(tables: Tables) -> Live:
    plan = Plan("firsttable12", "azul", 2, "ana", 100.0, fair.commitment(SEED), seating="fixed")
    people = [(Newcomer(name, name), None) for name in ("ana", "bia")]
    return await tables.create(plan, SEED, people)


def first_move(person: str) -> Decide:
    """A person's first legal move at the current version."""

    def decide(table: Table, now: float) -> Decision:
        return verbs.move(table, person, table.position.legal_moves[0], table.version, now)

    return decide


def test_events_are_durable_before_anybody_is_notified(database_url: str) -> None:
    async def work(tables: Tables, others: Tables) -> None:
        live, recorder, order = await begin(tables), Recorder(), list[str]()
        await tables.listen(live.id, recorder, 0)
        assert [event.version for event in recorder.updates[0].events] == [1, 2, 3, 4]

        def done(events: list[Event]) -> None:
            stored = tables.store.database.read_now(lambda c: stored_version(c, live.id))
            order.append(f"stored {stored}, sent {len(recorder.updates)}")

        await tables.act(live.id, first_move("ana"), done)
        assert order == ["stored 5, sent 1"]
        assert [update.version for update in recorder.updates] == [4, 5]
        assert [event.kind for event in recorder.updates[1].events] == ["moved"]
        assert recorder.updates[1].events[0].steps
        tables.unlisten(live.id, recorder)
        await tables.act(live.id, first_move("bia"))
        assert len(recorder.updates) == 2

    with_tables(database_url, work)


def stored_version(connection: sa.Connection, table_id: str) -> int:
    return select_events(connection, table_id, 0)[-1].version


def test_only_the_player_to_move_gets_the_legal_moves(database_url: str) -> None:
    async def work(tables: Tables, others: Tables) -> None:
        live = await begin(tables)
        recorders = [Recorder("ana"), Recorder("bia"), Recorder(), Recorder("eve")]
        for recorder in recorders:
            await tables.listen(live.id, recorder, 4)
        await tables.act(live.id, first_move("ana"))
        before, after = (
            [bool(recorder.updates[i].view.moves) for recorder in recorders] for i in (0, 1)
        )
        assert before == [True, False, False, False]
        assert after == [False, True, False, False]
        assert [recorder.updates[1].view.you for recorder in recorders] == [[0], [1], [], []]

    with_tables(database_url, work)


def test_events_of_another_process_are_found_by_acting_and_by_polling(database_url: str) -> None:
    async def work(tables: Tables, others: Tables) -> None:
        live, recorder = await begin(tables), Recorder()
        await others.listen(live.id, recorder, 0)
        await tables.act(live.id, first_move("ana"))
        # the other process believes it is still Ana's turn
        table = await others.act(live.id, first_move("bia"))
        assert [update.version for update in recorder.updates] == [4, 5, 6]
        assert table.version == 6
        # and now the first one does not know: it decides on what is old, and again on what is
        table = await tables.act(live.id, first_move("ana"))
        assert table.version == 7
        await others.poll()
        async with asyncio.timeout(30):
            while recorder.updates[-1].version < 7:
                await asyncio.sleep(0.01)

    with_tables(database_url, work)


def test_of_concurrent_equal_moves_one_is_accepted_and_the_others_are_stale(
    database_url: str,
) -> None:
    async def work(tables: Tables, others: Tables) -> None:
        live = await begin(tables)
        await others.get(live.id)

        def decide(table: Table, now: float) -> Decision:
            return verbs.move(table, "ana", table.position.legal_moves[0], 4, now)

        every = [each.act(live.id, decide) for each in (tables, others) * 10]
        answers = await asyncio.gather(*every, return_exceptions=True)
        assert len([answer for answer in answers if isinstance(answer, Table)]) == 1
        assert len([answer for answer in answers if isinstance(answer, Stale)]) == 19

    with_tables(database_url, work)


def test_a_refused_action_changes_nothing(database_url: str) -> None:
    async def work(tables: Tables, others: Tables) -> None:
        live = await begin(tables)
        before = live.table
        with pytest.raises(TableRefusal):
            await tables.act(live.id, first_move("bia"))
        assert live.table is before
        assert await tables.store.versions([live.id]) == {live.id: 4}
        with pytest.raises(NoTable):
            await tables.get("nothere12345")

    with_tables(database_url, work)


def test_idle_tables_are_evicted_and_loaded_again(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("azulejos.server.play.tables.MAX_IDLE", 2)

    async def work(tables: Tables, others: Tables) -> None:
        ids = [f"tablenumber{n}" for n in range(5)]
        for table_id in ids:
            plan = Plan(table_id, "azul", 2, "ana", 100.0, fair.commitment(SEED))
            await tables.create(plan, SEED, [(Newcomer("ana", "ana"), None)])
            if table_id == ids[0]:
                await tables.listen(table_id, Recorder(), 0)
        assert tables.count == 3
        assert (await tables.get(ids[1])).table.version == 1
        assert tables.count == 3

    with_tables(sqlite_url, work)


def test_downtime_is_not_charged(sqlite_url: str) -> None:
    async def work(tables: Tables, others: Tables) -> None:
        clock = ClockPlan("live", 60, 0)
        plan = Plan("firsttable12", "azul", 2, "a", 100.0, fair.commitment(SEED), clock=clock)
        people = [(Newcomer(name, name), None) for name in ("ana", "bia")]
        await tables.create(plan, SEED, people)
        others.downtime.extend(5000.0)
        live = await others.get_current(plan.id)
        assert live.history.events[-1].kind == "resumed"
        assert live.table.clock.since == 5010.0
        assert live.table.clock.banks == (60.0, 60.0)
        assert (await tables.act(plan.id, Decision)).version == live.table.version

    with_tables(sqlite_url, work)
