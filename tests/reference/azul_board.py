"""One player's board in Azul: pattern lines, wall, floor line and score.

Rows and columns count from 0 here; the texts of records count them from 1.
"""

from dataclasses import dataclass, field

COLOURS = "BYRKW"  # A2, in the order of A4
EMPTY = "."
MARKER = "M"
FLOOR_COSTS = [1, 1, 2, 2, 2, 3, 3]  # A3
ROWS = range(5)
COLUMNS = range(5)


def own_column(colour: str, row: int) -> int:
    """The column of a colour's own space in a row of the coloured wall."""
    return (COLOURS.index(colour) + row) % 5  # A4


@dataclass
class Board:
    lines: list[list[str]] = field(default_factory=lambda: [[] for _ in ROWS])  # tiles in each line
    wall: list[list[str]] = field(default_factory=lambda: [[EMPTY] * 5 for _ in ROWS])  # letters
    floor: list[str] = field(default_factory=list)  # tiles and marker from left to right, at most 7
    score: int = 0  # A3

    # -- pattern lines and floor line -------------------------------------------------------------

    def is_complete(self, row: int) -> bool:
        return len(self.lines[row]) == row + 1  # A3: line n holds n tiles

    def drop(self, tiles: list[str]) -> list[str]:
        """Put tiles on the floor line, left to right; give back those for the lid."""
        beyond = []
        for tile in tiles:
            if len(self.floor) < len(FLOOR_COSTS):
                self.floor.append(tile)  # A13
            else:
                beyond.append(tile)  # A14
        return beyond

    def fill_line(self, row: int, tiles: list[str]) -> list[str]:
        """Put tiles in a pattern line; give back those for the lid."""
        surplus = []
        for tile in tiles:
            if self.is_complete(row):
                surplus.append(tile)
            else:
                self.lines[row].append(tile)  # A10
        return self.drop(surplus)  # A13

    def pay_floor(self) -> list[str]:
        """Take the floor's cost from the score and empty it; give back its tiles for the lid."""
        cost = sum(FLOOR_COSTS[: len(self.floor)])  # A21: the marker counts as a tile
        self.score = max(0, self.score - cost)
        tiles = [tile for tile in self.floor if tile != MARKER]
        self.floor = []
        return tiles

    # -- wall -------------------------------------------------------------------------------------

    def column_letters(self, column: int) -> list[str]:
        return [self.wall[row][column] for row in ROWS]

    def coloured_spaces(self, row: int, colour: str) -> list[int]:
        """The columns where the coloured side takes this colour in this row: always exactly one."""
        return [own_column(colour, row)]  # A18; that it is empty follows from A12

    def gray_spaces(self, row: int, colour: str) -> list[int]:
        """The columns where the gray side takes this colour in this row."""
        return [
            column
            for column in COLUMNS
            if self.wall[row][column] == EMPTY and colour not in self.column_letters(column)
        ]  # A18

    def lay(self, row: int, column: int, colour: str) -> None:
        """Lay one tile on the wall and score it."""
        self.wall[row][column] = colour
        across = self.run_length(row, column, 0, 1)
        down = self.run_length(row, column, 1, 0)
        points = (across if across > 1 else 0) + (down if down > 1 else 0)
        self.score += points or 1  # A20

    def run_length(self, row: int, column: int, down: int, right: int) -> int:
        """How many tiles stand without a gap through a space, in one direction and its opposite."""
        length = 1
        for way in (1, -1):
            r, c = row + way * down, column + way * right
            while r in ROWS and c in COLUMNS and self.wall[r][c] != EMPTY:
                length += 1
                r, c = r + way * down, c + way * right
        return length

    # -- end --------------------------------------------------------------------------------------

    def complete_rows(self) -> int:
        return sum(EMPTY not in self.wall[row] for row in ROWS)

    def complete_columns(self) -> int:
        return sum(EMPTY not in self.column_letters(column) for column in COLUMNS)

    def complete_colours(self) -> int:
        letters = [letter for row in self.wall for letter in row]
        return sum(letters.count(colour) == 5 for colour in COLOURS)

    def bonus(self) -> int:
        rows, columns = self.complete_rows(), self.complete_columns()
        return 2 * rows + 7 * columns + 10 * self.complete_colours()  # A24
