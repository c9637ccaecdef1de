"""Azul for learning programs, version 0: observations of a seat, and actions.

Actions are the moves themselves. A seat sees everything but the order of the tiles in the bag,
which no state holds. Boards are listed from the seat on, in the order of play.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.compiled.bits import count_ones, index, lowest_one
from azulejos.compiled.jit import jit
from azulejos.contract.encoding import Field
from azulejos.games.azul.rules import ACTION_SPACE, TILING, possible_columns
from azulejos.games.azul.state import (
    ALL_TILES,
    CENTRE,
    COLOURS,
    DISPLAY_TILES,
    FLOOR,
    FLOOR_SPACES,
    IDLE_LIMIT,
    IN_CENTRE,
    MARKER,
    ROWS,
    SOURCES,
    TILES_PER_COLOUR,
    displays,
    floor_tile,
    lid,
    tally,
)

VERSION = 0
ACTIONS = ACTION_SPACE
DRAWS = COLOURS
MOST = 255  # of a byte; no score is higher


def fields(players: int, options: NDArray[np.int64]) -> tuple[Field, ...]:
    """The fields of an observation; those of the gray side show the colours on the walls."""
    sources, is_gray = displays(players) + 1, bool(options[0])
    wall = (players, COLOURS, ROWS, COLOURS) if is_gray else (players, ROWS, COLOURS)
    axes = "seat, colour, row, column" if is_gray else "seat, row, column"
    gray = Field("tiling", (ROWS,), 1, "by line: 1 for the line whose space is being chosen")
    return (
        Field("sources", (sources, COLOURS), 20, "tiles by source, the centre last, and colour"),
        Field("lines", (players, ROWS, COLOURS), ROWS, "tiles by seat, line and colour"),
        Field("walls", wall, 1, f"1 where a tile stands, by {axes}"),
        Field("floors", (players, COLOURS), FLOOR_SPACES, "tiles on the floor by seat and colour"),
        Field("fallen", (players,), FLOOR_SPACES, "taken spaces of the floor by seat"),
        Field("scores", (players,), MOST, "points by seat"),
        Field("marker", (players + 1,), 1, "1 for the seat that holds the marker, last: centre"),
        Field("first", (players,), 1, "1 for the seat that began the round"),
        Field("turn", (players,), 1, "1 for the seat to decide; none when the game is over"),
        Field("bag", (COLOURS,), TILES_PER_COLOUR, "tiles in the bag by colour"),
        Field("lid", (COLOURS,), TILES_PER_COLOUR, "tiles in the lid by colour"),
        Field("round", (1,), MOST, "number of the round, from 1"),
        Field("idle_rounds", (1,), IDLE_LIMIT, "rounds in a row without a tile laid"),
        *((gray,) if is_gray else ()),
    )


@jit
def observe(s: Any, seat: Any, out: Any) -> None:
    """Write the observation of a seat."""
    players, sources = np.int64(s.players), displays(np.int64(s.players)) + 1
    out[:] = 0
    rest, k = ALL_TILES - s.bag, 0
    for d in range(sources):
        tiles = s.tiles[index(d if d < sources - 1 else CENTRE)]
        rest -= tiles
        k = write_counts(out, k, tiles)
    lines, walls = k, k + 25 * players
    floors = walls + (125 if s.is_gray else 25) * players
    fallen = floors + 5 * players
    marker = fallen + 2 * players
    for i in range(players):
        p = seat + i if seat + i < players else seat + i - players
        me = s.boards[index(p)]
        rest -= write_lines(me, out, lines + 25 * i)
        if s.is_gray:
            write_gray_wall(me, out, walls + 125 * i)
        else:
            write_wall(me, out, walls + 25 * i)
        rest -= laid_tiles(me)
        rest -= write_floor(me, out, floors + 5 * i)
        out[index(fallen + i)] = me.fallen
        out[index(fallen + players + i)] = min(np.int64(me.score), MOST)
        out[index(marker + i)] = s.marker == p
        out[index(marker + players + 1 + i)] = s.first == p
        out[index(marker + 2 * players + 1 + i)] = s.actor == p
    out[index(marker + players)] = s.marker == IN_CENTRE
    k = write_counts(out, marker + 3 * players + 1, s.bag)
    k = write_counts(out, k, rest)
    out[index(k)] = min(np.int64(s.round_number), MOST)
    out[index(k + 1)] = s.idle_rounds
    if s.is_gray and s.actor >= 0 and s.offered == 0:
        out[index(k + 2 + s.line)] = 1


@jit
def write_counts(out: Any, k: Any, tiles: Any) -> Any:
    """Write the tiles of a multiset by colour; return the place behind them."""
    for c in range(COLOURS):
        out[index(k + c)] = tally(tiles, c)
    return k + COLOURS


@jit
def write_lines(me: Any, out: Any, k: Any) -> Any:
    """Write the tiles of the pattern lines; return their multiset."""
    tiles: Any = 0
    for r in range(ROWS):
        n, c = r + 1 - np.int64(me.room[index(r)]), np.int64(me.colour[index(r)])
        out[index(k + 5 * r + c)] = n
        tiles += n << 8 * c
    return tiles


@jit
def write_wall(me: Any, out: Any, k: Any) -> None:
    """Write the taken spaces of a wall."""
    spaces = np.int64(me.spaces)
    while spaces:
        out[index(k + lowest_one(spaces))] = 1
        spaces &= spaces - 1


@jit
def write_gray_wall(me: Any, out: Any, k: Any) -> None:
    """Write the taken spaces of a wall, a plane for each colour."""
    spaces = np.int64(me.spaces)
    while spaces:
        i = lowest_one(spaces)
        c = np.int64(me.wall[index(i // 5), index(i % 5)]) - 1
        out[index(k + 25 * c + i)] = 1
        spaces &= spaces - 1


@jit
def laid_tiles(me: Any) -> Any:
    """The multiset of the tiles on a wall."""
    tiles, laid = 0, np.int64(me.laid)
    for c in range(COLOURS):
        tiles += count_ones(laid >> 6 * c & 31) << 8 * c
    return tiles


@jit
def write_floor(me: Any, out: Any, k: Any) -> Any:
    """Write the tiles of the floor line by colour; return their multiset."""
    tiles = 0
    for i in range(np.int64(me.fallen)):
        c = floor_tile(me, i)
        if c != MARKER:
            tiles += 1 << 8 * c
            out[index(k + c)] += 1
    return tiles


# ---- Actions


@jit
def write_mask(s: Any, out: Any) -> None:
    """Write which moves are legal."""
    out[:] = 0
    if s.actor < 0:
        return
    me = s.boards[index(s.actor)]
    if s.offered == 0:
        line = np.int64(s.line)
        columns = possible_columns(s, me, line)
        while columns:
            out[index(TILING + 5 * line + lowest_one(columns))] = 1
            columns &= columns - 1
        return
    for c in range(COLOURS):
        lines = np.int64(me.allowed) >> 6 * c & 63
        sources = s.offered >> 10 * c & 1023
        while sources:
            k = 60 * c + 6 * lowest_one(sources)
            for r in range(FLOOR + 1):
                out[index(k + r)] = lines >> r & 1
            sources &= sources - 1


@jit
def find_move(s: Any, action: Any) -> Any:
    """The move of an action, which is the same number; -1 if it is not legal."""
    if s.actor < 0 or action < 0 or action >= ACTIONS:
        return -1
    me = s.boards[index(s.actor)]
    if action >= TILING:
        r, column = (action - TILING) // 5, action % 5
        is_due = s.offered == 0 and r == s.line
        return action if is_due and possible_columns(s, me, r) >> column & 1 else -1
    c, d, r = action // 60, action // 6 % SOURCES, action % 6
    is_offered = s.offered >> 10 * c + d & 1
    return action if is_offered and me.allowed >> 6 * c + r & 1 else -1


@jit
def find_action(s: Any, move: Any) -> Any:
    """The action of a move."""
    return move


# ---- Single draws


def draw_supplies(s: Any) -> tuple[list[list[int]], int]:
    """Tiles are drawn from the bag, and from the lid once it is empty."""
    supplies = [
        [int(tally(tiles, c)) for c in range(COLOURS)] for tiles in (int(s.bag), int(lid(s)))
    ]
    return supplies, DISPLAY_TILES * displays(int(s.players))


def drawn_deal(s: Any, drawn: Sequence[int]) -> NDArray[np.int64]:
    """The displays, filled one after another."""
    deal = np.zeros(CENTRE, np.int64)
    for i, c in enumerate(drawn):
        deal[i // DISPLAY_TILES] += 1 << 8 * c
    return deal
