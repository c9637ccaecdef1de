"""Contents of a picture of BLUE: the JSON of a position read once, and described in a few lines.

Both pictures, `svg.py` and `terminal.py`, start from `Contents`. This file knows no rules: blocked
spaces, chains, circles and scores are given to it, or are not contents.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from azulejos.games.blue.faults import AROUND
from azulejos.games.blue.state import (
    CHAIN_POINTS,
    CIRCLE_POINTS,
    COLOUR_NAMES,
    COLOURS,
    FULL_SUPPLY,
    LETTERS,
)
from azulejos.text import phrases

Cell = tuple[int, int]  # x grows east, y grows south

NAMES = dict(zip(LETTERS, COLOUR_NAMES, strict=True))  # of colours, by letter
POINTS = {"chain": CHAIN_POINTS, "circle": CIRCLE_POINTS}
TIMES = "\N{MULTIPLICATION SIGN}"


class Run(NamedTuple):
    """A closed chain or circle: its cells, from one end tile to the other."""

    colour: str
    cells: tuple[Cell, ...]


class Bounds(NamedTuple):
    """The part of the endless grid that is drawn, its borders included."""

    west: int
    north: int
    east: int
    south: int

    @property
    def columns(self) -> range:
        return range(self.west, self.east + 1)

    @property
    def rows(self) -> range:
        return range(self.north, self.south + 1)


@dataclass(frozen=True)
class Contents:
    """A position as the pictures need it; what the position does not say is empty or None."""

    tiles: dict[Cell, str]  # sides by cell
    blocked: frozenset[Cell]
    chains: tuple[Run, ...]
    circles: tuple[Run, ...]
    has_lines: bool  # whether chains and circles are known, so that scores can be explained
    colours: tuple[str, ...]  # by seat
    scores: tuple[int, ...]  # by seat
    left: dict[str, int]  # tiles by kind
    drawn: str | None  # the kind drawn in the blind variant
    turn: int | None  # None when nobody has to move
    total: int  # tiles of the game
    labels: dict[str, str]  # from the catalogue, without the prefix `blue.picture.`

    @property
    def is_over(self) -> bool:
        return bool(self.tiles) and len(self.tiles) >= self.total

    @cached_property
    def bounds(self) -> Bounds:
        """All tiles and blocked spaces, and one space more on each side."""
        cells = [*self.tiles, *self.blocked] or [(0, 0)]
        west, east = _stretch([x for x, _ in cells], 9)
        north, south = _stretch([y for _, y in cells], 5)
        return Bounds(west, north, east, south)

    @cached_property
    def open_spaces(self) -> list[Cell]:
        """B5: the spaces that touch a tile and are not blocked, or 0,0 on an empty board."""
        if self.is_over:
            return []
        if not self.tiles:
            return [(0, 0)]
        touching = {(x + dx, y + dy) for x, y in self.tiles for dx, dy in AROUND}
        return sorted(touching - self.tiles.keys() - self.blocked)

    @property
    def winners(self) -> list[int]:
        if not self.is_over or not self.scores:
            return []
        return [seat for seat, score in enumerate(self.scores) if score == max(self.scores)]

    def count_lines(self, colour: str) -> tuple[int, int]:
        """The numbers of closed chains and circles of a colour."""
        count = sum(run.colour == colour for run in self.chains)
        return count, sum(run.colour == colour for run in self.circles)


def read(position: Mapping[str, Any], words: Mapping[str, str] | None) -> Contents:
    """The contents of the JSON of a position; labels that `words` leaves out are English."""
    tiles = {_cell(place): sides for place, sides in position.get("tiles", {}).items()}
    colours = tuple(position.get("colours", []))
    turn = position.get("turn")
    total = COLOURS * position.get("tiles_per_type", FULL_SUPPLY)
    return Contents(
        tiles=tiles,
        blocked=frozenset(_cell(place) for place in position.get("blocked", [])),
        chains=_runs(position.get("chains", [])),
        circles=_runs(position.get("circles", [])),
        has_lines="chains" in position and "circles" in position,
        colours=colours,
        scores=tuple(position.get("scores", [])),
        left=dict(position.get("left", {})),
        drawn=position.get("drawn"),
        turn=turn if len(tiles) < total and turn in range(len(colours)) else None,
        total=total,
        labels={**phrases("blue.picture."), **(words or {})},
    )


def _stretch(numbers: list[int], least: int) -> tuple[int, int]:
    """The range of some numbers and one more at each end, widened to at least `least` numbers."""
    low, high = min(numbers) - 1, max(numbers) + 1
    missing = max(0, least - (high - low + 1))
    return low - missing // 2, high + missing - missing // 2


def _cell(place: str) -> Cell:
    x, y = place.split(",")
    return int(x), int(y)


def _runs(found: list[dict[str, Any]]) -> tuple[Run, ...]:
    return tuple(Run(run["colour"], tuple(map(_cell, run["cells"]))) for run in found)


def status(contents: Contents) -> str:
    """The seat to move, or the winners."""
    words, names = contents.labels, [contents.labels[colour] for colour in contents.colours]
    winners = [names[seat] for seat in contents.winners]
    if len(winners) == 1:
        return words["wins"].replace("{colour}", winners[0])
    if winners:
        return words["shared"].replace("{colours}", ", ".join(winners))
    if contents.is_over:
        return words["over"]
    if contents.turn is None:
        return ""
    return words["turn"].replace("{colour}", names[contents.turn])


def score_sum(contents: Contents, colour: str) -> str:
    """B10, B11: the points of a colour as a sum over its chains and circles."""
    chains, circles = contents.count_lines(colour)
    parts = (("chains", chains, POINTS["chain"]), ("circles", circles, POINTS["circle"]))
    return " + ".join(
        f"{contents.labels[word]} {count} {TIMES} {points}" for word, count, points in parts
    )


def score_lines(contents: Contents) -> Iterator[str]:
    """A line for each seat: its colour, its score, and the sum that gives it."""
    width = max((len(contents.labels[colour]) for colour in contents.colours), default=0)
    for seat, colour in enumerate(contents.colours):
        score = f"{contents.scores[seat]:>4}" if seat < len(contents.scores) else ""
        sum_text = f" = {score_sum(contents, colour)}" if contents.has_lines else ""
        mark = ">" if seat == contents.turn else " "
        yield f"{mark} {contents.labels[colour]:<{width}}{score}{sum_text}"


def supply_lines(contents: Contents) -> Iterator[str]:
    """The tiles laid, the tiles left of each kind and, in the blind variant, the tile drawn."""
    words = contents.labels
    counts = [f"{kind} {words[NAMES[kind]]} {count}" for kind, count in contents.left.items()]
    laid = f"{words['laid']} {len(contents.tiles)}/{contents.total}"
    yield f"{laid}   {words['left']}: {', '.join(counts)}" if counts else laid
    if contents.drawn:
        yield f"{words['drawn']}: {contents.drawn} {words[NAMES[contents.drawn]]}"


def run_lines(contents: Contents) -> Iterator[str]:
    """The closed chains and circles by the places of their end tiles, a line for each colour."""
    for word, runs in (("chains", contents.chains), ("circles", contents.circles)):
        for colour in COLOUR_NAMES:
            ends = [(run.cells[0], run.cells[-1]) for run in runs if run.colour == colour]
            places = "; ".join(f"{a[0]},{a[1]}→{b[0]},{b[1]}" for a, b in ends)
            if places:
                yield f"{contents.labels[colour]}, {contents.labels[word]}: {places}"
