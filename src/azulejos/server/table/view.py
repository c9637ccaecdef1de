"""What a viewer may see of a table. Nothing else turns a game into something for a client.

Boards, bags and counts are public in both games; the seed is not before the end, and nothing that
has not been dealt exists anywhere. Legal moves go to whoever is to decide.
"""

from collections.abc import Sequence
from datetime import UTC, datetime

from azulejos.errors import AzulejosError
from azulejos.game import Json
from azulejos.record import Record
from azulejos.server.socket.messages import (
    ClockView,
    EventView,
    FairView,
    FinishView,
    OfferView,
    Replay,
    Said,
    SeatView,
    Step,
    Summary,
    View,
)
from azulejos.server.table.fair import fair_headers
from azulejos.server.table.table import Event, Finish, Table
from azulejos.server.table.verbs import offer
from azulejos.text import Text


def make_view(table: Table, person: str, now: float, shown: Json | None = None) -> View:
    """A table as a person sees it; "" for somebody unknown.

    The position looks the same to everybody: whoever has it from another view may hand it in.
    """
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
        position=shown or table.position.view(),
        ply=len(table.position.history),
        moves=table.position.legal_moves if decides else [],
        clock=clock_view(table),
        offer=offer_view(table, person),
        can_take_back=can_take_back(table, person),
        finish=finish_view(table.finish),
        fair=fair_view(table),
        rematch=table.rematch,
        rematch_of=plan.rematch_of,
    )


def seat_view(table: Table, number: int, person: str, now: float) -> SeatView:
    seat = table.seats[number]
    since = seat.away_since or 0.0
    can_be_claimed = seat.is_away and not seat.thinker and table.status == "playing"
    return SeatView(
        name=seat.name,
        person=seat.person,
        bot=seat.bot,
        is_program=seat.is_program,
        is_open=seat.is_open,
        is_you=bool(person) and seat.person == person,
        is_away=seat.is_away,
        claim_at=since + table.plan.clock.claim_s if can_be_claimed else None,
        stand_in=seat.stand_in,
        can_return=seat.can_return,
        is_out=seat.is_out,
        left_s=table.clock.left(number, now),
        lag_s=table.clock.lags[number],
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


def offer_view(table: Table, person: str) -> OfferView | None:
    asked = table.offer
    if not asked:
        return None
    awaits_you = any(seat not in asked.agreed for seat in table.deciding(person))
    return OfferView(
        what=asked.what, seat=asked.seat, agreed=sorted(asked.agreed), awaits_you=awaits_you
    )


def can_take_back(table: Table, person: str) -> bool:
    """May the viewer ask for it now?"""
    try:
        return bool(offer(table, person, "takeback", table.at))
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


def make_record(table: Table) -> Record:
    """The game so far in writing; once it is over, with all that its deals can be checked by."""
    plan, finish = table.plan, table.finish
    headers = {"table": plan.id, "date": date_text(plan.created_at), "edition": plan.edition}
    headers |= {f"seat{i}": seat.name for i, seat in enumerate(table.seats)}
    headers["fair_commitment"] = plan.commitment
    if finish:
        headers |= {"end": finish.reason, "ranks": "-".join(map(str, finish.ranks))}
    if table.status == "over":
        order = table.order if plan.seating == "lot" else []
        headers |= fair_headers(table.seed, plan.id, table.texts, order)
    return Record.from_position(table.position, **headers)


def make_replay(table: Table, events: Sequence[Event]) -> Replay:
    """Every position of a game so far, with what led to it; moves taken back are left out."""
    told: list[Event] = []
    for event in events:
        if event.kind in ("moved", "dealt"):
            told.append(event)
        elif event.kind == "taken_back":
            del told[event.data["ply"] :]
    position = table.position.first()
    replay = Replay(table=table.plan.id, first=position.view(), steps=[])
    for ply, event in enumerate(told, 1):
        text = event.data["move"] if event.kind == "moved" else event.data["deal"]
        lines = position.explain(text) if event.kind == "moved" else []
        position.push(text)
        step = Step(
            ply=ply,
            at=event.at,
            text=text,
            seat=event.data.get("seat"),
            lines=[said(line) for line in lines],
            position=position.view(),
        )
        replay.steps.append(step)
    return replay


def date_text(moment: float) -> str:
    """The day of a moment, the same for everybody."""
    return datetime.fromtimestamp(moment, UTC).date().isoformat()


def event_view(event: Event, lines: list[Text]) -> EventView:
    """An event and how it is told."""
    return EventView(
        version=event.version,
        at=event.at,
        kind=event.kind,
        data=event.data,
        lines=[said(line) for line in lines],
    )


def explanation(table: Table, move: str) -> list[Said]:
    """What a move would do now, and what its player's points would come to."""
    position = table.position
    return [said(line) for line in (*position.explain(move), position.forecast(move))]


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
        seats=[
            {"name": s.name, "person": s.person, "bot": s.bot, "is_program": s.is_program}
            for s in table.seats
        ],
        turn=table.turn,
        deadline=table.clock.deadline() if table.turn is not None else None,
        created_at=plan.created_at,
        moved_at=table.moved_at,
        finish=finish_view(table.finish),
    )
