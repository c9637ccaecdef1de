"""A slow reader of lines of Azul: the points of each seat by kind, from walls and scores alone."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from tests.games.azul.slow_reader import COLOURS, SlowReader

Json = dict[str, Any]


def read_points(positions: list[Json]) -> Counter[tuple[int, str]]:
    """The points of the tiles laid, the floor lines and the bonuses in successive positions."""
    points: Counter[tuple[int, str]] = Counter()
    for before, after in pairwise(positions):
        bonuses = [bonus(board["wall"]) for board in after["boards"]]
        for seat, (old, new) in enumerate(zip(before["boards"], after["boards"], strict=True)):
            laid = sum(lay_points(old, new))
            points[seat, "lay"] += laid
            gained = bonuses[seat] if is_over(after) else 0
            points[seat, "bonus"] += gained
            points[seat, "pay"] += new["score"] - old["score"] - laid - gained
    return points


def is_over(data: Json) -> bool:
    """Has a board a complete row, with nothing left to lay?"""
    has_row = any("." not in row for board in data["boards"] for row in board["wall"])
    return has_row and not data.get("tiling")


def lay_points(old: Json, new: Json) -> Iterator[int]:
    """The points of each tile that came to a wall, from the top."""
    reader = SlowReader.__new__(SlowReader)
    cells = reader.cells(old)
    for r, c in sorted(reader.cells(new) - cells):
        yield sum(reader.runs(cells, r, c)) or 1
        cells.add((r, c))


def bonus(wall: list[str]) -> int:
    """The bonuses of a wall."""
    rows = sum("." not in row for row in wall)
    columns = sum(all(row[c] != "." for row in wall) for c in range(5))
    colours = sum("".join(wall).count(colour) == 5 for colour in COLOURS)
    return 2 * rows + 7 * columns + 10 * colours
