"""The picture of a BLUE position for the terminal: plain characters, readable without colours.

A tile is three rows of five characters. Ends are half rings, so that two facing ones make a ring.
Boards that would be wider than 100 columns are written compactly, a tile as the four letters of its
sides, in bands one below the other; nothing is cut.
"""

from collections.abc import Iterator, Mapping
from math import ceil
from textwrap import wrap
from typing import Any

from azulejos.games.blue.picture.contents import (
    Cell,
    Contents,
    read,
    run_lines,
    score_lines,
    status,
    supply_lines,
)

WIDTH = 100
_MARGIN = 5  # room for a row's number

_BLOCKED = (" ▄▄▄ ", " ███ ", " ▀▀▀ ")
_OPEN = ("     ", "  +  ", "     ")
_EMPTY = ("     ",) * 3


def text(position: Mapping[str, Any], words: Mapping[str, str] | None = None) -> str:
    """The position as lines of characters: the board, then scores, supply, chains and circles."""
    contents = read(position, words)
    columns = contents.bounds.columns
    fits = 2 * _MARGIN + 6 * len(columns) + 1 <= WIDTH
    board = _blocks(contents) if fits else _compact(contents)
    below = (_legend(contents), status(contents), *score_lines(contents), *supply_lines(contents))
    lines = [line for whole in (*below, *run_lines(contents)) for line in _wrapped(whole)]
    return "\n".join(line.rstrip() for line in (*board, "", *lines)) + "\n"


def _wrapped(line: str) -> list[str]:
    return wrap(line, WIDTH, subsequent_indent="    ") if len(line) > WIDTH else [line]


def _legend(contents: Contents) -> str:
    words = contents.labels
    signs = [f"+ {words['open']}"] if contents.open_spaces else []
    if contents.blocked:
        signs.append(f"█ {words['blocked']}")
    return "   ".join(["x →  y ↓", *signs])


def _blocks(contents: Contents) -> Iterator[str]:
    """The board with a block for each space; dots mark the corners of the grid."""
    bounds = contents.bounds
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


def _compact(contents: Contents) -> Iterator[str]:
    """The board with the four letters of each tile, cut into bands that fit the width."""
    bounds = contents.bounds
    bands = ceil(len(bounds.columns) / ((WIDTH - 2 * _MARGIN) // 5))
    per_band = ceil(len(bounds.columns) / bands)  # bands of one width, not a crumb at the end
    yield contents.labels["order"]
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
