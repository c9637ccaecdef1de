"""The event stream for programs: JSON lines about every table at which their person sits.

The lines are the same `update` messages as on the WebSocket, so a program needs no WebSocket.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress

from starlette.requests import Request

from azulejos import __version__
from azulejos.errors import AzulejosError
from azulejos.server.accounts.callers import Caller
from azulejos.server.feature import Parts
from azulejos.server.play.connections import Connections
from azulejos.server.play.lobby import Lobby
from azulejos.server.play.presence import Presence
from azulejos.server.play.rated_games import RatedGames
from azulejos.server.play.tables import Tables
from azulejos.server.storage.store import Quarantined, Store
from azulejos.server.table.table import Table
from azulejos.server.wall_clock import now
from azulejos.server.web.addresses import address_of, host_of
from azulejos.wire.fields import sentence
from azulejos.wire.messages import Hello, Refusal

POLL_S = 1.0  # between two queries for tables that the person joined
POLL_TABLES = 64  # new tables after one query, so that their updates fit into the queue
KEEPALIVE_S = 10.0  # between two empty lines while nothing happens
MAX_QUEUED = 256  # messages that were not read yet; a slower reader is disconnected


class Stream:
    """The stream of one request."""

    def __init__(self, parts: Parts, caller: Caller, request: Request):
        self.parts = parts
        self.host, self.address = host_of(request.scope), address_of(request.scope)
        self.caller: Caller | None = caller
        self.person = caller.person.id
        self._drop: Callable[[str], None] = request.scope["state"]["drop"]
        self._lines: asyncio.Queue[str] = asyncio.Queue(MAX_QUEUED)
        self._tables: set[str] = set()
        self._has_more = False  # tables of the person that are not listened to yet
        self._is_ended = False  # by the server: the person was signed out

    def send(self, message: str) -> None:
        """Queue a message."""
        try:
            self._lines.put_nowait(message)
        except asyncio.QueueFull:  # the response may wait for the client, so it cannot just end
            self._drop("unread")

    def close(self, code: int) -> None:
        """End the stream at once; a stream has no close codes."""
        self._is_ended = True
        self.send("")  # so that `lines` does not wait for the next message

    def send_update(self, table: Table, message: str) -> None:
        """Queue an update of a table."""
        self.send(message)

    def send_problem(self, problem: AzulejosError) -> None:
        """Say that a table cannot be shown any more, as on the WebSocket."""
        self.send(Refusal(id="", error=sentence(problem.text)).model_dump_json())

    async def lines(self, with_lobby: bool) -> AsyncIterator[str]:
        """Yield messages and empty lines until the client or the server ends the stream."""
        self.send(Hello(server=__version__, person=self.person, now=now()).model_dump_json())
        if with_lobby:
            await self.parts[Lobby].listen(self)
        self.parts[Connections].add(self)
        polled_at = sent_at = 0.0
        try:
            while not (self._is_ended or self.parts[Presence].is_closing):
                if now() >= polled_at + POLL_S or (self._has_more and self._lines.empty()):
                    await self._poll()
                    polled_at = now()
                line = await self._next()
                if self._is_ended:
                    return
                if line is not None or now() >= sent_at + KEEPALIVE_S:
                    sent_at = now()
                    yield (line or "") + "\n"
        finally:
            self._end()

    async def _next(self) -> str | None:
        """The next line; None if there is none for a while."""
        with suppress(TimeoutError):
            return await asyncio.wait_for(self._lines.get(), POLL_S)
        return None

    async def _poll(self) -> None:
        """Listen to the tables at which the person sits now, and to no others."""
        seated = await self.parts[Store].tables_of(self.person)
        new = sorted(seated - self._tables)
        self._has_more = len(new) > POLL_TABLES
        for table_id in new[:POLL_TABLES]:
            try:
                live = await self.parts[Tables].get(table_id)
                await self.parts[Tables].listen(table_id, self, live.table.version)
            except Quarantined:
                continue
            self._tables.add(table_id)
            await self.parts[RatedGames].add_address(live.table, self.person, self.address)
            self.parts[Presence].add(live.table, self.person)
        for table_id in self._tables - seated:
            self._leave(table_id)
        self._tables &= seated

    def _leave(self, table_id: str) -> None:
        self.parts[Tables].unlisten(table_id, self)
        self.parts[Presence].remove(table_id, self.person)

    def _end(self) -> None:
        self.parts[Connections].discard(self)
        self.parts[Lobby].unlisten(self)
        for table_id in self._tables:
            self._leave(table_id)
