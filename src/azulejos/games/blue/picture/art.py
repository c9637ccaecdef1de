"""The art of BLUE as plain data: the shapes of tiles, the patterns and the colours by theme.

The pictures of this package and the page are both drawn from it, see `ART` and `PALETTE`. Shapes
are relative to a tile's corner, in units of which a tile is `TILE` wide. Each colour has a pattern
of its own, so that it can be told apart without seeing colour; that of white is a second line
inside its outline, the rail. Not here: SVG, see `elements.py`, and where things lie in a picture,
see `svg.py`.
"""

from typing import Any

from azulejos.games.palette import Palette

TILE = 64
MIDDLE = TILE // 2
CORNER = 2  # radius of a tile's corners
HALF = 12  # half the width of a segment, and the radius of an end, so that they join to one shape
INSET = 2.8  # distance from the outline to the rail
EDGE_WIDTH, RAIL_WIDTH, SEAM_WIDTH = 1.8, 0.9, 1
RAILED = "w"  # the colour that has a rail
BLOCKED_RADIUS = 19
PATTERN_SIZE = 8  # TILE is a multiple of it, so a pattern runs on from tile to tile
PATTERNS: dict[str, dict[str, Any]] = {  # marks on the plain colour, as attributes of a path
    "g": {"d": "M2,2h.01M6,6h.01", "stroke-width": 2, "stroke-linecap": "round"},
    "b": {"d": "M-1,1l2,-2M-1,9l10,-10M7,9l2,-2", "stroke-width": 1.3},
}


def _letter(size: float) -> dict[str, float]:
    """The size of a letter, and how far its baseline is below the point it is centred on."""
    return {"size": size, "drop": round(0.3 * size, 2)}


SEGMENT_LETTER, END_LETTER = _letter(13), _letter(8.5)


def _segment(upright: bool) -> dict[str, str]:
    """A segment through the middle: its area, its long edges, and the rails inside them. It has no
    short edges, so that segments run on from tile to tile.
    """
    low, high = MIDDLE - HALF, MIDDLE + HALF
    lines = "M{0:g},0V{2}M{1:g},0V{2}" if upright else "M0,{0:g}H{2}M0,{1:g}H{2}"
    area = "M{0},0V{2}H{1}V0Z" if upright else "M0,{0}H{2}V{1}H0Z"
    return {
        "area": area.format(low, high, TILE),
        "edges": lines.format(low, high, TILE),
        "rails": lines.format(low + INSET, high - INSET, TILE),
    }


def _half_disc(side: int, radius: float) -> str:
    """A half disc on a side, counted from north clockwise. Its straight edge has no line, so that
    two of them make a whole disc.
    """
    low, high = MIDDLE - radius, MIDDLE + radius
    start, stop = (
        ((low, 0), (high, 0)),
        ((TILE, low), (TILE, high)),
        ((high, TILE), (low, TILE)),
        ((0, high), (0, low)),
    )[side]
    arc = f"A{radius:g},{radius:g} 0 0 0"
    return f"M{start[0]:g},{start[1]:g}{arc} {stop[0]:g},{stop[1]:g}"


def _end(side: int) -> dict[str, Any]:
    """An end on a side: its area, the rail inside it, and the point on which its letter stands."""
    depth = round(0.43 * HALF, 2)  # about the middle of a half disc
    far = TILE - depth
    letters = ([MIDDLE, depth], [far, MIDDLE], [MIDDLE, far], [depth, MIDDLE])
    return {
        "area": _half_disc(side, HALF),
        "rail": _half_disc(side, HALF - INSET),
        "letter": letters[side],
    }


LEVEL, UPRIGHT = _segment(upright=False), _segment(upright=True)
ENDS = [_end(side) for side in range(4)]

ART: dict[str, Any] = {
    "tile": TILE,
    "corner": CORNER,
    "segment_half": HALF,
    "segment": {"level": LEVEL, "upright": UPRIGHT},
    "ends": ENDS,
    "edge_width": EDGE_WIDTH,
    "rail_width": RAIL_WIDTH,
    "seam_width": SEAM_WIDTH,
    "segment_letter": SEGMENT_LETTER,
    "end_letter": END_LETTER,
    "pattern_size": PATTERN_SIZE,
    "patterns": PATTERNS,
    "railed": RAILED,
    "blocked_radius": BLOCKED_RADIUS,
}

# ---- Colours by theme; a theme has the light one's values for what it does not list

PALETTE: Palette = {
    "light": {
        "laid-ground": "#efe3cb",  # the tile itself; every line has a contrast of 3:1 to it
        "laid-seam": "#8f7f60",
        "laid-w": "#ffffff",
        "laid-w-line": "#3a4657",  # the outline
        "laid-w-mark": "#7d8ba0",  # the rail, or the lines or dots of the pattern
        "laid-w-letter": "#2b3543",
        "laid-g": "#999ea5",
        "laid-g-line": "#3c4249",
        "laid-g-mark": "#555c65",
        "laid-g-letter": "#16191d",
        "laid-b": "#11519c",
        "laid-b-line": "#072a57",
        "laid-b-mark": "#6ea3dd",
        "laid-b-letter": "#ffffff",
        "laid-score": "#b03a1e",  # a closed chain or circle
        "laid-on-score": "#ffffff",
        "laid-halo": "#fffdf8",
        "laid-blocked": "#191b21",
        "laid-blocked-ring": "#6b707c",
    },
    "dark": {
        "laid-ground": "#d9cbb0",
        "laid-score": "#9c2f15",
        "laid-halo": "#fffdf8",
        "laid-blocked": "#05070b",
        "laid-blocked-ring": "#8a93a8",
    },
    "contrast": {
        "laid-ground": "#f2ead9",
        "laid-seam": "#3d3524",
        "laid-w-line": "#000000",
        "laid-w-mark": "#4d5a70",
        "laid-g": "#a3a8af",
        "laid-g-line": "#000000",
        "laid-g-mark": "#33383f",
        "laid-b": "#0a3f86",
        "laid-b-line": "#000000",
        "laid-b-mark": "#9cc8ff",
        "laid-score": "#8a1f06",
        "laid-halo": "#ffffff",
        "laid-blocked": "#000000",
        "laid-blocked-ring": "#ffffff",
    },
}

LIGHT = PALETTE["light"]
GROUND, SEAM, SCORED = LIGHT["laid-ground"], LIGHT["laid-seam"], LIGHT["laid-score"]
