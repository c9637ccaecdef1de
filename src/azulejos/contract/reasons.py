"""Reasons: why a move is good or bad, as facts that a person can count on the board.

A game names candidates from the views of positions and the steps of moves; `search/reasons.py`
ranks them and keeps those that the figures of a search support. The sentence of a reason is
`<game>.reason.<kind>`, followed by `.<case>` if the kind has cases; what is said of the other move
is `<game>.reason.otherwise.<kind>`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, Protocol

from azulejos.contract.marks import Mark
from azulejos.contract.rules import Json
from azulejos.contract.steps import Step
from azulejos.text import Text

Side = Literal["A", "B"]  # the move, or the one that it is compared with
SHARED = 0.05  # weight of a fact that is true of both moves


@dataclass(frozen=True)
class Reason:
    """A fact about a move, or about the one that it is compared with."""

    kind: str  # "complete", "deny", "falls" …: each game has its own
    points: float  # its weight, below 0 if it speaks against the move
    text: Text
    seat: int  # whose points it is about; -1 for the end of the game
    marks: tuple[Mark, ...] = ()
    side: Side = "A"  # the move that the sentence is about


class Played(NamedTuple):
    """A legal move of a position, with its consequences."""

    move: str
    steps: list[Step]
    after: Json  # the view of the position after it


class Reasons(Protocol):
    """The marks and reasons of a game. `before` is the view of the position."""

    HORIZON: int  # moves that two compared moves are played on, unless a deal comes before
    THEMES: Mapping[str, str]  # what a reason is about, by kind: two of a theme say much the same

    def show_source(self, before: Json, move: Played, /) -> tuple[Mark, ...]:
        """Where to look, without saying what the move is."""

    def show_move(self, before: Json, move: Played, tag: str, /) -> tuple[Mark, ...]:
        """The move on the board; a tag names it among several."""

    def facts(self, before: Json, move: Played, /) -> list[Reason]:
        """All facts about a move, for and against it."""

    def compare(self, before: Json, move: Played, other: Played, /) -> list[Reason]:
        """Facts that speak for a move: about it, and about another one, which is worse."""


# ---- Comparison of the facts of two moves


def weight_of(facts: list[Reason], kind: str) -> float:
    """The weight of the first fact of a kind; 0 if there is none."""
    return next((fact.points for fact in facts if fact.kind == kind), 0.0)


def advantages(own: list[Reason], rival: list[Reason]) -> Iterator[Reason]:
    """Facts for a move; what the other has as well counts little."""
    for fact in own:
        if fact.points > 0:
            ahead = fact.points - max(0.0, weight_of(rival, fact.kind))
            yield replace(fact, points=max(SHARED * fact.points, ahead))


def avoided(own: list[Reason], rival: list[Reason]) -> Iterator[Reason]:
    """Facts against the other move that are worse than those against the move itself."""
    for fact in rival:
        ahead = min(0.0, weight_of(own, fact.kind)) - fact.points
        if fact.points < 0 < ahead:
            code = fact.text.code.replace(".reason.", ".reason.otherwise.", 1)
            yield replace(fact, points=ahead, text=Text(code, fact.text.args), side="B")
