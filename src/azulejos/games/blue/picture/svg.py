"""The picture of a BLUE position as SVG, for notebooks and pages.

It is made from the JSON of a position with its blocked spaces, chains, circles and scores, see
`view.py`. Nothing here knows the rules. The same position always gives the same picture.
"""

from collections.abc import Iterator, Mapping
from html import escape
from itertools import pairwise
from typing import Any
from zlib import crc32

from azulejos.games.blue.picture import elements
from azulejos.games.blue.picture.art import HALF, TILE
from azulejos.games.blue.picture.cards import GAP, SANS, draw_cards
from azulejos.games.blue.picture.contents import (
    POINTS,
    Cell,
    Contents,
    Run,
    read,
    run_lines,
    score_lines,
    status,
    supply_lines,
)
from azulejos.games.palette import ACT, FAINT, PAPER, RULE, TABLE

EDGE = 34  # room around the board for the coordinates
LEAST_WIDTH = 720  # the heading and three seats in a row


def svg(position: Mapping[str, Any], words: Mapping[str, str] | None = None) -> str:
    """The position as a complete SVG document."""
    shown = read(position, words)
    bounds = shown.bounds
    across, down = TILE * len(bounds.columns), TILE * len(bounds.rows)
    # A browser shrinks a wide picture to the page, so its words must grow to stay readable.
    scale = min(2.6, max(1.0, across / LEAST_WIDTH))
    edge = EDGE * min(scale, 1.9)
    width = max(across + 2 * edge, LEAST_WIDTH)
    prefix = f"blue{crc32(repr(position).encode()):08x}"
    cards, cards_height = draw_cards(shown, prefix, width / scale - 2 * GAP)
    top = scale * (cards_height + 2 * GAP)
    height = top + down + 2 * edge
    body = [
        f'<rect width="{width:g}" height="{height:g}" fill="{TABLE}"/>',
        f'<g transform="translate({scale * GAP:g} {scale * GAP:g}) scale({scale:g})">{cards}</g>',
        f'<g transform="translate({(width - across) / 2:g} {top + edge:g})">',
        *_board(shown, prefix, edge),
        "</g>",
    ]
    return _document(shown, width, height, elements.definitions(prefix) + "".join(body))


def _document(shown: Contents, width: float, height: float, body: str) -> str:
    tiles = ", ".join(f"{x},{y}:{sides}" for (x, y), sides in shown.tiles.items())
    blocked = ", ".join(f"{x},{y}" for x, y in sorted(shown.blocked))
    told = (*score_lines(shown), *supply_lines(shown))
    lines = [" ".join(line.lstrip("> ").split()) for line in told]  # read aloud, not looked at
    lines += [f"{shown.words['laid']}: {tiles}"] if tiles else []
    lines += [f"{shown.words['blocked']}: {blocked}"] if blocked else []
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}"'
        f' width="{width:g}" height="{height:g}" role="img" style="max-width:100%;height:auto">'
        f"<title>{escape(f'BLUE. {status(shown)}'.strip())}</title>"
        f"<desc>{escape('. '.join((*lines, *run_lines(shown))))}</desc>{body}</svg>"
    )


def _board(shown: Contents, prefix: str, edge: float) -> Iterator[str]:
    """Grid, spaces and tiles, then what is told about them: outlines, and points above all."""
    yield _grid(shown)
    yield from _coordinates(shown, edge)
    for cell in shown.open_spaces:
        yield _at(shown, cell, _OPEN_SPACE)
    for cell in sorted(shown.blocked):
        yield _at(shown, cell, elements.blocked_disc(), 'data-blocked="1"')
    yield f'<g {SANS} font-weight="600" text-anchor="middle">'
    for cell, sides in shown.tiles.items():
        name = escape(f"{cell[0]},{cell[1]}:{sides}")
        drawing = f"<title>{name}</title>{elements.tile(sides, prefix)}"
        yield _at(shown, cell, drawing, f'data-tile="{name}"')
    runs = [("chain", run) for run in shown.chains] + [("circle", run) for run in shown.circles]
    for word, run in runs:
        yield f'<g data-run="{word}">{_outline(shown, run)}</g>'
    for word, run in runs:
        if run.colour in shown.colours:
            yield _badge(shown, run, POINTS[word])
    yield "</g>"


_OPEN_SPACE = (
    f'<rect x="5" y="5" width="{TILE - 10}" height="{TILE - 10}" rx="6" fill="none"'
    f' stroke="{ACT}" stroke-opacity=".35" stroke-width="1.5" stroke-dasharray="5 5"/>'
)


def _at(shown: Contents, cell: Cell, drawing: str, data: str = "") -> str:
    x, y = cell[0] - shown.bounds.west, cell[1] - shown.bounds.north
    return f'<g transform="translate({x * TILE} {y * TILE})" {data}>{drawing}</g>'


def _grid(shown: Contents) -> str:
    across, down = (TILE * len(side) for side in (shown.bounds.columns, shown.bounds.rows))
    lines = [f"M{x},0V{down}" for x in range(TILE, across, TILE)]
    lines += [f"M0,{y}H{across}" for y in range(TILE, down, TILE)]
    return (
        f'<rect width="{across}" height="{down}" rx="8" fill="{PAPER}" stroke="{RULE}"/>'
        f'<path d="{"".join(lines)}" stroke="{RULE}"/>'
    )


def _coordinates(shown: Contents, edge: float) -> Iterator[str]:
    """The numbers by which a move is written, along all four edges."""
    columns, rows = shown.bounds.columns, shown.bounds.rows
    size, near = 0.38 * edge, -edge / 2
    far_x, far_y = TILE * len(columns) - near, TILE * len(rows) - near
    yield f'<g {SANS} font-size="{size:g}" fill="{FAINT}" text-anchor="middle">'
    for number, x in enumerate(columns):
        middle = TILE * (number + 0.5)
        yield "".join(_label(middle, y, x, size) for y in (near, far_y))
    for number, y in enumerate(rows):
        middle = TILE * (number + 0.5)
        yield "".join(_label(x, middle, y, size) for x in (near, far_x))
    yield _label(near, near, "x,y", size)
    yield "</g>"


def _label(x: float, y: float, label: int | str, size: float) -> str:
    return f'<text x="{x:g}" y="{y + 0.35 * size:.1f}">{escape(str(label))}</text>'


def _seams(shown: Contents, run: Run) -> list[tuple[int, int]]:
    """The middles of the sides at which the tiles of a run touch, west or north first."""
    west, north = shown.bounds.west, shown.bounds.north
    cells = sorted((x - west, y - north) for x, y in run.cells)
    half = TILE // 2
    return [(half * (x0 + x1 + 1), half * (y0 + y1 + 1)) for (x0, y0), (x1, y1) in pairwise(cells)]


def _outline(shown: Contents, run: Run) -> str:
    seams = _seams(shown, run)
    return elements.outline(*seams[0], *seams[-1], is_scored=run.colour in shown.colours)


def _badge(shown: Contents, run: Run, points: int) -> str:
    """Beside a seam of the run, where four tiles meet: there no tile has anything drawn."""
    seams = _seams(shown, run)
    x, y = seams[(len(seams) - 1) // 2]
    away = HALF + 7
    level = run.cells[0][1] == run.cells[-1][1]
    return elements.badge(x, y - away, points) if level else elements.badge(x + away, y, points)
