"""Knowledge about people: habits, typical mistakes, and positions that they set up.

All parts are optional. Lessons and puzzles are files, see `Game.teaching`.
"""

from collections.abc import Callable, Mapping
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from azulejos.contract.rules import Json, States
from azulejos.contract.steps import Step

Change = Callable[[NDArray[np.float32]], None]  # of the weights of a prior, in place


class HumanBias(Protocol):
    """Human bias at a game, as changes of the weights of a prior (`network.py`)."""

    OVERSIGHTS: Mapping[str, Change]  # by name of a thing that people overlook
    STYLES: Mapping[str, Change]  # by name of a preference
    CHARACTERS: Mapping[str, str]  # by name of a character, its style


class Habits(Protocol):
    """Statistics of how a seat plays, from a whole game."""

    HABITS: tuple[str, ...]  # their names; the sentence of each is `<game>.habit.<name>`

    def stage(self, position: Json, /) -> int:
        """The part of a game that a position belongs to, from 1: its round, if it has rounds."""

    def count_habits(self, steps: list[Json], last: Json, seat: int, /) -> dict[str, float]:
        """By habit, from the steps of a whole game and its last position."""


class Scoring(Protocol):
    """Consequences of a position that a person sets up, as it lies on a real table."""

    def complete(self, data: Json, /) -> Json:
        """A position as JSON with the fields that are left out, as far as they follow from the
        rest. What is badly formed stays as it is.
        """

    def score(self, data: Json, /) -> tuple[list[Step], States]:
        """The steps that the rules take by themselves at the end of a round, or the figures that
        score, and the state after them. Raises `BadPosition` with the reason if it is impossible.
        """


def no_themes(before: Json, after: Json, steps: list[Json]) -> list[str]:
    """The themes of a move in a game that names none."""
    return []
