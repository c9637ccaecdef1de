"""Events: everything that can happen at a table, in the form in which it is stored."""

from dataclasses import dataclass, field

from azulejos.contract.rules import Json

SEATING_KINDS = ("joined", "left", "started", "closed", "declined")
ABSENCE_KINDS = ("away", "back", "vacation", "claimed", "returned")
FAIRNESS_KINDS = ("pledged", "revealed")
PLAYING_KINDS = ("moved", "dealt", "resumed", "finished", "rematched")
QUITTING_KINDS = ("resigned", "timed_out", "deserted")
BOT_KINDS = ("hurried", "hinted")  # the first only in older games
AGREEMENT_KINDS = ("offered", "answered", "taken_back")
HOST_KINDS = ("annulled", "renamed")
KINDS = frozenset(
    (
        *(*SEATING_KINDS, *ABSENCE_KINDS, *FAIRNESS_KINDS, *PLAYING_KINDS, *QUITTING_KINDS),
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
