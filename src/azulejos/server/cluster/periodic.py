"""Periodic work: everything that must happen without a request.

Clocks that are up, bots and people of processes that died, changes for which a hint was lost,
sessions that were revoked, bans, old rows to be deleted. All of it is found in the database, so any
process can do it, and two processes that do it at the same time do no harm. A table at which it
fails does not affect others.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from functools import partial

from azulejos.server.accounts.bans import Bans
from azulejos.server.bots.bots import Bots
from azulejos.server.cluster.heartbeat import BEAT_S, Heartbeat
from azulejos.server.errors import Busy
from azulejos.server.notices.mail import Mail
from azulejos.server.notices.push import Push
from azulejos.server.play.audience import Audience
from azulejos.server.play.connections import Connections
from azulejos.server.play.downtime import TICK_S
from azulejos.server.play.presence import Presence
from azulejos.server.play.tables import Tables
from azulejos.server.settings import Settings
from azulejos.server.social.chat import Talk
from azulejos.server.social.inbox import ChallengePost
from azulejos.server.social.vacations import Vacations
from azulejos.server.storage.growth import abandoned_tables, delete_old
from azulejos.server.storage.store import BOT_PATIENCE_S, wake_at
from azulejos.server.table import verbs
from azulejos.server.table.clock import GRACE_S
from azulejos.server.table.verbs.host import close
from azulejos.server.table.verbs.refusals import Refused
from azulejos.server.tournaments.tournaments import Tournaments
from azulejos.server.wall_clock import now
from azulejos.server.web import metrics
from azulejos.server.web.logs import log
from azulejos.server.web.status import Status

DUE_S = 0.5  # between two searches for tables that are due
POLL_S = 2.0  # between two polls for changes by other processes
REVOKED_S = 0.4  # between two queries for revocations of sessions and tokens (R38)
AUDIENCE_S = 3.0  # between two updates of who is online and who watches
TOURNAMENTS_S = 1.0  # between two searches for tournaments that are due
CALL_S = 1.0  # between two queries for notifications and mails that are due
EXPIRED_S = 30.0  # between two searches for connections whose session has expired
DELETE_S = 60.0  # between two deletions of what nobody needs any more
ACTIVE_S = 86_400.0  # absent people are looked for at tables that moved within this time


class Periodic:
    """Runs the periodic work of a process."""

    def __init__(
        self,
        tables: Tables,
        bots: Bots,
        presence: Presence,
        audience: Audience,
        challenge_post: ChallengePost,
        connections: Connections,
        bans: Bans,
        vacations: Vacations,
        talk: Talk,
        push: Push,
        mail: Mail,
        tournaments: Tournaments,
        heartbeat: Heartbeat,
        status: Status,
        settings: Settings,
    ):
        self.tables, self.store = tables, tables.store
        self.bots, self.presence, self.connections = bots, presence, connections
        self.audience, self.challenge_post = audience, challenge_post
        self.vacations, self.tournaments = vacations, tournaments
        self.bans, self.talk, self.push, self.heartbeat = bans, talk, push, heartbeat
        self.mail = mail
        self.status, self.settings = status, settings
        self._resumed_until = 0.0  # the downtime after which clocks were restarted
        self._tasks: list[asyncio.Task[None]] = []

    def start(self, is_alone: bool) -> None:
        """Start; `is_alone` says that no other process was running, so that the server was down."""
        watched = self.status.watched
        self._tasks = [
            asyncio.create_task(every(TICK_S, self.tick)),
            asyncio.create_task(every(BEAT_S, watched("database", self.heartbeat.beat))),
            asyncio.create_task(every(DUE_S, watched("clocks", self.check_due))),
            asyncio.create_task(every(POLL_S, self.poll)),
            asyncio.create_task(every(CALL_S, self.push.send_due)),
            asyncio.create_task(every(CALL_S, self.mail.send_due)),
            asyncio.create_task(every(TOURNAMENTS_S, self.tournaments.run_due)),
            asyncio.create_task(every(AUDIENCE_S, self.audience.store)),
            asyncio.create_task(every(REVOKED_S, self.connections.find_revocations)),
            asyncio.create_task(every(EXPIRED_S, self.connections.close_revoked)),
            asyncio.create_task(every(BEAT_S, self.reap_dead)),
            asyncio.create_task(every(DELETE_S, self.delete_old)),
        ]
        if is_alone:
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

    async def tick(self) -> None:
        """Notice that the event loop has stood still."""
        self.tables.downtime.tick()

    async def check_due(self, ahead_s: float = 0.0) -> None:
        """Check every table that is due, or will be due within some seconds.

        After a downtime the clocks that people see are restarted first.
        """
        sure_until = await self.heartbeat.sure_until()
        if self.tables.downtime.until > self._resumed_until:
            self._resumed_until = self.tables.downtime.until
            metrics.downtimes.inc()
            await for_each(self.tables.interrupted, self.tables.resume)
        await for_each(await self.store.due(now() + ahead_s), partial(self.check, sure_until))

    async def check(self, sure_until: float, table_id: str) -> None:
        """Do what a table's time asks for, or let a bot think again."""
        await self.wait_for_vacation(table_id)
        down_until = self.tables.downtime.until
        table = await self.tables.act(
            table_id, lambda table, at: verbs.check_time(table, at, sure_until, down_until)
        )
        next_at = wake_at(table)
        if table.bot_turn:
            self.bots.on_change(table)
            next_at = now() + BOT_PATIENCE_S
        await self.store.postpone(table_id, table.version, next_at)

    async def wait_for_vacation(self, table_id: str) -> None:
        """Stop the clock of somebody who was on vacation when a slow game began."""
        table = (await self.tables.get(table_id)).table
        if table.turn is None or table.bot_turn or table.plan.clock.kind != "days":
            return
        person = table.seats[table.turn].person
        vacation, _ = await self.vacations.of(person)
        if vacation:
            start, until = vacation.start, vacation.until
            await self.tables.act(
                table_id, lambda t, at: verbs.take_vacation(t, person, start, until, at)
            )

    async def poll(self) -> None:
        """Find changes by other processes: events of tables, words, challenges, bans."""
        await self.tables.poll()
        await self.talk.poll()
        await self.challenge_post.deliver()
        await self.bans.refresh()
        self.connections.close_banned(self.bans)

    async def delete_old(self) -> None:
        """Close abandoned tables and delete a few rows that nobody needs any more."""
        database = self.store.database
        await for_each(await abandoned_tables(database, self.settings, now()), self.close)
        deleted = await delete_old(database, self.settings, now())
        for kind, count in deleted.items():
            metrics.deleted.labels(kind).inc(count)
        if deleted:
            log.info("deleted", **deleted)

    async def close(self, table_id: str) -> None:
        """Close an abandoned table."""
        with suppress(Refused):  # it has started or was closed meanwhile
            await self.tables.act(table_id, close)

    async def reap_dead(self) -> None:
        """Forget processes that died, and mark their people as away if they do not reconnect."""
        if await self.heartbeat.forget():
            self._tasks.append(asyncio.create_task(once_after(GRACE_S, self.mark_absent)))

    async def mark_absent(self) -> None:
        """Mark everybody in a running game as away who is not connected to this process."""
        await for_each(await self.store.playing_since(now() - ACTIVE_S), self.presence.mark_absent)


async def for_each(table_ids: Iterable[str], work: Callable[[str], Awaitable[None]]) -> None:
    """Call a function with each table; an error at one of them is logged, and the others go on.

    Without a database there is no point in going on.
    """
    for table_id in table_ids:
        try:
            await work(table_id)
        except Busy:
            raise
        except Exception:
            log.exception("periodic", table=table_id)


async def every(seconds: float, work: Callable[[], Awaitable[None]]) -> None:
    """Call a function every so many seconds; its errors are logged."""
    while True:
        await once_after(seconds, work)


async def once_after(seconds: float, work: Callable[[], Awaitable[None]]) -> None:
    """Call a function after some seconds; its errors are logged."""
    await asyncio.sleep(seconds)
    try:
        await work()
    except Busy:  # the database has logged why
        pass
    except Exception:
        log.exception("periodic")
