"""Updates as the text that goes out: made once for all who may see the same. Makes no view itself.

An event is told once and kept as JSON; a view is made for each person at the table and once for
everybody who only looks on. `view.py` says what is in them.
"""

from collections.abc import Sequence

from azulejos.game import Json
from azulejos.server.table.table import Event, Table
from azulejos.server.table.view import event_view, make_view


class History:
    """What happened at a table, told as JSON as far as somebody asked."""

    def __init__(self, events: Sequence[Event]):
        self.events = list(events)
        self._told: dict[int, str] = {}

    def add(self, events: Sequence[Event], told: Sequence[str]) -> None:
        """Go on with events, told already."""
        self.events += events
        self._told |= {event.version: text for event, text in zip(events, told, strict=True)}

    def has_told(self, version: int) -> bool:
        """Is everything after a version told?"""
        return all(event.version in self._told for event in self.events[version:])

    def tell_since(self, table: Table, version: int) -> None:
        """Tell everything after a version, on a table to which nothing has happened yet."""
        for event in tuple(self.events):
            if event.version > version and event.version not in self._told:
                self._told[event.version] = tell(table, event)
            table.apply(event)

    def since(self, version: int) -> list[str]:
        """The events after a version, all of them told."""
        return [self._told[event.version] for event in self.events[version:]]


def tell(before: Table, event: Event) -> str:
    """An event on a table as it was before it."""
    lines = before.position.explain(event.data["move"]) if event.kind == "moved" else []
    return event_view(event, lines).model_dump_json()


def advance(before: Table, events: Sequence[Event]) -> tuple[Table, list[str]]:
    """The table after events, and how they are told."""
    after, told = before.copy(), []
    for event in events:
        told.append(tell(after, event))
        after.apply(event)
    return after, told


class Views:
    """A table at one version, as everybody sees it."""

    def __init__(self, table: Table):
        self.table = table
        self._shown: Json | None = None  # the position, which is the same for all
        self._made_at = 0.0
        self._encoded: dict[str, str] = {}  # by person, made at that moment

    def encode(self, person: str, now: float) -> str:
        """The view as JSON; those who do not sit here share one."""
        if now != self._made_at:
            self._made_at, self._encoded = now, {}
        viewer = person if self.table.seats_of(person) else ""
        if viewer not in self._encoded:
            self._shown = self._shown or self.table.position.view()
            view = make_view(self.table, viewer, now, self._shown)
            self._encoded[viewer] = view.model_dump_json()
        return self._encoded[viewer]


def update_json(table: Table, told: Sequence[str], view: str) -> str:
    """An `Update` as JSON, put together from its parts."""
    return (
        f'{{"type":"update","table":"{table.plan.id}","version":{table.version},'
        f'"events":[{",".join(told)}],"view":{view}}}'
    )
