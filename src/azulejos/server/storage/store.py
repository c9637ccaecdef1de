"""Tables on the disk: what is written of them, and what is asked for. Decides nothing.

A table's events are the truth; its row and its seats are written in the same transaction, for lists
and for the wake-up call. Two who add the same version, or the same move twice, meet the database's
constraints: the second one gets a `Conflict` and has to look again.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from azulejos.errors import AzulejosError
from azulejos.server.socket.messages import Summary
from azulejos.server.storage import schema
from azulejos.server.storage.database import Database
from azulejos.server.table.clock import MOST_LAG_S, ClockPlan
from azulejos.server.table.table import Event, Plan, Table
from azulejos.server.table.view import summary
from azulejos.text import Text

SEATS_CHANGE = frozenset(("joined", "left", "started"))
BOT_PATIENCE_S = 10.0  # after which another process looks after a bot's turn

Inside = Callable[[sa.Connection, Table, Sequence[Event]], None]


class Conflict(Exception):
    """Somebody else was quicker: the table is further than was thought."""


class NoTable(AzulejosError):
    """There is no table of this id."""

    def __init__(self, table: str):
        super().__init__(Text("table.unknown", {"table": table[:32]}))


class Store:
    """Everything that is asked of the database about tables."""

    def __init__(self, database: Database):
        self.database = database
        self.inside: list[Inside] = []  # done in the transaction that stores events

    async def create(self, table: Table, events: Sequence[Event]) -> None:
        """Write a new table, as it is after its first events."""
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
        """Write events that follow on what is stored; `table` is as they leave it."""
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
        if any(event.kind in SEATS_CHANGE for event in events):
            write_seats(connection, table)
        for work in self.inside:
            work(connection, table, events)

    async def load(self, table_id: str) -> tuple[Table, list[Event]]:
        """A table as its events made it, replayed beside the event loop."""

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
        """How far tables are."""
        rows = schema.tables
        query = sa.select(rows.c.id, rows.c.version).where(rows.c.id.in_(list(table_ids)))
        return await self.database.read(lambda c: {row.id: row.version for row in c.execute(query)})

    # ---- Lists

    async def lobby(self, status: str = "open", most: int = 100) -> list[Summary]:
        """Tables that everybody may join, or may watch, the newest first."""
        rows = schema.tables
        query = (
            sa.select(rows.c.summary)
            .where(rows.c.status == status, rows.c.is_public)
            .order_by(rows.c.created_at.desc())
            .limit(most)
        )
        return await self._summaries(query)

    async def games_of(
        self, person: str, most: int = 50, before: float | None = None, status: str | None = None
    ) -> list[Summary]:
        """The tables at which a person sits, those that moved last first; `before` to page on."""
        rows, seats = schema.tables, schema.seats
        mine = sa.select(seats.c.table).where(seats.c.person == person)
        query = sa.select(rows.c.summary).where(rows.c.id.in_(mine))
        if before is not None:
            query = query.where(rows.c.moved_at < before)
        if status is not None:
            query = query.where(rows.c.status == status)
        return await self._summaries(query.order_by(rows.c.moved_at.desc()).limit(most))

    async def _summaries(self, query: sa.Select[Any]) -> list[Summary]:
        def work(connection: sa.Connection) -> list[Summary]:
            return [Summary(**row.summary) for row in connection.execute(query)]

        return await self.database.read(work)

    # ---- The wake-up call

    async def playing_since(self, moment: float) -> list[str]:
        """Tables at which people play without days for a turn, and did so after a moment."""
        rows = schema.tables
        query = sa.select(rows.c.id, rows.c.summary).where(
            rows.c.status == "playing", rows.c.moved_at > moment
        )

        def work(connection: sa.Connection) -> list[str]:
            found = connection.execute(query)
            return [row.id for row in found if row.summary["clock"]["kind"] != "days"]

        return await self.database.read(work)

    async def due(self, now: float, most: int = 100) -> list[str]:
        """Tables that somebody must look at."""
        rows = schema.tables
        query = sa.select(rows.c.id).where(rows.c.wake_at <= now).order_by(rows.c.wake_at)
        return await self.database.read(lambda c: list(c.scalars(query.limit(most))))

    async def postpone(self, table_id: str, version: int, wake_at: float | None) -> None:
        """Look at a table later, if it is still at a version."""
        rows = schema.tables
        update = sa.update(rows).where(rows.c.id == table_id, rows.c.version == version)
        await self.database.run(lambda c: c.execute(update, {"wake_at": wake_at}))


# ---- Rows


def row_values(table: Table) -> dict[str, Any]:
    """The columns of a table that events change."""
    return {
        "status": table.status,
        "version": table.version,
        "summary": summary(table).model_dump(),
        "moved_at": table.moved_at,
        "wake_at": wake_at(table),
    }


def wake_at(table: Table) -> float | None:
    """When somebody must look at a table, whatever happened to those who did until now."""
    if table.bot_turn:
        return table.moved_at + BOT_PATIENCE_S
    deadline = table.clock.deadline()
    if table.turn is None or deadline is None:
        return None
    return deadline + (MOST_LAG_S if table.plan.clock.kind == "live" else 0.0)


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
    """Who sits where, for the list of a person's games."""
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
