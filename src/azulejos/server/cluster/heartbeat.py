"""The server processes on one database: each has a row and says every second that it lives.

So a process that starts knows whether any other ran before it: if none did, the house was down, and
no clock is charged for that (`tables.py`). Not here: what is done about one that died (`wakes.py`).
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

BEAT_S = 1.0
SILENCE_S = 4.0  # after which a process is taken for dead
LONG_S = 60.0  # after which nobody need listen for it
LOOK_S = 0.2  # between looks at one that may have died just now
rows = schema.servers


class Servers:
    """This process among the others."""

    def __init__(self, database: Database):
        self.database = database
        self.host = sha256(socket.gethostname().encode()).hexdigest()[:8]
        self.id = f"{self.host}-{os.getpid()}-{secrets.token_hex(4)}"

    async def begin(self) -> float:
        """Enter this process; the last moment when no process ran, which may be now."""
        others = await self._alive()
        down_until = max(others.values()) if others else now()
        values = {"id": self.id, "seen_at": now(), "down_until": down_until}
        await self.database.run(lambda c: c.execute(sa.insert(rows), values))
        return down_until

    async def _alive(self) -> dict[str, float]:
        """Other processes that say something while we listen, and what they know of our past."""
        first = await self._others()
        for _ in range(round(SILENCE_S / LOOK_S)):
            if not any(at > now() - LONG_S for at, _ in first.values()):
                break
            await asyncio.sleep(LOOK_S)
            again = await self._others()
            alive = {
                name: down for name, (at, down) in again.items() if (at, down) != first.get(name)
            }
            if alive:
                return alive
        return {}

    async def _others(self) -> dict[str, tuple[float, float]]:
        """When each other process was seen, and until when it knows that none ran."""
        query = sa.select(rows.c.id, rows.c.seen_at, rows.c.down_until)
        found = await self.database.read(lambda c: c.execute(query).all())
        return {row.id: (row.seen_at, row.down_until) for row in found if not self._is_dead(row.id)}

    def _is_dead(self, server: str) -> bool:
        """Is it surely dead? Of this machine's processes we know."""
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
        """Say that this process lives."""
        update = sa.update(rows).where(rows.c.id == self.id)
        await self.database.run(lambda c: c.execute(update, {"seen_at": now()}))

    async def has_others(self) -> bool:
        """Does another process go on when this one ends?"""
        others = await self._others()
        return any(at > now() - SILENCE_S for at, _ in others.values())

    async def bury(self) -> int:
        """Forget processes that died; how many this process was the one to find."""
        delete = sa.delete(rows).where(rows.c.id != self.id, rows.c.seen_at < now() - SILENCE_S)
        return await self.database.run(lambda c: c.execute(delete).rowcount)

    async def end(self) -> None:
        """Leave in order; another process that stays looks after our people."""
        update = sa.update(rows).where(rows.c.id == self.id)
        await self.database.run(lambda c: c.execute(update, {"seen_at": 0.0}))
