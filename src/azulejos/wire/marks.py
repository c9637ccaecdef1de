"""Marks on a board, reasons for moves, and hints: see `contract/marks.py`."""

from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, SerializerFunctionWrapHandler, model_serializer

from azulejos.contract import marks as contract
from azulejos.contract import reasons
from azulejos.contract.rules import Json
from azulejos.wire.fields import Answer, Sentence, sentence

if TYPE_CHECKING:  # clients do without the search
    from azulejos.search.reasons import Explanation


class Mark(BaseModel):
    """Something shown on a board; a field that has its default value is left out."""

    model_config = ConfigDict(extra="forbid", frozen=True, json_schema_extra={"x-sparse": True})

    kind: contract.MarkKind
    at: list[str]  # places; none in a game that has no places
    said: Sentence  # the sentence that says the same
    to: str = ""  # path, was, danger: the place where it leads
    tile: str = ""  # what lies there, in the notation of the game
    n: int = 0  # points with their sign, a count, or the part of a progress
    of: int = 0  # the whole of a progress
    seat: int = -1  # whom it concerns
    tag: str = ""  # "A", "B", "1", "2" …

    @model_serializer(mode="wrap")
    def leave_out_defaults(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        defaults = {name: field.default for name, field in type(self).model_fields.items()}
        return {name: value for name, value in write(self).items() if value != defaults[name]}


class Reason(Answer):
    """A fact that speaks for or against a move."""

    kind: str  # "complete", "deny", "falls" …: each game has its own
    points: float  # its weight in points; below 0 it speaks against the move
    seat: int  # whose points it is about; -1 for the end of the game
    text: Sentence
    marks: list[Mark]
    side: reasons.Side = "A"  # the move that the sentence is about; "B": the one compared with


class Advice(Answer):
    """A sentence, and the marks that show the same on the board."""

    text: Sentence
    marks: list[Mark]


class Comparison(Answer):
    """Why a move is better than another."""

    reasons: list[Reason]  # one to three, the strongest first
    other: str  # the move compared with; "" if there is none
    marks: list[Mark]  # both moves on the board, tagged "A" and "B"
    win: float  # share of the win that the mover expects, as an analysis shows it


# ---- Conversion for sending


def mark_json(mark: contract.Mark) -> Json:
    """A mark for sending."""
    return mark.facts() | {"said": sentence(mark.said).model_dump()}


def advice_json(advice: contract.Advice) -> Json:
    """A sentence and its marks for sending."""
    marks = [mark_json(mark) for mark in advice.marks]
    return {"text": sentence(advice.text).model_dump(), "marks": marks}


def reason_json(reason: reasons.Reason) -> Json:
    """A reason for sending."""
    said = advice_json(contract.Advice(reason.text, reason.marks))
    facts = {"kind": reason.kind, "seat": reason.seat, "side": reason.side}
    return {**facts, "points": round(reason.points, 2), **said}


def comparison_json(why: "Explanation") -> Json:
    """An explanation for sending."""
    return {
        "reasons": [reason_json(reason) for reason in why.reasons],
        "other": why.other,
        "marks": [mark_json(mark) for mark in why.marks],
        "win": round(why.win, 4),
    }
