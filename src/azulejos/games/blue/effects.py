"""The effects of moves and draws of BLUE, written as steps.

A move is played with `play` of the rules. The steps are the chains, circles and blocked spaces that
are there afterwards and were not there before, and the end of the game.
"""

from typing import Any

import numpy as np

from azulejos.compiled.bits import index
from azulejos.compiled.jit import jit, kernel
from azulejos.compiled.types import of, uint8
from azulejos.compiled.writing import buffer_of, close_list, open_list
from azulejos.contract.rules import NOBODY
from azulejos.games.blue.notation import TILE_NAMES, find_places
from azulejos.games.blue.rules import END, play, segments
from azulejos.games.blue.state import (
    BLOCKED,
    CELLS,
    CHAIN_POINTS,
    CIRCLE_POINTS,
    STATE,
    STEPS,
    WRAP,
)
from azulejos.games.blue.steps import STEP_TYPES as STEP_TYPES
from azulejos.games.blue.steps import (
    write_block,
    write_chain,
    write_circle,
    write_draw,
    write_forecast_step,
    write_last,
    write_lay,
    write_over,
    write_score,
    write_win,
)
from azulejos.games.blue.view import line_step, result_of

WEST_TO_EAST = (3, 0, 2, 1)  # the sides of a tile, by x, then y


@jit
def write_deal_steps(s: Any, deal: Any, out: Any) -> None:
    """The effects of a draw."""
    write_draw(deal[0], out)


@jit
def write_forecast(s: Any, move: Any, out: Any) -> None:
    """The mover's score after a legal move."""
    p = np.int64(s.actor)
    play(s, move)
    write_forecast_step(p, result_of(s)[1, p], out)


@jit
def write_steps(s: Any, move: Any, out: Any) -> None:
    """Play a legal move, and write its effects and those of the rules after it."""
    p, o, cell = np.int64(s.actor), move // CELLS, move % CELLS
    free, n = np.empty(4, np.int64), 0
    for side in WEST_TO_EAST:
        free[n] = cell + STEPS[side] & WRAP
        n += s.board[free[n]] != BLOCKED
    play(s, move)
    places = find_places(s)
    kind = o // 4
    write_lay(p, s.colours[p], TILE_NAMES[o], places[cell], kind, out)
    if s.left[kind] == 0 and s.actor != NOBODY:
        write_last(kind, out)
    line_steps(s, places, cell, True, out)
    line_steps(s, places, cell, False, out)
    block_steps(s, places, free[:n], out)
    if s.actor == NOBODY:
        end_steps(s, out)


@jit
def line_steps(s: Any, places: Any, through: Any, is_chain: Any, out: Any) -> None:
    """B10, B11: the chains or circles through a cell; all of them if the cell is -1."""
    for i in range(s.laid):
        cell = np.int64(s.cells[index(i)])
        n = segments(s.board, cell)
        if n >= 0 and (n > 0) == is_chain and is_in_line(s, cell, n + 2, through):
            write_line(s, places, cell, n, out)


@jit
def is_in_line(s: Any, cell: Any, number: Any, through: Any) -> bool:
    """Is a cell in the line of so many cells that begins at another?"""
    step = line_step(s, cell)
    for i in range(number):
        if cell + step * i & WRAP == through:
            return True
    return bool(through < 0)


@jit
def write_line(s: Any, places: Any, cell: Any, n: Any, out: Any) -> None:
    """One chain or circle of n segments, and who gets points for it (B3)."""
    colour, step, owner = END[s.board[cell]], line_step(s, cell), -1
    for p in range(s.players):
        if s.colours[p] == colour:
            owner = p
    cells = (places, cell, step, n + 2)
    first, last = places[cell], places[cell + step * (n + 1) & WRAP]
    points = CHAIN_POINTS if n else CIRCLE_POINTS
    if owner < 0:
        points = 0
    case = b"nobody" if owner < 0 else b"seat"
    if n:
        write_chain(owner, colour, cells, first, last, n, points, case, out)
    else:
        write_circle(owner, colour, cells, first, last, n, points, case, out)


@jit
def block_steps(s: Any, places: Any, cells: Any, out: Any) -> None:
    """B7: the cells that are blocked now, of some that were not."""
    n = 0
    for cell in cells:
        if s.board[cell] == BLOCKED:
            cells[n] = cell
            n += 1
    if n:
        write_block(n, (places, cells[:n]), out)


@jit
def end_steps(s: Any, out: Any) -> None:
    """B9, B12: the scores, and who has won."""
    write_over(out)
    score_steps(s, out)
    shares, winners = result_of(s)[0], 0
    for p in range(s.players):
        winners += shares[p] > 0
    write_win((s.players, shares), b"one" if winners == 1 else b"shared", out)


@jit
def score_steps(s: Any, out: Any) -> None:
    """B12: the scores."""
    scores = result_of(s)[1]
    for p in range(s.players):
        write_score(p, s.colours[p], scores[p], out)


@kernel(of(STATE)[1].const, uint8[:])
def write_scoring(states: Any, data: Any) -> int:
    """Write a list with a step for each chain, circle and score of a position, and the end of the
    game if it is over; return the number of bytes.
    """
    s, out = states[0], buffer_of(data)
    places = find_places(s)
    open_list(out)
    line_steps(s, places, -1, True, out)
    line_steps(s, places, -1, False, out)
    if s.actor == NOBODY:
        end_steps(s, out)
    else:
        score_steps(s, out)
    close_list(out)
    return int(out.length[0])
