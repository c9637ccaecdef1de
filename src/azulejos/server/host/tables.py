"""The host's acts on tables: lists, ends, annulled results, and tables in quarantine."""

import sqlalchemy as sa

from azulejos.contract.rules import Json
from azulejos.errors import AzulejosError
from azulejos.server.host.acts import HostAct
from azulejos.server.storage import schema
from azulejos.server.storage.quarantine import (
    end_quarantined_table,
    list_quarantined_tables,
    release_quarantined_table,
    repair_quarantined_table,
)
from azulejos.server.storage.store import NoTable, Quarantined, load_table
from azulejos.server.table.table import Table
from azulejos.server.table.verbs import Decision, host
from azulejos.server.wall_clock import now

rows = schema.tables


def list_tables(act: HostAct, status: str | None, limit: int) -> list[Json]:
    """Summaries of tables, the last moved first."""
    query = sa.select(rows.c.summary).order_by(rows.c.moved_at.desc()).limit(limit)
    if status:
        query = query.where(rows.c.status == status)
    return list(act.connection.scalars(query))


def end_table(act: HostAct, table_id: str) -> None:
    """Close a table that has not begun, or end its game without a rating."""
    try:
        table, _ = load_table(act.connection, table_id)
    except Quarantined:
        act.record("end", table_id, deleted=end_quarantined_table(act.connection, table_id, now()))
        return
    verb = host.close if table.status == "open" else host.end
    store_decision(act, "end", verb(table, now()))


def annul_table(act: HostAct, table_id: str) -> None:
    """Annul the result of a finished game and what it did to ratings."""
    table, _ = load_table(act.connection, table_id)
    store_decision(act, "annul", host.annul(table, now()))


def store_decision(act: HostAct, what: str, decision: Decision) -> None:
    act.append(decision)
    act.record(what, decision.table.plan.id, version=decision.table.version)


# ---- Quarantine


def list_quarantined(act: HostAct) -> list[Json]:
    """The tables in quarantine, the first ones first."""
    return [table._asdict() for table in list_quarantined_tables(act.connection)]


def quarantine_table(act: HostAct, table_id: str) -> None:
    """Put a table in quarantine: nothing happens at it any more."""
    update = sa.update(rows).where(rows.c.id == table_id)
    if act.connection.execute(update, {"quarantined_at": now(), "wake_at": None}).rowcount != 1:
        raise NoTable(table_id)
    act.record("quarantine", table_id)


def repair_table(act: HostAct, table_id: str) -> int:
    """Let a game in quarantine go on from its last event that can be replayed; return how many
    events had to be deleted.
    """
    if table_id not in {table.id for table in list_quarantined_tables(act.connection)}:
        load_table(act.connection, table_id)  # raises if there is no such table
        return 0
    deleted: list[int] = []
    if not release_quarantined_table(act.connection, table_id):
        deleted = repair_quarantined_table(act.connection, table_id, now())
    act.record("repair", table_id, deleted=deleted)
    return len(deleted)


def try_load(act: HostAct, table_id: str) -> Table | None:
    """A table, or None if its events cannot be replayed."""
    try:
        return load_table(act.connection, table_id)[0]
    except (AzulejosError, ValueError, TypeError, LookupError):
        return None
