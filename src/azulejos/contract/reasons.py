"""Reasons: why a move is good or bad, as facts that a person can count on the board.

A game names candidates from the views of positions and the steps of moves; `search/reasons.py`
ranks them and keeps those that the figures of a search support. The sentence of a reason is
`<game>.reason.<kind>`, followed by `.<case>` if the kind has cases.
"""

from dataclasses import dataclass
from typing import NamedTuple, Protocol

from azulejos.contract.marks import Mark
from azulejos.contract.rules import Json
from azulejos.contract.steps import Step
from azulejos.text import Text


@dataclass(frozen=True)
class Reason:
    """A fact about a move, or about the one that it is compared with, that speaks for the move."""

    kind: str  # "complete", "deny", "falls" …: each game has its own
    points: float  # its weight
    text: Text
    marks: tuple[Mark, ...] = ()
    seat: int = -1  # whose points it is about


class Played(NamedTuple):
    """A legal move of a position, with its consequences."""

    move: str
    steps: list[Step]
    after: Json  # the view of the position after it


class Reasons(Protocol):
    """The marks and reasons of a game. `before` is the view of the position."""

    def show_source(self, before: Json, move: Played, /) -> tuple[Mark, ...]:
        """Where to look, without saying what the move is."""

    def show_move(self, before: Json, move: Played, tag: str, /) -> tuple[Mark, ...]:
        """The move on the board; a tag names it among several."""

    def compare(self, before: Json, move: Played, other: Played | None, /) -> list[Reason]:
        """What speaks for a move: facts about it, and facts about another one, which is worse."""
