"""Compares an Azul conformance record with the rules: it finds the first illegal
move or deal, or a wrong result. `docs/conformance.md` has the form of a record.
"""

from typing import Any

import numpy as np

from azulejos import batch, kernels
from azulejos.compiled.bits import count_ones
from azulejos.contract.fields import is_text_list, require
from azulejos.contract.game import Verdict
from azulejos.contract.rules import NOBODY, Json, States
from azulejos.errors import BadNotation
from azulejos.games.azul.notation import parse_deal, parse_move
from azulejos.games.azul.rules import (
    TILING,
    bonus,
    complete_colours,
    complete_columns,
    complete_rows,
    deal_fault,
    move_fault,
)
from azulejos.games.azul.state import (
    COLOURS,
    DISPLAY_TILES,
    LETTERS,
    PLAYERS,
    ROWS,
    SIDES,
    STATE,
    displays,
    tally,
)


class Fault(Exception):
    """An illegal move or deal of a record, with the verdict on the record."""

    def __init__(self, clause: str, i: int, offending: str, **place: Any):
        self.verdict = Verdict({"clause": clause, "round": i, **place}, f"{clause}: {offending}")


def judge(record: Json) -> Verdict:
    """The verdict on a record: the first illegal move or deal, a wrong result, or nothing wrong."""
    check_form(record)
    states = np.zeros(1, STATE)
    kernels.setup(
        states, record["players"], np.array([SIDES.index(record["wall"]), record["first"]])
    )
    try:
        for i, part in enumerate(record["rounds"]):
            play_round(states, i, part)
            scores = [
                int(me.score - (states[0].actor == NOBODY) * bonus(me)) for me in boards(states)
            ]
            if i < len(record.get("scores", [])) and scores != record["scores"][i]:
                return Verdict(why=f"round {i}: scores {scores}, not {record['scores'][i]}")
    except Fault as fault:
        return fault.verdict
    if "final" not in record or final(states) == record["final"]:
        return Verdict()
    return Verdict(why=f"final: {final(states)}, not {record['final']}")


def boards(states: States) -> list[Any]:
    """The boards of the seats that play."""
    return [states[0].boards[p] for p in range(states[0].players)]


def final(states: States) -> Json | None:
    """The result of a game in the form of a record; None while it goes on."""
    if states[0].actor != NOBODY:
        return None
    shares = np.zeros((1, 2, batch.SEATS))
    kernels.result(states, shares)
    return {
        "scores": [int(me.score) for me in boards(states)],
        "rows": [count_ones(complete_rows(me)) for me in boards(states)],
        "columns": [count_ones(complete_columns(me)) for me in boards(states)],
        "colours": [count_ones(complete_colours(me)) for me in boards(states)],
        "winners": [p for p in range(states[0].players) if shares[0, 0, p] > 0],
    }


# ---- A round


def play_round(states: States, i: int, part: Json) -> None:
    """Apply the deal, moves and tiling of round i."""
    s = states[0]
    if s.actor == NOBODY:
        raise Fault("A23", i, "the game is over", move=None)
    deal_round(states, i, part["deal"])
    before, move = states.copy(), 0
    for j, text in enumerate(part["moves"]):
        try:
            move = parse_move(s, text)
        except BadNotation:
            raise Fault("form", i, text, move=j) from None
        if move >= TILING:
            raise Fault("form", i, text, move=j)
        if clause := "A16" if s.offered == 0 else move_fault(s, move):  # also in the last round
            raise Fault(clause, i, text, move=j)
        before = states.copy()
        kernels.play(states, np.array([move]))
    if s.offered:
        raise Fault("A16", i, "tiles are left", move=len(part["moves"]))
    if s.is_gray:
        complete = complete_lines(before[0], move)
        check_tiling(states, before, i, complete, part.get("tiling", []))


def deal_round(states: States, i: int, letters: list[str]) -> None:
    """A6: fill the displays."""
    s = states[0]
    if any(set(display) - set(LETTERS) for display in letters):
        raise Fault("form", i, " ".join(letters), move=None)
    if len(letters) != displays(int(s.players)) or any(
        len(display) > DISPLAY_TILES for display in letters
    ):
        raise Fault("A6", i, " ".join(letters), move=None)
    deal = parse_deal(s, " ".join(display or "-" for display in letters))
    if clause := deal_fault(s, deal):
        raise Fault(clause, i, " ".join(letters), move=None)
    kernels.settle(states, deal[None])


def complete_lines(s: Any, move: int) -> list[tuple[int, int]]:
    """The lines that are complete once `move` is made, as (seat, row), in the order of tiling."""
    taken, line = tally(s.tiles[move // 6 % 10], move // 60), move % 6
    return [
        (p, r)
        for p in range(s.players)
        for r in range(ROWS)
        if s.boards[p].room[r] <= (taken if (p, r) == (s.actor, line) else 0)
    ]


# ---- Tiling of the gray side


def check_tiling(
    states: States, before: States, i: int, complete: list[tuple[int, int]], tiling: list[list[str]]
) -> None:
    """A17 to A19: the record has a choice for every complete line with a space, and no others."""
    s = states[0]
    for p in range(s.players):
        choices = tiling[p] if p < len(tiling) else []
        made = 0
        for r in [r for seat, r in complete if seat == p]:
            is_due = s.actor == p and s.offered == 0 and s.line == r
            column = -1 if is_due else column_laid(before[0].boards[p], s.boards[p], r)
            if not is_due and column < 0:
                continue  # A19: no space was possible
            if made == len(choices):
                raise Fault("A17", i, "a choice is missing", tiling=[p, made])
            lay_choice(states, i, choices[made], (p, made), r, column)
            made += 1
        if made < len(choices):
            parse_choice(states[0], i, choices[made], (p, made))
            raise Fault("A17", i, choices[made], tiling=[p, made])


def column_laid(before: Any, me: Any, r: int) -> int:
    """The column in which the rules laid row r's tile, -1 if they laid none."""
    return next((c for c in range(COLOURS) if before.wall[r, c] != me.wall[r, c]), -1)


def parse_choice(s: Any, i: int, choice: str, place: tuple[int, int]) -> int:
    """The number of a choice of the gray side."""
    try:
        move = parse_move(s, choice)
    except BadNotation:
        move = 0
    if move < TILING:
        raise Fault("form", i, choice, tiling=list(place))
    return move


def lay_choice(
    states: States, i: int, choice: str, place: tuple[int, int], r: int, column: int
) -> None:
    """Play a choice that is due; compare one that was not due, because only one space was possible,
    with the column that the rules took.
    """
    move = parse_choice(states[0], i, choice, place)
    if not TILING + 5 * r <= move < TILING + 5 * r + 5:
        raise Fault("A17", i, choice, tiling=list(place))
    if column >= 0:
        if move != TILING + 5 * r + column:
            raise Fault("A18", i, choice, tiling=list(place))
    elif clause := move_fault(states[0], move):
        raise Fault(clause, i, choice, tiling=list(place))
    else:
        kernels.play(states, np.array([move]))


# ---- Form


def check_form(record: Json) -> None:
    """Raise `BadNotation` if this is no record at all."""
    require(record.get("wall") in SIDES, "wall")
    players, first = record.get("players"), record.get("first")
    require(type(players) is int and players in PLAYERS, "players")
    require(type(first) is int and 0 <= first < record["players"], "first")
    require(isinstance(record.get("rounds"), list), "rounds")
    require("illegal" in record or {"scores", "final"} <= set(record), "final")
    require(isinstance(record.get("scores", []), list), "scores")
    for i, part in enumerate(record["rounds"]):
        require(isinstance(part, dict), f"rounds[{i}]")
        require(is_text_list(part.get("deal")), f"rounds[{i}].deal")
        require(is_text_list(part.get("moves")), f"rounds[{i}].moves")
        tiling = part.get("tiling", [])
        require(isinstance(tiling, list) and all(map(is_text_list, tiling)), f"rounds[{i}].tiling")
