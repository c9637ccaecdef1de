"""Events: everything that can happen at a table, in the form in which it is stored."""

from dataclasses import dataclass, field

from azulejos.game import Json

SEATING_KINDS = ("joined", "left", "started", "away", "back", "claimed", "returned", "closed")
FAIRNESS_KINDS = ("pledged", "revealed")
PLAYING_KINDS = ("moved", "dealt", "resigned", "timed_out", "resumed", "finished", "rematched")
BOT_KINDS = ("hurried", "hinted")
AGREEMENT_KINDS = ("offered", "answered", "taken_back")
HOST_KINDS = ("annulled", "renamed")
KINDS = frozenset(
    (
        *(*SEATING_KINDS, *FAIRNESS_KINDS, *PLAYING_KINDS),
        *(*AGREEMENT_KINDS, *BOT_KINDS, *HOST_KINDS),
    )
)
POSITION_KINDS = frozenset(("started", "moved", "dealt", "taken_back", "finished"))


@dataclass(frozen=True)
class Event:
    """Something that happened at a table."""

    version: int  # of the table after this event; the first event makes version 1
    at: float  # seconds since 1970
    kind: str  # one of KINDS
    data: Json = field(default_factory=dict)  # the arguments of the table's handler of that kind
    client_id: str | None = None  # of a move: the id that its sender gave it
