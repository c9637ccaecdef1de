"""The state of a running server: which of its parts work, and since when.

Periodic work reports here whether it succeeded; nothing here asks the database, so that the state
is known while the database is away. `host/status_routes.py` shows it to people.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal

from azulejos.server.timing import now
from azulejos.server.web import metrics

STALE_S = 10.0  # without a report, after which work that should be periodic counts as failing

State = Literal["works", "fails", "starts"]
Work = Callable[[], Awaitable[None]]


@dataclass
class Part:
    """A part of the server, as it was last reported."""

    works: bool
    since: float  # when it began to work or to fail
    worked_at: float  # the last success


class Status:
    """The reports of the parts of this process."""

    def __init__(self) -> None:
        self.started_at = now()
        self._parts: dict[str, Part] = {}

    def report(self, name: str, works: bool) -> None:
        """Report that a part has just worked or failed."""
        at = now()
        part = self._parts.setdefault(name, Part(works, at, self.started_at))
        if part.works != works:
            part.works, part.since = works, at
        if works:
            part.worked_at = at
            metrics.worked_at.labels(name).set(at)

    def watched(self, name: str, work: Work) -> Work:
        """The same work, which reports whether it succeeded."""

        async def run() -> None:
            try:
                await work()
            except Exception:
                self.report(name, False)
                raise
            self.report(name, True)

        return run

    def state(self, name: str, is_periodic: bool = True) -> tuple[State, float]:
        """The state of a part, and since when it has it."""
        part = self._parts.get(name)
        if part is None:
            return "starts", self.started_at
        if part.works and is_periodic and now() > part.worked_at + STALE_S:
            return "fails", part.worked_at
        return ("works" if part.works else "fails"), part.since
