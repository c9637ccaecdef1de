"""Lines of BLUE that one tile would close, from the view of a position.

A tile has a segment, which goes through it, and two half ends. A line of a colour goes from a half
end over segments to another half end: with segments it is a chain, without a circle.
"""

from typing import NamedTuple

from azulejos.contract.rules import Json
from azulejos.games.blue.state import CHAIN_POINTS, CIRCLE_POINTS, LETTERS, TILES

Place = tuple[int, int]
STEPS: tuple[Place, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))  # north, east, south, west


class Arm(NamedTuple):
    """A line from a place in one direction."""

    cells: list[Place]  # of its tiles, the nearest first
    is_closed: bool  # does it end at a half end?


class Closing(NamedTuple):
    """A line that a tile closes."""

    cells: list[Place]  # from end to end
    segments: int

    @property
    def points(self) -> int:
        return CHAIN_POINTS if self.segments else CIRCLE_POINTS


def read_place(text: str) -> Place:
    x, y = text.split(",")
    return int(x), int(y)


def write_place(place: Place) -> str:
    return f"{place[0]},{place[1]}"


def tiles_of(view: Json) -> dict[Place, str]:
    """The tiles laid, by place."""
    return {read_place(text): sides for text, sides in view["tiles"].items()}


def beside(place: Place, side: int) -> Place:
    """The place on one side of another."""
    return place[0] + STEPS[side][0], place[1] + STEPS[side][1]


def has_segment(sides: str, side: int) -> bool:
    """Does a tile's segment go through a side?"""
    return sides[side] == sides[(side + 2) % 4]


def segment_of(sides: str) -> str:
    """The colour of a tile's segment."""
    return sides[0] if sides[0] == sides[2] else sides[1]


def arm(tiles: dict[Place, str], place: Place, side: int) -> Arm:
    """The line from a place beyond one of its sides."""
    cells, at = [], beside(place, side)
    while at in tiles:
        cells.append(at)
        if not has_segment(tiles[at], side):
            return Arm(cells, is_closed=True)
        at = beside(at, side)
    return Arm(cells, is_closed=False)


def closed_by(tiles: dict[Place, str], place: Place, sides: str, colour: str) -> list[Closing]:
    """The lines of a colour that a tile closes at a place."""
    found = []
    for side in range(4):
        if sides[side] != colour:
            continue
        one = arm(tiles, place, side)
        if not has_segment(sides, side):
            if one.is_closed:
                found.append(Closing([place, *one.cells], len(one.cells) - 1))
        elif side < 2:  # a segment has two arms; looked at once
            two = arm(tiles, place, side + 2)
            if one.is_closed and two.is_closed:
                cells = [*reversed(one.cells), place, *two.cells]
                found.append(Closing(cells, len(cells) - 2))
    return found


def fits(tiles: dict[Place, str], place: Place, sides: str) -> bool:
    """Do the sides of a tile match those of its neighbours? B6."""
    return all(
        tiles[at][(side + 2) % 4] == sides[side]
        for side in range(4)
        if (at := beside(place, side)) in tiles
    )


def free_places(tiles: dict[Place, str]) -> list[Place]:
    """The free places beside a tile, in order."""
    around = {beside(place, side) for place in tiles for side in range(4)}
    return sorted(around - tiles.keys())


def chances(view: Json, seat: int) -> dict[Place, list[Closing]]:
    """The places where a seat could close lines of its own colour with a tile that is left, and for
    each the lines that bring most.
    """
    tiles, colour = tiles_of(view), colour_of(view, seat)
    kinds = [sides for sides in TILES if view["left"][segment_of(sides)]]
    found = {}
    for place in free_places(tiles):
        closings = [closed_by(tiles, place, x, colour) for x in kinds if fits(tiles, place, x)]
        best = max(closings, key=worth, default=[])
        if best:
            found[place] = best
    return found


def worth(closings: list[Closing]) -> int:
    """The points of some lines."""
    return sum(closing.points for closing in closings)


def has_chain(closings: list[Closing]) -> bool:
    return any(closing.segments for closing in closings)


def colour_of(view: Json, seat: int) -> str:
    """The letter of a seat's colour."""
    return next(letter for letter in LETTERS if view["colours"][seat][0] == letter)
