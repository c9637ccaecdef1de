"""What a board shows of a position: its view, the legal moves, and what led to it.

Nothing is hidden: whoever asks has given the position. What it takes to search for good moves is
not here, see `thinking/`.
"""

from typing import Any, Literal

from azulejos.contract.rules import Json
from azulejos.errors import BadPosition
from azulejos.position import Position
from azulejos.server.table.view import drawing_of
from azulejos.wire.base import Said, Sent, StepFacts, said, sent_steps


class EntryView(Sent):
    """A move or deal, and what it did."""

    text: str
    seat: int | None  # that moved; null for a deal
    steps: list[StepFacts]


class PositionView(Sent):
    """A position, and what may happen next."""

    position: dict[str, Any]  # the game's view of the position, which can be sent as a position
    drawing: str  # as in a view of a table
    turn: int | None
    needs: Literal["move", "deal", "nothing"]  # nothing: the game is over
    moves: list[str]  # the legal ones
    scores: list[int]
    shares: list[float]  # of the win, by seat; empty until the game is over
    last: EntryView | None  # the last of the moves that were sent along


class FaultsView(Sent):
    """A position that was set up, and what makes it impossible."""

    position: dict[str, Any]  # with the fields that follow from the others
    faults: list[Said]  # none: nothing is known against it
    view: PositionView | None  # null for an impossible position


class ScoreView(Sent):
    """The end of a round, or the figures that score."""

    faults: list[Said]  # why it cannot be scored
    steps: list[StepFacts]
    after: PositionView | None  # null for an impossible position; choices may be left in it


def follow(data: Json, texts: list[str]) -> tuple[Position, EntryView | None]:
    """The position after moves and deals from another one, and what the last of them did."""
    position = Position.from_json(data)
    for text in texts[:-1]:
        position.push(text)
    if not texts:
        return position, None
    seat, steps = position.turn, position.steps(texts[-1])
    position.push(texts[-1])
    last = EntryView(text=position.history[-1], seat=seat, steps=sent_steps(steps))
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
    """What a move would do, and the points that its player would then be certain of."""
    position = Position.from_json(data)
    return sent_steps((*position.steps(move), position.forecast(move)))


def view_faults(data: Json) -> FaultsView:
    """A position that was set up, completed, and why it is impossible."""
    completed = Position.complete(data)
    wrong = [said(fault) for fault in Position.status(completed)]
    view = None if wrong else view_position(Position.from_json(completed))
    return FaultsView(position=completed, faults=wrong, view=view)


def view_score(data: Json) -> ScoreView:
    """What the rules do with boards that were set up at the end of a round."""
    try:
        position, steps = Position.score(data)
    except BadPosition as wrong:
        return ScoreView(faults=[said(wrong.text)], steps=[], after=None)
    return ScoreView(faults=[], steps=sent_steps(steps), after=view_position(position))
