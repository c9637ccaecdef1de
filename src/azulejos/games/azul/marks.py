"""Marks on Azul boards: sources, lines, tiles to come, runs, points, progress.

Places are written `offer-2`, `offer-C-W`, `line-0-3`, `line-0-3-2`, `wall-0-2-4`, `floor-0-3`,
`column-0-4`, `colour-0-B`: seats and spaces count from 0, lines, rows and columns from 1.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from azulejos.contract.marks import Mark, MarkKind
from azulejos.contract.reasons import Played
from azulejos.contract.rules import Json
from azulejos.contract.steps import sentence
from azulejos.games.azul.prospects import Cell, Group, Tile, filled, is_gray, tile_at, wall_of
from azulejos.games.azul.state import FLOOR_COST, MARKER_LETTER, ROWS
from azulejos.games.azul.steps import Fall, Lay, Marker, Put, Take
from azulejos.text import Text

NAME = "azul"


def colour_text(colour: str, count: int | None = None) -> Text:
    """The name of a colour; with a number of its own, or that of the sentence around it."""
    return Text(f"azul.colour.{colour}", {} if count is None else {"n": count})


def mark_text(code: str, **args: Any) -> Text:
    """The sentence of a mark."""
    if isinstance(args.get("colour"), str):
        args["colour"] = colour_text(args["colour"])
    return Text(f"azul.mark.{code}", args)


# ---- Places


def source_place(group: Group) -> str:
    return f"offer-{group.source}-{group.colour}"


def line_place(seat: int, line: int) -> str:
    return f"line-{seat}-{line}"


def wall_place(seat: int, cell: Cell) -> str:
    return f"wall-{seat}-{cell[0]}-{cell[1]}"


# ---- Moves


def show_source(before: Json, move: Played) -> tuple[Mark, ...]:
    """The source of a take, or on the gray side the line whose tile is to be laid."""
    step = move.steps[0]
    text = Text(f"azul.look.{step.kind}", sentence(NAME, step).args)
    if isinstance(step, Take):
        return (Mark("look", (f"offer-{step.source}",), text),)
    assert isinstance(step, Lay)
    return (Mark("look", (line_place(step.seat, step.line),), text, seat=step.seat),)


def show_move(before: Json, move: Played, tag: str) -> tuple[Mark, ...]:
    """The tiles that are taken, their way, where they will lie, and what they score."""
    if isinstance(move.steps[0], Lay):
        return tuple(lay_marks(before, move.steps[0], tag))
    return tuple(take_marks(before, move, tag))


def take_marks(before: Json, move: Played, tag: str) -> Iterator[Mark]:
    """The marks of a turn of the offer."""
    steps = {type(step): step for step in reversed(move.steps)}
    take, put = steps[Take], steps.get(Put)
    assert isinstance(take, Take)
    seat, at = take.seat, source_place(Group(take.source, take.colour, take.count))
    source = Text(f"azul.source.{take.source}")
    said = mark_text("take", count=take.count, colour=take.colour, source=source)
    yield Mark("take", (at,), said, n=take.count, seat=seat, tag=tag)
    if isinstance(put, Put):
        to = line_place(seat, put.line)
        yield Mark("path", (at,), mark_text("path", line=put.line), to, seat=seat, tag=tag)
        yield from put_marks(before, put, tag)
    else:
        yield Mark("path", (at,), mark_text("floor"), f"floor-{seat}", seat=seat, tag=tag)
    yield from floor_marks(move, seat, tag)


def put_marks(before: Json, put: Put, tag: str) -> Iterator[Mark]:
    """Tiles in a line, and the tile on the wall if they complete it."""
    seat, line, colour = put.seat, put.line, put.colour
    places = tuple(f"line-{seat}-{line}-{n}" for n in range(put.held - put.count, put.held))
    said = mark_text("line", line=line, held=put.held, colour=colour, count=put.held)
    yield Mark("ghost", places, said, tile=colour, seat=seat, tag=tag)
    if put.case == "complete" and not is_gray(before):
        tile = filled(before["boards"][seat], False, line, colour)
        assert tile
        yield from tile_marks(seat, tile, tag)


def floor_marks(move: Played, seat: int, tag: str) -> Iterator[Mark]:
    """The marker and the tiles that fall."""
    for step in move.steps:
        if isinstance(step, Marker) and step.space is not None:
            place = (f"floor-{seat}-{step.space}",)
            yield Mark("ghost", place, mark_text("marker"), tile=MARKER_LETTER, seat=seat, tag=tag)
        if isinstance(step, Fall) and step.seat == seat and step.spaces:
            places = tuple(f"floor-{seat}-{space}" for space in step.spaces)
            said = mark_text("fall", count=step.count, colour=step.colour)
            yield Mark("danger", places, said, tile=step.colour, seat=seat, tag=tag)
            cost = int(FLOOR_COST[step.spaces[-1] + 1] - FLOOR_COST[step.spaces[0]])
            yield points_mark(places[-1], -cost, seat)


def lay_marks(before: Json, step: Lay, tag: str) -> Iterator[Mark]:
    """A tile of the gray side."""
    wall = wall_of(before["boards"][step.seat])
    place = wall_place(step.seat, (step.line, step.column))
    at = line_place(step.seat, step.line)
    yield Mark("path", (at,), mark_text("column", column=step.column), place, tag=tag)
    yield from tile_marks(step.seat, tile_at(wall, step.line, step.column, step.colour), tag)


# ---- Tiles on the wall


def tile_marks(seat: int, tile: Tile, tag: str = "") -> Iterator[Mark]:
    """A tile that will lie on the wall, with its runs and points."""
    place = wall_place(seat, (tile.row, tile.column))
    said = mark_text("wall", row=tile.row, column=tile.column, colour=tile.colour)
    yield Mark("ghost", (place,), said, tile=tile.colour, seat=seat, tag=tag)
    yield from run_marks(seat, tile)
    yield points_mark(place, tile.points, seat)


def run_marks(seat: int, tile: Tile) -> Iterator[Mark]:
    """The tiles that score together."""
    for name, cells in (("across", tile.across), ("down", tile.down)):
        if cells:
            places = tuple(wall_place(seat, cell) for cell in cells)
            yield Mark("run", places, mark_text(name, n=len(cells)), n=len(cells), seat=seat)


def points_mark(place: str, points: int, seat: int) -> Mark:
    """Points that are gained or lost at a place."""
    said = mark_text("gain" if points > 0 else "loss", n=abs(points))
    return Mark("points", (place,), said, n=points, seat=seat)


def progress_mark(place: str, said: Text, n: int, seat: int, of: int = ROWS) -> Mark:
    """The part of a line, row, column or colour that is filled."""
    return Mark("progress", (place,), said, n=n, of=of, seat=seat)


def danger_mark(places: Iterable[str], said: Text, seat: int, to: str = "", tile: str = "") -> Mark:
    """Tiles that the next seat gets, or that fall."""
    kind: MarkKind = "danger"
    return Mark(kind, tuple(places), said, to=to, tile=tile, seat=seat)
