"""The view of a BLUE position: its JSON, with what the rules say about it.

Pictures and the page know no rules, so the view has the blocked spaces, the closed chains and
circles, and the scores.
"""

from typing import Any

import numpy as np

from azulejos import batch, kernels
from azulejos.game import Json, State
from azulejos.games.blue.faults import place_text
from azulejos.games.blue.notation import places, state_json
from azulejos.games.blue.rules import END, LINE, segments
from azulejos.games.blue.state import BLOCKED, COLOUR_NAMES, EAST, SOUTH, WRAP


def view(s: State) -> Json:
    """The JSON of a position with its blocked spaces, chains, circles and scores."""
    chains, circles = closed_lines(s)
    found = {"blocked": blocked(s), "chains": chains, "circles": circles, "scores": scores(s)}
    return state_json(s) | found


def blocked(s: Any) -> list[str]:
    """B7: the spaces in which no tile could be laid, by x, then y."""
    found = sorted(place for cell, place in places(s).items() if s.board[cell] == BLOCKED)
    return [place_text(place) for place in found]


def closed_lines(s: Any) -> tuple[list[Json], list[Json]]:
    """B10, B11: the chains and the circles, each from its western or northern end."""
    chains: list[Json] = []
    circles: list[Json] = []
    found = places(s)
    for cell in s.cells[: s.laid].tolist():
        n = segments(s.board, cell)
        if n < 0:
            continue
        code = s.board[cell]
        step = int(EAST + SOUTH - LINE[code])
        line = {
            "colour": COLOUR_NAMES[END[code]],
            "cells": [place_text(found[cell + step * i & WRAP]) for i in range(n + 2)],
            "direction": "east" if step == EAST else "south",
        }
        (chains if n else circles).append(line)
    return chains, circles


def scores(s: Any) -> list[int]:
    """The score of each seat now."""
    return [int(score) for score in result(s)[1, : s.players]]


def result(s: Any) -> Any:
    """B12: shares of the win and scores, by seat."""
    out = np.zeros((1, 2, batch.SEATS))
    kernels.result(np.array([s], s.dtype), out)
    return out[0]
