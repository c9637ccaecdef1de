"""Decisions and refusals: the events of a verb with the table after them, or why not."""

from typing import Any

from azulejos.contract.steps import Step
from azulejos.errors import AzulejosError
from azulejos.server.table.events import Event
from azulejos.server.table.table import Table, event_steps
from azulejos.text import Text


class Decision:
    """Events that follow on a table, and the table after them.

    The table that a decision starts from never changes: its copy, made with the first event, does.
    So a caller that cannot store the events drops the decision and nothing has happened.
    """

    def __init__(self, table: Table, now: float):
        self.before = table
        self.table = table  # after the events so far
        self.events: list[Event] = []
        self.steps: list[list[Step]] = []  # by event: what its move or deal does
        self.at = max(now, table.at)  # no event is earlier than the one before it

    def add(self, kind: str, *, client_id: str | None = None, **data: Any) -> None:
        """Let an event follow; one that cannot be applied raises and is not added."""
        table = self.table.copy() if self.table is self.before else self.table
        event = Event(table.version + 1, self.at, kind, data, client_id)
        steps = event_steps(table, event)
        table.apply(event)
        self.table = table
        self.events.append(event)
        self.steps.append(steps)


# ---- Refusals


class TableRefusal(AzulejosError):
    """Something that cannot be done at this table now; the code says why."""


class Stale(TableRefusal):
    """A move that was made on an older position."""


class Repeated(Exception):
    """A move that was played already under the same client id; `version` is that of its event."""

    def __init__(self, version: int):
        super().__init__(version)
        self.version = version


def refuse(code: str, **args: object) -> TableRefusal:
    """The error for a code of the catalogue `table.*`; the caller raises it."""
    return TableRefusal(Text(f"table.{code}", args))


def stale(table: Table, version: int) -> Stale:
    return Stale(Text("table.stale", {"version": version, "now": table.position_version}))


def repeated(version: int, played: str, text: str) -> Exception:
    """The error for a client id that was used before: `Repeated` only if the move is the same."""
    return Repeated(version) if text == played else refuse("id_used", move=played)


def require_status(table: Table, status: str) -> None:
    if table.status != status:
        raise refuse(f"not_{status}")


def require_seats(table: Table, person: str) -> list[int]:
    """The seats of a person, who must have at least one."""
    seats = table.seats_of(person)
    if not seats:
        raise refuse("not_seated")
    return seats


def require_deciding(table: Table, person: str) -> list[int]:
    """The seats for which a person decides, of which there must be at least one."""
    seats = require_seats(table, person)
    deciding = table.deciding(person)
    if not deciding:
        raise refuse("out" if all(table.seats[seat].is_out for seat in seats) else "stand_in")
    return deciding
