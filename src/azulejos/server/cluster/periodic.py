"""Periodic work: everything that must happen without a request.

Clocks that are up, bots and people of processes that died, changes for which a hint was lost,
sessions that were revoked. All of it is found in the database, so any process can do it, and two
processes that do it at the same time do no harm.
"""

import asyncio
from collections.abc import Awaitable, Callable

from azulejos.errors import AzulejosError
from azulejos.server.cluster.heartbeat import BEAT_S, SILENCE_S, Heartbeat
from azulejos.server.live.connections import Connections
from azulejos.server.live.presence import Presence
from azulejos.server.live.tables import GRACE_S, Tables
from azulejos.server.ops.logs import log
from azulejos.server.storage.store import BOT_PATIENCE_S, wake_at
from azulejos.server.table import verbs
from azulejos.server.thinking.bots import Bots
from azulejos.server.wall_clock import now

DUE_S = 0.5  # between two searches for tables that are due
POLL_S = 2.0  # between two polls for changes by other processes
ACTIVE_S = 86_400.0  # absent people are looked for at tables that moved within this time


class Periodic:
    """Runs the periodic work of a process."""

    def __init__(
        self,
        tables: Tables,
        bots: Bots,
        presence: Presence,
        connections: Connections,
        heartbeat: Heartbeat,
    ):
        self.tables, self.store = tables, tables.store
        self.bots, self.presence, self.connections = bots, presence, connections
        self.heartbeat = heartbeat
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        self._tasks = [
            asyncio.create_task(every(BEAT_S, self.heartbeat.beat)),
            asyncio.create_task(every(DUE_S, self.check_due)),
            asyncio.create_task(every(POLL_S, self.poll)),
            asyncio.create_task(every(SILENCE_S, self.reap_dead)),
        ]
        if self.tables.down_until > now() - SILENCE_S:  # no other process is running
            self._tasks += [
                asyncio.create_task(once_after(0, self.restart_bots)),
                asyncio.create_task(once_after(GRACE_S, self.mark_absent)),
            ]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def restart_bots(self) -> None:
        """Let all bots think whose turn it is, without waiting for other processes."""
        await self.check_due(ahead_s=BOT_PATIENCE_S)

    async def check_due(self, ahead_s: float = 0.0) -> None:
        """Check every table that is due, or will be due within some seconds."""
        for table_id in await self.store.due(now() + ahead_s):
            try:
                await self.check(table_id)
            except AzulejosError:
                log.exception("periodic", table=table_id)

    async def check(self, table_id: str) -> None:
        """End the turn of a seat whose clock is up, or let a bot think again."""
        table = await self.tables.act(table_id, verbs.time_out)
        next_at = wake_at(table)
        if table.bot_turn:
            self.bots.on_change(table)
            next_at = now() + BOT_PATIENCE_S
        await self.store.postpone(table_id, table.version, next_at)

    async def poll(self) -> None:
        """Find changes by other processes: events of tables, revoked sessions and tokens."""
        await self.tables.poll()
        await self.connections.close_revoked()

    async def reap_dead(self) -> None:
        """Forget processes that died, and mark their people as away if they do not reconnect."""
        if await self.heartbeat.forget():
            await asyncio.sleep(GRACE_S)
            await self.mark_absent()

    async def mark_absent(self) -> None:
        """Mark everybody in a running game as away who is not connected to this process."""
        for table_id in await self.store.playing_since(now() - ACTIVE_S):
            await self.presence.mark_absent(table_id)


async def every(seconds: float, work: Callable[[], Awaitable[None]]) -> None:
    """Call a function every so many seconds; its errors are logged."""
    while True:
        await once_after(seconds, work)


async def once_after(seconds: float, work: Callable[[], Awaitable[None]]) -> None:
    """Call a function after some seconds; its errors are logged."""
    await asyncio.sleep(seconds)
    try:
        await work()
    except Exception:
        log.exception("periodic")
