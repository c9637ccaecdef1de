"""Marks: what is shown on a board to explain a move, as data.

A mark says where it stands, and in a sentence what it means, so that text views, screen readers and
terminals say what pictures draw. Places are strings, as in the attribute `data-at` of drawings;
`docs/analysis.md` lists them. A game without places has marks that are only their sentences.
"""

from dataclasses import MISSING, dataclass, fields
from typing import Literal, NamedTuple

from azulejos.contract.rules import Json
from azulejos.text import Text

MarkKind = Literal[
    "look",  # look here
    "take",  # take these tiles
    "path",  # goes from at[0] to `to`
    "ghost",  # a tile that will lie here
    "run",  # these places score together; `n` counts them
    "points",  # `n` points are gained or lost here
    "danger",  # what falls, or what the next seat gets
    "was",  # what was played instead
    "progress",  # `n` of `of` towards a bonus
    "tag",  # a letter or a number
]


@dataclass(frozen=True)
class Mark:
    """Something shown on a board."""

    kind: MarkKind
    at: tuple[str, ...]  # places; none in a game that has no places
    said: Text  # the sentence that says the same
    to: str = ""  # path, was, danger: the place where it leads
    tile: str = ""  # what lies there, in the notation of the game
    n: int = 0  # points with their sign, a count, or the part of a progress
    of: int = 0  # the whole of a progress
    seat: int = -1  # whom it concerns
    tag: str = ""  # "A", "B", "1", "2" …

    def facts(self) -> Json:
        """The fields that differ from their defaults, without the sentence."""
        return {
            each.name: getattr(self, each.name)
            for each in fields(self)
            if each.name != "said"
            and (each.default is MISSING or getattr(self, each.name) != each.default)
        }


@dataclass(frozen=True)
class Advice:
    """A sentence, and the marks that show the same on the board."""

    text: Text
    marks: tuple[Mark, ...] = ()


class Box(NamedTuple):
    """A part of a drawing, in its own units."""

    x: float
    y: float
    w: float
    h: float

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.w / 2, self.y + self.h / 2
