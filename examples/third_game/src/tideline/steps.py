"""What moves and draws of Tideline do, as facts; the sentences are in `words/`."""

from dataclasses import dataclass
from typing import Any

from azulejos.compiled.jit import jit
from azulejos.contract.steps import Step, step_writer
from tideline.rules import KEEP, left, play


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


write_draw, write_keep, write_shell = map(step_writer, (Draw, Keep, Shell))
write_wave, write_forecast_step = map(step_writer, (Wave, Forecast))


@jit
def write_steps(s: Any, move: Any, out: Any) -> None:
    if move == KEEP:
        write_keep(s.turn, s.hand, out)
    else:
        write_draw(s.turn, out)
    play(s, move)


@jit
def write_deal_steps(s: Any, deal: Any, out: Any) -> None:
    value = deal[0]
    if value == 0:
        write_wave(s.turn, s.hand, out)
        return
    write_shell(s.turn, value, s.hand + value, out)
    if left(s) == 1:
        write_keep(s.turn, s.hand + value, out)


@jit
def write_forecast(s: Any, move: Any, out: Any) -> None:
    write_forecast_step(s.turn, s.scores[s.turn] + s.hand, out)
