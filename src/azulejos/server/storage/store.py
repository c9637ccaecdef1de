"""The store: tables and their events in the database, and queries for them. Decides nothing.

The event log is the truth. The row of a table and its seats are derived from it, written in the
same transaction, and serve lists and periodic work. When two processes add the same version, or the
same move twice, the database's constraints let the second one fail with `Conflict`; it then has to
read the new events and decide again.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from azulejos.errors import AzulejosError
from azulejos.game import Json
from azulejos.server.storage import schema
from azulejos.server.storage.database import Database
from azulejos.server.table.clock import MAX_LAG_S, ClockPlan
from azulejos.server.table.events import Event
from azulejos.server.table.plan import Plan
from azulejos.server.table.summary import make_summary
from azulejos.server.table.table import Table
from azulejos.text import Text

SEAT_KINDS = frozenset(("joined", "left", "started"))
BOT_PATIENCE_S = 10.0  # after which any process lets a bot think again

Hook = Callable[[sa.Connection, Table, Sequence[Event]], None]


class Conflict(Exception):
    """Another process has stored newer events of this table."""


class NoTable(AzulejosError):
    """No table has this id."""

    def __init__(self, table: str):
        super().__init__(Text("table.unknown", {"table": table[:32]}))


class Store:
    """Reads and writes tables."""

    def __init__(self, database: Database):
        self.database = database
        self.hooks: list[Hook] = []  # called inside every transaction that stores events

    async def create(self, table: Table, events: Sequence[Event]) -> None:
        """Store a new table in its state after its first events."""
        await self.database.run(lambda connection: self._create(connection, table, events))

    def _create(self, connection: sa.Connection, table: Table, events: Sequence[Event]) -> None:
        plan = table.plan
        fixed: dict[str, Any] = {
            "id": plan.id,
            "plan": asdict(plan),
            "seed": table.seed,
            "game": plan.game,
        }
        fixed |= {"is_public": plan.is_public, "created_at": plan.created_at}
        try:
            connection.execute(sa.insert(schema.tables), fixed | row_values(table))
        except IntegrityError:
            raise Conflict from None
        self._add_events(connection, table, events)

    async def append(self, table: Table, events: Sequence[Event]) -> None:
        """Store events that follow on the stored ones; `table` is in its state after them."""
        await self.database.run(lambda connection: self._append(connection, table, events))

    def _append(self, connection: sa.Connection, table: Table, events: Sequence[Event]) -> None:
        rows = schema.tables
        update = sa.update(rows).where(
            rows.c.id == table.plan.id, rows.c.version == events[0].version - 1
        )
        if connection.execute(update, row_values(table)).rowcount != 1:
            raise Conflict
        self._add_events(connection, table, events)

    def _add_events(self, connection: sa.Connection, table: Table, events: Sequence[Event]) -> None:
        try:
            if events:
                connection.execute(
                    sa.insert(schema.events), [event_row(table.plan.id, e) for e in events]
                )
        except IntegrityError:
            raise Conflict from None
        if any(event.kind in SEAT_KINDS for event in events):
            write_seats(connection, table)
        for hook in self.hooks:
            hook(connection, table, events)

    async def load(self, table_id: str) -> tuple[Table, list[Event]]:
        """Rebuild a table from its events, in a thread of the database."""

        def work(connection: sa.Connection) -> tuple[Table, list[Event]]:
            rows = schema.tables
            row = connection.execute(
                sa.select(rows.c.plan, rows.c.seed).where(rows.c.id == table_id)
            ).one_or_none()
            if row is None:
                raise NoTable(table_id)
            events = select_events(connection, table_id, 0)
            return Table(read_plan(row.plan), bytes(row.seed), events), events

        return await self.database.read(work)

    async def events_since(self, table_id: str, version: int) -> list[Event]:
        """The events of a table after a version, in order."""
        return await self.database.read(lambda c: select_events(c, table_id, version))

    async def versions(self, table_ids: Iterable[str]) -> dict[str, int]:
        """The stored versions of tables, by id."""
        rows = schema.tables
        query = sa.select(rows.c.id, rows.c.version).where(rows.c.id.in_(list(table_ids)))
        return await self.database.read(lambda c: {row.id: row.version for row in c.execute(query)})

    # ---- Lists

    async def lobby(self, status: str = "open", limit: int = 100) -> list[Json]:
        """Summaries of public tables with a status, the newest first."""
        rows = schema.tables
        query = (
            sa.select(rows.c.summary)
            .where(rows.c.status == status, rows.c.is_public)
            .order_by(rows.c.created_at.desc())
            .limit(limit)
        )
        return await self._summaries(query)

    async def games_of(
        self, person: str, limit: int = 50, before: float | None = None, status: str | None = None
    ) -> list[Json]:
        """Summaries of a person's tables, the last moved first; `before` selects the next page."""
        rows, seats = schema.tables, schema.seats
        mine = sa.select(seats.c.table).where(seats.c.person == person)
        query = sa.select(rows.c.summary).where(rows.c.id.in_(mine))
        if before is not None:
            query = query.where(rows.c.moved_at < before)
        if status is not None:
            query = query.where(rows.c.status == status)
        return await self._summaries(query.order_by(rows.c.moved_at.desc()).limit(limit))

    async def _summaries(self, query: sa.Select[Any]) -> list[Json]:
        def work(connection: sa.Connection) -> list[Json]:
            return [row.summary for row in connection.execute(query)]

        return await self.database.read(work)

    # ---- For periodic work

    async def playing_since(self, since: float) -> list[str]:
        """Ids of running games that moved after a time, without those with days for a turn."""
        rows = schema.tables
        query = sa.select(rows.c.id, rows.c.summary).where(
            rows.c.status == "playing", rows.c.moved_at > since
        )

        def work(connection: sa.Connection) -> list[str]:
            found = connection.execute(query)
            return [row.id for row in found if row.summary["clock"]["kind"] != "days"]

        return await self.database.read(work)

    async def due(self, now: float, limit: int = 100) -> list[str]:
        """Ids of tables whose `wake_at` has passed, the earliest first."""
        rows = schema.tables
        query = sa.select(rows.c.id).where(rows.c.wake_at <= now).order_by(rows.c.wake_at)
        return await self.database.read(lambda c: list(c.scalars(query.limit(limit))))

    async def postpone(self, table_id: str, version: int, wake_at: float | None) -> None:
        """Set `wake_at` of a table that is still at a version."""
        rows = schema.tables
        update = sa.update(rows).where(rows.c.id == table_id, rows.c.version == version)
        await self.database.run(lambda c: c.execute(update, {"wake_at": wake_at}))


# ---- Rows


def row_values(table: Table) -> dict[str, Any]:
    """The values of those columns of a table that events change."""
    return {
        "status": table.status,
        "version": table.version,
        "summary": make_summary(table),
        "moved_at": table.moved_at,
        "wake_at": wake_at(table),
    }


def wake_at(table: Table) -> float | None:
    """When periodic work must check a table: its clock is up, or its bot has not moved."""
    if table.bot_turn:
        return table.moved_at + BOT_PATIENCE_S
    deadline = table.clock.deadline()
    if table.turn is None or deadline is None:
        return None
    return deadline + (MAX_LAG_S if table.plan.clock.kind == "live" else 0.0)


def event_row(table_id: str, event: Event) -> dict[str, Any]:
    return {"table": table_id, **vars(event)}


def select_events(connection: sa.Connection, table_id: str, version: int) -> list[Event]:
    rows = schema.events
    query = (
        sa.select(rows.c.version, rows.c.at, rows.c.kind, rows.c.data, rows.c.client_id)
        .where(rows.c.table == table_id, rows.c.version > version)
        .order_by(rows.c.version)
    )
    return [Event(*row) for row in connection.execute(query)]


def write_seats(connection: sa.Connection, table: Table) -> None:
    """Replace the stored seats of a table, which serve the list of a person's games."""
    rows, table_id = schema.seats, table.plan.id
    connection.execute(sa.delete(rows).where(rows.c.table == table_id))
    taken = [
        {"table": table_id, "seat": i, "person": seat.person}
        for i, seat in enumerate(table.seats)
        if seat.person
    ]
    if taken:
        connection.execute(sa.insert(rows), taken)


def read_plan(data: dict[str, Any]) -> Plan:
    return Plan(**data | {"clock": ClockPlan(**data["clock"])})
