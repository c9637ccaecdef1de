"""What a game knows about people: how they play and err, and how they set up a position.

All parts are optional. Lessons and puzzles are files, see `Game.teaching`.
"""

from collections.abc import Callable, Mapping
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from azulejos.contract.rules import Json, States
from azulejos.contract.steps import Step

Change = Callable[[NDArray[np.float32]], None]  # of the weights of a prior, in place


class Leanings(Protocol):
    """How people look at a game, as changes of the weights of a prior (`network.py`)."""

    OVERSIGHTS: Mapping[str, Change]  # what people overlook, by name
    STYLES: Mapping[str, Change]  # what some prefer, by name
    CHARACTERS: Mapping[str, str]  # by name of a character, its style


class Habits(Protocol):
    """What a whole game says about how a seat plays, for statistics that teach."""

    HABITS: tuple[str, ...]  # their names; the sentence of each is `<game>.habit.<name>`

    def stage(self, position: Json, /) -> int:
        """The part of a game that a position belongs to, from 1: its round, if it has rounds."""

    def count_habits(self, steps: list[Json], last: Json, seat: int, /) -> dict[str, float]:
        """By habit, from the steps of a whole game and its last position."""


class Scoring(Protocol):
    """What follows from a position that somebody sets up, as it lies on a real table."""

    def complete(self, data: Json, /) -> Json:
        """A position as JSON with the fields that are left out, as far as they follow from the
        rest. What is badly formed stays as it is.
        """

    def score(self, data: Json, /) -> tuple[list[Step], States]:
        """What the rules do by themselves at the end of a round, or the figures that score: the
        steps, and the state after them. Raises `BadPosition` with the reason if it is impossible.
        """


def no_themes(before: Json, after: Json, steps: list[Json]) -> list[str]:
    """The themes of a move in a game that names none."""
    return []
