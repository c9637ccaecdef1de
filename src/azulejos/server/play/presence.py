"""Presence: which people have a connection that watches a table at which they sit.

A person whose last connection is lost is marked as away after a short delay, so that reloading the
page does not count as leaving; so is one who sits down and opens no connection. Each process knows
its own connections only; a process that reads "away" about a person who is connected to it marks
the person as back.
"""

import asyncio
from collections import Counter
from collections.abc import Coroutine, Sequence
from functools import partial
from typing import Any

from azulejos.server.errors import Busy
from azulejos.server.play.tables import Decide, Tables
from azulejos.server.table import verbs
from azulejos.server.table.events import Event
from azulejos.server.table.table import Table
from azulejos.server.table.verbs import Decision
from azulejos.server.timing import TIMING
from azulejos.server.web.logs import log

RETRY_S = 1.0  # between attempts to store that somebody left or returned


class Presence:
    """The people who watch tables in this process."""

    def __init__(self, tables: Tables):
        self.tables = tables
        self.is_closing = False  # a server that stops marks nobody as away
        self._connections: Counter[tuple[str, str]] = Counter()  # by table and person
        self._tasks: set[asyncio.Task[None]] = set()

    def is_here(self, table_id: str, person: str) -> bool:
        return bool(person) and (table_id, person) in self._connections

    def add(self, table: Table, person: str) -> None:
        """Count a further connection of a person at a table."""
        if not person:
            return
        self._connections[table.plan.id, person] += 1
        self.on_change(table)

    def remove(self, table_id: str, person: str) -> None:
        """Count a lost connection of a person at a table."""
        if not person:
            return
        self._connections[table_id, person] -= 1
        if self._connections[table_id, person] <= 0:
            del self._connections[table_id, person]
            if not self.is_closing:
                self._start(self._leave(table_id, person))

    def expect(self, table_id: str, person: str) -> None:
        """Expect a connection of a person who has sat down at a table."""
        if not self.is_here(table_id, person):
            self._start(self._leave(table_id, person))

    async def _leave(self, table_id: str, person: str) -> None:
        await asyncio.sleep(TIMING.leave_s)
        if not self.is_here(table_id, person) and not self.is_closing:
            await self._act(table_id, partial(self._decide_away, person))

    async def _act(self, table_id: str, decide: Decide) -> None:
        """Act at a table; while the database is away, try again and again."""
        while not self.is_closing:
            try:
                await self.tables.act(table_id, decide)
                return
            except Busy:
                await asyncio.sleep(RETRY_S)

    def _decide_away(self, person: str, table: Table, now: float) -> Decision:
        if self.is_closing or self.is_here(table.plan.id, person):
            return Decision(table, now)
        return verbs.mark_away(table, person, now)

    async def mark_absent(self, table_id: str) -> None:
        """Mark everybody at a table as away who is not connected to this process.

        Another process to which a person is connected marks them as back.
        """
        live = await self.tables.get(table_id)
        for person in live.table.people():
            await self.tables.act(table_id, partial(self._decide_away, person))

    def on_change(self, table: Table, _events: Sequence[Event] = ()) -> None:
        """Mark those as back who are said to be away but are connected to this process."""
        if table.status not in ("open", "playing"):
            return
        away = {seat.person for seat in table.seats if seat.away_since is not None}
        for person in away:
            if self.is_here(table.plan.id, person):
                self._start(self._return(table.plan.id, person))

    async def _return(self, table_id: str, person: str) -> None:
        await self._act(table_id, partial(self._decide_back, person))

    def _decide_back(self, person: str, table: Table, now: float) -> Decision:
        if not self.is_here(table.plan.id, person):
            return Decision(table, now)
        return verbs.mark_back(table, person, now)

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
