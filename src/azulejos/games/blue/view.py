"""The view of a BLUE position: its JSON, with what the rules say about it.

Pictures and the page know no rules, so the view has the blocked spaces, the closed chains and
circles, and the scores.
"""

from typing import Any

import numpy as np

from azulejos.compiled.bits import index
from azulejos.compiled.jit import jit
from azulejos.compiled.writing import (
    close_list,
    close_object,
    open_list,
    open_object,
    text_field,
    word_field,
    write_name,
    write_numbers,
)
from azulejos.contract.rules import SEATS
from azulejos.games.blue.notation import COLOUR_WORDS, find_places, write_fields, write_place
from azulejos.games.blue.rules import END, LINE, result, segments
from azulejos.games.blue.state import BLOCKED, CELLS, EAST, SOUTH, WRAP


@jit
def write_view(s: Any, out: Any) -> None:
    """The JSON of a position with its blocked spaces, chains, circles and scores."""
    places = find_places(s)
    open_object(out)
    write_fields(s, places, out)
    write_name(b"blocked", out)
    write_blocked(s, places, out)
    write_name(b"chains", out)
    write_lines(s, places, True, out)
    write_name(b"circles", out)
    write_lines(s, places, False, out)
    write_name(b"scores", out)
    write_numbers(result_of(s)[1], s.players, out)
    close_object(out)


@jit
def write_blocked(s: Any, places: Any, out: Any) -> None:
    """B7: the spaces in which no tile could be laid, by x, then y."""
    found, n = np.empty(CELLS, np.int64), 0
    for cell in range(CELLS):
        if s.board[index(cell)] == BLOCKED:
            i = n
            while i > 0 and is_before(places[cell], places[found[i - 1]]):
                found[i] = found[i - 1]
                i -= 1
            found[i] = cell
            n += 1
    write_places((places, found[:n]), out)


@jit
def is_before(one: Any, other: Any) -> bool:
    """Is a place before another, by x, then y?"""
    return bool(one[0] < other[0] or (one[0] == other[0] and one[1] < other[1]))


@jit
def write_places(spaces: Any, out: Any) -> None:
    """The places of cells."""
    places, cells = spaces
    open_list(out)
    for cell in cells:
        write_place(places[cell], out)
    close_list(out)


@jit
def write_lines(s: Any, places: Any, is_chain: Any, out: Any) -> None:
    """B10, B11: the chains or the circles, each from its western or northern end."""
    open_list(out)
    for i in range(s.laid):
        cell = np.int64(s.cells[index(i)])
        n = segments(s.board, cell)
        if n >= 0 and (n > 0) == is_chain:
            step = line_step(s, cell)
            open_object(out)
            word_field(b"colour", COLOUR_WORDS, END[s.board[cell]], out)
            write_name(b"cells", out)
            write_cells((places, cell, step, n + 2), out)
            text_field(b"direction", b"east" if step == EAST else b"south", out)
            close_object(out)
    close_list(out)


@jit
def line_step(s: Any, cell: Any) -> Any:
    """The step from a tile to the next one of its line to the east or south."""
    return EAST + SOUTH - LINE[index(s.board[index(cell)])]


@jit
def write_cells(line: Any, out: Any) -> None:
    """The places of a line: of so many cells, from one on."""
    places, cell, step, number = line
    open_list(out)
    for i in range(number):
        write_place(places[cell + step * i & WRAP], out)
    close_list(out)


@jit
def result_of(s: Any) -> Any:
    """B12: shares of the win and scores, by seat."""
    out = np.zeros((2, SEATS))
    result(s, out)
    return out
