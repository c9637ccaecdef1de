"""Updates as JSON text, encoded once for all viewers who see the same, and late tables.

An event is encoded once, and so is the part of a view that is the same for everybody. The rest of a
view is encoded once for each person at the table and once for all other viewers together.

Late tables: spectators of a rated game in progress see it as it was some seconds ago, so that
none of them can help a player in time. When the game is over they see its end at once.
"""

import asyncio
from collections.abc import Callable, Sequence

from azulejos.contract.rules import Json
from azulejos.contract.steps import Step
from azulejos.server.table.events import Event
from azulejos.server.table.table import Table, event_steps
from azulejos.server.table.view import all_seats, board_fields, event_fields, own_fields
from azulejos.server.timing import TIMING, now
from azulejos.server.web.encoding import Raw, encode


class EventLog:
    """The events of a table, with their JSON as far as it was needed."""

    def __init__(self, events: Sequence[Event]):
        self.events = list(events)
        self._encoded: dict[int, str] = {}  # by version

    def add(self, events: Sequence[Event], encoded: Sequence[str]) -> None:
        """Append events with their JSON."""
        self.events += events
        self._encoded |= {event.version: text for event, text in zip(events, encoded, strict=True)}

    def ends_with(self, events: Sequence[Event]) -> bool:
        """Are these the last events, stored by the same decision?"""
        return list(events) == self.events[-len(events) :]

    def is_encoded_since(self, version: int) -> bool:
        """Are all events after a version encoded?"""
        return all(event.version in self._encoded for event in self.events[version:])

    def encode_since(self, table: Table, version: int) -> None:
        """Encode all events after a version; `table` is a new table and is changed."""
        for event in tuple(self.events):
            if event.version > version and event.version not in self._encoded:
                self._encoded[event.version] = encode_event(event, event_steps(table, event))
            table.apply(event)

    def since(self, version: int, up_to: int | None = None) -> list[str]:
        """The JSON of the events after a version, and up to one, which must be encoded."""
        return [self._encoded[event.version] for event in self.events[version:up_to]]


def encode_event(event: Event, steps: list[Step]) -> str:
    """An event with the steps of its move or deal as JSON."""
    return encode(event_fields(event, steps))


def replay(before: Table, events: Sequence[Event]) -> tuple[Table, list[str]]:
    """The table after stored events, and the JSON of the events."""
    after, encoded = before.copy(), []
    for event in events:
        encoded.append(encode_event(event, event_steps(after, event)))
        after.apply(event)
    return after, encoded


class Views:
    """The views of a table at one version as JSON; of one that is shown late, as it was then."""

    def __init__(self, table: Table, delay_s: float = 0.0):
        self.table, self.delay_s = table, delay_s
        self._board: dict[str, Raw] = {}  # what everybody sees alike at any time
        self._seats: list[Json] = []  # what everybody sees of the seats, as of a time
        self._encoded_at = 0.0
        self._encoded: dict[str, str] = {}  # by person, as of that time

    def encode(self, person: str, now: float) -> str:
        """The view of a person as JSON; everybody who does not sit here shares one."""
        if now != self._encoded_at:
            self._encoded_at, self._encoded = now, {}
            self._seats = all_seats(self.table, now - self.delay_s)
        viewer = person if self.table.seats_of(person) else ""
        if viewer not in self._encoded:
            self._board = self._board or {
                name: Raw(encode(value)) for name, value in board_fields(self.table).items()
            }
            own = own_fields(self.table, viewer, now, self._seats, self.delay_s)
            self._encoded[viewer] = encode(self._board | own)
        return self._encoded[viewer]


def update_json(table: Table, events: Sequence[str], view: str) -> str:
    """An `Update` message as JSON, from the JSON of its parts."""
    parts = {"events": [Raw(event) for event in events], "view": Raw(view)}
    return encode({"type": "update", "table": table.plan.id, "version": table.version, **parts})


# ---- Late tables


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
