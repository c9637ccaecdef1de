"""Periodic work: everything that must happen without a request.

Each feature names its jobs. What a job has to do is found in the database, so any process can do
it, and two processes that do it at the same time do no harm.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable

from azulejos.server.errors import Busy
from azulejos.server.feature import Job, Work
from azulejos.server.web.logs import log
from azulejos.server.web.status import Status


class Periodic:
    """Runs the jobs of a process."""

    def __init__(self, status: Status):
        self._status = status
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, jobs: Iterable[Job]) -> None:
        for job in jobs:
            work = self._status.watched(job.status, job.work) if job.status else job.work
            self._start(every(job.every_s, work))

    def once_after(self, seconds: float, work: Work) -> None:
        """Call a function once, after some seconds."""
        self._start(once_after(seconds, work))

    def _start(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def stop(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def for_each(table_ids: Iterable[str], work: Callable[[str], Awaitable[None]]) -> None:
    """Call a function with each table; an error at one of them is logged, and the others go on.

    Without a database there is no point in going on.
    """
    for table_id in table_ids:
        try:
            await work(table_id)
        except Busy:
            raise
        except Exception:
            log.exception("periodic", table=table_id)


async def every(seconds: float, work: Work) -> None:
    """Call a function every so many seconds; its errors are logged."""
    while True:
        await once_after(seconds, work)


async def once_after(seconds: float, work: Work) -> None:
    """Call a function after some seconds; its errors are logged."""
    await asyncio.sleep(seconds)
    try:
        await work()
    except Busy:  # the database has logged why
        pass
    except Exception:
        log.exception("periodic")
