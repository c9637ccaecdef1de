"""Quarantine: stored games that cannot be replayed, and what an administrator can do about them.

The store quarantines a table when its replay fails. Nothing happens at such a table any more, and
its people are told so. The functions here are called with the connection of a transaction, as in
`database.run_now(lambda connection: end_quarantined_table(connection, table_id, now()))`.
"""

from typing import NamedTuple

import sqlalchemy as sa

from azulejos.server.storage import schema
from azulejos.server.storage.store import (
    DAMAGE,
    NoTable,
    Quarantined,
    event_row,
    read_plan,
    row_values,
    select_events,
    write_seats,
)
from azulejos.server.table import verbs
from azulejos.server.table.table import Table
from azulejos.server.table.verbs import Decision
from azulejos.server.table.verbs.moves import add_finish

rows, events = schema.tables, schema.events


class QuarantinedTable(NamedTuple):
    """A table in quarantine."""

    id: str
    game: str
    status: str  # before the quarantine: open, playing, over or closed
    quarantined_at: float


def list_quarantined_tables(connection: sa.Connection) -> list[QuarantinedTable]:
    """All tables in quarantine, the first ones first."""
    query = sa.select(rows.c.id, rows.c.game, rows.c.status, rows.c.quarantined_at)
    found = query.where(rows.c.quarantined_at.is_not(None)).order_by(rows.c.quarantined_at)
    return [QuarantinedTable(*row) for row in connection.execute(found)]


def release_quarantined_table(connection: sa.Connection, table_id: str) -> bool:
    """Release a table if it can be replayed now, with other software; return whether it can."""
    table, damaged = replay_stored(connection, table_id)
    if table is None or damaged:
        return False
    store_again(connection, Decision(table, table.at), [])
    return True


def repair_quarantined_table(connection: sa.Connection, table_id: str, now: float) -> list[int]:
    """Let a game go on from its last event that can be replayed; return the deleted versions.

    Raises `Quarantined` if not even its plan can be read.
    """
    table, damaged = replay_stored(connection, table_id)
    if table is None:
        raise Quarantined(table_id)
    return store_again(connection, verbs.resume(table, now, now), damaged)


def end_quarantined_table(connection: sa.Connection, table_id: str, now: float) -> list[int]:
    """End a game without a result; return the versions that had to be deleted."""
    table, damaged = replay_stored(connection, table_id)
    if table is None:  # it stays in quarantine, but its people need not wait for it
        closed = sa.update(rows).where(rows.c.id == table_id)
        connection.execute(closed, {"status": "closed", "wake_at": None})
        return []
    decision = Decision(table, now)
    if table.status == "playing":
        add_finish(decision, "annulled")
    elif table.status == "open":
        decision.add("closed")
    return store_again(connection, decision, damaged)


def replay_stored(connection: sa.Connection, table_id: str) -> tuple[Table | None, list[int]]:
    """A table as far as it can be replayed, and the versions of the events from there on.

    No table if not even its plan can be read.
    """
    of_table = sa.select(events.c.version).where(events.c.table == table_id)
    versions = list(connection.scalars(of_table.order_by(events.c.version)))
    table = empty_table(connection, table_id)
    if table is None:
        return None, versions
    for i, version in enumerate(versions):
        after = table.copy()
        try:
            (event,) = select_events(connection, table_id, version - 1, version)
            after.apply(event)
        except DAMAGE:
            return table, versions[i:]
        table = after
    return table, []


def empty_table(connection: sa.Connection, table_id: str) -> Table | None:
    """A table before its first event; None if its plan cannot be read."""
    query = sa.select(rows.c.plan, rows.c.seed).where(rows.c.id == table_id)
    try:
        row = connection.execute(query).one_or_none()
        if row:
            return Table(read_plan(row.plan), bytes(row.seed))
    except DAMAGE:
        return None
    raise NoTable(table_id)


def store_again(connection: sa.Connection, decision: Decision, damaged: list[int]) -> list[int]:
    """Delete damaged events, store those of a decision, and release the table."""
    table_id = decision.table.plan.id
    delete = sa.delete(events).where(events.c.table == table_id, events.c.version.in_(damaged))
    connection.execute(delete)
    if decision.events:
        added = [event_row(table_id, event) for event in decision.events]
        connection.execute(sa.insert(events), added)
    values = row_values(decision.table) | {"quarantined_at": None}
    connection.execute(sa.update(rows).where(rows.c.id == table_id), values)
    write_seats(connection, decision.table)
    return damaged
