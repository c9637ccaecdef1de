"""Late tables: spectators of a rated game in progress see it as it was some seconds ago, so that
none of them can help a player in time. When the game is over they see its end at once.
"""

import asyncio
from collections.abc import Callable, Sequence

from azulejos.server.play.updates import EventLog, Views
from azulejos.server.table.events import Event
from azulejos.server.table.table import Table
from azulejos.server.timing import TIMING
from azulejos.server.wall_clock import now


def is_delayed(table: Table) -> bool:
    """Is the present state of a table kept from spectators?"""
    return table.plan.is_rated and table.status == "playing"


class Late:
    """The table of a rated game in progress as spectators see it."""

    def __init__(self, history: EventLog, table: Table, on_change: Callable[[int], None]):
        self.history = history
        self.views = Views(table, TIMING.spectator_delay_s)
        self.on_change = on_change  # called with the version before, when spectators see more

    def catch_up(self, at: float) -> None:
        """Show what is old enough at a time."""
        before, seen_until = self.views.table, at - TIMING.spectator_delay_s
        due = [event for event in self.history.events[before.version :] if event.at <= seen_until]
        if due:
            self.views = Views(advanced(before, due), TIMING.spectator_delay_s)
            self.on_change(before.version)

    def wake_for(self, event: Event) -> None:
        """Show an event when it is old enough."""
        wait_s = max(0.0, event.at + TIMING.spectator_delay_s - now())
        asyncio.get_running_loop().call_later(wait_s, lambda: self.catch_up(now()))


def advanced(before: Table, events: Sequence[Event]) -> Table:
    """A table after further events."""
    after = before.copy()
    for event in events:
        after.apply(event)
    return after
