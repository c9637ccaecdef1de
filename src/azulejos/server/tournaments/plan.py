"""The plan of a tournament: everything that is fixed when it is created, and its limits."""

from dataclasses import dataclass, field

from azulejos.server.table.clock import ClockPlan
from azulejos.wire.tournaments import Kind

PAIRED: tuple[Kind, ...] = ("arena", "swiss", "round_robin")  # kinds for games of two
MAX_ENTRANTS: dict[Kind, int] = {"arena": 1000, "swiss": 1000, "round_robin": 24, "rotation": 400}


@dataclass(frozen=True)
class TournamentPlan:
    """The game and the terms of a tournament."""

    id: str
    name: str
    kind: Kind
    game: str
    players: int  # at each table
    created_by: str  # a person's id
    created_at: float  # seconds since 1970
    starts_at: float
    minutes: int = 90  # arena: for how long people are paired
    rounds: int = 5  # Swiss and rotation
    options: dict[str, str] = field(default_factory=dict)
    clock: ClockPlan = field(default_factory=ClockPlan)
    is_public: bool = False  # listed; otherwise only the link leads to it
    is_rated: bool = False
    accepts_bots: bool = False  # accounts of programs and built-in bots may take part

    @property
    def ends_at(self) -> float | None:
        """When an arena pairs nobody any more; games that have begun are played to their end."""
        return self.starts_at + 60.0 * self.minutes if self.kind == "arena" else None

    @property
    def most(self) -> int:
        """How many people can take part."""
        return MAX_ENTRANTS[self.kind]

    @property
    def bye_points(self) -> float:
        """The points for a round in which an entrant is not paired: a win in a Swiss, as is usual;
        the average of a table in a rotation; none in a round robin, where everybody has a bye.
        """
        return {"swiss": 1.0, "rotation": (self.players - 1) / 2}.get(self.kind, 0.0)

    def rounds_for(self, entrants: int) -> int:
        """The number of rounds with so many people; 0 for an arena, which has none.

        A Swiss has at most as many as leave half of the others unmet: so no pairing repeats.
        """
        if self.kind == "arena":
            return 0
        if self.kind == "round_robin":
            return entrants - 1 + entrants % 2
        return min(self.rounds, max(1, entrants // 2)) if self.kind == "swiss" else self.rounds

    def accepts_late(self, round_number: int) -> bool:
        """May people join who were not there at the start?"""
        if self.kind == "round_robin":
            return False
        return self.kind == "arena" or round_number < self.rounds
