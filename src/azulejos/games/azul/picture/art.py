"""The art of Azul as plain data: the shapes of tiles, the ring of displays, the colours by theme.

The pictures of this package and the page are both drawn from it, see `ART` and `PALETTE`. Every
tile differs from the others in its ground colour, its motif and its letter. Not here: SVG, see
`elements.py`, and where things lie in a picture, see `svg.py`.
"""

from math import cos, pi, sin
from typing import Any

from azulejos.games.azul.state import LETTERS
from azulejos.games.palette import POOL, SPACE, SURFACE, TABLE, Palette

Point = tuple[float, float]
Shape = dict[str, Any]  # an SVG element and its attributes; fill and stroke are paints of the tile

# ---- Tiles: shapes on a square, in paints that the palette gives for each colour

SIZE = 48
MIDDLE = SIZE // 2
FRAME = {"x": 1.2, "y": 1.2, "width": 45.6, "height": 45.6, "rx": 7, "stroke-width": 2.2}
GHOST = {  # the frame of an empty space of the coloured wall
    "x": 1.5,
    "y": 1.5,
    "width": 45,
    "height": 45,
    "rx": 7,
    "stroke-width": 1.5,
    "stroke-dasharray": "4 3.4",
}
MARKER = {"x": 1.5, "y": 1.5, "width": 45, "height": 45, "rx": 15, "stroke-width": 3}
MARKER_NUMBER = {"x": 24, "y": 33.5, "font-size": 27}
LETTER = {"x": 24, "y": 30.3, "font-size": 17.5}


def _polygon(points: list[Point], **paints: Any) -> Shape:
    """A polygon with the given corners."""
    corners = " ".join(f"{round(x, 2):g},{round(y, 2):g}" for x, y in points)
    return {"element": "polygon", "points": corners, **paints}


def _star(outer: float, inner: float, turn: float, fill: str) -> Shape:
    """A star of eight points around the middle."""
    points = []
    for k in range(16):
        radius, angle = (inner if k % 2 else outer), pi * k / 8 + turn
        points.append((MIDDLE + radius * sin(angle), MIDDLE - radius * cos(angle)))
    return _polygon(points, fill=fill)


def _diamond(radius: float, **paints: Any) -> Shape:
    """A square standing on a corner, around the middle."""
    m, r = MIDDLE, radius
    return _polygon([(m, m - r), (m + r, m), (m, m + r), (m - r, m)], **paints)


def _square(x: float, y: float, side: float, fill: str) -> Shape:
    return _polygon([(x, y), (x + side, y), (x + side, y + side), (x, y + side)], fill=fill)


def _disc(radius: float, fill: str, x: float = MIDDLE, y: float = MIDDLE, **paints: Any) -> Shape:
    return {"element": "circle", "cx": x, "cy": y, "r": radius, "fill": fill, **paints}


def _petal(angle: int) -> Shape:
    turned = {"transform": f"rotate({angle} 24 24)", "fill": "ink"}
    return {"element": "ellipse", "cx": 24, "cy": 10.2, "rx": 4.3, "ry": 7.4, **turned}


def _spoke(x1: float, y1: float, x2: float, y2: float) -> Shape:
    stroke = {"stroke": "ink", "stroke-width": 3.4, "stroke-linecap": "round"}
    return {"element": "line", "x1": x1, "y1": y1, "x2": x2, "y2": y2, **stroke}


TILES: dict[
    str, dict[str, list[Shape]]
] = {  # around the middle; and in it when no letter stands there
    "B": {
        "motif": [_star(21.5, 13.6, 0, "ink")],
        "centre": [_star(9.5, 5, pi / 8, "ground")],
    },
    "Y": {
        "motif": [*(_petal(angle) for angle in range(0, 360, 45)), _disc(9.6, "hub")],
        "centre": [_disc(4.6, "ink")],
    },
    "R": {
        "motif": [
            _diamond(20.2, fill="none", stroke="ink", **{"stroke-width": 2.6}),
            *(_square(x, y, 6, "ink") for x in (2.5, 39.5) for y in (2.5, 39.5)),
            _diamond(15.4, fill="ink"),
        ],
        "centre": [_diamond(7, fill="ground")],
    },
    "K": {
        "motif": [
            *(_disc(8.9, "ink", 24, y) for y in (12.4, 35.6)),
            *(_disc(8.9, "ink", x, 24) for x in (12.4, 35.6)),
            _disc(10, "ink"),
        ],
        "centre": [_disc(5.6, "ground")],
    },
    "W": {
        "motif": [
            _spoke(24, 5.4, 24, 42.6),
            _spoke(5.4, 24, 42.6, 24),
            _spoke(9.6, 9.6, 38.4, 38.4),
            _spoke(38.4, 9.6, 9.6, 38.4),
            _disc(12.6, "hub", stroke="ink", **{"stroke-width": 2.6}),
        ],
        "centre": [_disc(4, "ink")],
    },
}


# ---- The ring of displays around the centre


def oval_points(count: int, width: float, height: float) -> list[Point]:
    """Points at equal distances on the longest oval in a box, clockwise from the top."""
    bend, straight = height / 2, width - height
    half = straight + pi * bend  # a straight and the bend after it; the other half mirrors it
    points = []
    for k in range(count):
        halves, way = divmod(straight / 2 + k * 2 * half / count, half)
        angle = max(0.0, way - straight) / bend
        x = min(way, straight) - straight / 2 + bend * sin(angle)
        side = -1 if halves == 1 else 1
        points.append((width / 2 + side * x, bend - side * bend * cos(angle)))
    return points


ART: dict[str, Any] = {
    "size": SIZE,
    "frame": FRAME,
    "ghost": GHOST,
    "marker": MARKER,
    "marker_number": MARKER_NUMBER,
    "letter": LETTER,
    "tiles": TILES,
}


# ---- Colours by theme; a theme has the light one's values for what it does not list


def _tile(letter: str, ground: str, edge: str, ink: str, hub: str, text: str) -> dict[str, str]:
    """The paints of a tile. The letter stands on the hub, or on ink of the same colour; the edge
    carries the contrast to the board where the ground cannot.
    """
    name = f"tile-{letter}"
    parts = {"edge": edge, "ink": ink, "hub": hub, "letter": text}
    return {name: ground} | {f"{name}-{part}": colour for part, colour in parts.items()}


PALETTE: Palette = {
    "light": {
        "azul-display": "#e9eef4",
        "azul-band": "#f7f1e6",  # of a row, from its line to its wall
        "azul-floor": "#f9ece5",
        "azul-rim": "#8ea4bf",  # of a display
        "tile-ghost": "0.25",  # opacity
        **_tile("B", "#1d5fa6", "#0f3f75", "#eef6fc", "#eef6fc", "#0f3f75"),
        **_tile("Y", "#eab823", "#85590a", "#74460a", "#fff3cf", "#5c3606"),
        **_tile("R", "#c9472e", "#8a2514", "#fdeee4", "#fdeee4", "#8a2514"),
        **_tile("K", "#262a33", "#0d0f14", "#a5d6d3", "#a5d6d3", "#14171d"),
        **_tile("W", "#f6fafb", "#3f748d", "#2a7dac", "#f6fafb", "#174f6e"),
        "tile-marker": "#ffffff",
        "tile-marker-edge": "#123b7a",
    },
    "dark": {
        "azul-display": "#222c3e",
        "azul-band": "#212839",
        "azul-floor": "#2a1f21",
        "azul-rim": "#5d7397",
        "tile-ghost": "0.3",
        "tile-B-edge": "#7fb4ec",
        "tile-Y-edge": "#f7d873",
        "tile-R-edge": "#f29078",
        "tile-K-edge": "#a5d6d3",
        "tile-W-edge": "#b7dcee",
        "tile-marker": "#f6f2e8",
        "tile-marker-edge": "#8fbdf5",
    },
    "contrast": {
        "azul-display": "#0a0a0a",
        "azul-band": "#0d0d0d",
        "azul-floor": "#140606",
        "azul-rim": "#ffffff",
        "tile-ghost": "0.5",
        "tile-B": "#0f4f9e",
        "tile-B-edge": "#9fd2ff",
        "tile-Y": "#ffd21f",
        "tile-Y-edge": "#fff0a8",
        "tile-R": "#c23a20",
        "tile-R-edge": "#ffb09c",
        "tile-K": "#101318",
        "tile-K-edge": "#ffffff",
        "tile-K-ink": "#c8f5f1",
        "tile-K-hub": "#c8f5f1",
        "tile-W": "#ffffff",
        "tile-W-edge": "#ffffff",
        "tile-W-ink": "#0b5a8a",
        "tile-W-hub": "#ffffff",
        "tile-marker": "#ffffff",
        "tile-marker-edge": "#6fd3ff",
    },
}

LIGHT = PALETTE["light"]
DISPLAY, FLOOR_SPACE, RIM = LIGHT["azul-display"], LIGHT["azul-floor"], LIGHT["azul-rim"]
GROUNDS = (TABLE, SURFACE, DISPLAY, POOL, SPACE, FLOOR_SPACE)  # on which tiles lie


def paints(letter: str) -> dict[str, str]:
    """The light theme's paints of a tile: ground, edge, ink, hub and letter."""
    name = f"tile-{letter}"
    parts = {part: LIGHT[f"{name}-{part}"] for part in ("edge", "ink", "hub", "letter")}
    return {"ground": LIGHT[name], **parts}


assert set(TILES) == set(LETTERS)
