"""Marks on the field of BLUE: kinds in the supply, tiles to come, lines that close, blocked spaces.

Places are spaces as the notation writes them, `supply-w` for a kind, and `score-0` for a seat.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from azulejos.contract.marks import Mark
from azulejos.contract.reasons import Played
from azulejos.contract.rules import Json
from azulejos.contract.steps import sentence
from azulejos.games.blue.prospects import Closing, Place, write_place
from azulejos.games.blue.steps import Block, Chain, Circle, Lay
from azulejos.text import Text

NAME = "blue"


def mark_text(code: str, **args: Any) -> Text:
    """The sentence of a mark."""
    return Text(f"blue.mark.{code}", args)


def show_source(before: Json, move: Played) -> tuple[Mark, ...]:
    """The place of a tile."""
    step = move.steps[0]
    assert isinstance(step, Lay)
    text = Text(f"blue.look.{step.kind}", sentence(NAME, step).args)
    return (Mark("look", (step.place,), text),)


def show_move(before: Json, move: Played, tag: str) -> tuple[Mark, ...]:
    """The kind that is taken, the tile as it will lie, and the lines that it closes."""
    return tuple(move_marks(move, tag))


def move_marks(move: Played, tag: str) -> Iterator[Mark]:
    """The marks of a move, in the order in which they are drawn."""
    for step in move.steps:
        if isinstance(step, Lay):
            kind = f"supply-{step.segment}"
            segment = Text(f"blue.segment.{step.segment}")
            seat, said = step.seat, mark_text("take", segment=segment)
            yield Mark("take", (kind,), said, seat=seat, tag=tag)
            yield Mark("path", (kind,), mark_text("path"), step.place, seat=seat, tag=tag)
            said = mark_text("ghost", segment=segment)
            yield Mark("ghost", (step.place,), said, tile=step.tile, seat=seat, tag=tag)
        elif isinstance(step, Chain | Circle) and step.seat is not None:
            yield from line_marks(step.cells, step.count, step.points, step.seat)
        elif isinstance(step, Block):
            said = mark_text("block", count=step.count)
            yield Mark("danger", tuple(step.places), said, tag=tag)


def line_marks(cells: list[str], count: int, points: int, seat: int) -> Iterator[Mark]:
    """A line that closes, and its points."""
    said = mark_text("chain", count=count, seat=seat) if count else mark_text("circle", seat=seat)
    yield Mark("run", tuple(cells), said, n=count, seat=seat)
    said = mark_text("points", n=points, seat=seat)
    yield Mark("points", (cells[-1],), said, n=points, seat=seat)


def danger_mark(places: Iterable[Place], said: Text, seat: int) -> Mark:
    """Spaces that matter to a seat."""
    return Mark("danger", tuple(map(write_place, places)), said, seat=seat)


def chance_marks(found: dict[Place, list[Closing]], said: Text, seat: int) -> tuple[Mark, ...]:
    """Spaces where a seat could close a line."""
    return (Mark("look", tuple(map(write_place, found)), said, seat=seat),) if found else ()
