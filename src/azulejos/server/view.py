"""What a viewer may see of a table. Nothing else turns a game into something for a client.

Boards, bags and counts are public in both games; the seed is not before the end, and nothing that
has not been dealt exists anywhere. Legal moves go to whoever is to decide.
"""

from azulejos.errors import AzulejosError
from azulejos.server.messages import (
    ClockView,
    EventView,
    FairView,
    FinishView,
    OfferView,
    Said,
    SeatView,
    Summary,
    View,
)
from azulejos.server.table import Event, Finish, Table
from azulejos.server.verbs import takeback_ply
from azulejos.text import Text


def make_view(table: Table, person: str, now: float) -> View:
    """A table as a person sees it; "" for somebody unknown."""
    plan, you, turn = table.plan, table.seats_of(person), table.turn
    decides = turn is not None and turn in you and not table.seats[turn].stand_in
    return View(
        table=plan.id,
        version=table.version,
        now=now,
        status=table.status,
        game=plan.game,
        edition=plan.edition,
        players=plan.players,
        options=plan.options,
        seating=plan.seating,
        is_public=plan.is_public,
        is_rated=plan.is_rated,
        created_by=plan.created_by,
        seats=[seat_view(table, seat, person, now) for seat in range(plan.players)],
        you=you,
        turn=turn,
        position=table.position.view(),
        ply=len(table.position.history),
        moves=table.position.legal_moves if decides else [],
        clock=clock_view(table),
        offer=offer_view(table, you),
        can_take_back=can_take_back(table, you),
        finish=finish_view(table.finish),
        fair=fair_view(table),
        rematch=table.rematch,
        rematch_of=plan.rematch_of,
    )


def seat_view(table: Table, number: int, person: str, now: float) -> SeatView:
    seat = table.seats[number]
    since = seat.away_since
    return SeatView(
        name=seat.name,
        person=seat.person,
        bot=seat.bot,
        is_open=seat.is_open,
        is_you=bool(person) and seat.person == person,
        is_away=since is not None,
        claim_at=None if since is None or seat.thinker else since + table.plan.clock.claim_s,
        stand_in=seat.stand_in,
        can_return=seat.can_return,
        is_out=seat.is_out,
        left_s=table.clock.left(number, now),
    )


def clock_view(table: Table) -> ClockView:
    plan, clock = table.plan.clock, table.clock
    runs = clock.seat is not None and plan.kind != "none"
    return ClockView(
        kind=plan.kind,
        bank_s=plan.bank_s,
        increment_s=plan.increment_s,
        days=plan.days,
        runs_for=clock.seat if runs else None,
        runs_from=clock.since if runs else None,
    )


def offer_view(table: Table, you: list[int]) -> OfferView | None:
    offer = table.offer
    if not offer:
        return None
    awaits_you = any(seat not in offer.agreed for seat in you)
    return OfferView(
        what=offer.what, seat=offer.seat, agreed=sorted(offer.agreed), awaits_you=awaits_you
    )


def can_take_back(table: Table, you: list[int]) -> bool:
    """May the viewer ask for it now?"""
    if not you or table.status != "playing" or table.plan.is_rated or table.offer:
        return False
    try:
        return takeback_ply(table, you) >= 0
    except AzulejosError:
        return False


def finish_view(finish: Finish | None) -> FinishView | None:
    if not finish:
        return None
    return FinishView(
        reason=finish.reason,
        shares=list(finish.shares),
        scores=list(finish.scores),
        ranks=list(finish.ranks),
    )


def fair_view(table: Table) -> FairView:
    seed = table.seed.hex() if table.status == "over" else None
    return FairView(commitment=table.plan.commitment, texts=table.texts, seed=seed)


def event_view(event: Event, lines: list[Text]) -> EventView:
    """An event and how it is told."""
    return EventView(
        version=event.version,
        at=event.at,
        kind=event.kind,
        data=event.data,
        lines=[said(line) for line in lines],
    )


def said(text: Text) -> Said:
    """A sentence for the wire."""
    return Said(code=text.code, args={name: plain(value) for name, value in text.args.items()})


def plain(value: object) -> object:
    """An argument for the wire: sentences inside sentences stay codes and arguments."""
    return said(value).model_dump() if isinstance(value, Text) else value


def summary(table: Table) -> Summary:
    """A table in a list."""
    plan = table.plan
    return Summary(
        table=plan.id,
        version=table.version,
        status=table.status,
        game=plan.game,
        edition=plan.edition,
        players=plan.players,
        options=plan.options,
        clock={
            name: getattr(plan.clock, name) for name in ("kind", "bank_s", "increment_s", "days")
        },
        is_public=plan.is_public,
        is_rated=plan.is_rated,
        seats=[{"name": s.name, "person": s.person, "bot": s.bot} for s in table.seats],
        turn=table.turn,
        deadline=table.clock.deadline() if table.turn is not None else None,
        created_at=plan.created_at,
        moved_at=table.moved_at,
        finish=finish_view(table.finish),
    )
