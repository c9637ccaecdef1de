"""One live game: what its events made of it. No I/O.

A table is a plan and the events that followed, and nothing else: `apply` is the only way it
changes, so a table rebuilt from its stored events is the table. What may happen next is decided in
`verbs/`, which makes events and changes nothing. The seed of the deals is known here and shown to
nobody before the end (`view.py`).
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from azulejos.game import Json
from azulejos.position import Position
from azulejos.server.table.clock import Clock, ClockPlan

Status = Literal["open", "playing", "over", "closed"]
SEATING_KINDS = ("joined", "left", "started", "away", "back", "claimed", "returned", "closed")
PLAYING_KINDS = ("moved", "dealt", "resigned", "timed_out", "resumed", "finished", "rematched")
AGREEING_KINDS = ("offered", "answered", "taken_back")
KINDS = frozenset((*SEATING_KINDS, *PLAYING_KINDS, *AGREEING_KINDS))
POSITION_KINDS = frozenset(("started", "moved", "dealt", "taken_back", "finished"))
RETURN_MOVES = 2  # that a stand-in makes before the seat is its own


@dataclass(frozen=True)
class Plan:
    """What a table agreed on before anybody sat down."""

    id: str
    game: str
    players: int
    created_by: str  # a person's id
    created_at: float
    commitment: str  # to the seed of the deals
    edition: str = ""  # how it looks; the rules are the same
    options: dict[str, str] = field(default_factory=dict)
    clock: ClockPlan = field(default_factory=ClockPlan)
    seating: Literal["lot", "fixed"] = "lot"  # who sits where: drawn at the start, or as they came
    is_public: bool = False  # in the lobby
    is_rated: bool = False
    accepts_bots: bool = False  # rated: accounts of programs may join
    rematch_of: str = ""  # the table before


@dataclass(frozen=True)
class Event:
    """Something that happened, as it is stored."""

    version: int  # of the table after it: 1 for the first
    at: float  # seconds since 1970
    kind: str
    data: Json = field(default_factory=dict)
    client_id: str | None = None  # of the move, given by whoever sent it


@dataclass(frozen=True)
class Seat:
    """Who sits there. Before the start seats are places: the seating may still be drawn."""

    person: str = ""  # a person's id; "" while open, or for a bot of the house
    name: str = ""
    bot: str = ""  # the player of the house that sits here
    text: str = ""  # for fair deals
    is_program: bool = False  # the account of a program sits here, and everybody sees that
    away_since: float | None = None
    stand_in: str = ""  # the bot that plays while the person is away or out
    stand_in_moves: int = 0
    is_out: bool = False  # resigned or out of time: last in the ranking, whatever the points

    @property
    def is_open(self) -> bool:
        return not self.person and not self.bot

    @property
    def is_away(self) -> bool:
        return self.away_since is not None

    @property
    def thinker(self) -> str:
        """The bot that decides here; "" where a person does."""
        return self.bot or self.stand_in

    @property
    def can_return(self) -> bool:
        return bool(self.stand_in) and not self.is_out and self.stand_in_moves < RETURN_MOVES


@dataclass(frozen=True)
class Offer:
    """Something that needs everybody's consent."""

    what: Literal["takeback", "end"]
    seat: int  # who asks
    ply: int  # takeback: the length of the history to go back to
    agreed: frozenset[int]  # seats


@dataclass(frozen=True)
class Finish:
    """How the game ended, by seat."""

    reason: Literal["played", "resigned", "timed_out", "agreed"]
    shares: tuple[float, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]  # 1 for the best; equals share one


class Table:
    """A plan, and what has happened since."""

    def __init__(self, plan: Plan, seed: bytes, events: Iterable[Event] = ()):
        self.plan = plan
        self.seed = seed  # secret until the end
        self.status: Status = "open"
        self.version = 0
        self.position_version = 0  # of the last event that changed what can be played
        self.seats = [Seat() for _ in range(plan.players)]
        self.position = Position(plan.game, plan.players, **plan.options)
        self.clock = Clock.start(plan.clock, plan.players)
        self.offer: Offer | None = None
        self.finish: Finish | None = None
        self.rematch = ""  # the table that follows
        self.order: list[int] = []  # the place that each seat was before the start
        self.declined: frozenset[int] = frozenset()  # seats whose offer was turned down this turn
        self.deals = 0  # so far; none is ever taken back
        self.at = plan.created_at  # the moment of the last event
        self.moved_at = plan.created_at
        self.client_ids: dict[str, tuple[int, str]] = {}  # of moves: version and text by sent id
        for event in events:
            self.apply(event)

    def copy(self) -> "Table":
        """A table that goes its own way from here."""
        copy = Table.__new__(Table)
        copy.__dict__.update(self.__dict__)
        copy.position, copy.seats = self.position.copy(), self.seats.copy()
        copy.client_ids = self.client_ids.copy()
        return copy

    # ---- What is the case

    @property
    def turn(self) -> int | None:
        """The seat to decide, while the game goes on."""
        return self.position.turn if self.status == "playing" else None

    @property
    def texts(self) -> list[str]:
        """What the players added for fair deals, by seat."""
        return [seat.text for seat in self.seats]

    def seats_of(self, person: str) -> list[int]:
        """Where a person sits; several seats on one device."""
        return [i for i, seat in enumerate(self.seats) if person and seat.person == person]

    def deciding(self, person: str) -> list[int]:
        """The seats in which a person still decides: not out, and no bot plays for them."""
        return [i for i in self.seats_of(person) if not self.seats[i].stand_in]

    @property
    def out(self) -> set[int]:
        """The seats whose people are out."""
        return {i for i, seat in enumerate(self.seats) if seat.is_out}

    def people(self) -> set[str]:
        """Everybody who sits here, but bots of the house."""
        return {seat.person for seat in self.seats if seat.person}

    @property
    def bot_turn(self) -> str:
        """The bot that is to decide, "" if none is."""
        return "" if self.turn is None else self.seats[self.turn].thinker

    # ---- What happens

    def apply(self, event: Event) -> None:
        """Let an event have happened. Events are taken as they are: they were decided before."""
        if event.version != self.version + 1:
            raise ValueError(f"event {event.version} after {self.version}")
        if event.kind not in KINDS:
            raise ValueError(f"no such event: {event.kind}")
        getattr(self, f"_{event.kind}")(event.at, **event.data)
        self.version, self.at = event.version, event.at
        if event.kind in POSITION_KINDS:
            self.position_version = event.version
            self.moved_at = event.at
        if event.client_id is not None:
            self.client_ids[event.client_id] = event.version, event.data["move"]

    def _seat(self, seat: int, **changes: Any) -> None:
        self.seats[seat] = replace(self.seats[seat], **changes)

    def _joined(
        self,
        at: float,
        seat: int,
        name: str,
        person: str = "",
        bot: str = "",
        text: str = "",
        is_program: bool = False,
    ) -> None:
        self.seats[seat] = Seat(person, name, bot, text, is_program)

    def _left(self, at: float, seat: int) -> None:
        self.seats[seat] = Seat()

    def _started(self, at: float, order: list[int]) -> None:
        self.order = order
        self.seats = [self.seats[place] for place in order]
        self._wait_anew(at)
        self.status = "playing"
        self.clock = self.clock.turn_to(self.turn, at)

    def _wait_anew(self, at: float) -> None:
        """Whoever is away has been so only from now on, where others may claim the seat."""
        for i, seat in enumerate(self.seats):
            if seat.is_away:
                self._seat(i, away_since=at)

    def _moved(self, at: float, seat: int, move: str, lag_s: float = 0.0) -> None:
        self.position.push(move)
        self.offer, self.declined = None, frozenset()
        if self.seats[seat].stand_in:
            self._seat(seat, stand_in_moves=self.seats[seat].stand_in_moves + 1)
        self.clock = self.clock.move_on(self.turn, at, lag_s)

    def _dealt(self, at: float, deal: str) -> None:
        self.position.push(deal)
        self.deals += 1
        self.clock = self.clock.turn_to(self.turn, at)

    def _resigned(self, at: float, seat: int, bot: str = "") -> None:
        self._seat(seat, is_out=True, stand_in=bot)
        self.offer = None  # others decide now than those who were asked

    _timed_out = _resigned

    def _offered(self, at: float, seat: int, what: Any, ply: int, agreed: list[int]) -> None:
        self.offer = Offer(what, seat, ply, frozenset(agreed))

    def _answered(self, at: float, seat: int, yes: bool) -> None:
        if self.offer and yes:
            self.offer = replace(self.offer, agreed=self.offer.agreed | {seat})
        elif self.offer:
            self.declined |= {self.offer.seat}
            self.offer = None

    def _taken_back(self, at: float, ply: int) -> None:
        while len(self.position.history) > ply:
            self.position.pop()
        self.offer, self.declined = None, frozenset()
        self.clock = self.clock.turn_to(self.turn, at)

    def _away(self, at: float, seat: int) -> None:
        self._seat(seat, away_since=at)

    def _back(self, at: float, seat: int) -> None:
        self._seat(seat, away_since=None)

    def _claimed(self, at: float, seat: int, by: int, bot: str) -> None:
        self._seat(seat, stand_in=bot, stand_in_moves=0)
        self.offer = None

    def _returned(self, at: float, seat: int) -> None:
        self._seat(seat, stand_in="", stand_in_moves=0, away_since=None)
        self.offer = None

    def _resumed(self, at: float, clock_from: float) -> None:
        self.clock = self.clock.restart(clock_from)
        self._wait_anew(clock_from)

    def _finished(
        self, at: float, reason: Any, shares: list[float], scores: list[int], ranks: list[int]
    ) -> None:
        self.finish = Finish(reason, tuple(shares), tuple(scores), tuple(ranks))
        self.status = "over"
        self.offer = None
        self.clock = self.clock.turn_to(None, at)

    def _rematched(self, at: float, table: str) -> None:
        self.rematch = table

    def _closed(self, at: float) -> None:
        self.status = "closed"
