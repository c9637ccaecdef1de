"""Moves, positions and steps of any game, as compiled code writes them: as text and as objects.

Arguments are trusted, as in `kernels.py`. A position is an array of one state.
"""

import json
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from azulejos import kernels
from azulejos.contract.rules import Json, Numbers, States
from azulejos.contract.steps import Step, step_kind
from azulejos.contract.verbs import game_of

StepTypes = tuple[type[Step], ...]
ROOM = 1 << 14  # for most texts; a longer one is written again


def text_of(write: Callable[..., int], *args: Any) -> str:
    """The text that a compiled function writes."""
    data = np.empty(ROOM, np.uint8)
    n = write(*args, data)
    while n > len(data):
        data = np.empty(n, np.uint8)
        n = write(*args, data)
    return data[:n].tobytes().decode()


def position_json(states: States) -> Json:
    """The JSON of a position."""
    data: Json = json.loads(text_of(kernels.write_position, states))
    return data


def view_json(states: States) -> Json:
    """The JSON of a position with what pictures need."""
    data: Json = json.loads(text_of(kernels.write_view, states))
    return data


def move_text(states: States, move: int) -> str:
    """The text of a move."""
    return move_texts(states, [move])[0]


def move_texts(states: States, moves: Iterable[int]) -> list[str]:
    """The texts of several moves of one position."""
    return text_of(kernels.write_moves, states, np.array(moves, np.int64)).split()


def deal_text(states: States, deal: Numbers) -> str:
    """The text of a deal."""
    return text_of(kernels.write_deal, states, deal).strip()


def move_steps(states: States, move: int) -> list[Step]:
    """The effects of a legal move, and of the rules after it."""
    after = np.empty_like(states)
    return read_steps(step_types(states), text_of(kernels.write_steps, states, move, after))


def deal_steps(states: States, deal: Numbers) -> list[Step]:
    """The effects of a legal deal."""
    return read_steps(step_types(states), text_of(kernels.write_deal_steps, states, deal))


def forecast(states: States, move: int) -> Step:
    """The mover's points after a legal move, if everything that is certain is scored."""
    return read_step(step_types(states), json.loads(text_of(kernels.write_forecast, states, move)))


def step_types(states: States) -> StepTypes:
    """The classes of steps of a game."""
    return game_of(states).steps.STEP_TYPES


def read_steps(types: StepTypes, text: str) -> list[Step]:
    """The steps of a list as JSON."""
    return [read_step(types, data) for data in json.loads(text)]


def read_step(types: StepTypes, data: Json) -> Step:
    """The step that JSON describes."""
    kind = data.pop("kind")
    return next(step for step in types if step_kind(step) == kind)(**data)
