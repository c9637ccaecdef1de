"""Prospects of a seat in Azul: what its lines lack, take and score, from the view of a position.

Lines, rows and columns count from 1. On the gray side nobody knows yet where a tile will lie, so
its points are the most that the wall as it stands allows.
"""

from collections.abc import Iterator
from typing import NamedTuple

from azulejos.contract.rules import Json
from azulejos.games.azul.state import (
    CENTRE_LETTER,
    COLOUR_BONUS,
    COLUMN_BONUS,
    FLOOR_COST,
    FLOOR_SPACES,
    LETTERS,
    ROW_BONUS,
    ROWS,
)

Wall = list[list[str]]
NUMBERS = range(1, ROWS + 1)  # of lines, rows and columns
Cell = tuple[int, int]  # row and column


class Group(NamedTuple):
    """The tiles of one colour at one source."""

    source: str
    colour: str
    size: int


class Tile(NamedTuple):
    """A tile that a full line lays on the wall, and its points."""

    row: int
    column: int
    colour: str
    across: list[Cell]  # the run through it, from left to right; empty if it is alone
    down: list[Cell]

    @property
    def points(self) -> int:
        return len(self.across) + len(self.down) or 1


def is_gray(view: Json) -> bool:
    return bool(view["wall"] == "gray")


def groups(view: Json) -> list[Group]:
    """Everything that can be taken."""
    sources = {str(n): tiles for n, tiles in enumerate(view["displays"], 1)}
    sources[CENTRE_LETTER] = view["centre"]
    return [
        Group(source, colour, tiles.count(colour))
        for source, tiles in sources.items()
        for colour in LETTERS
        if colour in tiles
    ]


def offered(view: Json, colour: str) -> int:
    """The tiles of a colour that can be taken."""
    return sum(group.size for group in groups(view) if group.colour == colour)


def room(board: Json, line: int) -> int:
    """The free spaces of a pattern line."""
    return line - len(board["lines"][line - 1])


def takes(board: Json, line: int, colour: str) -> bool:
    """May tiles of a colour be put in a line? A11, A12."""
    held = board["lines"][line - 1]
    is_free = not held or (held[0] == colour and len(held) < line)
    return is_free and colour not in board["wall"][line - 1]


def most_room(board: Json, colour: str) -> int:
    """The tiles of a colour that the roomiest line takes."""
    return max((room(board, n) for n in NUMBERS if takes(board, n, colour)), default=0)


def least_fall(board: Json, group: Group) -> int:
    """The tiles of a group that fall wherever it is put."""
    return max(0, group.size - most_room(board, group.colour))


def fall_cost(board: Json, count: int) -> int:
    """The cost of so many more things on the floor line."""
    spaces = len(board["floor"])
    return int(FLOOR_COST[min(FLOOR_SPACES, spaces + count)] - FLOOR_COST[spaces])


# ---- The wall


def wall_of(board: Json) -> Wall:
    return [list(row) for row in board["wall"]]


def is_laid(wall: Wall, row: int, column: int) -> bool:
    return row in NUMBERS and column in NUMBERS and wall[row - 1][column - 1] != "."


def columns(wall: Wall, gray: bool, row: int, colour: str) -> list[int]:
    """The columns in which a tile of a colour may lie. A4, A18."""
    if not gray:
        return [(LETTERS.index(colour) + row - 1) % ROWS + 1]
    return [
        c
        for c in NUMBERS
        if not is_laid(wall, row, c) and all(wall[r - 1][c - 1] != colour for r in NUMBERS)
    ]


def run(wall: Wall, row: int, column: int, step: Cell) -> list[Cell]:
    """The tiles in a row or column together with a space; empty if there is none beside it. A20."""
    cells, (down, right) = [(row, column)], step
    while is_laid(wall, cells[0][0] - down, cells[0][1] - right):
        cells.insert(0, (cells[0][0] - down, cells[0][1] - right))
    while is_laid(wall, cells[-1][0] + down, cells[-1][1] + right):
        cells.append((cells[-1][0] + down, cells[-1][1] + right))
    return cells if len(cells) > 1 else []


def tile_at(wall: Wall, row: int, column: int, colour: str) -> Tile:
    """A tile that is laid on a space, with its runs."""
    return Tile(row, column, colour, run(wall, row, column, (0, 1)), run(wall, row, column, (1, 0)))


def best_tile(wall: Wall, gray: bool, row: int, colour: str) -> Tile | None:
    """The tile of a full line where it scores most; None if it has no space."""
    found = [tile_at(wall, row, column, colour) for column in columns(wall, gray, row, colour)]
    return max(found, key=lambda tile: tile.points, default=None)


def full_lines(board: Json) -> Iterator[tuple[int, str]]:
    """The full lines from the top, and their colours."""
    for line in NUMBERS:
        if room(board, line) == 0:
            yield line, board["lines"][line - 1][0]


def tiled(board: Json, above: int = ROWS + 1) -> Wall:
    """The wall after the full lines above a line are laid, on the coloured side."""
    wall = wall_of(board)
    for row, colour in full_lines(board):
        if row < above:
            wall[row - 1][columns(wall, False, row, colour)[0] - 1] = colour
    return wall


def filled(board: Json, gray: bool, line: int, colour: str) -> Tile | None:
    """The tile that a line lays if it gets full with a colour. On the coloured side the full lines
    above it are laid before.
    """
    wall = wall_of(board) if gray else tiled(board, line)
    return best_tile(wall, gray, line, colour)


def fill_points(board: Json, gray: bool, line: int, colour: str) -> int:
    """The points of that tile."""
    tile = filled(board, gray, line, colour)
    return tile.points if tile else 0


# ---- The end of the game


def ending_rows(board: Json) -> list[int]:
    """The rows that will be complete at the end of the round. A23."""
    full = dict(full_lines(board))
    return [r for r in NUMBERS if ROWS - board["wall"][r - 1].count(".") + (r in full) == ROWS]


def projected(board: Json) -> int:
    """The points of a board on the coloured side if the game ended with the round as it stands."""
    wall, score = wall_of(board), board["score"]
    for row, colour in full_lines(board):
        column = columns(wall, False, row, colour)[0]
        score += tile_at(wall, row, column, colour).points
        wall[row - 1][column - 1] = colour
    score = max(0, score - int(FLOOR_COST[len(board["floor"])]))
    return int(score) + bonus(wall)


def bonus(wall: Wall) -> int:
    """A24: the points for complete rows, columns and colours."""
    rows = sum("." not in row for row in wall)
    full_columns = sum(all(row[c] != "." for row in wall) for c in range(ROWS))
    laid = [letter for row in wall for letter in row]
    colours = sum(laid.count(letter) == ROWS for letter in LETTERS)
    return ROW_BONUS * rows + COLUMN_BONUS * full_columns + COLOUR_BONUS * colours


def projected_lead(view: Json, seat: int) -> int:
    """The points that a seat would be ahead of the best other, on the coloured side."""
    points = [projected(board) for board in view["boards"]]
    return points[seat] - max(p for q, p in enumerate(points) if q != seat)
