"""Observations as arrays of bytes, and actions, for learning programs.

An observation is one flat array of `uint8` from the view of a seat. It is a row of fields, each
with a name, a shape and a largest value; the seat comes first wherever seats are listed. An action
is an integer of a fixed space that can be smaller than that of the moves. Not here: how a game is
encoded, see `encoding.py` of its folder, and the environments, see `envs/`.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

Observation = NDArray[np.uint8]


class Field(NamedTuple):
    """A part of an observation."""

    name: str
    shape: tuple[int, ...]
    high: int  # the largest value
    meaning: str  # for documents: what the numbers are, and what the axes count

    @property
    def width(self) -> int:
        """How many numbers it has."""
        return int(np.prod(self.shape))


class Encoding(Protocol):
    """How a game is encoded. Functions of a state are compiled unless they say so, and trust
    their input."""

    VERSION: int  # of the encoding; a change of any meaning is a new version
    ACTIONS: int  # actions are ints from 0 to below it
    DRAWS: int  # outcomes of a single draw are ints from 0 to below it

    def fields(self, players: int, options: NDArray[np.int64], /) -> tuple[Field, ...]:
        """The fields of an observation in a variant, in order."""

    def observe(self, s: Any, seat: int, out: Observation, /) -> None:
        """Write the observation of a seat; every number of `out` is written."""

    def write_mask(self, s: Any, out: NDArray[np.int8], /) -> None:
        """Write 1 for each action that is legal for `s.actor`, 0 for all others."""

    def find_move(self, s: Any, action: int, /) -> int:
        """The move of an action, or -1 if it is not legal or no action at all."""

    def find_action(self, s: Any, move: int, /) -> int:
        """The action of a legal move."""

    def draw_supplies(self, s: Any, /) -> tuple[list[list[int]], int]:
        """When a deal is due, drawn one by one: the supplies that it is drawn from, by outcome, and
        how many draws it takes. A draw is from the first supply that is not empty; the deal is
        complete early if all are. Not compiled.
        """

    def drawn_deal(self, s: Any, drawn: Sequence[int], /) -> NDArray[np.int64]:
        """The deal of a complete list of draws. Not compiled."""


def split(fields: tuple[Field, ...], observation: NDArray[Any]) -> dict[str, NDArray[Any]]:
    """The fields of observations by name, as views; the last axis is that of the numbers."""
    found, start = {}, 0
    for field in fields:
        part = observation[..., start : start + field.width]
        found[field.name] = part.reshape(*observation.shape[:-1], *field.shape)
        start += field.width
    return found


def highs(fields: tuple[Field, ...]) -> Observation:
    """The largest value of each number of an observation."""
    return np.concatenate([np.full(field.width, field.high, np.uint8) for field in fields])
