"""The picture of a BLUE position for the terminal: plain characters, readable without colours.

A tile is three rows of five characters. Ends are half rings, so that two facing ones make a ring.
Boards that would be wider than 100 columns, or than the terminal, are written compactly, a tile as
the four letters of its sides, in bands one below the other; nothing is cut. `spans` says where
colours help.
"""

import re
from collections.abc import Iterator, Mapping
from math import ceil
from textwrap import wrap
from typing import Any

from azulejos.games.blue.picture.contents import (
    Bounds,
    Cell,
    Contents,
    read,
    run_lines,
    score_lines,
    status,
    supply_lines,
)

WIDTH = 100
_MIN_WIDTH = 40
_MARGIN = 5  # room for a row's number

_BLOCKED = (" ▄▄▄ ", " ███ ", " ▀▀▀ ")
_OPEN = ("     ", "  +  ", "     ")
_EMPTY = ("     ",) * 3


# ---- Colours, as styles of `cli/terminal.py`

STYLES = {
    "w": "bold #2b3543 on #ffffff",
    "g": "bold #16191d on #999ea5",
    "b": "bold #ffffff on #11519c",
}
SEGMENTS = re.compile(r"([wgb])━━━\1")
UPRIGHT = "┃"
LETTERS = re.compile(r"(?<![^\W_])(?:[wgb]{4}|[wgb])(?![^\W_])")  # a tile or a side, not a word


def spans(drawing: str) -> Iterator[tuple[int, int, str]]:
    """The places in a drawing that have a colour, as start, end and style."""
    start, above = 0, ""
    for line in drawing.splitlines(keepends=True):
        for letters in LETTERS.finditer(line):
            for i in range(*letters.span()):
                yield start + i, start + i + 1, STYLES[line[i]]
        for segment in SEGMENTS.finditer(line):
            yield start + segment.start(), start + segment.end(), STYLES[segment[1]]
        for i, sign in enumerate(line):
            if sign == UPRIGHT:  # of the colour of the side above it
                yield start + i, start + i + 1, STYLES[above[i]]
        start, above = start + len(line), line


# ---- The picture


def text(position: Mapping[str, Any], words: Mapping[str, str] | None = None) -> str:
    """The position as lines of characters: the board, then scores, supply, chains and circles."""
    return text_within(position, words, WIDTH)


def text_within(position: Mapping[str, Any], words: Mapping[str, str] | None, width: int) -> str:
    """The same in lines of at most `width` columns, but never less than 40."""
    width = min(max(width, _MIN_WIDTH), WIDTH)
    contents = read(position, words)
    whole = contents.bounds
    bounds = whole if _fits(whole, width) else _tight_bounds(contents)
    has_room = _fits(bounds, width)
    board = _blocks(contents, bounds) if has_room else _compact(contents, bounds, width)
    scores = _score_lines(contents, width)
    below = (_legend(contents), status(contents), *scores, *supply_lines(contents))
    lines = [line for whole in (*below, *run_lines(contents)) for line in _wrapped(whole, width)]
    return "\n".join(line.rstrip() for line in (*board, "", *lines)) + "\n"


def _tight_bounds(contents: Contents) -> Bounds:
    """The bounds with only those columns that a move can name."""
    columns = [x for x, _ in (*contents.tiles, *contents.blocked)] or [0]
    return contents.bounds._replace(west=min(columns) - 1, east=max(columns) + 1)


def _fits(bounds: Bounds, width: int) -> bool:
    return 2 * _MARGIN + 6 * len(bounds.columns) + 1 <= width


def _score_lines(contents: Contents, width: int) -> Iterator[str]:
    """The lines about scores, with the names of the seats if the caller gives them."""
    for seat, line in enumerate(score_lines(contents)):
        name = contents.labels.get(f"seat {seat}", "")
        has_room = len(line) + 3 + len(name) <= width
        yield f"{line}   {name}" if name and has_room else line
        if name and not has_room:
            yield f"    {name}"


def _wrapped(line: str, width: int) -> list[str]:
    return wrap(line, width, subsequent_indent="    ") if len(line) > width else [line]


def _legend(contents: Contents) -> str:
    words = contents.labels
    signs = [f"+ {words['open']}"] if contents.open_spaces else []
    if contents.blocked:
        signs.append(f"█ {words['blocked']}")
    return "   ".join(["x →  y ↓", *signs])


def _blocks(contents: Contents, bounds: Bounds) -> Iterator[str]:
    """The board with a block for each space; dots mark the corners of the grid."""
    numbers = " " * _MARGIN + "".join(f"{x:^6}" for x in bounds.columns)
    corners = " " * _MARGIN + "·     " * len(bounds.columns) + "·"
    yield numbers
    yield corners
    for y in bounds.rows:
        spaces = [_space(contents, (x, y)) for x in bounds.columns]
        for row in range(3):
            line = "".join(f" {space[row]}" for space in spaces)
            number = str(y) if row == 1 else ""
            yield f"{number:>{_MARGIN - 1}} {line}  {number}"
        yield corners
    yield numbers


def _space(contents: Contents, cell: Cell) -> tuple[str, ...]:
    if cell in contents.tiles:
        return block(contents.tiles[cell])
    if cell in contents.blocked:
        return _BLOCKED
    return _OPEN if cell in contents.open_spaces else _EMPTY


def block(sides: str) -> tuple[str, str, str]:
    """A tile as three rows: the letters of its sides, the segment as a line, ends as half rings."""
    north, east, south, west = tuple(sides)
    if north == south:
        return f"  {north}  ", f"{west})┃({east}", f"  {south}  "
    return f" ╰{north}╯ ", f"{west}━━━{east}", f" ╭{south}╮ "


def _compact(contents: Contents, bounds: Bounds, width: int) -> Iterator[str]:
    """The board with the four letters of each tile, cut into bands that fit the width."""
    bands = ceil(len(bounds.columns) / ((width - 2 * _MARGIN) // 5))
    per_band = ceil(len(bounds.columns) / bands)  # bands of one width, not a crumb at the end
    yield from wrap(contents.labels["order"], width)
    for start in range(0, len(bounds.columns), per_band):
        band = bounds.columns[start : start + per_band]
        numbers = " " * _MARGIN + "".join(f"{x:>4} " for x in band)
        yield from ("", f"{contents.labels['columns']} {band[0]} … {band[-1]}", numbers)
        for y in bounds.rows:
            line = "".join(f"{_short(contents, (x, y)):>4} " for x in band)
            yield f"{y:>{_MARGIN - 1}} {line} {y}"


def _short(contents: Contents, cell: Cell) -> str:
    if cell in contents.tiles:
        return contents.tiles[cell]
    if cell in contents.blocked:
        return "████"
    return "+" if cell in contents.open_spaces else "·"
