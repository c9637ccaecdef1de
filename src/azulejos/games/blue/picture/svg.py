"""The picture of a BLUE position as SVG, for notebooks and pages.

It is made from the JSON of a position with its blocked spaces, chains, circles and scores, see
`view.py`. Nothing here knows the rules. The same position always gives the same picture.
"""

from collections.abc import Iterator, Mapping
from html import escape
from itertools import pairwise
from typing import Any, NamedTuple
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
from azulejos.games.palette import ACT, FAINT, RULE, SURFACE, TABLE

EDGE = 34  # room around the board for the coordinates
LEAST_WIDTH = 720  # the heading and three seats in a row


def svg(position: Mapping[str, Any], words: Mapping[str, str] | None = None) -> str:
    """The position as a complete SVG document."""
    contents, prefix = read(position, words), prefix_of(position)
    plan = make_plan(contents, prefix)
    body = [
        f'<rect width="{plan.width:g}" height="{plan.height:g}" fill="{TABLE}"/>',
        f'<g transform="translate({plan.scale * GAP:g} {plan.scale * GAP:g}) '
        f'scale({plan.scale:g})">{plan.cards}</g>',
        f'<g transform="translate({plan.left:g} {plan.top:g})">',
        *_board(contents, prefix, plan.edge),
        "</g>",
    ]
    drawing = elements.definitions(prefix) + "".join(body)
    return _document(contents, plan.width, plan.height, drawing)


class Plan(NamedTuple):
    """The cards, and the size and corner of the board."""

    cards: str
    scale: float  # of the cards
    width: float
    height: float
    left: float  # of the board
    top: float
    edge: float  # around it


def make_plan(contents: Contents, prefix: str) -> Plan:
    """Where cards and board lie."""
    bounds = contents.bounds
    across, down = TILE * len(bounds.columns), TILE * len(bounds.rows)
    # A browser shrinks a wide picture to the page, so the text grows to stay readable.
    scale = min(2.6, max(1.0, across / LEAST_WIDTH))
    edge = EDGE * min(scale, 1.9)
    width = max(across + 2 * edge, LEAST_WIDTH)
    cards, cards_height = draw_cards(contents, prefix, width / scale - 2 * GAP)
    top = scale * (cards_height + 2 * GAP)
    height, left = top + down + 2 * edge, (width - across) / 2
    return Plan(cards, scale, width, height, left, top + edge, edge)


def prefix_of(position: Mapping[str, Any]) -> str:
    """The beginning of the ids in a drawing, so that several can stand on one page."""
    return f"blue{crc32(repr(position).encode()):08x}"


def _document(contents: Contents, width: float, height: float, body: str) -> str:
    tiles = ", ".join(f"{x},{y}:{sides}" for (x, y), sides in contents.tiles.items())
    blocked = ", ".join(f"{x},{y}" for x, y in sorted(contents.blocked))
    text = (*score_lines(contents), *supply_lines(contents))
    lines = [" ".join(line.lstrip("> ").split()) for line in text]  # for screen readers
    lines += [f"{contents.labels['laid']}: {tiles}"] if tiles else []
    lines += [f"{contents.labels['blocked']}: {blocked}"] if blocked else []
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}"'
        f' width="{width:g}" height="{height:g}" role="img" style="max-width:100%;height:auto">'
        f"<title>{escape(f'BLUE. {status(contents)}'.strip())}</title>"
        f"<desc>{escape('. '.join((*lines, *run_lines(contents))))}</desc>{body}</svg>"
    )


def _board(contents: Contents, prefix: str, edge: float) -> Iterator[str]:
    """Grid, spaces and tiles; then the outlines of chains and circles, and their points on top."""
    yield _grid(contents)
    yield from _coordinates(contents, edge)
    for cell in contents.open_spaces:
        yield _at(contents, cell, _OPEN_SPACE)
    for cell in sorted(contents.blocked):
        yield _at(contents, cell, elements.blocked_disc(), 'data-blocked="1"')
    yield f'<g {SANS} font-weight="600" text-anchor="middle">'
    for cell, sides in contents.tiles.items():
        name = escape(f"{cell[0]},{cell[1]}:{sides}")
        drawing = f"<title>{name}</title>{elements.tile(sides, prefix)}"
        place = f"{cell[0]},{cell[1]}"
        yield _at(contents, cell, drawing, f'data-at="{place}" data-tile="{name}"')
    runs = [("chain", run) for run in contents.chains] + [
        ("circle", run) for run in contents.circles
    ]
    for word, run in runs:
        yield f'<g data-run="{word}">{_outline(contents, run)}</g>'
    for word, run in runs:
        if run.colour in contents.colours:
            yield _badge(contents, run, POINTS[word])
    yield "</g>"


_OPEN_SPACE = (
    f'<rect x="5" y="5" width="{TILE - 10}" height="{TILE - 10}" rx="6" fill="none"'
    f' stroke="{ACT}" stroke-opacity=".35" stroke-width="1.5" stroke-dasharray="5 5"/>'
)


def _at(contents: Contents, cell: Cell, drawing: str, data: str = "") -> str:
    x, y = cell[0] - contents.bounds.west, cell[1] - contents.bounds.north
    return f'<g transform="translate({x * TILE} {y * TILE})" {data}>{drawing}</g>'


def _grid(contents: Contents) -> str:
    across, down = (TILE * len(side) for side in (contents.bounds.columns, contents.bounds.rows))
    lines = [f"M{x},0V{down}" for x in range(TILE, across, TILE)]
    lines += [f"M0,{y}H{across}" for y in range(TILE, down, TILE)]
    return (
        f'<rect width="{across}" height="{down}" rx="8" fill="{SURFACE}" stroke="{RULE}"/>'
        f'<path d="{"".join(lines)}" stroke="{RULE}"/>'
    )


def _coordinates(contents: Contents, edge: float) -> Iterator[str]:
    """The coordinates that moves use, along all four edges."""
    columns, rows = contents.bounds.columns, contents.bounds.rows
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


def _seams(contents: Contents, run: Run) -> list[tuple[int, int]]:
    """The middles of the sides at which the tiles of a run touch, west or north first."""
    west, north = contents.bounds.west, contents.bounds.north
    cells = sorted((x - west, y - north) for x, y in run.cells)
    half = TILE // 2
    return [(half * (x0 + x1 + 1), half * (y0 + y1 + 1)) for (x0, y0), (x1, y1) in pairwise(cells)]


def _outline(contents: Contents, run: Run) -> str:
    seams = _seams(contents, run)
    return elements.outline(*seams[0], *seams[-1], is_scored=run.colour in contents.colours)


def _badge(contents: Contents, run: Run, points: int) -> str:
    """The points of a run, beside one of its seams, where nothing of a tile is covered."""
    seams = _seams(contents, run)
    x, y = seams[(len(seams) - 1) // 2]
    away = HALF + 7
    level = run.cells[0][1] == run.cells[-1][1]
    return elements.badge(x, y - away, points) if level else elements.badge(x + away, y, points)
