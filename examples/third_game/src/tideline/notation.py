"""Tideline in writing: moves `draw` and `keep`, deals `w` and `1` to `6`, positions as JSON."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from azulejos.compiled.jit import jit
from azulejos.compiled.writing import (
    close_object,
    number_field,
    open_object,
    text_field,
    write,
    write_byte,
    write_name,
    write_numbers,
)
from azulejos.contract.default_parts import json_text, parse_text
from azulejos.contract.fields import is_number
from azulejos.contract.rules import CHANCE, NOBODY, Json, Numbers, States
from azulejos.errors import BadNotation, BadPosition
from azulejos.text import Text
from tideline.rules import KEEP
from tideline.state import KINDS, LETTERS, SHELLS, STATE, WAVES

__all__ = ["json_text", "parse_text"]  # the one-line form of a position is the default one

MOVES = ("draw", "keep")
KIND_NAMES = LETTERS.encode()
PHASES = {"deal": CHANCE, "over": NOBODY}


@jit
def write_moves(s: Any, moves: Any, out: Any) -> None:
    for move in moves:
        write(b"keep " if move == KEEP else b"draw ", out)


def parse_move(s: Any, text: str) -> int:
    if text not in MOVES:
        raise BadNotation(Text("tideline.form", {"text": text[:40]}), text)
    return MOVES.index(text)


@jit
def write_deal(s: Any, deal: Any, out: Any) -> None:
    write_byte(KIND_NAMES[deal[0]], out)


def parse_deal(s: Any, text: str) -> Numbers:
    if text not in tuple(LETTERS):
        raise BadNotation(Text("tideline.form.deal", {"text": text[:40]}), text)
    return np.array([LETTERS.index(text)])


@jit
def write_position(s: Any, out: Any) -> None:
    """`turn` is the seat whose turn it is, `phase` is there when no seat decides."""
    open_object(out)
    text_field(b"game", b"tideline", out)
    number_field(b"players", s.players, out)
    number_field(b"turn", s.turn, out)
    number_field(b"hand", s.hand, out)
    write_name(b"bag", out)
    write_numbers(s.bag, KINDS, out)
    write_name(b"scores", out)
    write_numbers(s.scores, s.players, out)
    if s.actor < 0:
        text_field(b"phase", b"deal" if s.actor == CHANCE else b"over", out)
    close_object(out)


def parse_json(data: Json) -> States:
    """The position as an array of one state; the first field that is wrong is refused."""
    for name, is_right in _checks(data):
        if not is_right:
            raise BadPosition(Text("position.field", {"field": name}))
    states = np.zeros(1, STATE)
    s = states[0]
    s.players, s.turn, s.hand = data["players"], data["turn"], data["hand"]
    s.bag[:] = data["bag"]
    s.scores[: s.players] = data["scores"]
    s.actor = PHASES.get(data.get("phase", ""), s.turn)
    return states


def _checks(data: Json) -> Iterable[tuple[str, bool]]:
    """Each field of a position and whether it is right; later ones rely on earlier ones."""
    bag, scores, hand = data.get("bag"), data.get("scores"), data.get("hand")
    yield "players", is_number(data.get("players"), 2, 4)
    yield "turn", is_number(data.get("turn"), 0, data["players"] - 1)
    limits = [int(WAVES[-1]), *[SHELLS] * (KINDS - 1)]
    is_bag = isinstance(bag, list) and len(bag) == KINDS
    yield "bag", is_bag and all(map(is_number, bag, [0] * KINDS, limits))
    drawn = sum(kind * (SHELLS - bag[kind]) for kind in range(1, KINDS))  # the value of the shells
    is_list = isinstance(scores, list) and len(scores) == data["players"]
    yield "scores", is_list and all(is_number(score, 0, drawn) for score in scores)
    yield "hand", is_number(hand, 0, drawn - sum(scores)) and (any(bag) or not hand)
    phase = data.get("phase")
    yield "phase", (phase == "over") != any(bag) and phase in (None, *PHASES)
