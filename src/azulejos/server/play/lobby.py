"""The lobby: the list of open tables, sent to its listeners whenever it changes."""

import asyncio
import json
from collections.abc import Sequence
from typing import Protocol

from azulejos.server.errors import Busy
from azulejos.server.play.tables import Publish
from azulejos.server.storage.store import Store
from azulejos.server.table.events import Event
from azulejos.server.table.table import Table

LOBBY = "lobby"  # published instead of a table's id when the list has changed
LISTED_KINDS = frozenset(("joined", "left", "started", "closed"))
GATHER_S = 0.25  # changes within this time are sent together


class LobbyListener(Protocol):
    """A connection that gets the list."""

    def send(self, message: str) -> None:
        """Send a `Tables` message in JSON; must not block."""


class Lobby:
    """The open tables, and the listeners to the list of them."""

    def __init__(self, store: Store, publish: Publish):
        self.store, self.publish = store, publish
        self.listeners: set[LobbyListener] = set()
        self._changed = asyncio.Event()
        self._sending: asyncio.Task[None] | None = None

    async def list(self) -> str:
        """The list as a `Tables` message in JSON."""
        message = {"type": "tables", "tables": await self.store.lobby()}
        return json.dumps(message, ensure_ascii=False, separators=(",", ":"))

    def on_change(self, table: Table, events: Sequence[Event]) -> None:
        """Announce events that change the list, here and to other processes."""
        if table.plan.is_public and any(event.kind in LISTED_KINDS for event in events):
            self.publish(LOBBY, 0)
            self.mark_changed()

    def mark_changed(self) -> None:
        """Send the list to the listeners soon."""
        self._changed.set()

    def start(self) -> None:
        self._sending = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while True:
            await self._changed.wait()
            await asyncio.sleep(GATHER_S)
            self._changed.clear()
            if self.listeners:
                await self._send()

    async def _send(self) -> None:
        try:
            message = await self.list()
        except Busy:  # the next change is sent again
            return
        for listener in tuple(self.listeners):
            listener.send(message)

    def stop(self) -> None:
        if self._sending:
            self._sending.cancel()
