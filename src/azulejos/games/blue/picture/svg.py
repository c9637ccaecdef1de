"""BLUE's drawings: `svg` for notebooks and pages, `text` for the terminal.

Both take the JSON position, with the blocked spaces, chains, circles and scores that the rules
found. Nothing here knows the rules, reads a file or asks a clock: the same position gives the
same picture.
"""

from collections.abc import Iterator, Mapping
from html import escape
from itertools import pairwise
from typing import Any
from zlib import crc32

from azulejos.games.blue.picture import art
from azulejos.games.blue.picture.panel import COBALT, FAINT, GAP, GRID, PAPER, SANS, panel
from azulejos.games.blue.picture.scene import (
    POINTS,
    Cell,
    Run,
    Scene,
    read,
    run_lines,
    score_lines,
    status,
    supply_lines,
)

PLASTER = "#f4efe6"
EDGE = 34  # room around the board for the coordinates
LEAST_WIDTH = 720  # the heading and three seats in a row


def svg(position: Mapping[str, Any], words: Mapping[str, str] | None = None) -> str:
    """The position as a complete SVG document."""
    scene = read(position, words)
    bounds = scene.bounds
    across, down = art.TILE * len(bounds.columns), art.TILE * len(bounds.rows)
    # A browser shrinks a wide picture to the page, so its words must grow to stay readable.
    scale = min(2.6, max(1.0, across / LEAST_WIDTH))
    edge = EDGE * min(scale, 1.9)
    width = max(across + 2 * edge, LEAST_WIDTH)
    prefix = f"blue{crc32(repr(position).encode()):08x}"
    cards, cards_height = panel(scene, prefix, width / scale - 2 * GAP)
    top = scale * (cards_height + 2 * GAP)
    height = top + down + 2 * edge
    body = [
        f'<rect width="{width:g}" height="{height:g}" fill="{PLASTER}"/>',
        f'<g transform="translate({scale * GAP:g} {scale * GAP:g}) scale({scale:g})">{cards}</g>',
        f'<g transform="translate({(width - across) / 2:g} {top + edge:g})">',
        *_board(scene, prefix, edge),
        "</g>",
    ]
    return _document(scene, width, height, art.definitions(prefix) + "".join(body))


def _document(scene: Scene, width: float, height: float, body: str) -> str:
    tiles = ", ".join(f"{x},{y}:{sides}" for (x, y), sides in scene.tiles.items())
    blocked = ", ".join(f"{x},{y}" for x, y in sorted(scene.blocked))
    told = (*score_lines(scene), *supply_lines(scene))
    lines = [" ".join(line.lstrip("> ").split()) for line in told]  # read aloud, not looked at
    lines += [f"{scene.words['laid']}: {tiles}"] if tiles else []
    lines += [f"{scene.words['blocked']}: {blocked}"] if blocked else []
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}"'
        f' width="{width:g}" height="{height:g}" role="img" style="max-width:100%;height:auto">'
        f"<title>{escape(f'BLUE. {status(scene)}'.strip())}</title>"
        f"<desc>{escape('. '.join((*lines, *run_lines(scene))))}</desc>{body}</svg>"
    )


def _board(scene: Scene, prefix: str, edge: float) -> Iterator[str]:
    """Grid, spaces and tiles, then what is told about them: outlines, and points above all."""
    yield _grid(scene)
    yield from _coordinates(scene, edge)
    for cell in scene.open_spaces:
        yield _at(scene, cell, _OPEN_SPACE)
    for cell in sorted(scene.blocked):
        yield _at(scene, cell, art.blocked_disc(), 'data-blocked="1"')
    yield f'<g {SANS} font-weight="600" text-anchor="middle">'
    for cell, sides in scene.tiles.items():
        name = escape(f"{cell[0]},{cell[1]}:{sides}")
        drawing = f"<title>{name}</title>{art.tile(sides, prefix)}"
        yield _at(scene, cell, drawing, f'data-tile="{name}"')
    runs = [("chain", run) for run in scene.chains] + [("circle", run) for run in scene.circles]
    for word, run in runs:
        yield f'<g data-run="{word}">{_outline(scene, run)}</g>'
    for word, run in runs:
        if run.colour in scene.colours:
            yield _badge(scene, run, POINTS[word])
    yield "</g>"


_OPEN_SPACE = (
    f'<rect x="5" y="5" width="{art.TILE - 10}" height="{art.TILE - 10}" rx="6" fill="none"'
    f' stroke="{COBALT}" stroke-opacity=".35" stroke-width="1.5" stroke-dasharray="5 5"/>'
)


def _at(scene: Scene, cell: Cell, drawing: str, data: str = "") -> str:
    x, y = cell[0] - scene.bounds.west, cell[1] - scene.bounds.north
    return f'<g transform="translate({x * art.TILE} {y * art.TILE})" {data}>{drawing}</g>'


def _grid(scene: Scene) -> str:
    across, down = (art.TILE * len(side) for side in (scene.bounds.columns, scene.bounds.rows))
    lines = [f"M{x},0V{down}" for x in range(art.TILE, across, art.TILE)]
    lines += [f"M0,{y}H{across}" for y in range(art.TILE, down, art.TILE)]
    return (
        f'<rect width="{across}" height="{down}" rx="8" fill="{PAPER}" stroke="{GRID}"/>'
        f'<path d="{"".join(lines)}" stroke="{GRID}"/>'
    )


def _coordinates(scene: Scene, edge: float) -> Iterator[str]:
    """The numbers by which a move is written, along all four edges."""
    columns, rows = scene.bounds.columns, scene.bounds.rows
    size, near = 0.38 * edge, -edge / 2
    far_x, far_y = art.TILE * len(columns) - near, art.TILE * len(rows) - near
    yield f'<g {SANS} font-size="{size:g}" fill="{FAINT}" text-anchor="middle">'
    for number, x in enumerate(columns):
        middle = art.TILE * (number + 0.5)
        yield "".join(_label(middle, y, x, size) for y in (near, far_y))
    for number, y in enumerate(rows):
        middle = art.TILE * (number + 0.5)
        yield "".join(_label(x, middle, y, size) for x in (near, far_x))
    yield _label(near, near, "x,y", size)
    yield "</g>"


def _label(x: float, y: float, label: int | str, size: float) -> str:
    return f'<text x="{x:g}" y="{y + 0.35 * size:.1f}">{escape(str(label))}</text>'


def _seams(scene: Scene, run: Run) -> list[tuple[int, int]]:
    """The middles of the sides at which the tiles of a run touch, west or north first."""
    west, north = scene.bounds.west, scene.bounds.north
    cells = sorted((x - west, y - north) for x, y in run.cells)
    half = art.TILE // 2
    return [(half * (x0 + x1 + 1), half * (y0 + y1 + 1)) for (x0, y0), (x1, y1) in pairwise(cells)]


def _outline(scene: Scene, run: Run) -> str:
    seams = _seams(scene, run)
    return art.outline(*seams[0], *seams[-1], scored=run.colour in scene.colours)


def _badge(scene: Scene, run: Run, points: int) -> str:
    """Beside a seam of the run, where four tiles meet: there no tile has anything drawn."""
    seams = _seams(scene, run)
    x, y = seams[(len(seams) - 1) // 2]
    away = art.HALF + 7
    level = run.cells[0][1] == run.cells[-1][1]
    return art.badge(x, y - away, points) if level else art.badge(x + away, y, points)
