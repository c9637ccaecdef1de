"""SQLite's one writer: what waits while it is at the disk is committed together the next time.

So a burst costs one trip to the disk and not one for each. Each piece of work keeps its own fate: a
savepoint undoes what fails and nothing else. Whoever waits is told after the commit, never before.
"""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any

import sqlalchemy as sa

MOST_TOGETHER = 64

Work = Callable[[sa.Connection], Any]
Waiting = tuple[Work, "Future[Any]"]


class Writer:
    """A thread that writes."""

    def __init__(self, engine: sa.Engine):
        self.engine = engine
        self._queue: SimpleQueue[Waiting | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="write", daemon=True)
        self._thread.start()

    def submit(self, work: Work) -> "Future[Any]":
        """Let something be done in a transaction; the answer comes when it is on the disk."""
        future: Future[Any] = Future()
        self._queue.put((work, future))
        return future

    def stop(self) -> None:
        """Do what waits, and end."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        is_open = True
        while is_open:
            together: list[Waiting | None] = [self._queue.get()]
            with suppress(Empty):
                while len(together) < MOST_TOGETHER:
                    together.append(self._queue.get_nowait())
            is_open = None not in together
            wanted = [x for x in together if x and x[1].set_running_or_notify_cancel()]
            if wanted:
                self._commit(wanted)

    def _commit(self, together: list[Waiting]) -> None:
        """All of it in one transaction, and then the answers."""
        answers: list[tuple[Any, Exception | None]] = []
        try:
            with self.engine.begin() as connection:
                for work, _ in together:
                    answers.append(attempt(connection, work))
        except Exception as error:  # nothing is stored, whatever the works thought
            answers = [(None, error)] * len(together)
        for (_, future), (result, failure) in zip(together, answers, strict=True):
            if failure:
                future.set_exception(failure)
            else:
                future.set_result(result)


def attempt(connection: sa.Connection, work: Work) -> tuple[Any, Exception | None]:
    """What a piece of work comes to; undone if it fails."""
    try:
        with connection.begin_nested():
            return work(connection), None
    except Exception as error:
        # a full disk ends the whole transaction: then nobody may go on as if there were one
        if not getattr(connection.connection.dbapi_connection, "in_transaction", False):
            raise
        return None, error
