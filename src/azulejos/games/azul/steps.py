"""The steps of Azul: what a move or a deal does, as typed facts, and how each is written.

Lines, rows and columns count from 1, as in moves; spaces of the floor line count from 0. The
sentences of the steps are in `words/`, under `azul.step.`. Not here: which steps a move has, see
`effects.py`.
"""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from azulejos.compiled.jit import jit
from azulejos.compiled.writing import (
    close_list,
    close_text,
    open_list,
    open_text,
    write_letter,
    write_number,
)
from azulejos.contract.steps import Step, step_writer
from azulejos.games.azul.notation import (
    SOURCE_NAMES,
    TILE_NAMES,
    write_display_name,
    write_tiles,
)

# ---- Facts that are written in a form of their own


@jit
def write_colour(c: Any, out: Any) -> None:
    write_letter(TILE_NAMES, c, out)


@jit
def write_source(d: Any, out: Any) -> None:
    write_letter(SOURCE_NAMES, d, out)


@jit
def write_spaces(spaces: Any, out: Any) -> None:
    """The numbers from one of two to below the other."""
    open_list(out)
    for i in range(spaces[0], spaces[1]):
        write_number(i, out)
    close_list(out)


@jit
def write_displays(filled: Any, out: Any) -> None:
    """The tiles of so many displays of a deal."""
    number, deal = filled
    open_list(out)
    for d in range(number):
        open_text(out)
        write_display_name(deal[d], out)
        close_text(out)
    close_list(out)


Colour = Annotated[str, write_colour]  # a letter
Source = Annotated[str, write_source]  # "1" to "9", or "C" for the centre
Tiles = Annotated[str, write_tiles]
Spaces = Annotated[list[int], write_spaces]  # of the floor line that get a tile

# ---- The steps


@dataclass(frozen=True)
class Take(Step):
    """A8: a seat takes all tiles of one colour from a display or the centre."""

    seat: int
    count: int
    colour: Colour
    source: Source


@dataclass(frozen=True)
class Sweep(Step):
    """A8: the other tiles of a display go to the centre."""

    count: int
    source: Source
    tiles: Tiles


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
    colour: Colour
    line: int
    held: int  # tiles in the line afterwards
    case: Literal["part", "complete"]


@dataclass(frozen=True)
class Fall(Step):
    """A13: tiles that the line does not take, or that were not meant for one, fall."""

    seat: int
    count: int
    colour: Colour
    cost: int  # of the whole floor line afterwards
    spaces: Spaces


@dataclass(frozen=True)
class Discard(Step):
    """A14: of the tiles that fall, those for which the floor line has no space go to the lid."""

    seat: int
    count: int
    colour: Colour


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
    colour: Colour
    points: int
    across: int  # length of the horizontal run through the tile, 0 when it is 1
    down: int  # length of the vertical run, 0 when it is 1
    case: Literal["alone", "across", "down", "both"]


@dataclass(frozen=True)
class Jam(Step):
    """A19, gray side: no space takes a line's tile, so the whole line falls."""

    seat: int
    line: int
    colour: Colour
    spaces: Spaces
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

    displays: Annotated[list[str], write_displays]  # in order, "-" for one that stays empty


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


write_take, write_sweep, write_marker = map(step_writer, (Take, Sweep, Marker))
write_put, write_fall, write_discard = map(step_writer, (Put, Fall, Discard))
write_choose, write_lay, write_jam, write_pay = map(step_writer, (Choose, Lay, Jam, Pay))
write_start, write_over, write_bonus = map(step_writer, (Start, Over, Bonus))
write_deal, write_refill, write_forecast_step = map(step_writer, (Deal, Refill, Forecast))
