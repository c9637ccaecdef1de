"""What moves and draws of Tideline do, as facts; the sentences are in `words/`."""

from dataclasses import dataclass
from typing import Any

from azulejos.contract.rules import Numbers
from azulejos.contract.steps import Step
from tideline.rules import KEEP, left


@dataclass(frozen=True)
class Draw(Step):
    """T2: a seat draws from the bag."""

    seat: int


@dataclass(frozen=True)
class Keep(Step):
    """T3, T5: a seat keeps its hand."""

    seat: int
    points: int


@dataclass(frozen=True)
class Shell(Step):
    """T3: a shell comes to the hand."""

    seat: int
    value: int
    hand: int  # its sum then


@dataclass(frozen=True)
class Wave(Step):
    """T4: the hand is washed away."""

    seat: int
    count: int  # points lost


@dataclass(frozen=True)
class Forecast(Step):
    """The points of a seat if it keeps what it has."""

    seat: int
    score: int


STEP_TYPES: tuple[type[Step], ...] = (Draw, Keep, Shell, Wave, Forecast)


def move_steps(s: Any, move: int) -> list[Step]:
    seat = int(s.turn)
    return [Keep(seat, int(s.hand)) if move == KEEP else Draw(seat)]


def deal_steps(s: Any, deal: Numbers) -> list[Step]:
    seat, hand, value = int(s.turn), int(s.hand), int(deal[0])
    if value == 0:
        return [Wave(seat, hand)]
    shell = Shell(seat, value, hand + value)
    return [shell, Keep(seat, hand + value)] if left(s) == 1 else [shell]


def forecast(s: Any, move: int) -> Step:
    seat = int(s.turn)
    return Forecast(seat, int(s.scores[seat]) + int(s.hand))
