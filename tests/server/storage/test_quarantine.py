"""R34: a stored game that cannot be replayed is quarantined, and every other table goes on."""

import asyncio
import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from azulejos.server.storage import schema
from azulejos.server.storage.database import Database
from azulejos.server.storage.quarantine import (
    end_quarantined_table,
    list_quarantined_tables,
    release_quarantined_table,
    repair_quarantined_table,
)
from azulejos.server.storage.store import Quarantined
from azulejos.server.timing import now
from azulejos.text import LANGUAGES, Text, render
from tests.server.clients import WAIT_S, Guest, make_guest, make_table, open_socket
from tests.server.conftest import Deployment
from tests.server.play.test_outages import make_short_game

pytestmark = pytest.mark.databases("sqlite", "postgresql")

events, tables = schema.events, schema.tables
Damage = Callable[[sa.Connection, str], None]


def change_event(connection: sa.Connection, table: str, version: int, **values: Any) -> None:
    mine = sa.update(events).where(events.c.table == table, events.c.version == version)
    connection.execute(mine.values(**values))


def illegal_move(connection: sa.Connection, table: str) -> None:
    """The fifth event is the first move of a table for two."""
    data = {"seat": 0, "move": "9B9", "lag_s": 0.0}
    change_event(connection, table, 5, data=data)


def missing_event(connection: sa.Connection, table: str) -> None:
    connection.execute(sa.delete(events).where(events.c.table == table, events.c.version == 5))


def unknown_kind(connection: sa.Connection, table: str) -> None:
    change_event(connection, table, 5, kind="danced")


def odd_data(connection: sa.Connection, table: str) -> None:
    change_event(connection, table, 5, data=[1, 2])


def unknown_game(connection: sa.Connection, table: str) -> None:
    plan = connection.scalars(sa.select(tables.c.plan).where(tables.c.id == table)).one()
    connection.execute(
        sa.update(tables).where(tables.c.id == table).values(plan=plan | {"game": "gone"})
    )


@pytest.fixture
def database(deployment: Deployment) -> Iterator[Database]:
    opened = Database(deployment.database)
    yield opened
    opened.close()


async def start_two_moves(url: str, guest: Guest) -> str:
    """A table with two moves."""
    table = await make_table(url, guest)
    async with open_socket(url, guest) as socket:
        view = (await socket.watch(table))["view"]
        for _ in range(2):
            view = await socket.see((await socket.move(view))["version"])
    return table


async def ask_for(url: str, guest: Guest, path: str, form: Any = None) -> httpx.Response:
    async with httpx.AsyncClient(base_url=url, headers=guest.headers, timeout=WAIT_S) as http:
        if form:
            return await http.post(path, json=form)
        return await http.get(path)


DAMAGES: list[Damage] = [illegal_move, missing_event, unknown_kind, odd_data, unknown_game]


def test_damaged_tables_are_quarantined_and_others_go_on(
    deployment: Deployment, database: Database
) -> None:
    server = deployment.start()

    async def run() -> None:
        guests = [await make_guest(server.url, name) for name in ("Ana", "Bia")]
        broken = [await start_two_moves(server.url, guests[0]) for _ in DAMAGES]
        await asyncio.to_thread(server.kill)
        for table, damage in zip(broken, DAMAGES, strict=True):
            database.run_now(partial(damage_and_wake, damage, table))
        again = await asyncio.to_thread(deployment.start)
        # the clock of another table runs out, although the damaged ones are due before it
        other = await make_short_game(deployment.database, guests, 0.5)
        async with open_socket(again.url, guests[0]) as socket:
            view = (await socket.watch(other))["view"]
            while view["status"] == "playing":
                view = await socket.see(view["version"] + 1)
        for table in broken:
            await check_refusals(again.url, guests[0], table)
        answer = await ask_for(again.url, guests[0], "/metrics")
        assert f"azulejos_quarantines_total {len(broken)}.0" in answer.text
        lines = [json.loads(x) for x in again.log.splitlines() if x.startswith("{")]
        logged = [line["table"] for line in lines if line["event"] == "quarantine"]
        assert sorted(logged) == sorted(broken)
        again.kill()
        found = database.read_now(list_quarantined_tables)
        assert {(table.id, table.status) for table in found} == {(x, "playing") for x in broken}
        for table, damage in zip(broken, DAMAGES, strict=True):
            damaged = database.read_now(partial(list_versions, table=table, first=5))
            removed = database.run_now(partial(end_quarantined_table, table_id=table, now=now()))
            assert removed == ([] if damage is unknown_game else damaged)
        (lost,) = database.read_now(list_quarantined_tables)
        assert (lost.id, lost.status) == (broken[DAMAGES.index(unknown_game)], "closed")
        with pytest.raises(Quarantined):
            database.run_now(partial(repair_quarantined_table, table_id=lost.id, now=now()))

    asyncio.run(run())
    assert all(render(Text("table.quarantined"), language) for language in LANGUAGES)


def list_versions(connection: sa.Connection, table: str, first: int) -> list[int]:
    """The versions of a table's stored events from one on; absent people add some to two moves."""
    mine = sa.select(events.c.version).where(events.c.table == table, events.c.version >= first)
    return list(connection.scalars(mine.order_by(events.c.version)))


def damage_and_wake(damage: Damage, table: str, connection: sa.Connection) -> None:
    """Damage a table, and let it be due."""
    damage(connection, table)
    connection.execute(sa.update(tables).where(tables.c.id == table).values(wake_at=1.0))


async def check_refusals(url: str, guest: Guest, table: str) -> None:
    """Everybody who asks for a damaged table is told what is wrong."""
    async with open_socket(url, guest) as socket:
        refused = await socket.watch(table)
        assert refused["error"] == {"code": "table.quarantined", "args": {"table": table}}
    for path in ("", "/record", "/replay", "/explanation?move=1B1"):
        answer = await ask_for(url, guest, f"/api/v1/tables/{table}{path}")
        assert (answer.status_code, answer.json()["code"]) == (409, "table.quarantined")
    form = {"id": "m", "version": 6, "move": "1B1"}
    answer = await ask_for(url, guest, f"/api/v1/tables/{table}/moves", form)
    assert answer.json()["code"] == "table.quarantined"


def test_a_repaired_game_goes_on_from_its_last_good_event(
    deployment: Deployment, database: Database
) -> None:
    server = deployment.start()

    async def run() -> None:
        guest = await make_guest(server.url)
        table = await start_two_moves(server.url, guest)
        await asyncio.to_thread(server.kill)
        database.run_now(lambda c: change_event(c, table, 6, kind="danced"))
        again = await asyncio.to_thread(deployment.start)
        answer = await ask_for(again.url, guest, f"/api/v1/tables/{table}")
        assert answer.json()["code"] == "table.quarantined"
        assert not database.run_now(lambda c: release_quarantined_table(c, table))
        assert database.run_now(lambda c: repair_quarantined_table(c, table, now())) == [6]
        view = (await ask_for(again.url, guest, f"/api/v1/tables/{table}")).json()
        assert (view["version"], view["turn"]) == (5, 1)
        form = {"id": "m", "version": 5, "move": view["moves"][0]}
        answer = await ask_for(again.url, guest, f"/api/v1/tables/{table}/moves", form)
        assert answer.json()["version"] == 6
        again.kill()

    asyncio.run(run())


def test_damage_that_appears_while_people_watch_is_shown_to_them(
    deployment: Deployment, database: Database
) -> None:
    """Events of another process that cannot be replayed."""
    server = deployment.start()

    async def run() -> None:
        guest = await make_guest(server.url)
        table = await start_two_moves(server.url, guest)
        async with open_socket(server.url, guest) as socket:
            await socket.watch(table)
            row = {"table": table, "version": 7, "at": now(), "kind": "moved", "client_id": None}
            bad = row | {"data": {"seat": 0, "move": "9B9"}}
            database.run_now(lambda c: c.execute(sa.insert(events), bad))
            newer = sa.update(tables).where(tables.c.id == table).values(version=7)
            database.run_now(lambda c: c.execute(newer))
            told = await socket.next("refused")
            assert (told["id"], told["error"]["code"]) == ("", "table.quarantined")
        server.kill()

    asyncio.run(run())
