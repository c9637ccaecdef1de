"""The shapes of BLUE as pieces of SVG: a tile, the outline of a chain or circle, a blocked disc.

Each piece is drawn around its own origin, in units of which a tile is `TILE` wide. Nothing here
knows where on a board a piece lies; that is `picture`'s part.
"""

from typing import NamedTuple

TILE = 64
HALF = 12  # half the width of a segment, and the radius of an end: so that they join to one shape

GROUND = "#efe3cb"  # the tile itself: the colours' lines must stand out from it at 3:1 or better
SEAM = "#8f7f60"
SCORED = "#b03a1e"  # terracotta: a finished chain or circle
BLACK = "#191b21"


class Ink(NamedTuple):
    """How a colour is drawn. Each has a pattern of its own, so that none needs its colour."""

    fill: str
    line: str  # the outline
    mark: str  # the pattern's lines or dots
    letter: str
    pattern: str


INKS = {
    "w": Ink("#ffffff", "#3a4657", "#7d8ba0", "#2b3543", "rail"),
    "g": Ink("#999ea5", "#3c4249", "#555c65", "#16191d", "dots"),
    "b": Ink("#11519c", "#072a57", "#6ea3dd", "#ffffff", "hatching"),
}

# A pattern is 8 units wide and TILE a multiple of that, so it runs on from tile to tile.
_MARKS = {
    "dots": '<path d="M2,2h.01M6,6h.01" stroke-width="2" stroke-linecap="round"/>',
    "hatching": '<path d="M-1,1l2,-2M-1,9l10,-10M7,9l2,-2" stroke-width="1.3"/>',
}
_MID = TILE // 2
_LETTER = 8.5
_INSET = 2.8  # how far inside the outline the second line of white runs


def definitions(prefix: str) -> str:
    """The fill patterns; `prefix` keeps the ids of several pictures on one page apart."""
    patterns = (
        f'<pattern id="{prefix}-{kind}" data-pattern="{ink.pattern}" width="8" height="8"'
        f' patternUnits="userSpaceOnUse"><rect width="8" height="8" fill="{ink.fill}"/>'
        f'<g stroke="{ink.mark}">{_MARKS[ink.pattern]}</g></pattern>'
        for kind, ink in INKS.items()
        if ink.pattern in _MARKS
    )
    return f"<defs>{''.join(patterns)}</defs>"


def tile(sides: str, prefix: str) -> str:
    """A tile by its sides north, east, south, west, its corner at the origin."""
    upright = sides[0] == sides[2]
    ends = (1, 3) if upright else (0, 2)
    segment = sides[0] if upright else sides[1]
    square = f'width="{TILE}" height="{TILE}" rx="2"'
    pieces = [
        f'<rect {square} fill="{GROUND}"/>',
        _bar(segment, prefix, upright),
        *(_end(sides[side], side, prefix) for side in ends),
        # The seam comes last: it closes an end at the rim and keeps the tiles of a chain countable.
        f'<rect {square} fill="none" stroke="{SEAM}" stroke-opacity=".55"/>',
        _letter(segment, _MID, _MID, 13),
        *(_letter(sides[side], *_in_end(side), _LETTER) for side in ends),
    ]
    return "".join(pieces)


def kind_sides(kind: str) -> str:
    """The sides of a kind of tile as it lies in the supply, its segment level."""
    first, second = (other for other in INKS if other != kind)
    return first + kind + second + kind


def _fill(kind: str, prefix: str) -> str:
    ink = INKS[kind]
    # The plain colour after the address is for viewers that know no patterns.
    fill = f"url(#{prefix}-{kind}) {ink.fill}" if ink.pattern in _MARKS else ink.fill
    return f'fill="{fill}"'


def _stroke(kind: str) -> str:
    return f'stroke="{INKS[kind].line}" stroke-width="1.8"'


def _bar(kind: str, prefix: str, upright: bool) -> str:
    """A segment through the middle; only its long sides have lines, so that bars run on."""
    low, high = _MID - HALF, _MID + HALF
    inner = (low + _INSET, high - _INSET)
    if upright:
        area = f"M{low},0V{TILE}H{high}V0Z"
        edges, rails = (f"M{a:g},0V{TILE}M{b:g},0V{TILE}" for a, b in ((low, high), inner))
    else:
        area = f"M0,{low}H{TILE}V{high}H0Z"
        edges, rails = (f"M0,{a:g}H{TILE}M0,{b:g}H{TILE}" for a, b in ((low, high), inner))
    shape = f'<path d="{area}" {_fill(kind, prefix)}/><path d="{edges}" {_stroke(kind)}/>'
    return shape + _rail(kind, rails)


def swatch(kind: str, prefix: str) -> str:
    """A colour by itself: the shortest chain, lying on a bare tile."""
    low, deep = _MID - HALF, 2 * HALF
    inner = HALF - _INSET
    shape = (
        f'<rect width="{TILE}" height="{TILE}" rx="6" fill="{GROUND}"/>'
        f'<rect x="4" y="{low}" width="{TILE - 8}" height="{deep}" rx="{HALF}"'
        f" {_fill(kind, prefix)} {_stroke(kind)}/>"
    )
    ends = (4 + HALF, TILE - 4 - HALF)
    arc = f"A{inner:g},{inner:g} 0 0 1"
    top, foot = f"{_MID - inner:g}", f"{_MID + inner:g}"
    rail = f"M{ends[0]},{top}H{ends[1]}{arc} {ends[1]},{foot}H{ends[0]}{arc} {ends[0]},{top}Z"
    return shape + _rail(kind, rail) + _letter(kind, _MID, _MID, 13)


def _end(kind: str, side: int, prefix: str) -> str:
    """A half disc on a side; its straight edge has no line, so that two make a whole disc."""
    shape = f'<path d="{_arc(side, HALF)}" {_fill(kind, prefix)} {_stroke(kind)}/>'
    return shape + _rail(kind, _arc(side, HALF - _INSET))


def _arc(side: int, radius: float) -> str:
    low, high = _MID - radius, _MID + radius
    start, stop = (
        ((low, 0), (high, 0)),
        ((TILE, low), (TILE, high)),
        ((high, TILE), (low, TILE)),
        ((0, high), (0, low)),
    )[side]
    bend = f"A{radius:g},{radius:g} 0 0 0"
    return f"M{start[0]:g},{start[1]:g}{bend} {stop[0]:g},{stop[1]:g}"


def _rail(kind: str, path: str) -> str:
    """The second line inside the outline, by which one knows white."""
    ink = INKS[kind]
    if ink.pattern != "rail":
        return ""
    return (
        f'<path d="{path}" fill="none" stroke="{ink.mark}" stroke-width=".9" data-pattern="rail"/>'
    )


def _in_end(side: int) -> tuple[float, float]:
    depth = 0.43 * HALF  # about the middle of a half disc
    places = ((_MID, depth), (TILE - depth, _MID), (_MID, TILE - depth), (depth, _MID))
    return places[side]


def _letter(kind: str, x: float, y: float, size: float) -> str:
    """A colour's letter, on a patch of plain colour that keeps the pattern off it."""
    ink = INKS[kind]
    patch = f' stroke="{ink.fill}" stroke-width="2.6" paint-order="stroke"'
    return (
        f'<text x="{x:g}" y="{y + 0.3 * size:.1f}" font-size="{size:g}" fill="{ink.letter}"'
        f"{patch if ink.pattern in _MARKS else ''}>{kind}</text>"
    )


def outline(x0: float, y0: float, x1: float, y1: float, scored: bool) -> str:
    """The line around a chain or circle whose round ends have their centres at these points."""
    gap = HALF + (1.2 if scored else 3)
    box = (
        f'x="{x0 - gap:g}" y="{y0 - gap:g}" width="{x1 - x0 + 2 * gap:g}"'
        f' height="{y1 - y0 + 2 * gap:g}" rx="{gap:g}" fill="none"'
    )
    if not scored:  # a colour that nobody plays: finished, and worth nothing
        return f'<rect {box} stroke="{SEAM}" stroke-width="1.6"/>'
    return f'<rect {box} stroke="{SCORED}" stroke-width="3.2"/>'


def badge(x: float, y: float, points: int) -> str:
    """The points of a chain or circle, in a small seal."""
    size = 9 if points >= 10 else 6.5
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{size:g}" fill="{SCORED}" stroke="#fffdf8"/>'
        f'<text x="{x:g}" y="{y + 0.36 * (size + 1):.1f}" font-size="{size + 1:g}"'
        f' fill="#ffffff" data-points="{points}">{points}</text>'
    )


def blocked_disc() -> str:
    """The black disc of a blocked space."""
    return (
        f'<circle cx="{_MID}" cy="{_MID}" r="19" fill="{BLACK}"/>'
        f'<circle cx="{_MID}" cy="{_MID}" r="14" fill="none" stroke="#5b606c" stroke-width="1.2"/>'
    )
