"""The parts that every game must have: rules, notation and steps. Read this page first.

A state is one NumPy record, and its dtype identifies the game. Copy a state, never undo a move.
Chance is an event: `draw` samples a deal without changing the state, `settle` applies a deal,
sampled or read from a record. Values are by seat, for any number of seats. Parts that a game may
have besides: `evaluation.py`, `teaching.py`, `encoding.py`; all of them are listed in `game.py`.
"""

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from azulejos.compiled.writing import Buffer
from azulejos.contract.steps import Step

CHANCE = -1  # as an actor: a deal is due
NOBODY = -2  # as an actor: the game is over
SEATS = 4  # the most that any game may have; the width of arrays by seat

State = Any  # one NumPy record of a game's dtype; its fields are known to that game alone
States = NDArray[Any]  # an array of such records
Numbers = NDArray[np.int64]
Json = dict[str, Any]


class Rules(Protocol):
    """The rules. The first seven functions are compiled and given legal arguments only."""

    ACTION_SPACE: int  # moves are ints from 0 to below it
    MAX_MOVES: int  # the length of the array that `legal_moves` needs
    DEAL_SIZE: int  # the length of the array that `draw` needs

    def setup(self, s: State, players: int, options: Numbers, /) -> None:
        """Write the opening position; each option is the number of its choice."""

    def legal_moves(self, s: State, out: NDArray[np.int16], /) -> int:
        """Write the moves of `s.actor` and return their number; 0 when it is no seat."""

    def play(self, s: State, move: int, /) -> None:
        """Apply a legal move and whatever the rules then do by themselves."""

    def draw(self, s: State, rng: NDArray[np.uint64], deal: Numbers, /) -> None:
        """When `s.actor` is CHANCE: sample a deal, touch nothing."""

    def settle(self, s: State, deal: Numbers, /) -> None:
        """Apply a deal, sampled or read from a record."""

    def outcomes(self, s: State, deals: NDArray[np.int64], chances: NDArray[np.float64], /) -> int:
        """When `s.actor` is CHANCE: all deals and their chances if they are a handful, else 0."""

    def result(self, s: State, out: NDArray[np.float64], /) -> None:
        """By seat: out[0] shares of the win (ties split) if the game ended now, out[1] scores."""

    def move_fault(self, s: State, move: int, /) -> str:
        """The first clause that a move breaks, "" when it is legal."""

    def deal_fault(self, s: State, deal: Numbers, /) -> str:
        """The first clause that a deal breaks, "" when it could be drawn."""


class Notation(Protocol):
    """How a game is written: every form has a way out and a way back in. The ways out are compiled,
    see `compiled/writing.py`.
    """

    def write_moves(self, s: State, moves: Numbers, out: Buffer, /) -> None:
        """The texts of moves of a position, with a space after each."""

    def write_deal(self, s: State, deal: Numbers, out: Buffer, /) -> None:
        """The text of a deal."""

    def write_position(self, s: State, out: Buffer, /) -> None:
        """The JSON of a position."""

    def parse_move(self, s: State, text: str, /) -> int: ...
    def parse_deal(self, s: State, text: str, /) -> Numbers: ...
    def parse_json(self, data: Json, /) -> States: ...
    def json_text(self, data: Json, /) -> str: ...
    def parse_text(self, text: str, /) -> Json: ...


class Steps(Protocol):
    """The effects of moves and deals, as typed facts. The points of the steps of a move or deal add
    up, by seat, to the change of the scores. The functions are compiled, and write steps with what
    `step_writer` makes of their classes. They are given a copy of a state.
    """

    STEP_TYPES: tuple[type[Step], ...]  # every class of step of the game

    def write_steps(self, s: State, move: int, out: Buffer, /) -> None:
        """Play a legal move as `play` does, and write its effects and those of the rules after it,
        in order.
        """

    def write_deal_steps(self, s: State, deal: Numbers, out: Buffer, /) -> None:
        """The effects of a legal deal, in order."""

    def write_forecast(self, s: State, move: int, out: Buffer, /) -> None:
        """The mover's points after a legal move, if everything that is certain is scored."""


@dataclass(frozen=True)
class Option:
    """An option of a table, chosen before the game; the first choice is the default."""

    name: str
    choices: tuple[str, ...]
