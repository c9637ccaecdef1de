"""The steps of Azul: what a move or a deal does, as typed facts.

`move_steps` walks through a move on a copy of the state with the functions of the rules themselves,
so the steps are what happens; a test compares the copy with the state that `play` leaves. Lines,
rows and columns count from 1, as in moves; spaces of the floor line count from 0. The sentences of
the steps are in `words/`, under `azul.step.`.
"""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from azulejos import kernels
from azulejos.compiled.bits import count_ones, lowest_one
from azulejos.contract.rules import CHANCE, NOBODY, Numbers, States
from azulejos.contract.steps import Step
from azulejos.games.azul.evaluator import tiled_now
from azulejos.games.azul.notation import deal_text, source_text, tiles_text
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
    LETTERS,
    ROW_BONUS,
    ROWS,
    displays,
    lid,
    total,
)


@dataclass(frozen=True)
class Take(Step):
    """A8: a seat takes all tiles of one colour from a display or the centre."""

    seat: int
    count: int
    colour: str
    source: str  # "1" to "9", or "C" for the centre


@dataclass(frozen=True)
class Sweep(Step):
    """A8: the other tiles of a display go to the centre."""

    count: int
    source: str
    tiles: str


@dataclass(frozen=True)
class Marker(Step):
    """A9, A15: a seat takes the starting-player marker, to its floor line or beside its board."""

    seat: int
    space: int | None  # of the floor line; None when the line is full
    case: Literal["floor", "beside"]


@dataclass(frozen=True)
class Put(Step):
    """A10: tiles go to a pattern line."""

    seat: int
    count: int
    colour: str
    line: int
    held: int  # tiles in the line afterwards
    case: Literal["part", "complete"]


@dataclass(frozen=True)
class Fall(Step):
    """A13: tiles that the line does not take, or that were not meant for one, fall."""

    seat: int
    count: int
    colour: str
    cost: int  # of the whole floor line afterwards
    spaces: list[int]  # of the floor line that get a tile


@dataclass(frozen=True)
class Discard(Step):
    """A14: of the tiles that fall, those for which the floor line has no space go to the lid."""

    seat: int
    count: int
    colour: str


@dataclass(frozen=True)
class Choose(Step):
    """A18, gray side: a seat has to choose a space for a line's tile."""

    seat: int
    line: int


@dataclass(frozen=True)
class Lay(Step):
    """A17, A20: a tile is laid on the wall and scores."""

    seat: int
    line: int
    column: int
    colour: str
    points: int
    across: int  # length of the horizontal run through the tile, 0 when it is 1
    down: int  # length of the vertical run, 0 when it is 1
    case: Literal["alone", "across", "down", "both"]


@dataclass(frozen=True)
class Jam(Step):
    """A19, gray side: no space takes a line's tile, so the whole line falls."""

    seat: int
    line: int
    colour: str
    spaces: list[int]  # of the floor line that get a tile
    cost: int  # of the whole floor line afterwards


@dataclass(frozen=True)
class Pay(Step):
    """A21: a seat pays for its floor line."""

    seat: int
    cost: int
    points: int  # the change of the score: less than the cost when the score would fall below 0
    score: int  # afterwards


@dataclass(frozen=True)
class Start(Step):
    """A7, A22: a seat starts the next round."""

    seat: int


@dataclass(frozen=True)
class Over(Step):
    """A23, A26, A27: the game is over."""

    case: Literal["row", "idle", "supply"]


@dataclass(frozen=True)
class Bonus(Step):
    """A24: a seat scores for complete rows, columns or colours."""

    seat: int
    count: int
    points: int
    case: Literal["rows", "columns", "colours"]


@dataclass(frozen=True)
class Refill(Step):
    """A6: the tiles of the lid go to the bag."""

    count: int


@dataclass(frozen=True)
class Deal(Step):
    """A6: the displays are filled."""

    displays: list[str]  # in order, "-" for one that stays empty


@dataclass(frozen=True)
class Forecast(Step):
    """The score of a seat if the walls were tiled after a move (A17 to A21)."""

    seat: int
    score: int
    change: int  # by how much the move raises or lowers it
    case: Literal["tiled", "more", "less", "same"]  # tiled: the move ends the round


STEP_TYPES: tuple[type[Step], ...] = (
    *(Take, Sweep, Marker, Put, Fall, Discard),
    *(Choose, Lay, Jam, Pay, Start, Over, Bonus),
    *(Deal, Refill, Forecast),
)


# ---- Deals


def deal_steps(s: Any, deal: Numbers) -> list[Step]:
    """The effects of a deal."""
    shown = Deal(deal_text(s, deal).split())
    dealt = sum(int(total(deal[d])) for d in range(displays(int(s.players))))
    if dealt <= total(s.bag):
        return [shown]
    return [Refill(int(total(lid(s)))), shown]


# ---- Moves


def move_steps(s: Any, move: int) -> list[Step]:
    """The effects of a legal move, and of the rules after it."""
    return apply_move(copy_of(s), move)


def forecast(s: Any, move: int) -> Forecast:
    """The mover's score if the walls were tiled after a legal move."""
    p, after = int(s.actor), copy_of(s)
    kernels.play(after, np.array([move]))
    was, score = (int(tiled_now(each, each.boards[p], 0.0)) for each in (s, after[0]))
    case: Literal["tiled", "more", "less", "same"] = "same"
    if after[0].offered == 0:
        case = "tiled"
    elif score != was:
        case = "more" if score > was else "less"
    return Forecast(p, score, abs(score - was), case)


def copy_of(s: Any) -> States:
    """A copy of a state, as an array of one."""
    return np.array([s], s.dtype)


def apply_move(states: States, move: int) -> list[Step]:
    """Apply a legal move to states[0] and return its steps."""
    s = states[0]
    if move >= TILING:
        p, r = int(s.actor), int(s.line)
        return [apply_lay(s, p, r, move % 5), *apply_tiling(s, p, r + 1)]
    steps = apply_take(s, move // 60, move // 6 % 10, move % 6)
    if s.offered == 0:
        s.idle_rounds += 1
        steps += apply_tiling(s, 0, 0)
    else:
        s.actor = (s.actor + 1) % s.players
    return steps


def apply_take(s: Any, c: int, d: int, r: int) -> list[Step]:
    """A8 to A15: a turn of the offer."""
    p, colour, source = int(s["actor"]), LETTERS[c], source_text(d)
    me, tiles = s["boards"][p], int(s["tiles"][d])  # much quicker than attributes of a record
    n, others = tiles >> 8 * c & 255, tiles_text(tiles & ~(255 << 8 * c))
    room, fallen = int(me["room"][r]), int(me["fallen"])
    takes_marker = d == CENTRE and s["marker"] == IN_CENTRE
    take(s, c, d, r)

    steps: list[Step] = [Take(p, n, colour, source)]
    if others and d != CENTRE:
        steps.append(Sweep(len(others), source, others))
    if takes_marker:
        is_full = fallen == FLOOR_SPACES
        steps.append(Marker(p, None if is_full else fallen, "beside" if is_full else "floor"))
        fallen += not is_full
    if r != FLOOR:
        held = r + 1 - int(me["room"][r])
        case: Literal["part", "complete"] = "complete" if held == r + 1 else "part"
        steps.append(Put(p, min(n, room), colour, r + 1, held, case))
    if n > room:
        spaces = list(range(fallen, int(me["fallen"])))
        steps.append(Fall(p, n - room, colour, int(FLOOR_COST[me["fallen"]]), spaces))
        if beyond := n - room - len(spaces):
            steps.append(Discard(p, beyond, colour))
    return steps


def apply_tiling(s: Any, p: int, start: int) -> list[Step]:
    """A17 to A21, from line `start` of seat p until a choice is due or all seats have tiled."""
    steps: list[Step] = []
    while p < s.players:
        me = s.boards[p]
        for r in [r for r in range(start, ROWS) if me.room[r] == 0]:
            columns = int(possible_columns(s, me, r))
            if count_ones(columns) > 1:
                s.actor, s.line = p, r
                return [*steps, Choose(p, r + 1)]
            if columns:
                steps.append(apply_lay(s, p, r, lowest_one(columns)))
            else:
                steps.append(apply_jam(me, p, r))
        steps += apply_floor(me, p)
        p, start = p + 1, 0
    return steps + apply_end(s)


def apply_lay(s: Any, p: int, r: int, column: int) -> Lay:
    """A20: a tile on the wall and its points."""
    me = s.boards[p]
    colour, score = LETTERS[me.colour[r]], int(me.score)
    lay(s, me, r, column)
    points = int(me.score) - score
    horizontal = int(across(me.spaces, r, column))
    vertical = int(down(me.spaces, r, column))
    case: Literal["alone", "across", "down", "both"] = "across" if horizontal else "alone"
    if vertical:
        case = "both" if horizontal else "down"
    return Lay(p, r + 1, column + 1, colour, points, horizontal, vertical, case)


def apply_jam(me: Any, p: int, r: int) -> Jam:
    """A19: a whole line falls."""
    colour, fallen = LETTERS[me.colour[r]], int(me.fallen)
    give_up(me, r)
    spaces = list(range(fallen, int(me.fallen)))
    return Jam(p, r + 1, colour, spaces, int(FLOOR_COST[me.fallen]))


def apply_floor(me: Any, p: int) -> list[Step]:
    """A21: the cost of a seat's floor line."""
    cost, score = int(FLOOR_COST[me.fallen]), int(me.score)
    me.score = max(0, score - cost)
    me.floor = me.fallen = 0
    return [Pay(p, cost, int(me.score) - score, int(me.score))] if cost else []


def apply_end(s: Any) -> list[Step]:
    """A22 to A27: who starts the next round, or why the game is over, and the bonuses."""
    end_round(s)
    if s.actor == CHANCE:
        return [Start(int(s.first))]
    assert s.actor == NOBODY
    boards = [s.boards[p] for p in range(s.players)]
    if any(complete_rows(me) for me in boards):
        steps: list[Step] = [Over("row")]
    else:
        steps = [Over("idle" if s.idle_rounds == IDLE_LIMIT else "supply")]
    for p, me in enumerate(boards):
        if rows := count_ones(complete_rows(me)):
            steps.append(Bonus(p, rows, ROW_BONUS * rows, "rows"))
        if columns := count_ones(complete_columns(me)):
            steps.append(Bonus(p, columns, COLUMN_BONUS * columns, "columns"))
        if colours := count_ones(complete_colours(me)):
            steps.append(Bonus(p, colours, COLOUR_BONUS * colours, "colours"))
    return steps
