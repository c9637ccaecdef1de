"""Migrations: upgrade a database of any older version to `schema.py`, at every start.

Each migration is a file in `versions/`, generated with Alembic from the difference to `schema.py`
by `python -m azulejos.server.storage.migrations "what changes"` and then reviewed. At a release the
migrations since the last one become one, which keeps the number of the last: a database of a
release can be upgraded, and one between two releases is refused. Servers that start at the same
time take turns. An upgrade is one transaction, so a failure changes nothing. An
empty database gets the tables of `schema.py` as they are. Alembic is imported only where there is
something to upgrade: its import takes a tenth of a second.

- `versions/`: the migrations, one for each release.
- `env`: Alembic's environment.
- `name_keys`: release 0.2.0: keys of names lose the characters that are not seen.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa

from azulejos.errors import AzulejosError
from azulejos.server.storage import schema
from azulejos.server.storage.database import sync_url
from azulejos.text import Text

if TYPE_CHECKING:
    from alembic.config import Config

VERSIONS = Path(__file__).parent / "versions"
REVISIONS = sa.Table(  # where Alembic keeps it
    "alembic_version", sa.MetaData(), sa.Column("version_num", sa.String(32), primary_key=True)
)
LOCK = 8_420_001  # key of the advisory lock on PostgreSQL
NO_DATABASE = (  # the file is damaged, the disk is full or read-only
    *(sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT),
    *(sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM),
)
WAIT_S = 120  # how long to wait for another server that migrates


class UnknownDatabase(AzulejosError):
    """The database belongs to a newer version of the software, or to none that was released."""


class NoDatabase(AzulejosError):
    """The database cannot be reached."""


def migrate(url: str) -> None:
    """Upgrade a database to this version of the software."""
    try:
        with locked_connection(url) as connection:
            upgrade(connection)
    except sa.exc.DatabaseError as wrong:
        code = getattr(wrong.orig, "sqlite_errorcode", -1)  # its lowest byte is the kind of error
        if code & 255 not in NO_DATABASE:
            raise
        raise no_database(wrong) from None


def upgrade(connection: sa.Connection, revision: str = "head") -> None:
    """Upgrade a database to a revision inside the transaction of its connection."""
    if revision == "head" and (is_current(connection) or create(connection)):
        return
    from alembic import command
    from alembic.util import CommandError

    try:
        command.upgrade(make_config(connection), revision)
    except CommandError:  # the database's revision is unknown here
        raise unknown_database(connection, revision) from None


def unknown_database(connection: sa.Connection, wanted: str) -> UnknownDatabase:
    """The error for a revision without a migration: the database's, or if it is new, the wanted."""
    found = connection.scalars(sa.select(REVISIONS.c.version_num)).first() or wanted
    is_older = found.isdigit() and found < newest_revision()
    if is_older:
        return UnknownDatabase(Text("database.unreleased", {"revision": found}))
    return UnknownDatabase(Text("database.newer"))


def newest_revision() -> str:
    """The revision of this version of the software; files of migrations begin with v and theirs."""
    return max(file.name[1:].partition("_")[0] for file in VERSIONS.glob("v*.py"))


def is_current(connection: sa.Connection) -> bool:
    """Has the database the schema of this version of the software?"""
    if not sa.inspect(connection).has_table(REVISIONS.name):
        return False
    return connection.scalars(sa.select(REVISIONS.c.version_num)).all() == [newest_revision()]


def create(connection: sa.Connection) -> bool:
    """Create all tables if there is no table yet."""
    if sa.inspect(connection).get_table_names():
        return False
    schema.metadata.create_all(connection, checkfirst=False)
    REVISIONS.create(connection)
    connection.execute(sa.insert(REVISIONS).values(version_num=newest_revision()))
    return True


def make_config(connection: sa.Connection | None = None) -> "Config":
    """Alembic's configuration; there is no alembic.ini."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


@contextmanager
def locked_connection(url: str) -> Iterator[sa.Connection]:
    """A connection in a transaction that holds an exclusive lock across processes."""
    address = sync_url(url)
    is_sqlite = address.get_backend_name() == "sqlite"
    if is_sqlite and address.database:
        Path(address.database).parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    engine = sa.create_engine(
        address, poolclass=sa.NullPool, connect_args={"timeout": WAIT_S} if is_sqlite else {}
    )
    if is_sqlite:
        sa.event.listen(engine, "connect", disable_autobegin)
        sa.event.listen(engine, "begin", begin_immediately)
    with connect(engine) as connection, connection.begin():
        if not is_sqlite:
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))
        yield connection


def connect(engine: sa.Engine) -> sa.Connection:
    """Connect, or raise `NoDatabase` with the reason."""
    try:
        return engine.connect()
    except sa.exc.OperationalError as wrong:
        raise no_database(wrong) from None


def no_database(wrong: sa.exc.DBAPIError) -> NoDatabase:
    reason = str(wrong.orig).splitlines()[0]
    return NoDatabase(Text("database.unreachable", {"reason": reason}))


def disable_autobegin(connection: object, record: object) -> None:
    """Stop the driver from managing transactions: it would commit before every DDL statement."""
    connection.isolation_level = None  # type: ignore[attr-defined]


def begin_immediately(connection: sa.Connection) -> None:
    """Take the write lock at the start: two readers could not both become writers later."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")
