"""The event stream for programs: JSON lines about every table at which their person sits.

The lines are the same `update` messages as on the WebSocket, so a program needs no WebSocket.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

from azulejos import __version__
from azulejos.server.people.callers import Caller, is_still_open
from azulejos.server.services import Services
from azulejos.server.socket.messages import Hello
from azulejos.server.table.table import Table
from azulejos.server.wall_clock import now

POLL_S = 1.0  # between two queries for tables that the person joined
KEEPALIVE_S = 10.0  # between two empty lines while nothing happens
MAX_QUEUED = 256  # messages that were not read yet; a slower reader is disconnected


class Stream:
    """The stream of one request."""

    def __init__(self, services: Services, caller: Caller):
        self.services, self.caller = services, caller
        self.person = caller.person.id
        self._lines: asyncio.Queue[str] = asyncio.Queue(MAX_QUEUED)
        self._tables: set[str] = set()
        self._is_slow = False

    def send(self, message: str) -> None:
        """Queue a message."""
        try:
            self._lines.put_nowait(message)
        except asyncio.QueueFull:
            self._is_slow = True

    def send_update(self, table: Table, message: str) -> None:
        """Queue an update of a table."""
        self.send(message)

    async def lines(self, with_lobby: bool) -> AsyncIterator[str]:
        """Yield messages and empty lines until the client or the server ends the stream."""
        self.send(Hello(server=__version__, person=self.person, now=now()).model_dump_json())
        if with_lobby:
            self.send(await self.services.lobby.list())
            self.services.lobby.listeners.add(self)
        try:
            sent_at = now()
            while not (self._is_slow or self.services.presence.is_closing):
                await self._poll()
                while (line := await self._next()) is not None:
                    sent_at = now()
                    yield line + "\n"
                if now() >= sent_at + KEEPALIVE_S:
                    sent_at = now()
                    if not await self._is_still_open():
                        return
                    yield "\n"
        finally:
            self._end()

    async def _is_still_open(self) -> bool:
        return await is_still_open(self.services.sessions, self.services.tokens, self.caller)

    async def _next(self) -> str | None:
        """The next line; None if there is none for a while."""
        with suppress(TimeoutError):
            return await asyncio.wait_for(self._lines.get(), POLL_S)
        return None

    async def _poll(self) -> None:
        """Listen to the tables at which the person sits now, and to no others."""
        seated = set[str]()
        for status in ("open", "playing"):
            found = await self.services.store.games_of(self.person, status=status)
            seated |= {summary["table"] for summary in found}
        for table_id in seated - self._tables:
            live = await self.services.tables.get(table_id)
            await self.services.tables.listen(table_id, self, live.table.version)
            self._tables.add(table_id)
            self.services.presence.add(live.table, self.person)
        for table_id in self._tables - seated:
            self._leave(table_id)
        self._tables &= seated

    def _leave(self, table_id: str) -> None:
        self.services.tables.unlisten(table_id, self)
        self.services.presence.remove(table_id, self.person)

    def _end(self) -> None:
        self.services.lobby.listeners.discard(self)
        for table_id in self._tables:
            self._leave(table_id)
