"""Tables that are due: clocks that are up, and bots and people of processes that died.

All of it is found in the database, so any process can do it. A table at which it fails does not
affect others.
"""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

from azulejos.server.cluster.heartbeat import Heartbeat
from azulejos.server.cluster.periodic import Periodic, for_each
from azulejos.server.play.presence import Presence
from azulejos.server.play.tables import Tables
from azulejos.server.storage.store import BOT_PATIENCE_S, wake_at
from azulejos.server.table import verbs
from azulejos.server.table.clock import GRACE_S
from azulejos.server.table.table import Table
from azulejos.server.table.verbs.decision import TableRefusal
from azulejos.server.table.verbs.host import close
from azulejos.server.timing import now
from azulejos.server.web import metrics

ACTIVE_S = 86_400.0  # absent people are looked for at tables that moved within this time


class DueTables:
    """Does what the time asks for at tables."""

    def __init__(
        self, tables: Tables, presence: Presence, heartbeat: Heartbeat, periodic: Periodic
    ):
        self.tables, self.presence = tables, presence
        self.heartbeat, self.periodic = heartbeat, periodic
        self.before: list[Callable[[Table], Awaitable[None]]] = []  # called before a check
        self._resumed_until = 0.0  # the downtime after which clocks were restarted

    async def start(self) -> None:
        """After a time without any process, let all bots think whose turn it is."""
        if self.heartbeat.is_alone:
            self.periodic.once_after(0, partial(self.check_all, ahead_s=BOT_PATIENCE_S))
            self.periodic.once_after(GRACE_S, self.mark_absent)

    async def tick(self) -> None:
        """Notice that the event loop has stood still."""
        self.tables.downtime.tick()

    async def check_all(self, ahead_s: float = 0.0) -> None:
        """Check every table that is due, or will be due within some seconds.

        After a downtime the clocks that people see are restarted first.
        """
        sure_until = await self.heartbeat.sure_until()
        if self.tables.downtime.until > self._resumed_until:
            self._resumed_until = self.tables.downtime.until
            metrics.downtimes.inc()
            await for_each(self.tables.interrupted, self.tables.resume)
        due = await self.tables.store.due(now() + ahead_s)
        await for_each(due, partial(self._check, sure_until))

    async def _check(self, sure_until: float, table_id: str) -> None:
        """Do what a table's time asks for, or let a bot think again."""
        for call in self.before:
            await call((await self.tables.get(table_id)).table)
        down_until = self.tables.downtime.until
        table = await self.tables.act(
            table_id, lambda table, at: verbs.check_time(table, at, sure_until, down_until)
        )
        next_at = wake_at(table)
        if table.bot_turn:
            self.tables.call_on_change(table)
            next_at = now() + BOT_PATIENCE_S
        await self.tables.store.postpone(table_id, table.version, next_at)

    async def close(self, table_id: str) -> None:
        """Close an abandoned table."""
        with suppress(TableRefusal):  # it has started or was closed meanwhile
            await self.tables.act(table_id, close)

    async def reap_dead(self) -> None:
        """Forget processes that died, and mark their people as away if they do not reconnect."""
        if await self.heartbeat.forget():
            self.periodic.once_after(GRACE_S, self.mark_absent)

    async def mark_absent(self) -> None:
        """Mark everybody in a running game as away who is not connected to this process."""
        playing = await self.tables.store.playing_since(now() - ACTIVE_S)
        await for_each(playing, self.presence.mark_absent)
