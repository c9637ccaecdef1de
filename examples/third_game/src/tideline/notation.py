"""Tideline in writing: moves `draw` and `keep`, deals `w` and `1` to `6`, positions as JSON."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from azulejos.contract.default_parts import json_text, parse_text
from azulejos.contract.fields import is_number
from azulejos.contract.rules import CHANCE, NOBODY, Json, Numbers, States
from azulejos.errors import BadNotation, BadPosition
from azulejos.text import Text
from tideline.state import KINDS, LETTERS, SHELLS, STATE, WAVES

__all__ = ["json_text", "parse_text"]  # the one-line form of a position is the default one

MOVES = ("draw", "keep")
PHASES = {"deal": CHANCE, "over": NOBODY}


def move_text(s: Any, move: int) -> str:
    return MOVES[move]


def move_texts(s: Any, moves: Iterable[int]) -> list[str]:
    return [MOVES[move] for move in moves]


def parse_move(s: Any, text: str) -> int:
    if text not in MOVES:
        raise BadNotation(Text("tideline.form", {"text": text[:40]}), text)
    return MOVES.index(text)


def deal_text(s: Any, deal: Numbers) -> str:
    return LETTERS[deal[0]]


def parse_deal(s: Any, text: str) -> Numbers:
    if text not in tuple(LETTERS):
        raise BadNotation(Text("tideline.form.deal", {"text": text[:40]}), text)
    return np.array([LETTERS.index(text)])


def state_json(s: Any) -> Json:
    """`turn` is the seat whose turn it is, `phase` is there when no seat decides."""
    n = int(s.players)
    data: Json = {"game": "tideline", "players": n, "turn": int(s.turn), "hand": int(s.hand)}
    data |= {"bag": s.bag.tolist(), "scores": s.scores[:n].tolist()}
    phases = [name for name, actor in PHASES.items() if s.actor == actor]
    return data | {"phase": phases[0]} if phases else data


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
