"""SQLite's single writer, and statements that are compiled once.

One thread commits everything that is waiting in one transaction. So a burst of writes costs one
fsync and not one each (group commit). Each function runs in its own savepoint, so one that fails is
rolled back alone. Results are delivered after the commit. The thread keeps its connection until
something fails: getting one anew for each transaction costs as much as a statement.

SQLAlchemy takes several times as long for a statement as SQLite does, so on SQLite its driver runs
them. On PostgreSQL, where a connection can break in the middle, SQLAlchemy does.
"""

import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from functools import cached_property
from queue import Empty, SimpleQueue
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.sqlite import pysqlite


class Prepared:
    """An insert or update of rows whose values have certain names."""

    def __init__(self, statement: sa.Insert | sa.Update, names: Sequence[str]):
        self.statement, self.names = statement, names

    @cached_property
    def _compiled(self) -> Any:
        return self.statement.compile(dialect=pysqlite.dialect(), column_keys=list(self.names))

    def run(self, connection: sa.Connection, rows: Sequence[dict[str, Any]]) -> int:
        """Run the statement with each row, in a transaction that has begun; return how many rows of
        the database it has added or changed.
        """
        if connection.dialect.name != "sqlite":
            return connection.execute(self.statement, rows if rows[1:] else rows[0]).rowcount
        text, order = self._compiled.string, self._compiled.positiontup
        converters = self._compiled._bind_processors  # such as that of JSON
        driver: Any = connection.connection.dbapi_connection
        values = [
            [converters[name](row[name]) if name in converters else row[name] for name in order]
            for row in rows
        ]
        try:
            return int(driver.executemany(text, values).rowcount)
        except sqlite3.Error as error:
            raise sa.exc.DBAPIError.instance(
                text, None, error, sqlite3.Error, hide_parameters=True
            ) from error


# ---- The writer

MAX_BATCH = 64  # functions in one transaction

Work = Callable[[sa.Connection], Any]
Waiting = tuple[Work, "Future[Any]"]


class Writer:
    """A thread that runs functions in transactions."""

    def __init__(self, engine: sa.Engine):
        self.engine = engine
        self._queue: SimpleQueue[Waiting | None] = SimpleQueue()
        self._connection: sa.Connection | None = None  # of the thread
        self._thread = threading.Thread(target=self._run, name="write", daemon=True)
        self._thread.start()

    def submit(self, work: Work) -> "Future[Any]":
        """Queue a function; its future is resolved when the result is durable."""
        future: Future[Any] = Future()
        self._queue.put((work, future))
        return future

    def count_waiting(self) -> int:
        """The number of functions that wait."""
        return self._queue.qsize()

    def stop(self) -> None:
        """Finish the queued functions and end the thread."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        is_open = True
        while is_open:
            batch: list[Waiting | None] = [self._queue.get()]
            with suppress(Empty):
                while len(batch) < MAX_BATCH:
                    batch.append(self._queue.get_nowait())
            is_open = None not in batch
            wanted = [x for x in batch if x and x[1].set_running_or_notify_cancel()]
            if wanted:
                self._commit(wanted)
        self._disconnect()

    def _commit(self, batch: list[Waiting]) -> None:
        """Run functions in one transaction, commit, then resolve their futures."""
        outcomes: list[tuple[Any, Exception | None]] = []
        try:
            connection = self._connection = self._connection or self.engine.connect()
            with connection.begin():
                if len(batch) == 1:  # if it fails, everything is rolled back anyway
                    outcomes.append((batch[0][0](connection), None))
                else:
                    outcomes += [attempt(connection, work) for work, _ in batch]
        except Exception as error:  # nothing was committed, not even functions that succeeded
            outcomes = [(None, error)] * len(batch)
            self._disconnect()
        for (_, future), (result, failure) in zip(batch, outcomes, strict=True):
            if failure:
                future.set_exception(failure)
            else:
                future.set_result(result)

    def _disconnect(self) -> None:
        """Give the connection back; the next transaction gets another one."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(sa.exc.DBAPIError):  # it is broken, and the pool has noticed it
                connection.close()


def attempt(connection: sa.Connection, work: Work) -> tuple[Any, Exception | None]:
    """Run a function in a savepoint; return its result or its error."""
    driver: Any = connection.connection.dbapi_connection
    driver.execute("SAVEPOINT work")  # SQLAlchemy's own take a third of a move's time
    try:
        result = work(connection)
    except Exception as error:
        # an error such as a full disk rolls back the whole transaction: it must not be used further
        if not driver.in_transaction:
            raise
        driver.execute("ROLLBACK TO work")
        return None, error
    driver.execute("RELEASE work")
    return result, None
