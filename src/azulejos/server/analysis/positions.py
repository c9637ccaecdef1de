"""Positions that requests are about, and how a board shows them.

Nothing is hidden: the request gave the position. Searches are in `thinking/`.
"""

import asyncio
from typing import Literal

from azulejos.contract.rules import Json
from azulejos.errors import BadPosition
from azulejos.position import Position
from azulejos.server.errors import refusal
from azulejos.server.play.tables import Tables
from azulejos.server.table.view import drawing_of
from azulejos.wire.boards import EntryView, FaultsView, PositionView, ScoreView
from azulejos.wire.fields import sentence, step_facts


async def find_position(
    tables: Tables, table_id: str | None, ply: int | None, given: Json | None
) -> Position:
    """The given position, or the one of a table after some plies.

    The table of a rated game in progress is refused to everybody.
    """
    if (table_id is None) == (given is None):
        raise refusal("api.form", where="body.table", what="one_of")
    if table_id is None:
        return await asyncio.to_thread(Position.from_json, given or {})
    table = (await tables.get_current(table_id)).table
    if table.status == "playing" and (table.plan.is_rated or table.plan.tournament):
        raise refusal("analysis.rated")
    position = table.position.copy()
    while ply is not None and len(position.history) > ply:
        position.pop()
    return position


# ---- Positions as a board shows them


def follow(data: Json, texts: list[str]) -> tuple[Position, EntryView | None]:
    """The position after moves and deals from another one, and what the last of them did."""
    position = Position.from_json(data)
    for text in texts[:-1]:
        position.push(text)
    if not texts:
        return position, None
    seat, steps = position.turn, position.steps(texts[-1])
    position.push(texts[-1])
    last = EntryView(text=position.history[-1], seat=seat, steps=step_facts(steps))
    return position, last


def view_position(position: Position, last: EntryView | None = None) -> PositionView:
    """A position as a board shows it."""
    needs: Literal["move", "deal", "nothing"] = "deal" if position.needs_deal else "move"
    outcome = position.outcome
    return PositionView(
        position=position.view(),
        drawing=drawing_of(position),
        turn=position.turn,
        needs="nothing" if outcome else needs,
        moves=position.legal_moves if position.turn is not None else [],
        scores=list(position.scores),
        shares=list(outcome.shares) if outcome else [],
        last=last,
    )


def explain(data: Json, move: str) -> list[Json]:
    """The steps of a move, and the points that its player would then be certain of."""
    position = Position.from_json(data)
    return step_facts((*position.steps(move), position.forecast(move)))


def view_faults(data: Json) -> FaultsView:
    """A position that was set up, completed, and why it is impossible."""
    completed = Position.complete(data)
    wrong = [sentence(fault) for fault in Position.status(completed)]
    view = None if wrong else view_position(Position.from_json(completed))
    return FaultsView(position=completed, faults=wrong, view=view)


def view_score(data: Json) -> ScoreView:
    """The scoring of boards that were set up at the end of a round."""
    try:
        position, steps = Position.score(data)
    except BadPosition as wrong:
        return ScoreView(faults=[sentence(wrong.text)], steps=[], after=None)
    return ScoreView(faults=[], steps=step_facts(steps), after=view_position(position))
