"""The steps of BLUE: what a move or a draw does, as typed facts, and how each is written.

Colours are letters, places are written `x,y` as in moves. The sentences of the steps are in
`words/`, under `blue.step.`. Not here: which steps a move has, see `effects.py`.
"""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from azulejos.compiled.jit import jit
from azulejos.compiled.writing import (
    close_list,
    open_list,
    write_letter,
    write_number,
    write_text,
)
from azulejos.contract.steps import Step, step_writer
from azulejos.games.blue.notation import KIND_NAMES, write_place
from azulejos.games.blue.view import write_cells, write_places

# ---- Facts that are written in a form of their own


@jit
def write_colour(c: Any, out: Any) -> None:
    write_letter(KIND_NAMES, c, out)


@jit
def write_winners(result: Any, out: Any) -> None:
    """The seats of so many that have a share of the win."""
    players, shares = result
    open_list(out)
    for p in range(players):
        if shares[p] > 0:
            write_number(p, out)
    close_list(out)


Colour = Annotated[str, write_colour]  # a letter
Tile = Annotated[str, write_text]  # the sides north, east, south, west
Place = Annotated[str, write_place]
Cells = Annotated[list[str], write_cells]

# ---- The steps


@dataclass(frozen=True)
class Lay(Step):
    """B5: a seat lays a tile."""

    seat: int
    colour: Colour  # the seat's
    tile: Tile
    place: Place
    segment: Colour  # the colour of the tile's segment


@dataclass(frozen=True)
class Last(Step):
    """B4: the tile was the last of its kind."""

    segment: Colour


@dataclass(frozen=True)
class Chain(Step):
    """B10: a chain is closed."""

    seat: int | None  # the seat that plays its colour, None when nobody does (B3)
    colour: Colour
    cells: Cells  # from the western or northern end tile to the other
    first: Place  # the first of these cells
    last: Place
    count: int  # of segments
    points: int  # 0 when nobody plays the colour
    case: Literal["seat", "nobody"]


@dataclass(frozen=True)
class Circle(Step):
    """B11: a circle is closed."""

    seat: int | None  # the seat that plays its colour, None when nobody does (B3)
    colour: Colour
    cells: Cells  # the western or northern one first
    first: Place
    last: Place
    count: int  # of segments: 0
    points: int  # 0 when nobody plays the colour
    case: Literal["seat", "nobody"]


@dataclass(frozen=True)
class Block(Step):
    """B7: spaces in which no tile can be laid any more."""

    count: int
    places: Annotated[list[str], write_places]


@dataclass(frozen=True)
class Over(Step):
    """B9: all tiles have been laid."""


@dataclass(frozen=True)
class Score(Step):
    """B12: a seat's final score."""

    seat: int
    colour: Colour
    score: int


@dataclass(frozen=True)
class Win(Step):
    """B12: the seats with the highest score win."""

    seats: Annotated[list[int], write_winners]
    case: Literal["one", "shared"]


@dataclass(frozen=True)
class Draw(Step):
    """B4, blind: a tile is drawn."""

    segment: Colour


@dataclass(frozen=True)
class Forecast(Step):
    """A seat's score after a move."""

    seat: int
    score: int


STEP_TYPES: tuple[type[Step], ...] = (
    *(Lay, Last, Chain, Circle, Block),
    *(Over, Score, Win, Draw, Forecast),
)


write_lay, write_last, write_chain = map(step_writer, (Lay, Last, Chain))
write_circle, write_block, write_over = map(step_writer, (Circle, Block, Over))
write_score, write_win, write_draw = map(step_writer, (Score, Win, Draw))
write_forecast_step = step_writer(Forecast)
