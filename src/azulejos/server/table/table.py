"""A table: the state of one live game, computed from its plan and its events. No I/O.

`apply` is the only method that changes a table, so a table rebuilt from stored events equals the
live one. `verbs/` decides what may happen next and makes the events. The table holds the seed of
the deals; `view.py` shows it to nobody before the game is over.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal

from azulejos.contract.rules import CHANCE
from azulejos.contract.steps import Step
from azulejos.position import Position
from azulejos.server.table.clock import Clock
from azulejos.server.table.events import KINDS, POSITION_KINDS, Event
from azulejos.server.table.plan import Plan, bot_id
from azulejos.wire.views import EndReason, Status

WITHOUT_RESULT = ("agreed", "aborted", "annulled")  # reasons of ends that count for nobody
RETURN_MOVES = 2  # after so many moves of a stand-in the person cannot take the seat back


@dataclass(frozen=True)
class Seat:
    """A seat and its player. Before the start it is a place: the seating may still be drawn."""

    person: str = ""  # a person's id; "" while the seat is open, and for a built-in bot
    name: str = ""
    bot: str = ""  # the name of the built-in bot that sits here
    rating: int | None = None  # of a built-in bot, if it is measured for what is played here
    text: str = ""  # the player's contribution to the fair deals
    is_program: bool = False  # the person is the account of a program; shown to everybody
    pledge: str = ""  # the hash of the nonce that the player's client will reveal; "" if none
    nonce: str = ""  # the client's randomness, once it is revealed
    joined_at: float | None = None  # when the player's client was sent the commitment
    revealed_at: float | None = None
    away_since: float | None = None  # when the person's last connection was lost
    stand_in: str = ""  # the bot that plays for a person who is away or out
    stand_in_moves: int = 0
    is_out: bool = False  # resigned, out of time or gone: ranked last, whatever the points
    vacation_until: float = 0.0  # before that, a clock with days for a turn is not charged
    has_left: bool = False  # the game goes on or ended without the person, who did not resign

    @property
    def is_open(self) -> bool:
        return not self.person and not self.bot

    @property
    def is_away(self) -> bool:
        return self.away_since is not None

    @property
    def thinker(self) -> str:
        """The bot that decides for this seat; "" if a person does."""
        return self.bot or self.stand_in

    @property
    def can_return(self) -> bool:
        return bool(self.stand_in) and not self.is_out and self.stand_in_moves < RETURN_MOVES


@dataclass(frozen=True)
class Offer:
    """A proposal that takes effect when every seat has agreed."""

    what: Literal["takeback", "end"]
    seat: int  # who made the offer
    ply: int  # takeback: the length of the history after it
    agreed: frozenset[int]  # seats


@dataclass(frozen=True)
class Finish:
    """The result of the game, by seat."""

    reason: EndReason
    shares: tuple[float, ...]  # of the win; ties split it
    scores: tuple[int, ...]
    ranks: tuple[int, ...]  # 1 for the best; equal seats share a rank


class Table:
    """A plan and the events since."""

    def __init__(self, plan: Plan, seed: bytes, events: Iterable[Event] = ()):
        self.plan = plan
        self.seed = seed  # secret until the end
        self.status: Status = "open"
        self.version = 0
        self.position_version = 0  # of the last event that changed the position
        self.seats = [Seat() for _ in range(plan.players)]
        self.position = Position(plan.game, plan.players, **plan.options)
        self.clock = Clock.start(plan.clock, plan.players)
        self.offer: Offer | None = None
        self.finish: Finish | None = None
        self.rematch = ""  # the id of the table that continues this one
        self.order: list[int] = []  # by seat: its place before the start
        self.sealed_at = plan.created_at  # when the last place was taken: pledges are fixed
        self.retries = 0  # how often nonces were revealed in vain, because a player left
        self.declined: frozenset[int] = frozenset()  # seats whose offer was declined this turn
        self.deals = 0  # number of deals so far; a deal is never taken back
        self.at = plan.created_at  # time of the last event
        self.moved_at = plan.created_at  # time of the last change of the position
        self.hints: tuple[tuple[int, int, str], ...] = ()  # given: ply, seat and depth of each
        self.client_ids: dict[str, tuple[int, str]] = {}  # version and text of moves, by client id
        for event in events:
            self.apply(event)

    def copy(self) -> "Table":
        """An independent copy."""
        copy = Table.__new__(Table)
        copy.__dict__.update(self.__dict__)
        copy.position, copy.seats = self.position.copy(), self.seats.copy()
        copy.client_ids = self.client_ids.copy()
        return copy

    # ---- Queries

    @property
    def turn(self) -> int | None:
        """The seat to move, while the game is being played."""
        return self.position.turn if self.status == "playing" else None

    @property
    def texts(self) -> list[str]:
        """The players' contributions to the fair deals, by seat."""
        return [seat.text for seat in self.seats]

    @property
    def pledges(self) -> list[str]:
        """The pledges by seat; "" for a seat that contributes no randomness."""
        return [seat.pledge for seat in self.seats]

    @property
    def nonces(self) -> list[str]:
        """The revealed nonces by seat; empty if nobody contributed randomness."""
        nonces = [seat.nonce for seat in self.seats]
        return nonces if any(nonces) else []

    @property
    def awaited(self) -> list[int]:
        """The places whose nonces the start waits for; none before every place is taken."""
        if self.status != "open" or any(seat.is_open for seat in self.seats):
            return []
        return [i for i, seat in enumerate(self.seats) if seat.pledge and not seat.nonce]

    @property
    def reveal_by(self) -> float | None:
        """When places whose nonces are missing are freed; None while none is awaited."""
        return self.sealed_at + self.plan.clock.reveal_s if self.awaited else None

    @property
    def start_by(self) -> float | None:
        """When a game of a tournament that has not begun is lost by those who are not there; None
        for other games.
        """
        is_waiting = self.status == "open" and bool(self.plan.tournament)
        return self.plan.created_at + self.plan.clock.start_s if is_waiting else None

    def seats_of(self, person: str) -> list[int]:
        """The seats of a person; several when people share a device."""
        return [i for i, seat in enumerate(self.seats) if person and seat.person == person]

    def deciding(self, person: str) -> list[int]:
        """The seats for which a person decides: not those where a stand-in plays."""
        return [i for i in self.seats_of(person) if not self.seats[i].stand_in]

    @property
    def out(self) -> set[int]:
        """The seats that resigned or ran out of time."""
        return {i for i, seat in enumerate(self.seats) if seat.is_out}

    @property
    def has_moved(self) -> bool:
        """Has a person moved? Moves of built-in bots do not count."""
        actors = map(self.position.actor_at, range(len(self.position.history)))
        return any(actor != CHANCE and not self.seats[actor].bot for actor in actors)

    def hinted_moves(self, seat: int) -> int:
        """The number of turns in which a seat got a hint."""
        return len({ply for ply, who, _ in self.hints if who == seat})

    def people(self) -> set[str]:
        """The ids of the people who sit here; built-in bots have none."""
        return {seat.person for seat in self.seats if seat.person}

    def entrants(self) -> set[str]:
        """The ids of the people and bots of a tournament who sit here."""
        return self.people() | {bot_id(seat.bot) for seat in self.seats if seat.bot}

    @property
    def bot_turn(self) -> str:
        """The bot whose turn it is; "" if it is no bot's."""
        return "" if self.turn is None else self.seats[self.turn].thinker

    # ---- Events

    def apply(self, event: Event) -> None:
        """Apply an event. It is not checked again: a verb decided it."""
        if event.version != self.version + 1:
            raise ValueError(f"event {event.version} after {self.version}")
        if event.kind not in KINDS:
            raise ValueError(f"unknown kind of event: {event.kind}")
        getattr(self, f"_{event.kind}")(event.at, **event.data)
        self.version, self.at = event.version, event.at
        if event.kind in POSITION_KINDS:
            self.position_version = event.version
            self.moved_at = event.at
            if self.clock.plan.kind == "days" and self.clock.seat is not None:
                self.clock = self.clock.wait_until(self.seats[self.clock.seat].vacation_until)
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
        pledge: str = "",
        rating: int | None = None,
    ) -> None:
        joined_at = at if person else None
        self.seats[seat] = Seat(
            *(person, name, bot, rating, text, is_program, pledge), joined_at=joined_at
        )
        self.sealed_at = at

    def _left(self, at: float, seat: int, is_late: bool = False) -> None:
        self.seats[seat] = Seat()
        self._seal_again(at)

    def _pledged(self, at: float, seat: int, pledge: str) -> None:
        self._seal_again(at)
        self._seat(seat, pledge=pledge)

    def _seal_again(self, at: float) -> None:
        """Take revealed nonces as pledges for the next ones: what is known must not be used."""
        shown = [i for i, seat in enumerate(self.seats) if seat.nonce]
        for i in shown:
            self._seat(i, pledge=self.seats[i].nonce, nonce="", revealed_at=None)
        if shown:
            self.retries += 1
            self.sealed_at = at

    def _revealed(self, at: float, seat: int, nonce: str) -> None:
        self._seat(seat, nonce=nonce, revealed_at=at)

    def _started(self, at: float, order: list[int]) -> None:
        self.order = order
        self.seats = [self.seats[place] for place in order]
        self._restart_absences(at)
        self.status = "playing"
        self.clock = self.clock.turn_to(self.turn, at)

    def _restart_absences(self, at: float) -> None:
        """Let absences count from a time on, as far as claiming a seat is concerned."""
        for i, seat in enumerate(self.seats):
            if seat.is_away:
                self._seat(i, away_since=at)

    def _moved(
        self, at: float, seat: int, move: str, lag_s: float = 0.0, ready_at: float | None = None
    ) -> None:
        self.position.push(move)
        if ready_at is not None:  # of older games: when a bot was compiled, and began to think
            self.clock = self.clock.restart(ready_at)
        self.offer, self.declined = None, frozenset()
        mover = self.seats[seat]
        if mover.stand_in:
            self._seat(seat, stand_in_moves=mover.stand_in_moves + 1)
        elif mover.is_away:
            self._seat(seat, away_since=at)  # a program may move without a connection
        self.clock = self.clock.move_on(self.turn, at, lag_s)

    def _hurried(self, at: float, seat: int) -> None:
        """Of older games: a player did not want to wait until a bot was compiled."""

    def _hinted(self, at: float, seat: int, depth: str) -> None:
        self.hints += ((len(self.position.history), seat, depth),)

    def _dealt(self, at: float, deal: str) -> None:
        self.position.push(deal)
        self.deals += 1
        self.clock = self.clock.turn_to(self.turn, at)

    def _resigned(self, at: float, seat: int, bot: str = "") -> None:
        self._seat(seat, is_out=True, stand_in=bot)
        self.offer = None  # the set of deciding people has changed

    def _timed_out(self, at: float, seat: int, bot: str = "") -> None:
        self._seat(seat, has_left=self.seats[seat].is_away)
        self._resigned(at, seat, bot)

    def _deserted(self, at: float, seat: int, by: int) -> None:
        self._seat(seat, is_out=True, has_left=True)

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

    def _vacation(self, at: float, seat: int, start: float, until: float) -> None:
        if self.clock.seat == seat:
            self.clock = self.clock.pause(start, until, self.seats[seat].vacation_until)
        self._seat(seat, vacation_until=until)

    def _claimed(self, at: float, seat: int, by: int, bot: str) -> None:
        self._seat(seat, stand_in=bot, stand_in_moves=0, has_left=True)
        self.offer = None

    def _returned(self, at: float, seat: int) -> None:
        self._seat(seat, stand_in="", stand_in_moves=0, away_since=None, has_left=False)
        self.offer = None

    def _resumed(self, at: float, clock_from: float) -> None:
        self.clock = self.clock.restart(clock_from)
        if self.clock.plan.kind != "days":
            self._restart_absences(clock_from)

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

    _declined = _closed

    def _annulled(self, at: float) -> None:
        if self.finish:
            self.finish = replace(self.finish, reason="annulled")

    def _renamed(self, at: float, seat: int, name: str, person: str) -> None:
        self._seat(seat, name=name)


def event_steps(before: Table, event: Event) -> list[Step]:
    """The steps of an event's move or deal on the table before it; none for other events."""
    fact = {"moved": "move", "dealt": "deal"}.get(event.kind)
    return before.position.steps(event.data[fact]) if fact else []
