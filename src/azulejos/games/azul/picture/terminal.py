"""The drawing of an Azul position for the terminal: letters for tiles, readable without colours.

Tiles are capitals, small letters are the empty spaces of the coloured wall. Displays, lines and
columns bear the numbers that moves use. At most 100 columns wide.
"""

from collections.abc import Mapping
from textwrap import wrap
from typing import Any
from unicodedata import combining, east_asian_width

from azulejos.games.azul.picture import scene
from azulejos.games.azul.picture.art import COLOURS
from azulejos.games.azul.picture.scene import COSTS
from azulejos.text import phrases

TEXT_W = 100


def text(position: dict[str, Any], words: Mapping[str, str] | None = None) -> str:
    """The position for a terminal, at most 100 columns wide, with no need of colours."""
    say = {**phrases("azul.picture."), **(words or {})}
    notes = wrap(_printable(" · ".join(scene.notes(position, say))), TEXT_W)
    boards = [board_rows(position, seat, say) for seat in range(position["players"])]
    abreast = 3 if len(boards) == 3 else 2
    rows = [_cut(scene.status(position, say), TEXT_W), *notes, "", *offer(position, say)]
    for first in range(0, len(boards), abreast):
        rows += _abreast(boards[first : first + abreast])
    return "\n".join(rows)


def _printable(words: str) -> str:
    return "".join(c if c.isprintable() else " " for c in words)


def _columns(words: str) -> int:
    """How many columns of a terminal the words take."""
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


def offer(position: dict[str, Any], say: Mapping[str, str]) -> list[str]:
    """Displays with the counts beside them, and the centre below, tiles of a colour together."""
    displays = []
    for number, tiles in enumerate(position["displays"], 1):
        spaces = scene.by_colour(tiles).ljust(4, ".")
        displays.append(_framed(str(number), [" ".join(spaces[:2]), " ".join(spaces[2:])], 3))
    table = [" " * 7 + "".join(f"{colour:>3}" for colour in COLOURS)]
    for place, counts in scene.counts(position):
        name = _cut(say[place], 7)
        cells = "".join(f"{count:3}" for count in counts)
        table.append(name + " " * (7 - _columns(name)) + cells + f"{sum(counts):5}")
    centre = scene.centre(position)
    groups = " ".join(colour * centre.count(colour) for colour in "M" + COLOURS if colour in centre)
    width = max(8 * len(displays) - 5, len(groups))
    return [*_abreast([_abreast(displays, " "), table]), *_framed("C", [groups], width), ""]


def board_rows(position: dict[str, Any], seat: int, say: Mapping[str, str]) -> list[str]:
    board, due_line = position["boards"][seat], scene.due_line(position, seat)
    coloured = position["wall"] == "coloured"
    rows = [] if coloured else ["1 2 3 4 5".rjust(27)]
    for row, (tiles, wall) in enumerate(zip(board["lines"], board["wall"], strict=True)):
        line = " ".join(tiles.rjust(row + 1, "."))
        way = ">" if due_line == row + 1 else "│"
        rows.append(f"{row + 1}   {line:>9}  {way}  {wall_row(row, wall, coloured)}")
    floor = "".join(f"{tile:>3}" for tile in board["floor"].ljust(7, "."))
    total = f" = -{scene.floor_cost(board['floor'])}" if board["floor"] else ""
    beside = "   M" if scene.holds_beside(position, seat) else ""
    rows += ["", f"F{floor}{beside}", " " + "".join(f"{-cost:3}" for cost in COSTS) + total]
    name = ("► " if scene.actor(position) == seat else "") + scene.seat_name(seat, say)
    return _framed(_cut(name, 20), rows, 28, f" {board['score']} ")


def wall_row(row: int, tiles: str, coloured: bool) -> str:
    empty = [scene.ghost(row, column).lower() if coloured else "." for column in range(5)]
    return " ".join(empty[k] if tile == "." else tile for k, tile in enumerate(tiles))
