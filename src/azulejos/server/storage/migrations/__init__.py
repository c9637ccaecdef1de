"""Brings a database of any age to what `schema.py` says, at every start.

Each step is a file in `versions/`, made by `python -m azulejos.server.storage.migrations "what changes"`
from the difference to `schema.py` and then read by a person. Two servers that start at once take
turns, and a step that fails leaves nothing behind: all of it is one transaction.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError

from azulejos.errors import AzulejosError
from azulejos.text import Text

LOCK = 8_420_001  # a number that means this to PostgreSQL
WAIT_S = 120  # for another server that migrates


class UnknownDatabase(AzulejosError):
    """A database that a newer version of the software has changed."""


class NoDatabase(AzulejosError):
    """A database that does not answer."""


def migrate(url: str) -> None:
    """Bring the database to this version of the software, whoever else is starting."""
    with locked_connection(url) as connection:
        upgrade(connection)


def upgrade(connection: sa.Connection, revision: str = "head") -> None:
    """Bring a database to a revision, inside the transaction of its connection."""
    try:
        command.upgrade(make_config(connection), revision)
    except CommandError:  # a revision that is none of ours
        raise UnknownDatabase(Text("database.newer")) from None


def newest_revision() -> str | None:
    return ScriptDirectory.from_config(make_config()).get_current_head()


def is_current(connection: sa.Connection) -> bool:
    """Is the database as this version of the software needs it?"""
    return MigrationContext.configure(connection).get_current_revision() == newest_revision()


def make_config(connection: sa.Connection | None = None) -> Config:
    """What Alembic wants to know; there is no file for it."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


@contextmanager
def locked_connection(url: str) -> Iterator[sa.Connection]:
    """A connection in a transaction that only one process at a time can have."""
    address = sa.make_url(url)
    is_sqlite = address.get_backend_name() == "sqlite"
    if is_sqlite and address.database:
        Path(address.database).parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    engine = sa.create_engine(
        address, poolclass=sa.NullPool, connect_args={"timeout": WAIT_S} if is_sqlite else {}
    )
    if is_sqlite:
        sa.event.listen(engine, "connect", leave_transactions_to_us)
        sa.event.listen(engine, "begin", begin_immediately)
    with connect(engine) as connection, connection.begin():
        if not is_sqlite:
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))
        yield connection


def connect(engine: sa.Engine) -> sa.Connection:
    """A connection, or in one sentence why there is none."""
    try:
        return engine.connect()
    except sa.exc.OperationalError as wrong:
        reason = str(wrong.orig).splitlines()[0]
        raise NoDatabase(Text("database.unreachable", {"reason": reason})) from None


def leave_transactions_to_us(connection: object, record: object) -> None:
    """The driver would commit before it changes a table."""
    connection.isolation_level = None  # type: ignore[attr-defined]


def begin_immediately(connection: sa.Connection) -> None:
    """Two that begin by reading could never both go on to write."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")
