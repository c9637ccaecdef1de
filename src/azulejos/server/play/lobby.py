"""The lobby: the list of open tables, sent to its listeners whenever it changes."""

import asyncio
import json
from collections.abc import Collection, Sequence
from typing import Protocol

from azulejos.server.cluster.channel import EVERYTHING, Channel
from azulejos.server.cluster.hints import Publish
from azulejos.server.errors import Busy
from azulejos.server.storage.store import Store
from azulejos.server.table.events import Event
from azulejos.server.table.table import Table

LISTED_KINDS = frozenset(("joined", "left", "started", "closed"))
GATHER_S = 0.25  # changes within this time are sent together


class LobbyListener(Protocol):
    """A connection that gets the list."""

    def send(self, message: str) -> None:
        """Send a `Tables` message in JSON; must not block."""


class Lobby:
    """The open tables, and the listeners to the list of them."""

    def __init__(self, store: Store, publish: Publish):
        self.store = store
        self.channel: Channel[LobbyListener] = Channel("lobby", publish, self._catch_up)
        self._changed = asyncio.Event()
        self._sent = ""  # the list that was sent last
        self._sending: asyncio.Task[None] | None = None

    async def list(self) -> str:
        """The list as a `Tables` message in JSON."""
        message = {"type": "tables", "tables": await self.store.lobby()}
        return json.dumps(message, ensure_ascii=False, separators=(",", ":"))

    async def listen(self, listener: LobbyListener) -> None:
        """Send a listener the list now and whenever it changes."""
        self.channel.listen(EVERYTHING, listener)
        message = await self.list()
        if message != self._sent:
            self._sent = ""  # so that the next list is sent even if it is like the last one
        listener.send(message)

    def unlisten(self, listener: LobbyListener) -> None:
        self.channel.unlisten(EVERYTHING, listener)

    def on_change(self, table: Table, events: Sequence[Event]) -> None:
        """Announce events that change the list, here and to other processes."""
        if table.plan.is_public and any(event.kind in LISTED_KINDS for event in events):
            self.channel.announce()
            self._changed.set()

    async def _catch_up(self, _keys: Collection[str]) -> None:
        """Send the list soon, because another process may have changed it."""
        self._changed.set()

    def start(self) -> None:
        self._sending = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while True:
            await self._changed.wait()
            await asyncio.sleep(GATHER_S)
            self._changed.clear()
            if self.channel.listeners(EVERYTHING):
                await self._send()

    async def _send(self) -> None:
        try:
            message = await self.list()
        except Busy:  # the next change is sent again
            return
        if message != self._sent:
            self._sent = message
            for listener in self.channel.listeners(EVERYTHING):
                listener.send(message)

    def stop(self) -> None:
        if self._sending:
            self._sending.cancel()
