"""Downtime: the times during which the server could not store moves. Nobody is charged for them.

The server did not run, another process of it died, its event loop stood still (also because the
process was suspended), or its database failed. Only the end of the latest downtime matters: a clock
that was started before it is started anew (`verbs.resume`), before anything else happens at its
table. The processes of a server tell each other through the database (`cluster/heartbeat.py`).
"""

from azulejos.server.storage.database import Database
from azulejos.server.wall_clock import now

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
