"""Heartbeat and downtime: which processes of a server live, and when none could store moves.

The heartbeat: every server process on a database has a row, which it updates every second.

So a process that starts knows whether another one was running: if not, the server was down. A
process whose row does not change any more has died, or cannot reach the database; either way its
people could not move, so that counts as a downtime too, and until it is decided nobody loses on
time (`sure_until`). The rows also carry downtimes from one process to the others. No clock is
charged for a downtime. `play/due.py` handles the people of dead processes.

Times of other processes are never compared with the own ones, because clocks of machines differ.

Downtime: the times during which the server could not store moves. Nobody is charged for them.

The server did not run, another process of it died, its event loop stood still (also because the
process was suspended), or its database failed. Only the end of the latest downtime matters: a clock
that was started before it is started anew (`verbs.resume`), before anything else happens at its
table. The processes of a server tell each other through the database.
"""

import asyncio
import os
import secrets
import socket
from hashlib import sha256
from typing import Any, NamedTuple

import sqlalchemy as sa

from azulejos.server.storage import schema
from azulejos.server.storage.database import Database
from azulejos.server.timing import now

TICK_S = 0.25  # between two signs of life of the event loop
STALL_S = 1.0  # without such a sign, after which it stood still; MAX_LAG_S makes up for less


class Downtime:
    """When this server could not store moves, as far as this process knows."""

    def __init__(self, database: Database):
        self._database = database
        self._until = 0.0
        self._ticked_at = now()

    @property
    def until(self) -> float:
        """The last time at which moves could not be stored."""
        self.tick()
        return max(self._until, self._database.failed_at)

    def tick(self) -> None:
        """Notice that the event loop has stood still; called every `TICK_S`."""
        at = now()
        if at - self._ticked_at > STALL_S:
            self._until = at
        self._ticked_at = at

    def extend(self, until: float) -> None:
        """Note that moves could not be stored until a time."""
        self._until = max(self._until, until)


# ---- The heartbeat

BEAT_S = 1.0  # between two updates of the row
SILENCE_S = 4.0  # without an update, after which a process counts as dead
LONG_S = 60.0  # without an update, after which a process is surely dead
POLL_S = 0.2  # between queries while it is unclear whether another process is alive
rows = schema.servers
OTHERS = sa.select(rows.c.id, rows.c.seen_at, rows.c.down_until).where(
    rows.c.id != sa.bindparam("own")
)


class Seen(NamedTuple):
    """The row of another process as this process saw it change last."""

    seen_at: float  # as the other process wrote it; 0.0 if it has ended
    at: float  # when this process saw it


class Heartbeat:
    """The row of this process, and those of the others."""

    def __init__(self, database: Database, downtime: Downtime):
        self.database, self.downtime = database, downtime
        self.is_alone = False  # no other process was running when this one started
        self._seen: dict[str, Seen] = {}
        self.host = sha256(socket.gethostname().encode()).hexdigest()[:8]
        self.id = f"{self.host}-{os.getpid()}-{secrets.token_hex(4)}"

    async def register(self) -> None:
        """Add this process; if it is the only one, the server was down."""
        others = await self._alive()
        self.downtime.extend(max(others.values()) if others else now())

        def work(connection: sa.Connection) -> None:
            dead = sa.delete(rows)  # without others all rows; a first attempt may have left our own
            connection.execute(dead.where(rows.c.id == self.id) if others else dead)
            connection.execute(sa.insert(rows), self._values())

        await self.database.run(work)
        self.is_alone = not others

    def _values(self) -> dict[str, Any]:
        return {"id": self.id, "seen_at": now(), "down_until": self.downtime.until}

    async def _alive(self) -> dict[str, float]:
        """Other processes whose row changes while we watch, and their `down_until`."""
        first = await self._not_dead()
        for _ in range(round(SILENCE_S / POLL_S)):
            if not any(at > now() - LONG_S for at, _ in first.values()):
                break
            await asyncio.sleep(POLL_S)
            again = await self._not_dead()
            alive = {
                name: down for name, (at, down) in again.items() if (at, down) != first.get(name)
            }
            if alive:
                return alive
        return {}

    async def _not_dead(self) -> dict[str, tuple[float, float]]:
        """The rows of other processes that may be alive."""
        return {
            name: row for name, row in (await self._others()).items() if not self._is_dead(name)
        }

    async def _others(self) -> dict[str, tuple[float, float]]:
        """`seen_at` and `down_until` of the other processes."""
        found = await self.database.read(lambda c: c.execute(OTHERS, {"own": self.id}).all())
        return {row.id: (row.seen_at, row.down_until) for row in found}

    def _is_dead(self, server: str) -> bool:
        """Is a process surely dead? That can be checked for processes of this machine only."""
        host, pid, _ = server.split("-")
        if host != self.host:
            return False
        try:
            os.kill(int(pid), 0)
        except ProcessLookupError:
            return True
        except PermissionError:
            return False
        return int(pid) == os.getpid()

    async def beat(self) -> None:
        """Update the row of this process; one that was believed to be dead adds it again."""
        values = self._values()

        def work(connection: sa.Connection) -> None:
            update = sa.update(rows).where(rows.c.id == self.id)
            if not connection.execute(update, values).rowcount:
                connection.execute(sa.insert(rows), values)

        await self.database.run(work)

    async def sure_until(self) -> float:
        """The last time at which every process surely ran, so that everybody could move.

        Learns of downtimes that other processes have noticed.
        """
        at, found = now(), await self._others()
        self._seen = {
            name: self._seen[name]
            if name in self._seen and self._seen[name].seen_at == seen_at
            else Seen(seen_at, at)
            for name, (seen_at, _) in found.items()
        }
        self.downtime.extend(max((down for _, down in found.values()), default=0.0))
        return min((seen.at for seen in self._seen.values() if seen.seen_at), default=at)

    @property
    def has_others(self) -> bool:
        """Is another process alive?"""
        return any(seen.seen_at and not self._is_silent(seen) for seen in self._seen.values())

    def _is_silent(self, seen: Seen) -> bool:
        return seen.at < now() - SILENCE_S

    async def forget(self) -> int:
        """Delete the rows of processes that ended or died; return how many this call deleted.

        Those that died without being asked to were a downtime for their people.
        """
        deleted = 0
        for name, seen in tuple(self._seen.items()):
            if seen.seen_at and not (self._is_silent(seen) or self._is_dead(name)):
                continue
            if await self._delete(name, seen.seen_at):
                deleted += 1
                if seen.seen_at:
                    self.downtime.extend(now())
        return deleted

    async def _delete(self, name: str, seen_at: float) -> bool:
        """Delete the row of a process if it has not changed; return whether it was deleted."""
        delete = sa.delete(rows).where(rows.c.id == name, rows.c.seen_at == seen_at)
        return bool(await self.database.run(lambda c: c.execute(delete).rowcount))

    async def unregister(self) -> None:
        """Mark this process as ended; another process then marks its people as away."""
        update = sa.update(rows).where(rows.c.id == self.id)
        await self.database.run(lambda c: c.execute(update, {"seen_at": 0.0}))
