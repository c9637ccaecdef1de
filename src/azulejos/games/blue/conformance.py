"""Compares a BLUE conformance record with the rules: it finds the first illegal
move or deal, or a wrong result. `docs/conformance.md` has the form of a record.
"""

from collections import Counter

import numpy as np

from azulejos import kernels
from azulejos.contract.fields import is_text_list, require
from azulejos.contract.game import Verdict
from azulejos.contract.rules import CHANCE, NOBODY, SEATS, Json, States
from azulejos.errors import BadNotation
from azulejos.games.blue.faults import is_supply
from azulejos.games.blue.notation import parse_deal, parse_move, read_options
from azulejos.games.blue.rules import deal_fault, move_fault
from azulejos.games.blue.state import COLOUR_NAMES, COLOURS, DRAWS, LETTERS, SEATINGS, STATE
from azulejos.written import view_json


def judge(record: Json) -> Verdict:
    """The verdict on a record: the first illegal move or deal, a wrong result, or nothing wrong."""
    check_form(record)
    states = np.zeros(1, STATE)
    kernels.setup(states, record["players"], read_options(record))
    for i, text in enumerate(record["moves"]):
        if clause := play_move(states, text, record.get("draws", "")):
            return Verdict({"clause": clause, "move": i}, f"{clause}: {text}")
    if "final" not in record:
        return Verdict()
    found = {"blocked": view_json(states)["blocked"], "final": final(states)}
    for name, value in found.items():
        if value != record[name]:
            return Verdict(why=f"{name}: {value}, not {record[name]}")
    return Verdict()


def play_move(states: States, text: str, draws: str) -> str:
    """Draw if a draw is due, then play a move. Return the first clause that is broken, or ""."""
    s = states[0]
    if s.actor == CHANCE:
        deal = parse_deal(s, draws[s.laid])
        if clause := deal_fault(s, deal):
            return clause
        kernels.settle(states, deal[None])
    try:
        move = parse_move(s, text)
    except BadNotation:
        return "form"
    clause = move_fault(s, move)
    if not clause:
        kernels.play(states, np.array([move]))
    return clause


def final(states: States) -> Json | None:
    """The result of a game in the form of a record; None while it goes on."""
    s = states[0]
    if s.actor != NOBODY:
        return None
    view, out = view_json(states), np.zeros((1, 2, SEATS))
    kernels.result(states, out)
    shares = out[0, 0]
    chains, circles = (
        Counter(line["colour"] for line in view[shape]) for shape in ("chains", "circles")
    )
    return {
        "chains": {name: chains[name] for name in COLOUR_NAMES},
        "circles": {name: circles[name] for name in COLOUR_NAMES},
        "scores": view["scores"],
        "winners": [p for p in range(s.players) if shares[p] > 0],
    }


# ---- Form


def check_form(record: Json) -> None:
    """Raise `BadNotation` if this is no record at all."""
    players, colours = record.get("players"), record.get("colours")
    require(type(players) is int and players in SEATINGS, "players")
    require(is_text_list(colours), "colours")
    require(",".join(record["colours"]) in SEATINGS[record["players"]], "colours")
    require(is_supply(record.get("tiles_per_type")), "tiles_per_type")
    require(record.get("draw") in DRAWS, "draw")
    require(is_text_list(record.get("moves")), "moves")
    if record["draw"] == "blind":
        draws = record.get("draws")
        is_whole = isinstance(draws, str) and len(draws) == COLOURS * record["tiles_per_type"]
        require(is_whole and set(record["draws"]) <= set(LETTERS), "draws")
    require("illegal" in record or {"final", "blocked"} <= set(record), "final")
