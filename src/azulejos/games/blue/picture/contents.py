"""What a picture of BLUE shows: the JSON of a position read once, and described in a few lines.

Both pictures, `svg.py` and `terminal.py`, start from `Contents`. This file knows no rules: blocked
spaces, chains, circles and scores are given to it, or are not shown.
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
    """A finished chain or circle: the cells it touches, from one end tile to the other."""

    colour: str
    cells: tuple[Cell, ...]


class Bounds(NamedTuple):
    """The part of the endless grid that is drawn, borders included."""

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
    """A position as the drawings need it; what the position did not tell is empty or None."""

    tiles: dict[Cell, str]
    blocked: frozenset[Cell]
    chains: tuple[Run, ...]
    circles: tuple[Run, ...]
    reckoned: bool  # chains and circles were told, so the scores can be explained
    colours: tuple[str, ...]  # by seat
    scores: tuple[int, ...]  # by seat
    left: dict[str, int]
    drawn: str | None
    turn: int | None  # None when nobody has to move
    total: int
    words: dict[str, str]

    @property
    def over(self) -> bool:
        return bool(self.tiles) and len(self.tiles) >= self.total

    @cached_property
    def bounds(self) -> Bounds:
        """All tiles and blocked spaces, and one space more: a tile may be laid there."""
        cells = [*self.tiles, *self.blocked] or [(0, 0)]
        west, east = _stretch([x for x, _ in cells], 9)
        north, south = _stretch([y for _, y in cells], 5)
        return Bounds(west, north, east, south)

    @cached_property
    def open_spaces(self) -> list[Cell]:
        """Where a tile could lie: spaces that touch one, or the middle of an empty board (B5)."""
        if self.over:
            return []
        if not self.tiles:
            return [(0, 0)]
        touching = {(x + dx, y + dy) for x, y in self.tiles for dx, dy in AROUND}
        return sorted(touching - self.tiles.keys() - self.blocked)

    @property
    def winners(self) -> list[int]:
        if not self.over or not self.scores:
            return []
        return [seat for seat, score in enumerate(self.scores) if score == max(self.scores)]

    def finished(self, colour: str) -> tuple[int, int]:
        """How many chains and circles of a colour are finished."""
        count = sum(run.colour == colour for run in self.chains)
        return count, sum(run.colour == colour for run in self.circles)


def read(position: Mapping[str, Any], words: Mapping[str, str] | None) -> Contents:
    """The shown of a position; labels that `words` leaves out are English."""
    tiles = {_cell(place): sides for place, sides in position.get("tiles", {}).items()}
    colours = tuple(position.get("colours", []))
    turn = position.get("turn")
    total = COLOURS * position.get("tiles_per_type", FULL_SUPPLY)
    return Contents(
        tiles=tiles,
        blocked=frozenset(_cell(place) for place in position.get("blocked", [])),
        chains=_runs(position.get("chains", [])),
        circles=_runs(position.get("circles", [])),
        reckoned="chains" in position and "circles" in position,
        colours=colours,
        scores=tuple(position.get("scores", [])),
        left=dict(position.get("left", {})),
        drawn=position.get("drawn"),
        turn=turn if len(tiles) < total and turn in range(len(colours)) else None,
        total=total,
        words={**phrases("blue.picture."), **(words or {})},
    )


def _stretch(numbers: list[int], least: int) -> tuple[int, int]:
    """From first to last and one more each way; a small board gets room, as it will grow."""
    low, high = min(numbers) - 1, max(numbers) + 1
    missing = max(0, least - (high - low + 1))
    return low - missing // 2, high + missing - missing // 2


def _cell(place: str) -> Cell:
    x, y = place.split(",")
    return int(x), int(y)


def _runs(found: list[dict[str, Any]]) -> tuple[Run, ...]:
    return tuple(Run(run["colour"], tuple(map(_cell, run["cells"]))) for run in found)


def status(shown: Contents) -> str:
    """Whose turn it is, or who has won."""
    words, names = shown.words, [shown.words[colour] for colour in shown.colours]
    winners = [names[seat] for seat in shown.winners]
    if len(winners) == 1:
        return words["wins"].replace("{colour}", winners[0])
    if winners:
        return words["shared"].replace("{colours}", ", ".join(winners))
    if shown.over:
        return words["over"]
    if shown.turn is None:
        return ""
    return words["turn"].replace("{colour}", names[shown.turn])


def reckoning(shown: Contents, colour: str) -> str:
    """Where a colour's points come from (B10, B11): its chains and circles, and their worth."""
    chains, circles = shown.finished(colour)
    parts = (("chains", chains, POINTS["chain"]), ("circles", circles, POINTS["circle"]))
    return " + ".join(
        f"{shown.words[word]} {count} {TIMES} {points}" for word, count, points in parts
    )


def score_lines(shown: Contents) -> Iterator[str]:
    """A line for each seat: its colour, its points and where they come from."""
    width = max((len(shown.words[colour]) for colour in shown.colours), default=0)
    for seat, colour in enumerate(shown.colours):
        score = f"{shown.scores[seat]:>4}" if seat < len(shown.scores) else ""
        told = f" = {reckoning(shown, colour)}" if shown.reckoned else ""
        mark = ">" if seat == shown.turn else " "
        yield f"{mark} {shown.words[colour]:<{width}}{score}{told}"


def supply_lines(shown: Contents) -> Iterator[str]:
    """What has been laid, what is left of each kind and, in the blind game, what was drawn."""
    words = shown.words
    counts = [f"{kind} {words[NAMES[kind]]} {count}" for kind, count in shown.left.items()]
    laid = f"{words['laid']} {len(shown.tiles)}/{shown.total}"
    yield f"{laid}   {words['left']}: {', '.join(counts)}" if counts else laid
    if shown.drawn:
        yield f"{words['drawn']}: {shown.drawn} {words[NAMES[shown.drawn]]}"


def run_lines(shown: Contents) -> Iterator[str]:
    """Every finished chain and circle by the places of its end tiles, a line for each colour."""
    for word, runs in (("chains", shown.chains), ("circles", shown.circles)):
        for colour in COLOUR_NAMES:
            ends = [(run.cells[0], run.cells[-1]) for run in runs if run.colour == colour]
            places = "; ".join(f"{a[0]},{a[1]}→{b[0]},{b[1]}" for a, b in ends)
            if places:
                yield f"{shown.words[colour]}, {shown.words[word]}: {places}"
