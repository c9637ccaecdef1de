"""The picture of an Azul position for the terminal: letters for tiles, readable without colours.

Tiles are capitals; small letters are the empty spaces of the coloured wall. Displays, lines and
columns have the numbers that moves use. The picture is at most 100 columns wide; `text_within`
draws a narrower one, down to 40 columns, and `spans` says where colours help.
"""

import re
from collections.abc import Iterator, Mapping
from math import ceil
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


MIN_W = 40
DISPLAY_W, BOARD_W = 8, 34  # with the gap to the next one
TABLE_W = 27  # of the counts

# ---- Colours, as styles of `cli/terminal.py`

TILE_STYLES = {
    "B": "bold #ffffff on #1d5fa6",
    "Y": "bold #3a2400 on #eab823",
    "R": "bold #ffffff on #c9472e",
    "K": "bold #ffffff on #4a505c",  # black would not be seen on a black terminal
    "W": "bold #174f6e on #f6fafb",
    MARKER_LETTER: "bold #ffffff on #7b3fa0",
}
SPACE_STYLES = {  # of empty spaces; of medium brightness, for light and dark terminals
    "b": "#5f87d7",
    "y": "#af8700",
    "r": "#d75f5f",
    "k": "#808080",
    "w": "#5fafaf",
}
STYLES = TILE_STYLES | SPACE_STYLES
TABLE_HEAD = "".join(f"{colour:>3}" for colour in LETTERS)
FRAMES = re.compile("[│╭╮╰╯─]+")
TILES = re.compile(rf"(?<![^\W_])([{''.join(STYLES)}])\1*(?![^\W_])")  # one letter, not a word


def spans(drawing: str) -> Iterator[tuple[int, int, str]]:
    """The places in a drawing that have a colour, as start, end and style; later ones prevail."""
    start = 0
    for line in drawing.splitlines(keepends=True):
        for frame in FRAMES.finditer(line):
            yield start + frame.start(), start + frame.end(), "dim"
        first = 0 if line.startswith("│") else line.find(TABLE_HEAD)
        if first >= 0:  # other lines have words, but no tiles
            for tiles in TILES.finditer(line, first):
                yield start + tiles.start(), start + tiles.end(), STYLES[tiles[1]]
        start += len(line)


# ---- The picture


def text(position: dict[str, Any], words: Mapping[str, str] | None = None) -> str:
    """The position as lines of at most 100 columns."""
    return text_within(position, words, TEXT_W)


def text_within(position: dict[str, Any], words: Mapping[str, str] | None, width: int) -> str:
    """The position as lines of at most `width` columns, but never less than 40."""
    width = min(max(width, MIN_W), TEXT_W)
    labels = {**phrases("azul.picture."), **(words or {})}
    notes = wrap(_printable(" · ".join(contents.notes(position, labels))), width)
    boards = [board_rows(position, seat, labels) for seat in range(position["players"])]
    abreast = min(3 if len(boards) == 3 else 2, (width + 2) // BOARD_W)
    status = _cut(contents.status(position, labels), width)
    rows = [status, *notes, "", *offer(position, labels, width)]
    for first in range(0, len(boards), abreast):
        rows += _abreast(boards[first : first + abreast])
    return "\n".join(rows)


def seat_text(position: dict[str, Any], words: Mapping[str, str] | None, seat: int) -> str:
    """The board of a seat alone."""
    return "\n".join(board_rows(position, seat, {**phrases("azul.picture."), **(words or {})}))


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


def offer(position: dict[str, Any], labels: Mapping[str, str], width: int) -> list[str]:
    """The displays, the counts beside or below them, and the centre, sorted by colour."""
    displays = []
    for number, tiles in enumerate(position["displays"], 1):
        spaces = contents.by_colour(tiles).ljust(DISPLAY_TILES, ".")
        displays.append(_framed(str(number), [" ".join(spaces[:2]), " ".join(spaces[2:])], 3))
    lines = ceil(len(displays) / ((width + 1) // DISPLAY_W))
    per_line = ceil(len(displays) / lines)
    blocks = [
        _abreast(displays[first : first + per_line], " ")
        for first in range(0, len(displays), per_line)
    ]
    if lines == 1 and DISPLAY_W * per_line + 1 + TABLE_W <= width:
        rows = _abreast([*blocks, count_table(position, labels)])
    else:
        rows = [row for block in (*blocks, count_table(position, labels)) for row in block]
    centre = contents.centre(position)
    groups = " ".join(
        colour * centre.count(colour) for colour in MARKER_LETTER + LETTERS if colour in centre
    )
    frame = _framed(CENTRE_LETTER, [groups], max(DISPLAY_W * per_line - 5, len(groups)))
    return [*rows, *frame, ""]


def count_table(position: dict[str, Any], labels: Mapping[str, str]) -> list[str]:
    """By place and colour: the number of tiles."""
    table = [" " * 7 + TABLE_HEAD]
    for place, counts in contents.counts(position):
        name = _cut(labels[place], 7)
        cells = "".join(f"{count:3}" for count in counts)
        table.append(name + " " * (7 - _columns(name)) + cells + f"{sum(counts):5}")
    return table


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
