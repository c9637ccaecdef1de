"""Decisions: what a verb returns, the events that follow and the table after them."""

from typing import Any

from azulejos.contract.steps import Step
from azulejos.server.table.events import Event
from azulejos.server.table.table import Table, event_steps


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
