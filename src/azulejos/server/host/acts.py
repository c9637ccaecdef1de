"""The acts of the host: transactions on the database, and the record that is kept of them.

Servers that run on the database notice an act within a few seconds, because they poll it. What
concerns many tables is done in one transaction for each, so that running games never wait long.
"""

import getpass
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

import sqlalchemy as sa

from azulejos.contract.rules import Json
from azulejos.server.ids import make_id
from azulejos.server.ratings.rated_results import store_ratings
from azulejos.server.storage import schema
from azulejos.server.storage.backup import snapshot
from azulejos.server.storage.database import Database, make_engine
from azulejos.server.storage.store import Conflict, Store
from azulejos.server.table.verbs import Decision
from azulejos.server.wall_clock import now

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
