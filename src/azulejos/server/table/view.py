"""Views: what each viewer may see of a table. No other code shows a game to a client.

Boards, bags and counts are public in every game. The seed is hidden until the game is over, and a
deal does not exist before it is drawn. Legal moves are sent to the person to move only.

`make_view` makes a validated `View`. The functions that it consists of return plain fields, which
`play/updates.py` encodes one by one: what is the same for all viewers is made only once.
"""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any, Literal

from azulejos.contract.rules import Json
from azulejos.contract.steps import Step
from azulejos.errors import AzulejosError
from azulejos.position import Position
from azulejos.server.table.events import Event
from azulejos.server.table.table import Reason, Table
from azulejos.server.table.verbs.agreement import check_offer
from azulejos.server.table.verbs.hints import check_hint
from azulejos.server.table.verbs.moves import check_abort, check_hurry
from azulejos.wire.base import Sent, StepFacts, sent_steps


class SeatView(Sent):
    """Who sits at a seat; before the start, at a place."""

    name: str
    person: str  # id; "" while the seat is open, and for built-in bots
    bot: str  # the name of the built-in bot that sits here
    rating: int | None  # of a built-in bot, if it is measured for what is played here
    is_program: bool  # the person is the account of a program
    is_open: bool
    is_you: bool
    is_away: bool
    claim_at: float | None  # from this time on the others may claim the seat, or with two the win
    vacation_until: float | None  # before that, the seat's days are not counted
    stand_in: str  # the bot that plays for the person
    can_return: bool  # the person may take the seat back from the stand-in
    is_out: bool  # resigned, out of time or gone
    left_s: float | None  # left on the clock at the time `now`
    lag_s: float  # network delay credited so far
    hints: int  # turns in which the seat got a hint


class ClockView(Sent):
    """The clock of a table."""

    kind: Literal["none", "live", "days"]
    bank_s: float  # live: for each seat at the start
    increment_s: float  # live: added after each move
    days: float  # days: for each turn
    runs_for: int | None  # the seat whose clock runs
    runs_from: float | None  # since when; later than `now` during a pause


class OfferView(Sent):
    """An offer that the seats have to agree to."""

    what: Literal["takeback", "end"]
    seat: int  # who made it
    agreed: list[int]  # seats
    awaits_you: bool


class FinishView(Sent):
    """The result of a game, by seat."""

    reason: Reason
    shares: list[float]  # of the win
    scores: list[int]
    ranks: list[int]  # 1 for the best


class FairView(Sent):
    """What is needed to check that the deals are fair."""

    commitment: str  # SHA-256 of the seed
    texts: list[str]  # the players' contributions, by seat
    seed: str | None  # null until the game is over
    pledges: list[str]  # by seat: hash of the nonce that its client reveals; "" if it sent none
    nonces: list[str]  # by seat: "" until it is revealed
    awaited: list[int]  # places whose nonces the start waits for
    reveal_by: float | None  # when awaited places are freed
    retries: int  # how often nonces were revealed in vain, because somebody left or was late
    order: list[int]  # by seat: its place before the seating was drawn; empty if it was not


class View(Sent):
    """A table as one viewer may see it."""

    table: str
    version: int
    now: float  # the server's time, in seconds since 1970
    delay_s: float  # by which a spectator sees a rated game late; else 0
    status: Literal["open", "playing", "over", "closed"]
    game: str
    edition: str
    players: int
    options: dict[str, str]
    seating: Literal["lot", "fixed"]
    is_public: bool
    is_rated: bool
    is_pairing: bool  # its people wait for somebody of their strength
    created_by: str  # a person's id
    invited: str  # a challenge: the id of the person for whom the open place is reserved; else ""
    seats: list[SeatView]
    you: list[int]  # the viewer's seats
    turn: int | None
    position: dict[str, Any]  # the game's view of the position
    ply: int  # moves and deals so far
    moves: list[str]  # the legal moves, if it is the viewer's turn
    clock: ClockView
    offer: OfferView | None
    can_take_back: bool  # the viewer may offer to take a move back
    can_abort: bool  # the viewer may end the game, because nobody has moved yet
    can_hurry: bool  # the viewer may let a simpler bot move, should the bot to move not be ready
    can_hint: bool  # the viewer may get a hint
    finish: FinishView | None
    fair: FairView
    rematch: str  # the id of the table that continues this one
    rematch_of: str  # the id of the table before this one
    tournament: str  # the id of the tournament to which the game belongs; "" if to none
    reserved: list[str]  # tournament: for whom each place is; a bot as bot:NAME
    drawing: str  # the position as plain text, for games that the page cannot draw; else ""


class EventView(Sent):
    """An event at a table, with what it did on the board."""

    version: int
    at: float  # seconds since 1970
    kind: str
    data: dict[str, Any]
    steps: list[StepFacts]  # of a move or deal: what it did, and what the rules then did


# ---- Making them


def make_view(table: Table, person: str, now: float) -> View:
    """A table as a person sees it; "" stands for an anonymous viewer."""
    return View(**board_fields(table), **own_fields(table, person, now))


def board_fields(table: Table) -> Json:
    """The fields of a view that everybody sees alike, and that only events change."""
    plan, position = table.plan, table.position
    return {
        "table": plan.id,
        "version": table.version,
        "status": table.status,
        "game": plan.game,
        "edition": plan.edition,
        "players": plan.players,
        "options": plan.options,
        "seating": plan.seating,
        "is_public": plan.is_public,
        "is_rated": plan.is_rated,
        "is_pairing": plan.is_pairing,
        "created_by": plan.created_by,
        "invited": plan.invited,
        "turn": table.turn,
        "position": position.view(),
        "ply": len(position.history),
        "clock": clock_fields(table),
        "finish": asdict(table.finish) if table.finish else None,
        "fair": fair_fields(table),
        "rematch": table.rematch,
        "rematch_of": plan.rematch_of,
        "tournament": plan.tournament,
        "reserved": plan.reserved,
        "drawing": drawing_of(position),
    }


def own_fields(
    table: Table,
    person: str,
    now: float,
    seats: list[Json] | None = None,
    delay_s: float = 0.0,
) -> Json:
    """The fields of a view that depend on the viewer or on the time; `seats` are those of
    `all_seats`, if they are known.
    """
    you, turn = table.seats_of(person), table.turn
    seats = seats or all_seats(table, now)
    decides = turn is not None and turn in you and not table.seats[turn].stand_in
    return {
        "now": now,
        "delay_s": delay_s,
        "seats": [{**seat, "is_you": True} if i in you else seat for i, seat in enumerate(seats)],
        "you": you,
        "moves": table.position.legal_moves if decides else [],
        "offer": offer_fields(table, person),
        "can_take_back": bool(you) and is_allowed(check_offer, table, person, "takeback"),
        "can_abort": bool(you) and not table.has_moved and is_allowed(check_abort, table, person),
        "can_hurry": bool(you and table.bot_turn) and is_allowed(check_hurry, table, person),
        "can_hint": decides and is_allowed(check_hint, table, person),
    }


def drawing_of(position: Position) -> str:
    """A position as plain text if its game has no art, from which the page could draw it."""
    return "" if position.game.art else position.draw()


def all_seats(table: Table, now: float) -> list[Json]:
    """The fields of all seats, as somebody sees them who does not sit here."""
    return [seat_fields(table, seat, now) for seat in range(table.plan.players)]


def seat_fields(table: Table, number: int, now: float) -> Json:
    seat = table.seats[number]
    since = seat.away_since or 0.0
    on_vacation = seat.vacation_until > now
    can_be_claimed = (
        seat.is_away and not on_vacation and not seat.thinker and table.status == "playing"
    )
    return {
        "name": seat.name,
        "person": seat.person,
        "bot": seat.bot,
        "rating": seat.rating,
        "is_program": seat.is_program,
        "is_open": seat.is_open,
        "is_you": False,
        "is_away": seat.is_away,
        "claim_at": since + table.plan.clock.claim_s if can_be_claimed else None,
        "vacation_until": seat.vacation_until if on_vacation else None,
        "stand_in": seat.stand_in,
        "can_return": seat.can_return,
        "is_out": seat.is_out,
        "left_s": table.clock.left(number, now),
        "lag_s": table.clock.lags[number],
        "hints": table.hinted_moves(number),
    }


def clock_fields(table: Table) -> Json:
    plan, clock = table.plan.clock, table.clock
    runs = clock.seat is not None and plan.kind != "none"
    return {
        "kind": plan.kind,
        "bank_s": plan.bank_s,
        "increment_s": plan.increment_s,
        "days": plan.days,
        "runs_for": clock.seat if runs else None,
        "runs_from": clock.since if runs else None,
    }


def offer_fields(table: Table, person: str) -> Json | None:
    asked = table.offer
    if not asked:
        return None
    awaits_you = any(seat not in asked.agreed for seat in table.deciding(person))
    agreed = sorted(asked.agreed)
    return {"what": asked.what, "seat": asked.seat, "agreed": agreed, "awaits_you": awaits_you}


def is_allowed(check: Callable[..., object], *args: object) -> bool:
    """Does the check of a verb pass?"""
    try:
        check(*args)
    except AzulejosError:
        return False
    return True


def fair_fields(table: Table) -> Json:
    seed = table.seed.hex() if table.status == "over" else None
    return {
        "commitment": table.plan.commitment,
        "texts": table.texts,
        "seed": seed,
        "pledges": table.pledges,
        "nonces": [seat.nonce for seat in table.seats],
        "awaited": table.awaited,
        "reveal_by": table.reveal_by,
        "retries": table.retries,
        "order": table.order if table.plan.seating == "lot" else [],
    }


def event_view(event: Event, steps: list[Step]) -> EventView:
    """An event with the steps of its move or deal."""
    return EventView(**event_fields(event, steps))


def event_fields(event: Event, steps: list[Step]) -> Json:
    return {
        "version": event.version,
        "at": event.at,
        "kind": event.kind,
        "data": event.data,
        "steps": sent_steps(steps),
    }


def explanation(table: Table, move: str) -> list[Json]:
    """What a move would do now, and the points that its player would then be certain of."""
    position = table.position
    return sent_steps((*position.steps(move), position.forecast(move)))
