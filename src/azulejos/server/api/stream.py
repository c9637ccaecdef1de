"""The stream of a program: lines of JSON about every table its person sits at, as they happen.

The same `update` messages as on the socket; with them a program needs no socket to play.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

from azulejos import __version__
from azulejos.server.live.tables import Live
from azulejos.server.people.callers import Caller, is_still_open
from azulejos.server.services import House
from azulejos.server.socket.messages import Hello
from azulejos.server.wall_clock import now

LOOK_S = 1.0  # between two looks for tables that the person joined
BEAT_S = 10.0  # between two empty lines when nothing happens
QUEUE = 256  # messages that may wait; a slower reader is dropped


class Stream:
    """One program that reads."""

    def __init__(self, house: House, caller: Caller):
        self.house, self.caller = house, caller
        self.person = caller.person.id
        self._lines: asyncio.Queue[str] = asyncio.Queue(QUEUE)
        self._tables: set[str] = set()
        self._is_slow = False

    def put(self, message: str) -> None:
        """Take a message; must not wait."""
        try:
            self._lines.put_nowait(message)
        except asyncio.QueueFull:
            self._is_slow = True

    def tell(self, live: Live, message: str) -> None:
        self.put(message)

    async def lines(self, with_lobby: bool) -> AsyncIterator[str]:
        """Everything from now on, until one of the two sides goes."""
        self.put(Hello(server=__version__, person=self.person, now=now()).model_dump_json())
        if with_lobby:
            self.put(await self.house.lobby.list())
            self.house.lobby.listeners.add(self)
        try:
            beat = now()
            while not (self._is_slow or self.house.presence.is_closing):
                await self._look()
                while (line := await self._next()) is not None:
                    beat = now()
                    yield line + "\n"
                if now() >= beat + BEAT_S:
                    beat = now()
                    if not await is_still_open(self.house.sessions, self.house.tokens, self.caller):
                        return
                    yield "\n"
        finally:
            self._end()

    async def _next(self) -> str | None:
        """The next line, if there is one soon."""
        with suppress(TimeoutError):
            return await asyncio.wait_for(self._lines.get(), LOOK_S)
        return None

    async def _look(self) -> None:
        """Listen to the tables at which the person sits now, and to no others."""
        seated = set[str]()
        for status in ("open", "playing"):
            found = await self.house.store.games_of(self.person, status=status)
            seated |= {summary.table for summary in found}
        for table_id in seated - self._tables:
            live = await self.house.tables.get(table_id)
            await self.house.tables.listen(table_id, self, live.table.version)
            self._tables.add(table_id)
            self.house.presence.come(live, self.person)
        for table_id in self._tables - seated:
            self._leave(table_id)
        self._tables &= seated

    def _leave(self, table_id: str) -> None:
        self.house.tables.unlisten(table_id, self)
        self.house.presence.go(table_id, self.person)

    def _end(self) -> None:
        self.house.lobby.listeners.discard(self)
        for table_id in self._tables:
            self._leave(table_id)
