"""The heartbeat: every server process on a database has a row, which it updates every second.

So a process that starts knows whether another one was running: if not, the server was down, and no
clock is charged for that time (`live/tables.py`). `periodic.py` handles processes that died.
"""

import asyncio
import os
import secrets
import socket
from hashlib import sha256

import sqlalchemy as sa

from azulejos.server.storage import schema
from azulejos.server.storage.database import Database
from azulejos.server.wall_clock import now

BEAT_S = 1.0  # between two updates of the row
SILENCE_S = 4.0  # without an update, after which a process counts as dead
LONG_S = 60.0  # without an update, after which a process is surely dead
POLL_S = 0.2  # between queries while it is unclear whether another process is alive
rows = schema.servers


class Heartbeat:
    """The row of this process, and those of the others."""

    def __init__(self, database: Database):
        self.database = database
        self.host = sha256(socket.gethostname().encode()).hexdigest()[:8]
        self.id = f"{self.host}-{os.getpid()}-{secrets.token_hex(4)}"

    async def register(self) -> float:
        """Add this process; return the last time when no process ran, which may be now."""
        others = await self._alive()
        down_until = max(others.values()) if others else now()
        values = {"id": self.id, "seen_at": now(), "down_until": down_until}
        await self.database.run(lambda c: c.execute(sa.insert(rows), values))
        return down_until

    async def _alive(self) -> dict[str, float]:
        """Other processes whose row changes while we watch, and their `down_until`."""
        first = await self._others()
        for _ in range(round(SILENCE_S / POLL_S)):
            if not any(at > now() - LONG_S for at, _ in first.values()):
                break
            await asyncio.sleep(POLL_S)
            again = await self._others()
            alive = {
                name: down for name, (at, down) in again.items() if (at, down) != first.get(name)
            }
            if alive:
                return alive
        return {}

    async def _others(self) -> dict[str, tuple[float, float]]:
        """`seen_at` and `down_until` of the other processes that may be alive."""
        query = sa.select(rows.c.id, rows.c.seen_at, rows.c.down_until)
        found = await self.database.read(lambda c: c.execute(query).all())
        return {row.id: (row.seen_at, row.down_until) for row in found if not self._is_dead(row.id)}

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
        """Update the row of this process."""
        update = sa.update(rows).where(rows.c.id == self.id)
        await self.database.run(lambda c: c.execute(update, {"seen_at": now()}))

    async def has_others(self) -> bool:
        """Is another process alive?"""
        others = await self._others()
        return any(at > now() - SILENCE_S for at, _ in others.values())

    async def forget(self) -> int:
        """Delete the rows of dead processes; return how many this call deleted."""
        delete = sa.delete(rows).where(rows.c.id != self.id, rows.c.seen_at < now() - SILENCE_S)
        return await self.database.run(lambda c: c.execute(delete).rowcount)

    async def unregister(self) -> None:
        """Mark this process as ended; another process then marks its people as away."""
        update = sa.update(rows).where(rows.c.id == self.id)
        await self.database.run(lambda c: c.execute(update, {"seen_at": 0.0}))
