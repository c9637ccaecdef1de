"""The parts of BLUE's SVG pictures: a tile, the outline of a chain or circle, a blocked space.

Shapes and colours come from `art.py`. Each part is drawn around its own origin; nothing here knows
where on a board it lies: that is `svg.py`.
"""

from azulejos.games.blue.picture.art import (
    BLOCKED_RADIUS,
    CORNER,
    EDGE_WIDTH,
    END_LETTER,
    ENDS,
    GROUND,
    HALF,
    INSET,
    LEVEL,
    LIGHT,
    MIDDLE,
    PATTERN_SIZE,
    PATTERNS,
    RAIL_WIDTH,
    RAILED,
    SCORED,
    SEAM,
    SEAM_WIDTH,
    SEGMENT_LETTER,
    TILE,
    UPRIGHT,
)
from azulejos.games.blue.state import CHAIN_POINTS, LETTERS


def definitions(prefix: str) -> str:
    """The fill patterns; `prefix` keeps the ids of several pictures on one page apart."""
    size = f'width="{PATTERN_SIZE}" height="{PATTERN_SIZE}"'
    patterns = []
    for letter, attributes in PATTERNS.items():
        marks = " ".join(f'{name}="{value}"' for name, value in attributes.items())
        patterns.append(
            f'<pattern id="{prefix}-{letter}" data-pattern="{letter}" {size}'
            f' patternUnits="userSpaceOnUse"><rect {size} fill="{LIGHT[f"laid-{letter}"]}"/>'
            f'<path {marks} stroke="{LIGHT[f"laid-{letter}-mark"]}"/></pattern>'
        )
    return f"<defs>{''.join(patterns)}</defs>"


def tile(sides: str, prefix: str) -> str:
    """A tile by its sides north, east, south, west, its corner at the origin."""
    is_upright = sides[0] == sides[2]
    ends = (1, 3) if is_upright else (0, 2)
    segment = sides[0] if is_upright else sides[1]
    square = f'width="{TILE}" height="{TILE}" rx="{CORNER}"'
    seam = f'stroke="{SEAM}" stroke-opacity=".55" stroke-width="{SEAM_WIDTH}"'
    pieces = [
        f'<rect {square} fill="{GROUND}"/>',
        _segment(segment, prefix, is_upright),
        *(_end(sides[side], side, prefix) for side in ends),
        # The seam comes last: it closes an end at the rim and keeps the tiles of a chain countable.
        f'<rect {square} fill="none" {seam}/>',
        _letter(segment, MIDDLE, MIDDLE, SEGMENT_LETTER),
        *(_end_letter(sides[side], side) for side in ends),
    ]
    return "".join(pieces)


def kind_sides(kind: str) -> str:
    """The sides of a kind of tile as it lies in the supply, its segment level."""
    first, second = (other for other in LETTERS if other != kind)
    return first + kind + second + kind


def _fill(letter: str, prefix: str) -> str:
    colour = LIGHT[f"laid-{letter}"]
    # The plain colour after the address is for viewers that know no patterns.
    fill = f"url(#{prefix}-{letter}) {colour}" if letter in PATTERNS else colour
    return f'fill="{fill}"'


def _stroke(letter: str) -> str:
    return f'stroke="{LIGHT[f"laid-{letter}-line"]}" stroke-width="{EDGE_WIDTH}"'


def _segment(letter: str, prefix: str, is_upright: bool) -> str:
    shape = UPRIGHT if is_upright else LEVEL
    area = f'<path d="{shape["area"]}" {_fill(letter, prefix)}/>'
    return f'{area}<path d="{shape["edges"]}" {_stroke(letter)}/>' + _rail(letter, shape["rails"])


def _end(letter: str, side: int, prefix: str) -> str:
    shape = ENDS[side]
    area = f'<path d="{shape["area"]}" {_fill(letter, prefix)} {_stroke(letter)}/>'
    return area + _rail(letter, shape["rail"])


def swatch(letter: str, prefix: str) -> str:
    """A colour by itself: the shortest chain, lying on a bare tile."""
    low, deep = MIDDLE - HALF, 2 * HALF
    inner = HALF - INSET
    shape = (
        f'<rect width="{TILE}" height="{TILE}" rx="6" fill="{GROUND}"/>'
        f'<rect x="4" y="{low}" width="{TILE - 8}" height="{deep}" rx="{HALF}"'
        f" {_fill(letter, prefix)} {_stroke(letter)}/>"
    )
    ends = (4 + HALF, TILE - 4 - HALF)
    arc = f"A{inner:g},{inner:g} 0 0 1"
    top, foot = f"{MIDDLE - inner:g}", f"{MIDDLE + inner:g}"
    rail = f"M{ends[0]},{top}H{ends[1]}{arc} {ends[1]},{foot}H{ends[0]}{arc} {ends[0]},{top}Z"
    return shape + _rail(letter, rail) + _letter(letter, MIDDLE, MIDDLE, SEGMENT_LETTER)


def _rail(letter: str, path: str) -> str:
    """The second line inside the outline, if the colour has one."""
    if letter != RAILED:
        return ""
    stroke = f'stroke="{LIGHT[f"laid-{letter}-mark"]}" stroke-width="{RAIL_WIDTH}"'
    return f'<path d="{path}" fill="none" {stroke} data-pattern="{letter}"/>'


def _letter(letter: str, x: float, y: float, form: dict[str, float]) -> str:
    """A colour's letter, on a patch of plain colour that keeps the pattern off it."""
    patch = f' stroke="{LIGHT[f"laid-{letter}"]}" stroke-width="2.6" paint-order="stroke"'
    return (
        f'<text x="{x:g}" y="{y + form["drop"]:.1f}" font-size="{form["size"]:g}"'
        f' fill="{LIGHT[f"laid-{letter}-letter"]}"{patch if letter in PATTERNS else ""}>'
        f"{letter}</text>"
    )


def _end_letter(letter: str, side: int) -> str:
    x, y = ENDS[side]["letter"]
    return _letter(letter, x, y, END_LETTER)


def outline(x0: float, y0: float, x1: float, y1: float, is_scored: bool) -> str:
    """The line around a chain or circle whose round ends have their centres at these points."""
    gap = HALF + (1.2 if is_scored else 3)
    box = (
        f'x="{x0 - gap:g}" y="{y0 - gap:g}" width="{x1 - x0 + 2 * gap:g}"'
        f' height="{y1 - y0 + 2 * gap:g}" rx="{gap:g}" fill="none"'
    )
    if not is_scored:  # a colour that nobody plays: it scores nothing
        return f'<rect {box} stroke="{SEAM}" stroke-width="1.6"/>'
    return f'<rect {box} stroke="{SCORED}" stroke-width="3.2"/>'


def badge(x: float, y: float, points: int) -> str:
    """The points of a chain or circle, on a small disc."""
    size = 9 if points >= CHAIN_POINTS else 6.5
    halo = f'stroke="{LIGHT["laid-halo"]}"'
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{size:g}" fill="{SCORED}" {halo}/>'
        f'<text x="{x:g}" y="{y + 0.36 * (size + 1):.1f}" font-size="{size + 1:g}"'
        f' fill="{LIGHT["laid-on-score"]}" data-points="{points}">{points}</text>'
    )


def blocked_disc() -> str:
    """The black disc of a blocked space."""
    centre = f'cx="{MIDDLE}" cy="{MIDDLE}"'
    ring = f'stroke="{LIGHT["laid-blocked-ring"]}" stroke-width="1.2"'
    return (
        f'<circle {centre} r="{BLOCKED_RADIUS}" fill="{LIGHT["laid-blocked"]}"/>'
        f'<circle {centre} r="{BLOCKED_RADIUS - 5}" fill="none" {ring}/>'
    )
