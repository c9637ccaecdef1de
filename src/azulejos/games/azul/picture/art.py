"""The pieces of Azul's SVG drawings: palette, the five tiles, the marker, spaces and labels.

Every tile is told apart three times over: by its ground colour, its motif and its letter (U1).
This file knows nothing of positions, nor of where anything lies on the table: that is `picture.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin
from typing import NamedTuple
from unicodedata import east_asian_width
from xml.sax.saxutils import escape

COLOURS = "BYRKW"  # the order of A2, which is also the first row of the coloured wall (A4)

SANS = "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
SERIF = "Georgia, 'Iowan Old Style', 'Times New Roman', serif"

COBALT = "#123b7a"  # what can be acted on, and the numbers that count
INK, FAINT, TERRACOTTA = "#1b1f2a", "#5f6470", "#a63c22"
RULE, RIM = "#d3c6ae", "#8ea4bf"  # thin lines on paper; the rims of displays
# The grounds on which tiles lie; the tests hold every tile's edge to 3:1 against each of them (U3).
PLASTER = "#f4efe6"  # the table
PAPER = "#fffdf8"  # a seat's board, and the panel of counts
DISPLAY = "#e9eef4"
POOL = "#fbf7ef"  # the centre
SPACE = "#f3ecdf"  # an empty space of a pattern line or of a gray wall
FLOOR_SPACE, FLOOR_EDGE = "#f9ece5", "#dcbfb0"
GROUNDS = (PLASTER, PAPER, DISPLAY, POOL, SPACE, FLOOR_SPACE)


class Art(NamedTuple):
    """How one colour's tile looks; `hub` is what the letter stands on, so it is always light."""

    ground: str
    edge: str  # carries the contrast against the board where the ground cannot: yellow and white
    ink: str
    hub: str
    letter: str


ART = {
    "B": Art("#1d5fa6", "#0f3f75", "#eef6fc", "#eef6fc", "#0f3f75"),
    "Y": Art("#eab823", "#85590a", "#74460a", "#fff3cf", "#5c3606"),
    "R": Art("#c9472e", "#8a2514", "#fdeee4", "#fdeee4", "#8a2514"),
    "K": Art("#262a33", "#0d0f14", "#a5d6d3", "#a5d6d3", "#14171d"),
    "W": Art("#f6fafb", "#3f748d", "#2a7dac", "#f6fafb", "#174f6e"),
}


def _star_points(outer: float, inner: float, turn: float = 0.0) -> str:
    corners = []
    for k in range(16):
        reach, angle = (inner if k % 2 else outer), pi * k / 8 + turn
        corners.append(f"{24 + reach * sin(angle):.2f},{24 - reach * cos(angle):.2f}")
    return " ".join(corners)


def _star(ink: str, hub: str) -> str:
    return f'<polygon points="{_star_points(21.5, 13.6)}" fill="{ink}"/>'


def _flower(ink: str, hub: str) -> str:
    petals = "".join(
        f'<ellipse cx="24" cy="10.2" rx="4.3" ry="7.4" transform="rotate({angle} 24 24)"/>'
        for angle in range(0, 360, 45)
    )
    return f'<g fill="{ink}">{petals}</g><circle cx="24" cy="24" r="11" fill="{hub}"/>'


def _diamonds(ink: str, hub: str) -> str:
    frame = '<path d="M24 3.8 44.2 24 24 44.2 3.8 24Z" fill="none" stroke-width="2.6"/>'
    diamond = f'<path d="M24 8.6 39.4 24 24 39.4 8.6 24Z" fill="{ink}" stroke="none"/>'
    return f'<g stroke="{ink}">{frame}{diamond}</g>'


def _quatrefoil(ink: str, hub: str) -> str:
    lobes = "".join(
        f'<circle cx="{x}" cy="{y}" r="8.9"/>'
        for x, y in ((24, 12.4), (24, 35.6), (12.4, 24), (35.6, 24))
    )
    return f'<g fill="{ink}">{lobes}<circle cx="24" cy="24" r="10"/></g>'


def _wheel(ink: str, hub: str) -> str:
    spokes = '<path d="M24 5.4V42.6M5.4 24H42.6M9.6 9.6 38.4 38.4M38.4 9.6 9.6 38.4"/>'
    return (
        f'<g stroke="{ink}" stroke-width="3.4" stroke-linecap="round">{spokes}'
        f'<circle cx="24" cy="24" r="12.6" fill="{hub}" stroke-width="2.6"/></g>'
    )


MOTIFS: dict[str, Callable[[str, str], str]] = {
    "B": _star,
    "Y": _flower,
    "R": _diamonds,
    "K": _quatrefoil,
    "W": _wheel,
}


def _heart(colour: str, ink: str, ground: str) -> str:
    """What stands in the middle of a motif when no letter does."""
    match colour:
        case "B":
            return f'<polygon points="{_star_points(9.5, 5, pi / 8)}" fill="{ground}"/>'
        case "Y":
            return f'<circle cx="24" cy="24" r="4.6" fill="{ink}"/>'
        case "R":
            return f'<path d="M24 17 31 24 24 31 17 24Z" fill="{ground}"/>'
        case "K":
            return f'<circle cx="24" cy="24" r="5.6" fill="{ground}"/>'
        case _:
            return f'<circle cx="24" cy="24" r="4" fill="{ink}"/>'


def _letter(colour: str, fill: str) -> str:
    return (
        f'<text x="24" y="30.3" text-anchor="middle" font-family="{SANS}" font-size="17.5" '
        f'font-weight="700" fill="{fill}">{colour}</text>'
    )


def tile_symbol(colour: str, letters: bool) -> str:
    art = ART[colour]
    middle = _letter(colour, art.letter) if letters else _heart(colour, art.ink, art.ground)
    return (
        f'<symbol id="{symbol_id(colour, letters)}" viewBox="0 0 48 48">'
        f'<rect x="1.2" y="1.2" width="45.6" height="45.6" rx="7" fill="{art.ground}" '
        f'stroke="{art.edge}" stroke-width="2.2"/>'
        f"{MOTIFS[colour](art.ink, art.hub)}{middle}</symbol>"
    )


def ghost_symbol(colour: str, letters: bool) -> str:
    """An empty space of the coloured wall; in the edge's colour, as light ink vanishes on paper."""
    art = ART[colour]
    middle = "" if letters else _heart(colour, art.edge, PAPER)
    letter = f'<g opacity=".62">{_letter(colour, art.letter)}</g>' if letters else ""
    return (
        f'<symbol id="{symbol_id(colour, letters, ghost=True)}" viewBox="0 0 48 48">'
        f'<rect x="1.5" y="1.5" width="45" height="45" rx="7" fill="{art.ground}" '
        f'fill-opacity=".1" stroke="{art.edge}" stroke-opacity=".5" stroke-width="1.5" '
        f'stroke-dasharray="4 3.4"/>'
        f'<g opacity=".2">{MOTIFS[colour](art.edge, PAPER)}{middle}</g>{letter}</symbol>'
    )


def symbol_id(colour: str, letters: bool, ghost: bool = False) -> str:
    """Ids are shared by all drawings on one page, so an id must always mean the same picture."""
    return f"azul-{colour}{'-ghost' if ghost else ''}{'' if letters else '-plain'}"


def symbols(letters: bool) -> str:
    """All symbols a drawing needs: five tiles, five ghosts, the starting marker."""
    marker = (
        '<symbol id="azul-marker" viewBox="0 0 48 48"><rect x="1.5" y="1.5" width="45" height="45" '
        f'rx="15" fill="#fff" stroke="{COBALT}" stroke-width="3"/><text x="24" y="33.5" '
        f'text-anchor="middle" font-family="{SERIF}" font-size="27" font-weight="700" '
        f'fill="{COBALT}">1</text></symbol>'
    )
    tiles = (tile_symbol(colour, letters) + ghost_symbol(colour, letters) for colour in COLOURS)
    return "".join(tiles) + marker


# Everything else a drawing is put together from

MIDDLE, END, BOLD = 'text-anchor="middle"', 'text-anchor="end"', 'font-weight="600"'
NUMERAL = f'font-family="{SERIF}" font-weight="700"'


class Box(NamedTuple):
    x: float
    y: float
    w: float
    h: float


def clean(words: str) -> str:
    """Escaped, and without the control characters that XML cannot hold even when escaped."""
    return escape("".join(c if c.isprintable() else " " for c in words))


def _breadth(words: str) -> float:
    """A generous guess, in ems, of how wide the words are in whatever font the reader has."""
    wide = sum(c in "MWmw@%—…" or east_asian_width(c) in "WF" for c in words)
    return 0.63 * len(words) + 0.1 * sum(c.isupper() for c in words) + 0.4 * wide


def label(
    x: float, y: float, words: str, size: float, room: float = 0, fill: str = INK, style: str = ""
) -> str:
    """A line of text; given `room`, it ends in an ellipsis before it can run out of it."""
    if room and _breadth(words) * size > room:
        while words and _breadth(words + "…") * size > room:
            words = words[:-1]
        words += "…"
    place = f'x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{fill}"'
    return f"<text {place} {style}>{clean(words)}</text>"


def tile_use(x: float, y: float, size: float, tile: str, at: str, letters: bool) -> str:
    """A tile of the position, or the marker `M`; `at` says where it lies, for tests and pages."""
    symbol = "azul-marker" if tile == "M" else symbol_id(tile, letters)
    return (
        f'<use href="#{symbol}" x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}" '
        f'data-tile="{tile}" data-at="{at}"/>'
    )


def space(x: float, y: float, size: float, fill: str, edge: str) -> str:
    return (
        f'<rect x="{x + 1:g}" y="{y + 1:g}" width="{size - 2:g}" height="{size - 2:g}" rx="5.5" '
        f'fill="{fill}" stroke="{edge}"/>'
    )


def panel(box: Box, rx: float, fill: str, edge: str, style: str) -> str:
    """A rectangle with round corners: a board, the card of counts, the centre."""
    return (
        f'<rect x="{box.x:g}" y="{box.y:g}" width="{box.w:g}" height="{box.h:g}" rx="{rx:g}" '
        f'fill="{fill}" stroke="{edge}" {style}/>'
    )


def badge(x: float, y: float, name: str) -> str:
    """The name that moves use for a source: 1-9 or C."""
    disc = (
        f'<circle cx="{x:g}" cy="{y:g}" r="11" fill="{PAPER}" stroke="{RIM}" stroke-width="1.5"/>'
    )
    return disc + label(x, y + 4.8, name, 13.5, fill=COBALT, style=f"{MIDDLE} {BOLD}")
