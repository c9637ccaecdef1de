"""Connections and transactions, on SQLite or PostgreSQL. Queries are elsewhere.

SQLAlchemy runs in threads, so that the event loop never waits for a disk. SQLite has one writer
thread (`writer.py`), whose transactions begin with `BEGIN IMMEDIATE`: a lock that is taken later
in a transaction fails at once, whatever the timeout.

A database that is away, locked, full or hangs makes an operation fail with `Busy` within
`TIMING.answer_s`. Whether a transaction that failed so was committed is not known: the caller has
to read what it wanted to change again.
"""

import asyncio
import json
import os
import socket
import sqlite3
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import URL, make_url

from azulejos.server.errors import Busy
from azulejos.server.storage.writer import Writer
from azulejos.server.timing import TIMING, now
from azulejos.server.web.logs import log

T = TypeVar("T")
Work = Callable[[sa.Connection], T]

SLOW_S = 0.9  # after which a transaction that writes counts as a failure, even if it succeeds later
UNREAD_S = 3  # how long data that PostgreSQL's machine does not confirm is sent again
PATIENCE_S = 10.0  # how long commands wait for a lock of SQLite
WRITERS = 8  # threads that write to PostgreSQL at the same time
READERS = 4  # threads that read
# Options of a transaction that only reads.
READING_SQLITE: dict[str, Any] = {"is_reading": True}
READING_POSTGRESQL: dict[str, Any] = {"isolation_level": "REPEATABLE READ"}
FAILURES = (sa.exc.OperationalError, sa.exc.InterfaceError, sa.exc.TimeoutError)


class RunningWork:
    """A function that runs in a thread, and the connection that it uses."""

    def __init__(self) -> None:
        self.connection: Any = None  # of psycopg, while the function uses it

    def cut(self) -> None:
        """Cut the connection to PostgreSQL, so that a thread that waits for an answer goes on."""
        connection = self.connection
        if connection is None or connection.closed:
            return
        try:
            with socket.socket(fileno=os.dup(connection.pgconn.socket)) as wire:
                wire.shutdown(socket.SHUT_RDWR)
        except OSError:  # it was closed meanwhile
            log.debug("database", exc_info=True)


class Database:
    """Runs functions in transactions."""

    def __init__(self, url: str):
        self.url = sync_url(url)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self.engine = make_engine(self.url, has_limits=True)
        self._reading = READING_SQLITE if self.is_sqlite else READING_POSTGRESQL
        self._failed_at = 0.0  # when a transaction that writes failed last
        self._begun: dict[object, float] = {}  # when those that write began, the oldest first
        self._jobs = threading.local()
        sa.event.listen(self.engine, "checkout", self._on_checkout)
        self._writer = Writer(self.engine) if self.is_sqlite else None
        self._writers = ThreadPoolExecutor(WRITERS, thread_name_prefix="write")
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="read")

    async def run(self, work: Work[T]) -> T:
        """Run a function in one transaction; it is durable when this returns.

        Raises `Busy` if it may not be durable.
        """
        job = object()
        self._begun[job] = now()
        try:
            if self._writer:
                return await within(self._writer.submit(work))
            return await self._run_in(self._writers, self.run_now, work)
        except Busy:
            self._failed_at = now()
            raise
        finally:
            del self._begun[job]

    @property
    def failed_at(self) -> float:
        """When a transaction that writes failed last: now, if one has taken too long already."""
        oldest = next(iter(self._begun.values()), now())
        return now() if now() - oldest > SLOW_S else self._failed_at

    async def read(self, work: Work[T]) -> T:
        """Run a function in a transaction that only reads, concurrently with writers; all its
        queries see the database at one moment.
        """
        return await self._run_in(self._readers, self.read_now, work)

    async def _run_in(
        self, threads: ThreadPoolExecutor, call: Callable[[Work[T]], T], work: Work[T]
    ) -> T:
        job = RunningWork()

        def run() -> T:
            self._jobs.current = job
            try:
                return call(work)
            finally:
                job.connection = None

        try:
            return await within(threads.submit(run))
        except Busy:
            job.cut()
            raise
        except asyncio.CancelledError:  # nobody waits, but the thread must not hang for ever
            asyncio.get_running_loop().call_later(TIMING.answer_s, job.cut)
            raise

    def _on_checkout(self, connection: Any, _record: object, _proxy: object) -> None:
        """Note which connection the function that runs in this thread has got."""
        job: RunningWork | None = getattr(self._jobs, "current", None)
        if job and not self.is_sqlite:
            job.connection = connection

    def count_waiting(self) -> int:
        """The number of functions that wait to be run."""
        return self._writer.count_waiting() if self._writer else self._writers._work_queue.qsize()

    def run_now(self, work: Work[T]) -> T:
        """The same as `run`, for callers without an event loop."""

        def attempt() -> T:
            with self.engine.connect() as connection, connection.begin() as transaction:
                result = work(connection)
                try:
                    transaction.commit()
                except FAILURES as error:
                    raise Uncertain from error
                return result

        return self._try_twice(attempt)

    def read_now(self, work: Work[T]) -> T:
        def attempt() -> T:
            with self.engine.connect() as opened:
                connection = opened.execution_options(**self._reading)
                with connection.begin():
                    return work(connection)

        return self._try_twice(attempt)

    def _try_twice(self, attempt: Callable[[], T]) -> T:
        """Call a function again if its connection had been lost since its last use."""
        try:
            return attempt()
        except sa.exc.DBAPIError as error:
            if not error.connection_invalidated:
                raise
            return attempt()

    def close(self) -> None:
        if self._writer:
            self._writer.stop()
        self._writers.shutdown()
        self._readers.shutdown()
        self.engine.dispose()


def insert_new(connection: sa.Connection, rows: sa.Table) -> sa.Insert:
    """An insert that does nothing for rows that are there already."""
    # the dialects are imported when they are used: that of PostgreSQL takes 50 ms
    if connection.dialect.name == "sqlite":
        from sqlalchemy.dialects import sqlite

        return sqlite.insert(rows).on_conflict_do_nothing()
    from sqlalchemy.dialects import postgresql

    return postgresql.insert(rows).on_conflict_do_nothing()


def among(
    connection: sa.Connection, column: sa.Column[str], texts: Iterable[str]
) -> sa.ColumnElement[bool]:
    """The condition that a column is one of some texts; it has one parameter, however many there
    are, so that it is quick to prepare and never too long.
    """
    if connection.dialect.name == "sqlite":
        each = sa.func.json_each(json.dumps(list(texts))).table_valued("value")
        return column.in_(sa.select(each.c.value))
    return column == sa.any_(sa.cast(list(texts), sa.ARRAY(sa.String)))


class Uncertain(sa.exc.InterfaceError):
    """A commit failed, perhaps after the database had received it."""

    def __init__(self) -> None:
        super().__init__("COMMIT", None, Exception("unknown outcome"))


async def within(future: "Future[T]") -> T:
    """The result of a function in a thread; `Busy` if it fails or lasts too long.

    A function that has not begun in time is not run at all.
    """
    try:
        async with asyncio.timeout(TIMING.answer_s):
            return await asyncio.wrap_future(future)
    except TimeoutError:
        log.warning("database", error="timeout")
        raise Busy from None
    except FAILURES as error:
        log.warning("database", error=repr(error.orig if hasattr(error, "orig") else error))
        raise Busy from error


def sync_url(url: str) -> URL:
    """A database URL with the driver that the server uses."""
    parsed = make_url(url)
    name = parsed.get_backend_name()
    return parsed.set(drivername="postgresql+psycopg" if name == "postgresql" else name)


def make_engine(url: URL, has_limits: bool = False) -> sa.Engine:
    """An engine whose commits survive a crash of the process or the machine.

    With `has_limits` waiting for a lock and running a statement are limited in time, as a server
    needs it that has to answer.
    """
    if url.get_backend_name() != "sqlite":
        return sa.create_engine(
            url,
            pool_size=WRITERS + READERS,
            connect_args=postgres_limits(url) if has_limits else {},
            hide_parameters=True,
        )
    if url.database:
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    engine = sa.create_engine(
        url,
        pool_size=1 + READERS,
        connect_args={"timeout": TIMING.lock_s if has_limits else PATIENCE_S},
        hide_parameters=True,  # they may be secrets, and errors are logged
    )
    sa.event.listen(engine, "connect", prepare_sqlite)
    sa.event.listen(engine, "begin", begin_sqlite)
    return engine


def postgres_limits(url: URL) -> dict[str, Any]:
    """The arguments of a connection to PostgreSQL that limit how long it can hang."""
    limits = {"statement_timeout": TIMING.statement_s, "lock_timeout": TIMING.lock_s}
    limits["idle_in_transaction_session_timeout"] = 2 * TIMING.answer_s
    given = url.query.get("options", ())
    options = [given] if isinstance(given, str) else list(given)
    options += [f"-c {name}={round(1000 * seconds)}" for name, seconds in limits.items()]
    return {
        "options": " ".join(options),
        "connect_timeout": TIMING.connect_s,
        "tcp_user_timeout": 1000 * UNREAD_S,
    }


def prepare_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # the driver must not begin transactions itself
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}").close()


def begin_sqlite(connection: sa.Connection) -> None:
    """Begin a transaction by the driver: SQLAlchemy would take ten times as long."""
    reads = connection.get_execution_options().get("is_reading")
    driver: Any = connection.connection.dbapi_connection
    try:
        driver.execute("BEGIN" if reads else "BEGIN IMMEDIATE")
    except sqlite3.Error as error:
        raise sa.exc.DBAPIError.instance("BEGIN", None, error, sqlite3.Error) from error
