"""Views and summaries: what each viewer may see of a table, and what lists show.

Boards, bags and counts are public in every game. The seed is hidden until the game is over, and a
deal does not exist before it is drawn. Legal moves are sent to the person to move only.

`make_view` makes a validated `View`. The functions that it consists of return plain fields, which
`play/updates.py` encodes one by one: what is the same for all viewers is made only once.
"""

from collections.abc import Callable

from azulejos.contract.rules import Json
from azulejos.contract.steps import Step
from azulejos.errors import AzulejosError
from azulejos.position import Position
from azulejos.server.table.events import Event
from azulejos.server.table.table import Table
from azulejos.server.table.verbs.agreement import check_offer
from azulejos.server.table.verbs.moves import check_abort, check_hint
from azulejos.wire.fields import fields_from, step_facts
from azulejos.wire.views import (
    ClockTerms,
    ClockView,
    EventView,
    FairView,
    FinishView,
    OfferView,
    SeatView,
    SharedView,
    Summary,
    SummarySeat,
    View,
)


def make_summary(table: Table) -> Json:
    """Summarise a table as JSON; `Summary` describes the fields."""
    plan, finish = table.plan, table.finish
    return fields_from(
        Summary,
        SummarySeat,
        table,
        plan,
        table=plan.id,
        clock=fields_from(ClockTerms, plan.clock),
        seats=[fields_from(SummarySeat, seat) for seat in table.seats],
        deadline=table.clock.deadline() if table.turn is not None else None,
        finish=fields_from(FinishView, finish) if finish else None,
    )


# ---- Views


def make_view(table: Table, person: str, now: float) -> View:
    """A table as a person sees it; "" stands for an anonymous viewer."""
    return View(**board_fields(table), **own_fields(table, person, now))


def board_fields(table: Table) -> Json:
    """The fields of a view that everybody sees alike, and that only events change."""
    plan, position, finish = table.plan, table.position, table.finish
    return fields_from(
        SharedView,
        table,
        plan,
        table=plan.id,
        position=position.view(),
        ply=len(position.history),
        clock=clock_fields(table),
        finish=fields_from(FinishView, finish) if finish else None,
        fair=fair_fields(table),
        drawing=drawing_of(position),
    )


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
        "can_hint": decides and is_allowed(check_hint, table, person),
    }


def drawing_of(position: Position) -> str:
    """A position as plain text if its game has no art, from which the page could draw it."""
    return "" if position.game.art else position.draw()


def all_seats(table: Table, now: float) -> list[Json]:
    """The fields of all seats, as spectators see them."""
    return [seat_fields(table, seat, now) for seat in range(table.plan.players)]


def seat_fields(table: Table, number: int, now: float) -> Json:
    seat = table.seats[number]
    since = seat.away_since or 0.0
    on_vacation = seat.vacation_until > now
    can_be_claimed = (
        seat.is_away and not on_vacation and not seat.thinker and table.status == "playing"
    )
    return fields_from(
        SeatView,
        seat,
        is_you=False,
        claim_at=since + table.plan.clock.claim_s if can_be_claimed else None,
        vacation_until=seat.vacation_until if on_vacation else None,
        left_s=table.clock.left(number, now),
        lag_s=table.clock.lags[number],
        hints=table.hinted_moves(number),
    )


def clock_fields(table: Table) -> Json:
    plan, clock = table.plan.clock, table.clock
    runs = clock.seat is not None and plan.kind != "none"
    since = clock.since if runs else None
    return fields_from(ClockView, plan, runs_for=clock.seat if runs else None, runs_from=since)


def offer_fields(table: Table, person: str) -> Json | None:
    asked = table.offer
    if not asked:
        return None
    awaits_you = any(seat not in asked.agreed for seat in table.deciding(person))
    return fields_from(OfferView, asked, agreed=sorted(asked.agreed), awaits_you=awaits_you)


def is_allowed(check: Callable[..., object], *args: object) -> bool:
    """Does the check of a verb pass?"""
    try:
        check(*args)
    except AzulejosError:
        return False
    return True


def fair_fields(table: Table) -> Json:
    return fields_from(
        FairView,
        table,
        table.plan,
        seed=table.seed.hex() if table.status == "over" else None,
        nonces=[seat.nonce for seat in table.seats],
        order=table.order if table.plan.seating == "lot" else [],
    )


def event_fields(event: Event, steps: list[Step]) -> Json:
    """An event with the steps of its move or deal."""
    return fields_from(EventView, event, steps=step_facts(steps))


def explanation(table: Table, move: str) -> list[Json]:
    """The steps of a move now, and the points that its player would then be certain of."""
    position = table.position
    return step_facts((*position.steps(move), position.forecast(move)))
