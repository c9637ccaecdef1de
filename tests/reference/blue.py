"""The slow second reading of BLUE, from RULES.md alone.

The table is a dict from cells (x, y) to tiles written by their sides N E S W; x grows east and
y grows south. A tile's kind is the colour of its segment.
"""

import re
from collections.abc import Sequence
from typing import Any

from .illegal import Illegal

Cell = tuple[int, int]

COLOURS = ["white", "gray", "blue"]  # B1, and the order of play (B3)
LETTERS = "wgb"
NORTH, EAST, SOUTH, WEST = range(4)
SIDES = (NORTH, EAST, SOUTH, WEST)
STEPS = [(0, -1), (1, 0), (0, 1), (-1, 0)]  # from a cell over its north, east, south, west side
NUMBER = "(0|-?[1-9][0-9]*)"


def opposite(side: int) -> int:
    return (side + 2) % 4


def beyond(cell: Cell, side: int) -> Cell:
    """The cell on the other side of a side."""
    return (cell[0] + STEPS[side][0], cell[1] + STEPS[side][1])


def is_tile(sides: str) -> bool:
    """Around it the sides read s x s y, with s, x, y all different."""
    north, east, south, west = list(sides)
    if north == south:
        return len({north, east, west}) == 3  # B1
    return east == west and len({east, north, south}) == 3


TILES = [a + b + c + d for a in LETTERS for b in LETTERS for c in LETTERS for d in LETTERS]
TILES = [sides for sides in TILES if is_tile(sides)]  # B2: four orientations of three kinds


def is_segment(tile: str, side: int) -> bool:
    """Does the segment run to this side? Else there is an end."""
    return tile[side] == tile[opposite(side)]


def kind_of(tile: str) -> str:
    return tile[NORTH] if is_segment(tile, NORTH) else tile[EAST]


def parse_move(text: str) -> tuple[Cell, str]:
    found = re.fullmatch(f"{NUMBER},{NUMBER}:([wgb]{{4}})", text) if isinstance(text, str) else None
    if found is None:
        raise Illegal("form", text)
    return (int(found[1]), int(found[2])), found[3]


def cell_text(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


class Blue:
    def __init__(
        self, players: int, colours: Sequence[str], tiles_per_type: int, draw: str
    ) -> None:
        if players not in (2, 3) or len(colours) != players:  # B3
            raise ValueError(f"no such game: {players} players, colours {colours}")
        if list(colours) != [colour for colour in COLOURS if colour in colours]:
            raise ValueError(f"not colours in the order of play: {colours}")
        if tiles_per_type not in (18, 13) or draw not in ("open", "blind"):  # B1, B4
            raise ValueError(f"no such variant: {tiles_per_type} tiles of a kind, {draw} draw")
        self.players = players
        self.colours = list(colours)
        self.tiles_per_type = tiles_per_type
        self.draw = draw
        self.left = dict.fromkeys(LETTERS, tiles_per_type)  # a drawn tile still counts
        self.drawn: str | None = None  # blind: the kind in the hand of the player to move
        self.tiles: dict[Cell, str] = {}

    @property
    def turn(self) -> int:
        return len(self.tiles) % self.players  # B3, B8

    def is_over(self) -> bool:
        return not any(self.left.values())  # B9

    # -- a turn -----------------------------------------------------------------------------------

    def draw_tile(self, kind: str) -> None:
        """Blind variant: the player to move draws this kind."""
        if self.draw != "blind" or self.drawn is not None:
            raise ValueError("no tile is to be drawn")
        if kind not in list(LETTERS):
            raise Illegal("form", kind)
        if self.is_over():
            raise Illegal("B9", kind)
        if self.left[kind] == 0:
            raise Illegal("B4", kind)
        self.drawn = kind

    def clause_broken(self, cell: Cell, sides: str) -> str | None:
        """The first clause that a well-formed move breaks, in the order RULES.md gives."""
        if self.is_over():
            return "B9"
        if not is_tile(sides):
            return "B1"
        if cell in self.tiles or not self.is_reached(cell):
            return "B5"
        if not self.is_matched(cell, sides):
            return "B6"
        if kind_of(sides) not in self.kinds_on_offer():
            return "B4"
        return None

    def is_reached(self, cell: Cell) -> bool:
        """Does the cell touch a tile by a side, or is it the place of the first tile?"""
        if not self.tiles:
            return cell == (0, 0)  # B5
        return any(beyond(cell, side) in self.tiles for side in SIDES)

    def is_matched(self, cell: Cell, sides: str) -> bool:
        """Are the colours of touching sides equal?"""
        for side in SIDES:
            neighbour = self.tiles.get(beyond(cell, side))
            if neighbour is not None and neighbour[opposite(side)] != sides[side]:
                return False  # B6
        return True

    def kinds_on_offer(self) -> list[str]:
        if self.draw == "blind":
            return [] if self.drawn is None else [self.drawn]
        return [kind for kind in LETTERS if self.left[kind] > 0]  # B4

    def lay(self, text: str) -> None:
        cell, sides = parse_move(text)
        clause = self.clause_broken(cell, sides)
        if clause is not None:
            raise Illegal(clause, text)
        self.tiles[cell] = sides
        self.left[kind_of(sides)] -= 1
        self.drawn = None

    # -- spaces -----------------------------------------------------------------------------------

    def spaces(self) -> list[Cell]:
        """The empty cells that touch a tile, by x, then y; at the start the place of the first."""
        if not self.tiles:
            return [(0, 0)]  # B5
        around = {beyond(cell, side) for cell in self.tiles for side in SIDES}
        return sorted(around - self.tiles.keys())

    def legal_moves(self) -> list[str]:
        return [
            f"{cell_text(cell)}:{sides}"
            for cell in self.spaces()
            for sides in TILES
            if self.clause_broken(cell, sides) is None
        ]

    def blocked(self) -> list[str]:
        """The spaces that no tile of any kind fits, whichever tiles are left."""
        return [
            cell_text(cell)
            for cell in self.spaces()
            if not any(self.is_matched(cell, sides) for sides in TILES)
        ]  # B7

    # -- score ------------------------------------------------------------------------------------

    def has_segment(self, cell: Cell, side: int) -> bool:
        return cell in self.tiles and is_segment(self.tiles[cell], side)

    def has_end(self, cell: Cell, side: int) -> bool:
        return cell in self.tiles and not is_segment(self.tiles[cell], side)

    def chains(self) -> list[tuple[str, list[Cell]]]:
        """Each chain's colour letter and its cells, from end to end, eastward or southward."""
        chains = []
        for start in self.tiles:
            for side in (EAST, SOUTH):
                cells = self._chain_from(start, side)
                if cells:
                    chains.append((self.tiles[start][side], cells))
        return chains

    def _chain_from(self, start: Cell, side: int) -> list[Cell]:
        """The chain whose first end is the tile at start, facing this side; else nothing."""
        if not self.has_end(start, side):
            return []
        cells = [start]
        cell = beyond(start, side)
        while self.has_segment(cell, side):
            cells.append(cell)
            cell = beyond(cell, side)
        if len(cells) == 1 or not self.has_end(cell, opposite(side)):
            return []  # B10: one or more segments, and an end at each side
        return [*cells, cell]  # all of one colour, by B6

    def circles(self) -> list[tuple[str, list[Cell]]]:
        """Each circle's colour letter and its two cells, the western or northern one first."""
        return [
            (self.tiles[cell][side], [cell, beyond(cell, side)])
            for cell in self.tiles
            for side in (EAST, SOUTH)
            if self.has_end(cell, side) and self.has_end(beyond(cell, side), opposite(side))
        ]  # B11

    def chain_counts(self) -> dict[str, int]:
        return count_by_colour(self.chains())

    def circle_counts(self) -> dict[str, int]:
        return count_by_colour(self.circles())

    def scores(self) -> list[int]:
        chains, circles = self.chain_counts(), self.circle_counts()
        return [10 * chains[colour] + circles[colour] for colour in self.colours]  # B10, B11

    def winners(self) -> list[int]:
        scores = self.scores()
        return [seat for seat, score in enumerate(scores) if score == max(scores)]  # B12

    def final(self) -> dict[str, Any]:
        return {
            "chains": self.chain_counts(),
            "circles": self.circle_counts(),
            "scores": self.scores(),
            "winners": self.winners(),
        }

    def as_json(self) -> dict[str, Any]:
        """The position as CONTRACT.md writes it; "drawn" is there while a drawn tile is in hand."""
        position: dict[str, Any] = {
            "game": "blue",
            "players": self.players,
            "colours": list(self.colours),
            "draw": self.draw,
            "turn": self.turn,
            "tiles_per_type": self.tiles_per_type,
            "left": dict(self.left),
            "tiles": {cell_text(cell): sides for cell, sides in self.tiles.items()},
        }
        if self.drawn is not None:
            position["drawn"] = self.drawn
        return position


def count_by_colour(figures: list[tuple[str, list[Cell]]]) -> dict[str, int]:
    letters = [letter for letter, _ in figures]
    return {colour: letters.count(colour[0]) for colour in COLOURS}
