"""The acts of the host: transactions, the record that is kept of them, and acts on tables.

Servers that run on the database notice an act within a few seconds, because they poll it. What
concerns many tables is done in one transaction for each, so that running games never wait long.
"""

import getpass
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

import sqlalchemy as sa

from azulejos.contract.rules import Json
from azulejos.errors import AzulejosError
from azulejos.server.ids import make_id
from azulejos.server.ratings.rated_results import store_ratings
from azulejos.server.storage import schema
from azulejos.server.storage.backup import snapshot
from azulejos.server.storage.database import Database, make_engine
from azulejos.server.storage.quarantine import (
    end_quarantined_table,
    list_quarantined_tables,
    release_quarantined_table,
    repair_quarantined_table,
)
from azulejos.server.storage.store import Conflict, NoTable, Quarantined, Store, load_table
from azulejos.server.table.table import Table
from azulejos.server.table.verbs import Decision, host
from azulejos.server.timing import now

T = TypeVar("T")

ATTEMPTS = 20  # at an act, when a server changes the same table at the same time
rows = schema.host_acts


class HostAct:
    """One act of the host: its transaction, and the store that writes events in it."""

    def __init__(self, connection: sa.Connection, store: Store, by: str | None = None):
        self.connection, self.store = connection, store
        self.by = user_name() if by is None else by  # the user of this machine, or a moderator

    def append(self, decision: Decision) -> None:
        """Store the events of a decision."""
        if decision.events:
            self.store.append_in(self.connection, decision.table, decision.events)

    def record(self, what: str, subject: str, **detail: Any) -> None:
        """Record what was done, and to what."""
        values = {"id": make_id(), "at": now(), "by": self.by, "act": what}
        values |= {"subject": subject, "detail": detail}
        self.connection.execute(sa.insert(rows), values)


class Host:
    """The host of a server at work on its database; a context manager."""

    def __init__(self, url: str):
        with snapshot(url):
            pass  # raises unless the database is there and has our schema
        self.database = Database(url)
        self.store = Store(self.database)
        self.store.hooks.append(store_ratings)
        self.engine = make_engine(self.database.url)  # acts may take longer than requests

    def __enter__(self) -> "Host":
        return self

    def __exit__(self, *_: object) -> None:
        self.engine.dispose()
        self.database.close()

    def act(self, work: Callable[..., T], *args: Any) -> T:
        """Call `work(act, *args)` in a transaction; once more if a server was faster."""
        for _ in range(ATTEMPTS - 1):
            with suppress(Conflict):
                return self._try(work, *args)
        return self._try(work, *args)

    def _try(self, work: Callable[..., T], *args: Any) -> T:
        with self.engine.begin() as connection:
            return work(HostAct(connection, self.store), *args)


def user_name() -> str:
    """The user of this machine who runs the command."""
    try:
        return getpass.getuser()[:64]
    except (KeyError, OSError):  # in a container the user may have no name
        return ""


def list_acts(act: HostAct, limit: int) -> list[Json]:
    """The last acts, the newest first."""
    query = sa.select(rows).order_by(rows.c.at.desc(), rows.c.id).limit(limit)
    return [dict(row._mapping) for row in act.connection.execute(query)]


# ---- Tables

tables = schema.tables


def list_tables(act: HostAct, status: str | None, limit: int) -> list[Json]:
    """Summaries of tables, the last moved first."""
    query = sa.select(tables.c.summary).order_by(tables.c.moved_at.desc()).limit(limit)
    if status:
        query = query.where(tables.c.status == status)
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
    update = sa.update(tables).where(tables.c.id == table_id)
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
