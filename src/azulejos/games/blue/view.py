"""The view of a BLUE position: its JSON, with what the rules say about it.

Pictures and the page know no rules, so the view has the blocked spaces, the closed chains and
circles, and the scores.
"""

from typing import Any

import numpy as np

from azulejos import batch, kernels
from azulejos.compiled.bits import index
from azulejos.compiled.jit import kernel
from azulejos.compiled.types import int8, int16, int64
from azulejos.contract.rules import Json, State
from azulejos.games.blue.faults import place_text
from azulejos.games.blue.notation import place_texts, places, state_json
from azulejos.games.blue.rules import END, LINE, segments
from azulejos.games.blue.state import BLOCKED, COLOUR_NAMES, EAST, SOUTH, WRAP


def view(s: State) -> Json:
    """The JSON of a position with its blocked spaces, chains, circles and scores."""
    chains, circles = closed_lines(s)
    found = {"blocked": blocked(s), "chains": chains, "circles": circles, "scores": scores(s)}
    return state_json(s) | found


def blocked(s: Any) -> list[str]:
    """B7: the spaces in which no tile could be laid, by x, then y."""
    found = places(s)
    return [place_text(place) for place in sorted(found[cell] for cell in blocked_cells(s))]


def blocked_cells(s: Any) -> list[int]:
    """The cells of the blocked spaces."""
    return list(map(int, np.flatnonzero(s["board"] == BLOCKED)))


def closed_lines(s: Any, through: int | None = None) -> tuple[list[Json], list[Json]]:
    """B10, B11: the chains and the circles, each from its western or northern end; all of them, or
    those through a cell.
    """
    chains: list[Json] = []
    circles: list[Json] = []
    names, board, laid = place_texts(s), s["board"], s["cells"][: s["laid"]]
    counts = np.empty(len(laid), np.int64)
    count_segments(board, laid, -1 if through is None else through, counts)
    for i in np.flatnonzero(counts >= 0).tolist():
        cell, n = int(laid[i]), int(counts[i])
        code = board[cell]
        step = int(EAST + SOUTH - LINE[code])
        line = {
            "colour": COLOUR_NAMES[END[code]],
            "cells": [names[cell + step * i & WRAP] for i in range(n + 2)],
            "direction": "east" if step == EAST else "south",
        }
        (chains if n else circles).append(line)
    return chains, circles


@kernel(int8[WRAP + 1].const, int16["n"].const, int, int64["n"])
def count_segments(board: Any, cells: Any, through: Any, out: Any) -> None:
    """Write `segments` of each cell to out; unless `through` is -1, -1 for lines that do not go
    through that cell.
    """
    for i in range(len(cells)):
        cell = np.int64(cells[i])
        out[i] = segments(board, cell)
        if through >= 0 and out[i] >= 0:
            step = EAST + SOUTH - LINE[index(board[index(cell)])]
            is_in = False
            for k in range(out[i] + 2):
                is_in |= cell + step * k & WRAP == through
            if not is_in:
                out[i] = -1


def scores(s: Any) -> list[int]:
    """The score of each seat now."""
    return [int(score) for score in result(s)[1, : s["players"]]]


def result(s: Any) -> Any:
    """B12: shares of the win and scores, by seat."""
    out = np.zeros((1, 2, batch.SEATS))
    kernels.result(np.array([s], s.dtype), out)
    return out[0]
