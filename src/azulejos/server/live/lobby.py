"""The lobby: the list of open tables, sent to whoever looks at it when it changes."""

import asyncio
from collections.abc import Sequence
from typing import Protocol

from sqlalchemy.exc import SQLAlchemyError

from azulejos.server.cluster import hints
from azulejos.server.cluster.hints import Hints
from azulejos.server.live.tables import Live
from azulejos.server.ops.logs import log
from azulejos.server.socket import messages
from azulejos.server.storage.store import Store
from azulejos.server.table.table import Event

SHOWN_KINDS = frozenset(("joined", "left", "started", "closed"))
GATHER_S = 0.25  # in which changes are put together


class LobbyListener(Protocol):
    """Somebody who looks at the list."""

    def put(self, message: str) -> None:
        """Take `Tables` as JSON; must not wait."""


class Lobby:
    """The open tables, and those who look at them."""

    def __init__(self, store: Store, hints: Hints):
        self.store, self.hints = store, hints
        self.listeners: set[LobbyListener] = set()
        self._changed = asyncio.Event()
        self._sending: asyncio.Task[None] | None = None

    async def list(self) -> str:
        """The list as JSON."""
        return messages.Tables(tables=await self.store.lobby()).model_dump_json()

    def consider(self, live: Live, events: Sequence[Event]) -> None:
        """Did something happen that the list shows?"""
        if live.table.plan.is_public and any(event.kind in SHOWN_KINDS for event in events):
            self.hints.publish(hints.LOBBY, 0)
            self.stir()

    def stir(self) -> None:
        """The list changed: it is sent soon."""
        self._changed.set()

    def start(self) -> None:
        self._sending = asyncio.create_task(self._send())

    async def _send(self) -> None:
        while True:
            await self._changed.wait()
            await asyncio.sleep(GATHER_S)
            self._changed.clear()
            if self.listeners:
                await self._tell()

    async def _tell(self) -> None:
        try:
            message = await self.list()
        except SQLAlchemyError:  # the database may come and go; the next change is sent again
            log.exception("lobby")
            return
        for listener in tuple(self.listeners):
            listener.put(message)

    def stop(self) -> None:
        if self._sending:
            self._sending.cancel()
