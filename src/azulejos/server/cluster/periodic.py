"""The wake-up call: whatever must happen although nobody asks for it.

Clocks that are up, bots' turns whose process died, people whose process died, changes that no hint
told of. All of it is found in the database, so any process does it, and two do no harm.
"""

import asyncio
from collections.abc import Awaitable, Callable

from azulejos.errors import AzulejosError
from azulejos.server.cluster.heartbeat import BEAT_S, SILENCE_S
from azulejos.server.live.tables import GRACE_S
from azulejos.server.ops.logs import log
from azulejos.server.services import House
from azulejos.server.storage.store import BOT_PATIENCE_S, wake_at
from azulejos.server.table import verbs
from azulejos.server.wall_clock import now

SWEEP_S = 0.5  # between looks for tables that are due
LOOK_S = 2.0  # between looks for changes that no hint told of
MISSED_S = 86_400.0  # tables that did not move for so long are not looked through for people


class Wakes:
    """Does every so often what is due."""

    def __init__(self, house: House):
        self.house, self.tables, self.store = house, house.tables, house.store
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        self._tasks = [
            asyncio.create_task(every(BEAT_S, self.house.servers.beat)),
            asyncio.create_task(every(SWEEP_S, self.sweep)),
            asyncio.create_task(every(LOOK_S, self.look)),
            asyncio.create_task(every(SILENCE_S, self.mourn)),
        ]
        if self.tables.down_until > now() - SILENCE_S:
            self._tasks += [
                asyncio.create_task(once_after(0, self.look_after_bots)),
                asyncio.create_task(once_after(GRACE_S, self.miss_people)),
            ]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def look_after_bots(self) -> None:
        """No server ran: nobody else can be thinking."""
        await self.sweep(ahead_s=BOT_PATIENCE_S)

    async def sweep(self, ahead_s: float = 0.0) -> None:
        """Look at every table that is due, or will be soon."""
        for table_id in await self.store.due(now() + ahead_s):
            try:
                await self.wake(table_id)
            except AzulejosError:
                log.exception("wake", table=table_id)

    async def wake(self, table_id: str) -> None:
        """Let a clock be up, or a bot think again."""
        table = await self.tables.act(table_id, verbs.time_out)
        later = wake_at(table)
        if table.bot_turn:
            self.house.bots.consider(await self.tables.get(table_id))
            later = now() + BOT_PATIENCE_S
        await self.store.postpone(table_id, table.version, later)

    async def look(self) -> None:
        """Look for what was changed elsewhere: tables, and sessions that were ended."""
        await self.tables.look()
        await self.house.sockets.check(self.house.sessions, self.house.tokens)

    async def mourn(self) -> None:
        """Processes that died: nobody else can say that their people are gone."""
        if await self.house.servers.bury():
            await asyncio.sleep(GRACE_S)
            await self.miss_people()

    async def miss_people(self) -> None:
        """Whoever has no socket anywhere is away."""
        for table_id in await self.store.playing_since(now() - MISSED_S):
            await self.house.presence.miss(table_id)


async def every(seconds: float, work: Callable[[], Awaitable[None]]) -> None:
    """Do something again and again, whatever happens."""
    while True:
        await asyncio.sleep(seconds)
        try:
            await work()
        except Exception:
            log.exception("wake")


async def once_after(seconds: float, work: Callable[[], Awaitable[None]]) -> None:
    await asyncio.sleep(seconds)
    try:
        await work()
    except Exception:
        log.exception("wake")
