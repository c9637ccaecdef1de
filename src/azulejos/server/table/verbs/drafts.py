"""Events before they have a version: what a verb decides, and what it hands back."""

from azulejos.game import Json
from azulejos.server.table.table import Event, Table

Draft = tuple[str, Json]  # kind and data of an event that has no version yet


def events(
    table: Table, now: float, drafts: list[Draft], client_id: str | None = None
) -> list[Event]:
    """Drafts as events that follow on a table, never before the last; the id is the first's."""
    at = max(now, table.at)
    return [
        Event(table.version + 1 + i, at, kind, data, client_id if i == 0 else None)
        for i, (kind, data) in enumerate(drafts)
    ]
