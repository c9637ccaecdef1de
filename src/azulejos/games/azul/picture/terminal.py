"""The picture of an Azul position for the terminal: letters for tiles, readable without colours.

Tiles are capitals; small letters are the empty spaces of the coloured wall. Displays, lines and
columns have the numbers that moves use. The picture is at most 100 columns wide.
"""

from collections.abc import Mapping
from textwrap import wrap
from typing import Any
from unicodedata import combining, east_asian_width

from azulejos.games.azul.picture import contents
from azulejos.games.azul.state import (
    CENTRE_LETTER,
    COLOURS,
    DISPLAY_TILES,
    FLOOR_LETTER,
    FLOOR_SPACES,
    LETTERS,
    MARKER_LETTER,
    SPACE_COSTS,
    WALL,
)
from azulejos.text import phrases

TEXT_W = 100


def text(position: dict[str, Any], words: Mapping[str, str] | None = None) -> str:
    """The position as lines of at most 100 columns."""
    labels = {**phrases("azul.picture."), **(words or {})}
    notes = wrap(_printable(" · ".join(contents.notes(position, labels))), TEXT_W)
    boards = [board_rows(position, seat, labels) for seat in range(position["players"])]
    abreast = 3 if len(boards) == 3 else 2
    rows = [_cut(contents.status(position, labels), TEXT_W), *notes, "", *offer(position, labels)]
    for first in range(0, len(boards), abreast):
        rows += _abreast(boards[first : first + abreast])
    return "\n".join(rows)


def _printable(words: str) -> str:
    return "".join(c if c.isprintable() else " " for c in words)


def _columns(words: str) -> int:
    """The number of columns that a text takes on a terminal."""
    return sum(0 if combining(c) else 1 + (east_asian_width(c) in "WF") for c in words)


def _cut(words: str, width: int) -> str:
    words = _printable(words)
    if _columns(words) <= width:
        return words
    while _columns(words) >= width:
        words = words[:-1]
    return words + "…"


def _abreast(blocks: list[list[str]], gap: str = "  ") -> list[str]:
    """Blocks of equal height, side by side."""
    return [gap.join(rows).rstrip() for rows in zip(*blocks, strict=True)]


def _framed(title: str, rows: list[str], width: int, mark: str = "") -> list[str]:
    """Rows in a box whose top edge carries a title and, towards its right end, a mark."""
    head, tail = f"╭─ {title} ", f"{mark}─╮"
    rest = "─" * (width + 4 - _columns(head) - len(tail))
    return [
        head + rest + tail,
        *(f"│ {row:<{width}} │" for row in rows),
        f"╰{'─' * (width + 2)}╯",
    ]


def offer(position: dict[str, Any], labels: Mapping[str, str]) -> list[str]:
    """The displays with the counts beside them, and the centre below, sorted by colour."""
    displays = []
    for number, tiles in enumerate(position["displays"], 1):
        spaces = contents.by_colour(tiles).ljust(DISPLAY_TILES, ".")
        displays.append(_framed(str(number), [" ".join(spaces[:2]), " ".join(spaces[2:])], 3))
    table = [" " * 7 + "".join(f"{colour:>3}" for colour in LETTERS)]
    for place, counts in contents.counts(position):
        name = _cut(labels[place], 7)
        cells = "".join(f"{count:3}" for count in counts)
        table.append(name + " " * (7 - _columns(name)) + cells + f"{sum(counts):5}")
    centre = contents.centre(position)
    groups = " ".join(
        colour * centre.count(colour) for colour in MARKER_LETTER + LETTERS if colour in centre
    )
    width = max(8 * len(displays) - 5, len(groups))
    return [
        *_abreast([_abreast(displays, " "), table]),
        *_framed(CENTRE_LETTER, [groups], width),
        "",
    ]


def board_rows(position: dict[str, Any], seat: int, labels: Mapping[str, str]) -> list[str]:
    board, due_line = position["boards"][seat], contents.due_line(position, seat)
    coloured = position["wall"] == "coloured"
    rows = [] if coloured else ["1 2 3 4 5".rjust(27)]
    for row, (tiles, wall) in enumerate(zip(board["lines"], board["wall"], strict=True)):
        line = " ".join(tiles.rjust(row + 1, "."))
        way = ">" if due_line == row + 1 else "│"
        rows.append(f"{row + 1}   {line:>9}  {way}  {wall_row(row, wall, coloured)}")
    floor = "".join(f"{tile:>3}" for tile in board["floor"].ljust(FLOOR_SPACES, "."))
    total = f" = -{contents.floor_cost(board['floor'])}" if board["floor"] else ""
    beside = f"   {MARKER_LETTER}" if contents.holds_beside(position, seat) else ""
    rows += [
        "",
        f"{FLOOR_LETTER}{floor}{beside}",
        " " + "".join(f"{-cost:3}" for cost in SPACE_COSTS) + total,
    ]
    name = ("► " if contents.actor(position) == seat else "") + contents.seat_name(seat, labels)
    return _framed(_cut(name, 20), rows, 28, f" {board['score']} ")


def wall_row(row: int, tiles: str, coloured: bool) -> str:
    empty = [WALL[row][column].lower() if coloured else "." for column in range(COLOURS)]
    return " ".join(empty[k] if tile == "." else tile for k, tile in enumerate(tiles))
