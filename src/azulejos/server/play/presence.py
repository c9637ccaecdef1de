"""Presence and audience: who is connected, sits at a table, or watches one.

A person whose last connection is lost is marked as away after a short delay, so that reloading the
page does not count as leaving; so is one who sits down and opens no connection. Each process knows
its own connections only; a process that reads "away" about a person who is connected to it marks
the person as back.

Each process counts its own connections and stores what has changed every few seconds, so that all
processes know; what a dead process stored is deleted with its row (`cluster/heartbeat.py`).
"""

import asyncio
from collections import Counter
from collections.abc import Coroutine, Iterable, Sequence
from functools import partial
from typing import Any

import sqlalchemy as sa

from azulejos.server.accounts.relations import Follows
from azulejos.server.errors import Busy
from azulejos.server.feature import Parts
from azulejos.server.play.tables import Decide, Tables
from azulejos.server.storage import schema
from azulejos.server.storage.database import Database, among
from azulejos.server.table import verbs
from azulejos.server.table.events import Event
from azulejos.server.table.table import Table
from azulejos.server.table.verbs import Decision
from azulejos.server.timing import TIMING
from azulejos.server.web.logs import log

RETRY_S = 1.0  # between attempts to store that a person left or returned


class Presence:
    """The people who watch tables in this process."""

    def __init__(self, tables: Tables):
        self.tables = tables
        self.is_closing = False  # a server that stops marks nobody as away
        self._connections: Counter[tuple[str, str]] = Counter()  # by table and person
        self._tasks: set[asyncio.Task[None]] = set()

    def is_here(self, table_id: str, person: str) -> bool:
        return bool(person) and (table_id, person) in self._connections

    def add(self, table: Table, person: str) -> None:
        """Count a further connection of a person at a table."""
        if not person:
            return
        self._connections[table.plan.id, person] += 1
        self.on_change(table)

    def remove(self, table_id: str, person: str) -> None:
        """Count a lost connection of a person at a table."""
        if not person:
            return
        self._connections[table_id, person] -= 1
        if self._connections[table_id, person] <= 0:
            del self._connections[table_id, person]
            if not self.is_closing:
                self._start(self._leave(table_id, person))

    def expect(self, table_id: str, person: str) -> None:
        """Expect a connection of a person who has sat down at a table."""
        if not self.is_here(table_id, person):
            self._start(self._leave(table_id, person))

    async def _leave(self, table_id: str, person: str) -> None:
        await asyncio.sleep(TIMING.leave_s)
        if not self.is_here(table_id, person) and not self.is_closing:
            await self._act(table_id, partial(self._decide_away, person))

    async def _act(self, table_id: str, decide: Decide) -> None:
        """Act at a table; while the database is away, try again and again."""
        while not self.is_closing:
            try:
                await self.tables.act(table_id, decide)
                return
            except Busy:
                await asyncio.sleep(RETRY_S)

    def _decide_away(self, person: str, table: Table, now: float) -> Decision:
        if self.is_closing or self.is_here(table.plan.id, person):
            return Decision(table, now)
        return verbs.mark_away(table, person, now)

    async def mark_absent(self, table_id: str) -> None:
        """Mark everybody at a table as away who is not connected to this process.

        Another process to which a person is connected marks them as back.
        """
        live = await self.tables.get(table_id)
        for person in live.table.people():
            await self.tables.act(table_id, partial(self._decide_away, person))

    def on_change(self, table: Table, _events: Sequence[Event] = ()) -> None:
        """Mark those as back who are said to be away but are connected to this process."""
        if table.status not in ("open", "playing"):
            return
        away = {seat.person for seat in table.seats if seat.away_since is not None}
        for person in away:
            if self.is_here(table.plan.id, person):
                self._start(self._return(table.plan.id, person))

    async def _return(self, table_id: str, person: str) -> None:
        await self._act(table_id, partial(self._decide_back, person))

    def _decide_back(self, person: str, table: Table, now: float) -> Decision:
        if not self.is_here(table.plan.id, person):
            return Decision(table, now)
        return verbs.mark_back(table, person, now)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._end)

    def _end(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("presence", exc_info=error)

    async def stop(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


# ---- The audience

ANYWHERE = ""  # instead of a table: connected at all
Place = tuple[str, str]  # table and person; the person is "" for people who are not signed in
rows = schema.audience
DELETE = sa.delete(rows).where(
    rows.c.server == sa.bindparam("of"),
    rows.c.table == sa.bindparam("at"),
    rows.c.person == sa.bindparam("who"),
)


class Audience:
    """Counts connections, stores the counts, and reads those of all processes."""

    def __init__(self, database: Database, server: str):
        self.database, self.server = database, server
        self._counts: Counter[Place] = Counter()
        self._stored: dict[Place, int] = {}

    def add(self, table: str, person: str) -> None:
        self._counts[table, person] += 1

    def remove(self, table: str, person: str) -> None:
        self._counts[table, person] -= 1
        if self._counts[table, person] <= 0:
            del self._counts[table, person]

    async def store(self) -> None:
        """Store what has changed since the last time; everything if other processes believed this
        one to be dead and deleted it.
        """
        counts = dict(self._counts)
        stored = await self.database.read(self._count_stored)
        before = self._stored if stored == len(self._stored) else {}
        changed = {place: n for place, n in counts.items() if before.get(place) != n}
        gone = before.keys() - counts.keys()
        is_new = before is not self._stored
        if changed or gone or is_new:
            await self.database.run(lambda c: self._write(c, changed, gone, is_new))
            self._stored = counts

    def _count_stored(self, connection: sa.Connection) -> int:
        query = sa.select(sa.func.count()).select_from(rows).where(rows.c.server == self.server)
        return connection.scalar(query) or 0

    def _write(
        self,
        connection: sa.Connection,
        changed: dict[Place, int],
        gone: Iterable[Place],
        is_new: bool,
    ) -> None:
        if is_new:
            connection.execute(sa.delete(rows).where(rows.c.server == self.server))
        old = [{"of": self.server, "at": table, "who": who} for table, who in (*gone, *changed)]
        if old and not is_new:  # all at once: moves wait until it is done
            connection.execute(DELETE, old)
        values = [
            {"server": self.server, "table": table, "person": person, "connections": n}
            for (table, person), n in changed.items()
        ]
        if values:
            connection.execute(sa.insert(rows), values)

    # ---- Questions

    async def online(self, people: Iterable[str]) -> set[str]:
        """Those of some people who are connected to any process."""
        ids = sorted(set(people) - {""})

        def work(connection: sa.Connection) -> set[str]:
            here = sa.and_(rows.c.table == ANYWHERE, among(connection, rows.c.person, ids))
            return set(connection.scalars(sa.select(rows.c.person).where(here)))

        return await self.database.read(work) if ids else set()

    async def count(self) -> int:
        """How many people are connected to any process; people who are not signed in are counted
        by their connections.
        """
        query = sa.select(rows.c.person, sa.func.sum(rows.c.connections))
        query = query.where(rows.c.table == ANYWHERE).group_by(rows.c.person)
        found = await self.database.read(lambda c: c.execute(query).all())
        return sum(1 if person else int(connections) for person, connections in found)

    async def at(self, tables: Iterable[str]) -> dict[str, Counter[str]]:
        """The people at some tables, each with the number of connections; by table."""
        ids = sorted(set(tables))

        def work(connection: sa.Connection) -> dict[str, Counter[str]]:
            query = sa.select(rows.c.table, rows.c.person, rows.c.connections)
            found: dict[str, Counter[str]] = {}
            for row in connection.execute(query.where(among(connection, rows.c.table, ids))):
                found.setdefault(row.table, Counter())[row.person] += row.connections
            return found

        return await self.database.read(work) if ids else {}


async def online_to(parts: Parts, viewer: str, people: Iterable[str]) -> set[str]:
    """Those of some people who are online and show it to a viewer; "" for a stranger."""
    return await parts[Audience].online(await parts[Follows].visible(viewer, people))
