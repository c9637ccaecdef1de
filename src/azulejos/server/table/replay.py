"""A game from its first position on: as a replay for viewers, and as a written record."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime

from azulejos.position import Position
from azulejos.record import Record
from azulejos.server.table.events import Event
from azulejos.server.table.fair_check import Claims, fair_headers
from azulejos.server.table.table import Table
from azulejos.server.table.view import drawing_of
from azulejos.wire.fields import step_facts
from azulejos.wire.views import Replay, ReplayStep


def make_replay(table: Table, events: Sequence[Event]) -> Replay:
    """Every position of a game so far, with the move or deal before it.

    Moves that were taken back are left out.
    """
    kept: list[Event] = []
    for event in events:
        if event.kind in ("moved", "dealt"):
            kept.append(event)
        elif event.kind == "taken_back":
            del kept[event.data["ply"] :]
    position = table.position.first()
    replay = Replay(
        table=table.plan.id, first=position.view(), first_drawing=drawing_of(position), steps=[]
    )
    for ply, event in enumerate(kept, 1):
        text = event.data["move"] if event.kind == "moved" else event.data["deal"]
        replay.steps.append(make_step(position, ply, text, event.at))
    return replay


def make_step(position: Position, ply: int, text: str, at: float) -> ReplayStep:
    """Play a move or deal in a position, which changes, and describe it."""
    seat, steps = position.turn, position.steps(text)
    position.push(text)
    return ReplayStep(
        ply=ply,
        at=at,
        text=text,
        seat=seat,
        steps=step_facts(steps),
        position=position.view(),
        drawing=drawing_of(position),
    )


def make_record(table: Table) -> Record:
    """The record of the game so far; once it is over, with the headers that prove its deals."""
    plan, finish = table.plan, table.finish
    headers = {"table": plan.id, "date": date_text(plan.created_at), "edition": plan.edition}
    headers |= {f"seat{i}": seat.name for i, seat in enumerate(table.seats)}
    headers["fair_commitment"] = plan.commitment
    if finish:
        headers |= {"end": finish.reason, "ranks": "-".join(map(str, finish.ranks))}
    headers["fair_seen"] = json.dumps([seat.joined_at for seat in table.seats])
    headers["fair_revealed"] = json.dumps([seat.revealed_at for seat in table.seats])
    if table.status == "over":
        headers |= fair_headers(make_claims(table))
    if table.hints:
        headers["hints"] = "-".join(str(table.hinted_moves(i)) for i in range(plan.players))
    record = Record.from_position(table.position, **headers)
    for ply, _, depth in table.hints:
        if ply < len(record.entries):
            entry = record.entries[ply]
            entry.comment = f"{entry.comment} [%hint {depth}]".strip()
    return record


def make_claims(table: Table) -> Claims:
    """The claims from which the draws of a finished game follow."""
    return Claims(
        table=table.plan.id,
        commitment=table.plan.commitment,
        seed=table.seed,
        texts=table.texts,
        order=table.order if table.plan.seating == "lot" else [],
        pledges=table.pledges if table.nonces else [],
        nonces=table.nonces,
        retries=table.retries,
    )


def date_text(at: float) -> str:
    """The UTC date of a time."""
    return datetime.fromtimestamp(at, UTC).date().isoformat()
