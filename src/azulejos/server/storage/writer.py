"""SQLite's single writer: one thread that commits everything that is waiting in one transaction.

So a burst of writes costs one fsync and not one each (group commit). Each function runs in its own
savepoint, so one that fails is rolled back alone. Results are delivered after the commit.
"""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any

import sqlalchemy as sa

MAX_BATCH = 64  # functions in one transaction

Work = Callable[[sa.Connection], Any]
Waiting = tuple[Work, "Future[Any]"]


class Writer:
    """A thread that runs functions in transactions."""

    def __init__(self, engine: sa.Engine):
        self.engine = engine
        self._queue: SimpleQueue[Waiting | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="write", daemon=True)
        self._thread.start()

    def submit(self, work: Work) -> "Future[Any]":
        """Queue a function; its future is resolved when the result is durable."""
        future: Future[Any] = Future()
        self._queue.put((work, future))
        return future

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

    def _commit(self, batch: list[Waiting]) -> None:
        """Run functions in one transaction, commit, then resolve their futures."""
        outcomes: list[tuple[Any, Exception | None]] = []
        try:
            with self.engine.begin() as connection:
                for work, _ in batch:
                    outcomes.append(attempt(connection, work))
        except Exception as error:  # nothing was committed, not even functions that succeeded
            outcomes = [(None, error)] * len(batch)
        for (_, future), (result, failure) in zip(batch, outcomes, strict=True):
            if failure:
                future.set_exception(failure)
            else:
                future.set_result(result)


def attempt(connection: sa.Connection, work: Work) -> tuple[Any, Exception | None]:
    """Run a function in a savepoint; return its result or its error."""
    try:
        with connection.begin_nested():
            return work(connection), None
    except Exception as error:
        # an error such as a full disk rolls back the whole transaction: it must not be used further
        if not getattr(connection.connection.dbapi_connection, "in_transaction", False):
            raise
        return None, error
