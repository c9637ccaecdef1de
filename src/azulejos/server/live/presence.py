"""Who is there: people with a socket that watches a table they sit at.

Somebody whose last socket went is away after a moment, so that reloading a page is not leaving.
Each process knows its own sockets; one that reads "away" about somebody it has says "back".
"""

import asyncio
from collections import Counter
from collections.abc import Coroutine, Sequence
from functools import partial
from typing import Any

from azulejos.server.live.tables import Live, Tables
from azulejos.server.ops.logs import log
from azulejos.server.table import verbs
from azulejos.server.table.table import Event, Table

LEAVE_S = 3.0  # after the last socket went


class Presence:
    """The people who watch tables in this process."""

    def __init__(self, tables: Tables):
        self.tables = tables
        self.is_closing = False  # a server that stops sends nobody away
        self._sockets: Counter[tuple[str, str]] = Counter()  # by table and person
        self._tasks: set[asyncio.Task[None]] = set()

    def is_here(self, table_id: str, person: str) -> bool:
        return bool(person) and (table_id, person) in self._sockets

    def come(self, live: Live, person: str) -> None:
        """A person has one socket more at a table."""
        if not person:
            return
        self._sockets[live.id, person] += 1
        self.consider(live)

    def go(self, table_id: str, person: str) -> None:
        """A person has one socket less at a table."""
        if not person:
            return
        self._sockets[table_id, person] -= 1
        if self._sockets[table_id, person] <= 0:
            del self._sockets[table_id, person]
            if not self.is_closing:
                self._start(self._leave(table_id, person))

    async def _leave(self, table_id: str, person: str) -> None:
        await asyncio.sleep(LEAVE_S)
        if not self.is_here(table_id, person) and not self.is_closing:
            await self.tables.act(table_id, partial(self._gone, person))

    def _gone(self, person: str, table: Table, now: float) -> list[Event]:
        if self.is_closing or self.is_here(table.plan.id, person):
            return []
        return verbs.go_away(table, person, now)

    async def miss(self, table_id: str) -> None:
        """Everybody who is not here is away; other processes say so if they have them."""
        live = await self.tables.get(table_id)
        for person in live.table.people():
            await self.tables.act(table_id, partial(self._gone, person))

    def consider(self, live: Live, _events: Sequence[Event] = ()) -> None:
        """Is somebody said to be away who is here?"""
        if live.table.status not in ("open", "playing"):
            return
        away = {seat.person for seat in live.table.seats if seat.away_since is not None}
        for person in away:
            if self.is_here(live.id, person):
                self._start(self._return(live.id, person))

    async def _return(self, table_id: str, person: str) -> None:
        await self.tables.act(table_id, lambda table, now: verbs.come_back(table, person, now))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._end)

    def _end(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("presence", exc_info=error)

    async def stop(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
