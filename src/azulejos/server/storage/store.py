"""The store: tables and their events in the database, and queries for them. Decides nothing.

The event log is the truth. The row of a table and its seats are derived from it, written in the
same transaction, and serve lists and periodic work. When two processes add the same version, or the
same move twice, the database's constraints let the second one fail with `Conflict`; it then has to
read the new events and decide again.

A table that cannot be replayed is quarantined: nothing is added to it, periodic work leaves it
alone, and everybody who asks for it gets `Quarantined` (`quarantine.py` repairs or ends it).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from azulejos.contract.rules import Json
from azulejos.errors import AzulejosError
from azulejos.server.errors import Busy
from azulejos.server.storage import schema
from azulejos.server.storage.database import Database, among
from azulejos.server.storage.writer import Prepared
from azulejos.server.table.clock import MAX_LAG_S, ClockPlan
from azulejos.server.table.events import Event
from azulejos.server.table.plan import Plan
from azulejos.server.table.table import Table
from azulejos.server.table.view import make_summary
from azulejos.server.timing import now
from azulejos.server.web import metrics
from azulejos.server.web.logs import log
from azulejos.text import Text

SEAT_KINDS = frozenset(("joined", "left", "started"))
MAX_VERSION = 2**31 - 1  # that the database can hold
BOT_PATIENCE_S = 10.0  # after which any process lets a bot think again

# what replaying damaged data raises; a fault of the machine, such as a full memory, is none of them
DAMAGE = (AzulejosError, ValueError, TypeError, LookupError, AttributeError, ArithmeticError)

INSERT_EVENTS = Prepared(
    sa.insert(schema.events), ("table", "version", "at", "kind", "data", "client_id")
)
UPDATE_TABLE = Prepared(
    sa.update(schema.tables).where(
        schema.tables.c.id == sa.bindparam("table_id"),
        schema.tables.c.version == sa.bindparam("version_before"),
        schema.tables.c.quarantined_at.is_(None),
    ),
    (
        *("status", "version", "summary", "moved_at", "wake_at", "open_seats"),
        *("table_id", "version_before"),
    ),
)
DUE = (
    sa.select(schema.tables.c.id)
    .where(schema.tables.c.wake_at <= sa.bindparam("until"))
    .order_by(schema.tables.c.wake_at)
    .limit(sa.bindparam("most"))
)

Hook = Callable[[sa.Connection, Table, Sequence[Event]], None]


@dataclass(frozen=True)
class Wanted:
    """Which ended games are wanted."""

    game: str = ""  # "" for all games
    person: str = ""  # who sat at the table; "" for anybody
    with_private: bool = False  # also tables that are not public
    tournament: str = ""  # "" for all games


class Conflict(Exception):
    """Another process has stored newer events of this table."""


class NoTable(AzulejosError):
    """No table has this id."""

    def __init__(self, table: str):
        super().__init__(Text("table.unknown", {"table": table[:32]}))


class Quarantined(AzulejosError):
    """A stored table that cannot be replayed."""

    def __init__(self, table: str):
        super().__init__(Text("table.quarantined", {"table": table}))


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
        await self.database.run(lambda connection: self.append_in(connection, table, events))

    def append_in(self, connection: sa.Connection, table: Table, events: Sequence[Event]) -> None:
        """The same as `append`, in a transaction that the caller began."""
        which = {"table_id": table.plan.id, "version_before": events[0].version - 1}
        if UPDATE_TABLE.run(connection, [row_values(table) | which]) != 1:
            raise Quarantined(table.plan.id) if is_quarantined(connection, table) else Conflict
        self._add_events(connection, table, events)

    def _add_events(self, connection: sa.Connection, table: Table, events: Sequence[Event]) -> None:
        try:
            if events:
                INSERT_EVENTS.run(connection, [event_row(table.plan.id, e) for e in events])
        except IntegrityError:
            raise Conflict from None
        if any(event.kind in SEAT_KINDS for event in events):
            write_seats(connection, table)
        for hook in self.hooks:
            hook(connection, table, events)

    async def load(self, table_id: str) -> tuple[Table, list[Event]]:
        """Rebuild a table from its events, in a thread of the database; one that cannot be rebuilt
        is quarantined.
        """
        try:
            return await self.database.read(lambda connection: load_table(connection, table_id))
        except (NoTable, Quarantined, Busy):
            raise
        except DAMAGE as error:
            raise await self.quarantine(table_id, error) from error

    async def quarantine(self, table_id: str, error: Exception) -> Quarantined:
        """Quarantine a table because of an error; return the error for whoever wants to see it."""
        rows = schema.tables
        update = sa.update(rows).where(rows.c.id == table_id, rows.c.quarantined_at.is_(None))
        values = {"quarantined_at": now(), "wake_at": None}
        if await self.database.run(lambda c: c.execute(update, values).rowcount):
            log.error("quarantine", table=table_id, error=repr(error))
            metrics.quarantines.inc()
        return Quarantined(table_id)

    async def events_since(self, table_id: str, version: int) -> list[Event]:
        """The events of a table after a version, in order."""
        return await self.database.read(lambda c: select_events(c, table_id, version))

    async def versions(self, table_ids: Iterable[str]) -> dict[str, int]:
        """The stored versions of tables, by id."""
        rows, ids = schema.tables, list(table_ids)

        def work(connection: sa.Connection) -> dict[str, int]:
            query = sa.select(rows.c.id, rows.c.version).where(among(connection, rows.c.id, ids))
            return {row.id: row.version for row in connection.execute(query)}

        return await self.database.read(work)

    # ---- Lists

    async def lobby(self, status: str = "open", limit: int = 100) -> list[Json]:
        """Summaries of public tables with a status, the newest first.

        Open tables without an open seat, which wait for their start only, are left out.
        """
        rows = schema.tables
        query = (
            sa.select(rows.c.summary)
            .where(rows.c.status == status, rows.c.is_public, rows.c.quarantined_at.is_(None))
            .order_by(rows.c.created_at.desc(), rows.c.id)
        )
        if status == "open":  # the places of a tournament's tables are reserved
            tournament = sa.func.coalesce(rows.c.plan["tournament"].as_string(), "")
            query = query.where(rows.c.open_seats > 0, tournament == "")
        return await self._summaries(query.limit(limit))

    async def count(self, status: str) -> int:
        """The number of tables with a status."""
        rows = schema.tables
        query = sa.select(sa.func.count()).where(rows.c.status == status)
        return await self.database.read(lambda c: c.scalar(query)) or 0

    async def waiting_for_pairs(self, plan: Plan, limit: int = 50) -> list[str]:
        """Ids of open tables that were made for quick pairing on the terms of a plan, the oldest
        first.
        """
        rows = schema.tables
        query = (
            sa.select(rows.c.id)
            .where(rows.c.status == "open", rows.c.is_public, rows.c.quarantined_at.is_(None))
            .where(rows.c.game == plan.game, rows.c.plan["is_pairing"].as_boolean())
            .where(*terms_of(plan))
            .order_by(rows.c.created_at, rows.c.id)
            .limit(limit)
        )
        return await self.database.read(lambda c: list(c.scalars(query)))

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

    async def ready_for(self, person: str) -> list[Json]:
        """Summaries of slow games of tournaments at which a person has not sat down yet."""
        rows, entrants, seats = schema.tables, schema.tournament_entrants, schema.seats
        is_seated = sa.exists().where(seats.c.table == rows.c.id, seats.c.person == person)
        query = (
            sa.select(rows.c.summary)
            .join(entrants, entrants.c.table == rows.c.id)
            .where(entrants.c.person == person, rows.c.status == "open", ~is_seated)
            .order_by(rows.c.created_at)
        )
        return [x for x in await self._summaries(query) if x["clock"]["kind"] == "days"]

    async def tables_of(self, person: str) -> set[str]:
        """Ids of all tables at which a person sits and whose game is not over."""
        rows, seats = schema.tables, schema.seats
        query = (
            sa.select(rows.c.id)
            .join(seats, seats.c.table == rows.c.id)
            .where(seats.c.person == person, rows.c.status.in_(("open", "playing")))
        )
        return await self.database.read(lambda c: set(c.scalars(query)))

    async def ended_tables(self, wanted: Wanted, after: str, until: float, limit: int) -> list[str]:
        """Ids of games that ended before a time and after another game, in the order of their
        ends; `after` is the id of that game, "" for the first page.
        """
        rows, seats = schema.tables, schema.seats
        query = sa.select(rows.c.id).where(
            rows.c.status == schema.OVER, rows.c.quarantined_at.is_(None), rows.c.moved_at < until
        )
        if wanted.game:
            query = query.where(rows.c.game == wanted.game)
        if wanted.person:
            query = query.where(
                rows.c.id.in_(sa.select(seats.c.table).where(seats.c.person == wanted.person))
            )
        if wanted.tournament:
            places = schema.tournament_places
            played = sa.select(places.c.table).where(places.c.tournament == wanted.tournament)
            query = query.where(rows.c.id.in_(played))
        if not wanted.with_private:
            query = query.where(rows.c.is_public)
        ends = sa.tuple_(rows.c.moved_at, rows.c.id)

        def work(connection: sa.Connection) -> list[str]:
            here = query
            if after:
                end = sa.select(rows.c.moved_at).where(rows.c.id == after, rows.c.status == "over")
                ended_at = connection.scalar(end)
                if ended_at is None:
                    raise NoTable(after)
                here = query.where(ends > sa.tuple_(sa.literal(ended_at), sa.literal(after)))
            ordered = here.order_by(rows.c.moved_at, rows.c.id).limit(limit)
            return list(connection.scalars(ordered))

        return await self.database.read(work)

    async def _summaries(self, query: sa.Select[Any]) -> list[Json]:
        def work(connection: sa.Connection) -> list[Json]:
            return [row.summary for row in connection.execute(query)]

        return await self.database.read(work)

    # ---- For periodic work

    async def playing_since(self, since: float) -> list[str]:
        """Ids of running games that moved after a time, without those with days for a turn."""
        rows = schema.tables
        query = sa.select(rows.c.id, rows.c.summary).where(
            rows.c.status == "playing",
            rows.c.moved_at > since,
            rows.c.quarantined_at.is_(None),
        )

        def work(connection: sa.Connection) -> list[str]:
            found = connection.execute(query)
            return [row.id for row in found if row.summary["clock"]["kind"] != "days"]

        return await self.database.read(work)

    async def due(self, now: float, limit: int = 100) -> list[str]:
        """Ids of tables whose `wake_at` has passed, the earliest first."""
        which = {"until": now, "most": limit}
        return await self.database.read(lambda c: list(c.scalars(DUE, which)))

    async def postpone(self, table_id: str, version: int, wake_at: float | None) -> None:
        """Set `wake_at` of a table that is still at a version."""
        rows = schema.tables
        update = sa.update(rows).where(
            rows.c.id == table_id, rows.c.version == version, rows.c.quarantined_at.is_(None)
        )
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
        "open_seats": sum(seat.is_open for seat in table.seats),
    }


def wake_at(table: Table) -> float | None:
    """When periodic work must check a table: its clock is up, its bot has not moved, or a nonce
    or player that its start waits for is late.
    """
    if table.bot_turn:
        return table.moved_at + BOT_PATIENCE_S
    deadline = table.clock.deadline()
    if table.turn is None or deadline is None:
        due = [at for at in (table.reveal_by, table.start_by) if at is not None]
        return min(due, default=None)
    return deadline + (MAX_LAG_S if table.plan.clock.kind == "live" else 0.0)


def terms_of(plan: Plan) -> list[sa.ColumnElement[bool]]:
    """Conditions for stored tables on whose terms a person would wait as well."""
    stored, clock = schema.tables.c.plan, plan.clock
    same = [
        stored["players"].as_integer() == plan.players,
        stored["is_rated"].as_boolean() == plan.is_rated,
        stored["clock", "kind"].as_string() == clock.kind,
    ]
    same += [
        stored["clock", name].as_float() == float(getattr(clock, name))
        for name in ("bank_s", "increment_s", "days")
    ]
    chosen = plan.options.items()
    return same + [stored["options", name].as_string() == choice for name, choice in chosen]


def event_row(table_id: str, event: Event) -> dict[str, Any]:
    return {"table": table_id, **vars(event)}


def load_table(connection: sa.Connection, table_id: str) -> tuple[Table, list[Event]]:
    """Rebuild a table from its events; also return the events."""
    rows = schema.tables
    query = sa.select(rows.c.plan, rows.c.seed, rows.c.quarantined_at)
    row = connection.execute(query.where(rows.c.id == table_id)).one_or_none()
    if row is None:
        raise NoTable(table_id)
    if row.quarantined_at is not None:
        raise Quarantined(table_id)
    events = select_events(connection, table_id, 0)
    return Table(read_plan(row.plan), bytes(row.seed), events), events


def is_quarantined(connection: sa.Connection, table: Table) -> bool:
    rows = schema.tables
    query = sa.select(rows.c.quarantined_at).where(rows.c.id == table.plan.id)
    return connection.scalar(query) is not None


def select_events(
    connection: sa.Connection, table_id: str, after: int, up_to: int = MAX_VERSION
) -> list[Event]:
    """The events of a table after a version and up to another one, in order."""
    rows = schema.events
    query = (
        sa.select(rows.c.version, rows.c.at, rows.c.kind, rows.c.data, rows.c.client_id)
        .where(rows.c.table == table_id, rows.c.version > after, rows.c.version <= up_to)
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
