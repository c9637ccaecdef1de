"""The steps of BLUE: what a move or a draw does, as typed facts.

`move_steps` plays a move on a copy of the state and compares: the steps are the chains, circles and
blocked spaces that are there afterwards and were not there before, and the end of the game. Colours
are letters, places are written `x,y` as in moves. The sentences of the steps are in `words/`, under
`blue.step.`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from azulejos import kernels
from azulejos.contract.rules import NOBODY, Json, Numbers
from azulejos.contract.steps import Step
from azulejos.games.blue.faults import place_text
from azulejos.games.blue.notation import move_text, places
from azulejos.games.blue.state import CELLS, CHAIN_POINTS, CIRCLE_POINTS, COLOUR_NAMES, LETTERS
from azulejos.games.blue.view import blocked_cells, closed_lines, result


@dataclass(frozen=True)
class Lay(Step):
    """B5: a seat lays a tile."""

    seat: int
    colour: str  # the seat's
    tile: str  # its sides north, east, south, west
    place: str
    segment: str  # the colour of the tile's segment


@dataclass(frozen=True)
class Last(Step):
    """B4: the tile was the last of its kind."""

    segment: str


@dataclass(frozen=True)
class Chain(Step):
    """B10: a chain is closed."""

    seat: int | None  # the seat that plays its colour, None when nobody does (B3)
    colour: str
    cells: list[str]  # from the western or northern end tile to the other
    first: str  # the first of these cells
    last: str
    count: int  # of segments
    points: int  # 0 when nobody plays the colour
    case: Literal["seat", "nobody"]


@dataclass(frozen=True)
class Circle(Step):
    """B11: a circle is closed."""

    seat: int | None  # the seat that plays its colour, None when nobody does (B3)
    colour: str
    cells: list[str]  # the western or northern one first
    first: str
    last: str
    count: int  # of segments: 0
    points: int  # 0 when nobody plays the colour
    case: Literal["seat", "nobody"]


@dataclass(frozen=True)
class Block(Step):
    """B7: spaces in which no tile can be laid any more."""

    count: int
    places: list[str]


@dataclass(frozen=True)
class Over(Step):
    """B9: all tiles have been laid."""


@dataclass(frozen=True)
class Score(Step):
    """B12: a seat's final score."""

    seat: int
    colour: str
    score: int


@dataclass(frozen=True)
class Win(Step):
    """B12: the seats with the highest score win."""

    seats: list[int]
    case: Literal["one", "shared"]


@dataclass(frozen=True)
class Draw(Step):
    """B4, blind: a tile is drawn."""

    segment: str


@dataclass(frozen=True)
class Forecast(Step):
    """A seat's score after a move."""

    seat: int
    score: int


STEP_TYPES: tuple[type[Step], ...] = (
    *(Lay, Last, Chain, Circle, Block),
    *(Over, Score, Win, Draw, Forecast),
)


def deal_steps(s: Any, deal: Numbers) -> list[Step]:
    """The effects of a draw."""
    return [Draw(LETTERS[deal[0]])]


def move_steps(s: Any, move: int) -> list[Step]:
    """The effects of a legal move, and of the rules after it."""
    after = np.array([s], s.dtype)
    kernels.play(after, np.array([move]))
    return [
        *lay_steps(s, after[0], move),
        *line_steps(after[0], move % CELLS),
        *block_steps(s, after[0]),
        *(end_steps(after[0]) if after["actor"][0] == NOBODY else []),
    ]


def forecast(s: Any, move: int) -> Forecast:
    """The mover's score after a legal move."""
    after = np.array([s], s.dtype)
    kernels.play(after, np.array([move]))
    p, (_, scores) = int(s.actor), result(after[0])
    return Forecast(p, int(scores[p]))


def lay_steps(s: Any, after: Any, move: int) -> Iterator[Step]:
    """B4, B5: the tile, its place, and whether it was the last of its kind."""
    place, tile = move_text(s, move).split(":")
    kind, p = move // CELLS // 4, int(s["actor"])
    yield Lay(p, LETTERS[s["colours"][p]], tile, place, LETTERS[kind])
    if after["left"][kind] == 0 and after["actor"] != NOBODY:
        yield Last(LETTERS[kind])


def line_steps(after: Any, cell: int) -> Iterator[Step]:
    """B10, B11: the chains and circles that the tile in a cell closes."""
    chains, circles = closed_lines(after, cell)
    yield from (line_step(after, Chain, CHAIN_POINTS, x) for x in chains)
    yield from (line_step(after, Circle, CIRCLE_POINTS, x) for x in circles)


def line_step(s: Any, step: type[Chain] | type[Circle], points: int, line: Json) -> Step:
    """One chain or circle, and who gets points for it (B3)."""
    c, cells = COLOUR_NAMES.index(line["colour"]), line["cells"]
    owner = next((p for p in range(s.players) if s.colours[p] == c), None)
    return step(
        seat=owner,
        colour=LETTERS[c],
        cells=cells,
        first=cells[0],
        last=cells[-1],
        count=len(cells) - 2,
        points=0 if owner is None else points,
        case="nobody" if owner is None else "seat",
    )


def block_steps(s: Any, after: Any) -> Iterator[Step]:
    """B7: the spaces that are blocked now and were not before."""
    found, before = places(after), set(blocked_cells(s))
    new = sorted(found[cell] for cell in blocked_cells(after) if cell not in before)
    if new:
        yield Block(len(new), [place_text(place) for place in new])


def end_steps(s: Any) -> Iterator[Step]:
    """B9, B12: the scores, and who has won."""
    yield Over()
    shares, scores = result(s)
    for p in range(s.players):
        yield Score(p, LETTERS[s.colours[p]], int(scores[p]))
    winners = [p for p in range(s.players) if shares[p] > 0]
    yield Win(winners, "one" if len(winners) == 1 else "shared")
