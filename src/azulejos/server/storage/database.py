"""Connections and transactions, on SQLite or PostgreSQL. Queries are elsewhere.

SQLAlchemy runs in threads, so that the event loop never waits for a disk. SQLite has one writer
thread (`writer.py`), whose transactions begin with `BEGIN IMMEDIATE`: a lock that is taken later
in a transaction fails at once, whatever the timeout.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar, cast

import sqlalchemy as sa
from sqlalchemy.engine import URL, make_url

from azulejos.server.storage.writer import Writer

T = TypeVar("T")
Work = Callable[[sa.Connection], T]

BUSY_MS = 10_000  # how long a writer of SQLite waits for another process
WRITERS = 8  # threads that write to PostgreSQL at the same time
READERS = 4  # threads that read


class Database:
    """Runs functions in transactions."""

    def __init__(self, url: str):
        self.url = sync_url(url)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self.engine = make_engine(self.url)
        self._writer = Writer(self.engine) if self.is_sqlite else None
        self._writers = ThreadPoolExecutor(WRITERS, thread_name_prefix="write")
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="read")

    async def run(self, work: Work[T]) -> T:
        """Run a function in one transaction; it is durable when this returns."""
        if self._writer:
            return cast(T, await asyncio.wrap_future(self._writer.submit(work)))
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._writers, self.run_now, work)

    async def read(self, work: Work[T]) -> T:
        """Run a function in a transaction that only reads, concurrently with writers."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, self.read_now, work)

    def run_now(self, work: Work[T]) -> T:
        """The same as `run`, for callers without an event loop."""
        with self.engine.begin() as connection:
            return work(connection)

    def read_now(self, work: Work[T]) -> T:
        with self.engine.connect() as connection:
            reading = connection.execution_options(is_reading=True)
            with reading.begin():
                return work(reading)

    def close(self) -> None:
        if self._writer:
            self._writer.stop()
        self._writers.shutdown()
        self._readers.shutdown()
        self.engine.dispose()


def sync_url(url: str) -> URL:
    """A database URL with the driver that the server uses."""
    parsed = make_url(url)
    name = parsed.get_backend_name()
    return parsed.set(drivername="postgresql+psycopg" if name == "postgresql" else name)


def make_engine(url: URL) -> sa.Engine:
    """An engine whose commits survive a crash of the process or the machine."""
    if url.get_backend_name() != "sqlite":
        return sa.create_engine(
            url, pool_size=WRITERS + READERS, pool_pre_ping=True, hide_parameters=True
        )
    if url.database:
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    engine = sa.create_engine(
        url,
        pool_size=1 + READERS,
        connect_args={"timeout": BUSY_MS / 1000},
        hide_parameters=True,  # they may be secrets, and errors are logged
    )
    sa.event.listen(engine, "connect", prepare_sqlite)
    sa.event.listen(engine, "begin", begin_sqlite)
    return engine


def prepare_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # the driver must not begin transactions itself
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        f"busy_timeout={BUSY_MS}",
    ):
        connection.execute(f"PRAGMA {pragma}").close()


def begin_sqlite(connection: sa.Connection) -> None:
    reads = connection.get_execution_options().get("is_reading")
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")
