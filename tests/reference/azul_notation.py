"""The texts of Azul moves and tiling choices, read as conformance/README.md writes them."""

import re
from dataclasses import dataclass

from .illegal import Illegal


@dataclass(frozen=True)
class Move:
    source: str  # "1" ... "9" or "C"
    colour: str  # one of COLOURS
    line: str  # "1" ... "5" or "F"


@dataclass(frozen=True)
class Laying:
    text: str  # "2>4": line and column, from 1
    colour: str
    spaces: list[int]  # the columns that were possible, from 1


def parse_move(text: str, displays: int) -> Move:
    if not isinstance(text, str) or not re.fullmatch("[1-9C][BYRKW][1-5F]", text):
        raise Illegal("form", text)
    if text[0] != "C" and int(text[0]) > displays:
        raise Illegal("form", text)
    return Move(text[0], text[1], text[2])


def parse_choice(text: str) -> tuple[int, int]:
    """Line and column, from 1."""
    if not isinstance(text, str) or not re.fullmatch("[1-5]>[1-5]", text):
        raise Illegal("form", text)
    return int(text[0]), int(text[2])
