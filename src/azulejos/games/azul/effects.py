"""The effects of moves and deals of Azul, written as steps.

A move is played with the functions of the rules themselves, so the steps are what happens; a test
compares the state with the one that `play` leaves.
"""

from typing import Any

import numpy as np

from azulejos.compiled.bits import count_ones, lowest_one
from azulejos.compiled.jit import jit, kernel
from azulejos.compiled.types import of, uint8
from azulejos.compiled.writing import buffer_of, close_list, open_list
from azulejos.contract.rules import CHANCE
from azulejos.games.azul.evaluator import tiled_now
from azulejos.games.azul.rules import (
    TILING,
    across,
    complete_colours,
    complete_columns,
    complete_rows,
    down,
    end_round,
    give_up,
    lay,
    play,
    possible_columns,
    take,
)
from azulejos.games.azul.state import (
    CENTRE,
    COLOUR_BONUS,
    COLUMN_BONUS,
    FLOOR,
    FLOOR_COST,
    FLOOR_SPACES,
    IDLE_LIMIT,
    IN_CENTRE,
    ROW_BONUS,
    ROWS,
    STATE,
    displays,
    lid,
    tally,
    total,
)
from azulejos.games.azul.steps import STEP_TYPES as STEP_TYPES
from azulejos.games.azul.steps import (
    write_bonus,
    write_choose,
    write_deal,
    write_discard,
    write_fall,
    write_forecast_step,
    write_jam,
    write_lay,
    write_marker,
    write_over,
    write_pay,
    write_put,
    write_refill,
    write_start,
    write_sweep,
    write_take,
)

# ---- Deals


@jit
def write_deal_steps(s: Any, deal: Any, out: Any) -> None:
    """The effects of a deal."""
    number, dealt = displays(s.players), 0
    for d in range(number):
        dealt += total(deal[d])
    if dealt > total(s.bag):
        write_refill(total(lid(s)), out)
    write_deal((number, deal), out)


# ---- Moves


@jit
def write_forecast(s: Any, move: Any, out: Any) -> None:
    """The mover's score if the walls were tiled after a legal move."""
    p = np.int64(s.actor)
    was = int(tiled_now(s, s.boards[p], 0.0))
    play(s, move)
    score = int(tiled_now(s, s.boards[p], 0.0))
    case = b"same"
    if s.offered == 0:
        case = b"tiled"
    elif score != was:
        case = b"more" if score > was else b"less"
    write_forecast_step(p, score, abs(score - was), case, out)


@jit
def write_steps(s: Any, move: Any, out: Any) -> None:
    """Play a legal move, and write its effects and those of the rules after it."""
    if move >= TILING:
        p, r = np.int64(s.actor), np.int64(s.line)
        lay_steps(s, p, r, move % 5, out)
        tiling_steps(s, p, r + 1, out)
        return
    take_steps(s, move // 60, move // 6 % 10, move % 6, out)
    if s.offered == 0:
        s.idle_rounds += 1
        tiling_steps(s, 0, 0, out)
    else:
        s.actor = (s.actor + 1) % s.players


@jit
def take_steps(s: Any, c: Any, d: Any, r: Any, out: Any) -> None:
    """A8 to A15: a turn of the offer."""
    p = np.int64(s.actor)
    me, tiles = s.boards[p], s.tiles[d]
    n, others = tally(tiles, c), tiles & ~(255 << 8 * c)
    room, fallen = np.int64(me.room[r]), np.int64(me.fallen)
    takes_marker = d == CENTRE and s.marker == IN_CENTRE
    take(s, c, d, r)

    write_take(p, n, c, d, out)
    if others and d != CENTRE:
        write_sweep(total(others), d, others, out)
    if takes_marker:
        is_full = fallen == FLOOR_SPACES
        write_marker(p, -1 if is_full else fallen, b"beside" if is_full else b"floor", out)
        fallen += not is_full
    if r != FLOOR:
        held = r + 1 - np.int64(me.room[r])
        case = b"complete" if held == r + 1 else b"part"
        write_put(p, min(n, room), c, r + 1, held, case, out)
    if n > room:
        write_fall(p, n - room, c, FLOOR_COST[me.fallen], (fallen, np.int64(me.fallen)), out)
        beyond = n - room - (me.fallen - fallen)
        if beyond:
            write_discard(p, beyond, c, out)


@jit
def tiling_steps(s: Any, p: Any, start: Any, out: Any) -> None:
    """A17 to A21, from line `start` of seat p until a choice is due or all seats have tiled."""
    while p < s.players:
        me = s.boards[p]
        for r in range(start, ROWS):
            if me.room[r] == 0:
                columns = possible_columns(s, me, r)
                if count_ones(columns) > 1:
                    s.actor, s.line = p, r
                    write_choose(p, r + 1, out)
                    return
                if columns:
                    lay_steps(s, p, r, lowest_one(columns), out)
                else:
                    jam_steps(me, p, r, out)
        floor_steps(me, p, out)
        p, start = p + 1, 0
    end_steps(s, out)


@jit
def lay_steps(s: Any, p: Any, r: Any, column: Any, out: Any) -> None:
    """A20: a tile on the wall and its points."""
    me = s.boards[p]
    colour, score = np.int64(me.colour[r]), np.int64(me.score)
    lay(s, me, r, column)
    horizontal, vertical = across(me.spaces, r, column), down(me.spaces, r, column)
    case = b"across" if horizontal else b"alone"
    if vertical:
        case = b"both" if horizontal else b"down"
    points = me.score - score
    write_lay(p, r + 1, column + 1, colour, points, horizontal, vertical, case, out)


@jit
def jam_steps(me: Any, p: Any, r: Any, out: Any) -> None:
    """A19: a whole line falls."""
    colour, fallen = np.int64(me.colour[r]), np.int64(me.fallen)
    give_up(me, r)
    write_jam(p, r + 1, colour, (fallen, np.int64(me.fallen)), FLOOR_COST[me.fallen], out)


@jit
def floor_steps(me: Any, p: Any, out: Any) -> None:
    """A21: the cost of a seat's floor line."""
    cost, score = FLOOR_COST[me.fallen], np.int64(me.score)
    me.score = max(0, score - cost)
    me.floor = me.fallen = 0
    if cost:
        write_pay(p, cost, me.score - score, me.score, out)


@jit
def end_steps(s: Any, out: Any) -> None:
    """A22 to A27: who starts the next round, or why the game is over, and the bonuses."""
    end_round(s)
    if s.actor == CHANCE:
        write_start(s.first, out)
        return
    has_row = False
    for p in range(s.players):
        has_row |= complete_rows(s.boards[p]) != 0
    if has_row:
        write_over(b"row", out)
    else:
        write_over(b"idle" if s.idle_rounds == IDLE_LIMIT else b"supply", out)
    for p in range(s.players):
        me = s.boards[p]
        bonus_step(p, count_ones(complete_rows(me)), ROW_BONUS, b"rows", out)
        bonus_step(p, count_ones(complete_columns(me)), COLUMN_BONUS, b"columns", out)
        bonus_step(p, count_ones(complete_colours(me)), COLOUR_BONUS, b"colours", out)


@jit
def bonus_step(p: Any, count: Any, points: Any, case: Any, out: Any) -> None:
    """A24: the points for so many complete rows, columns or colours, if there are any."""
    if count:
        write_bonus(p, count, points * count, case, out)


@kernel(of(STATE)[1].const, uint8[:])
def write_tiling(states: Any, data: Any) -> int:
    """Write a list with the steps of the tiling of all walls, up to a choice on the gray side if
    there is one; return the number of bytes.
    """
    after, out = states.copy(), buffer_of(data)
    open_list(out)
    tiling_steps(after[0], 0, 0, out)
    close_list(out)
    return int(out.length[0])
