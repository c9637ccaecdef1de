"""The parts of Azul's SVG pictures: symbols of tiles, spaces, boxes and lines of text.

Shapes and colours come from `art.py`. Nothing here knows a position, or where things lie in a
picture: that is `svg.py`.
"""

from collections.abc import Mapping
from html import escape
from unicodedata import east_asian_width

from azulejos.contract.marks import Box
from azulejos.games.azul.picture import art
from azulejos.games.azul.picture.art import Shape
from azulejos.games.azul.state import LETTERS, MARKER_LETTER
from azulejos.games.palette import ACT, INK, SURFACE

SANS = "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
SERIF = "Georgia, 'Iowan Old Style', 'Times New Roman', serif"
MIDDLE, END, BOLD = 'text-anchor="middle"', 'text-anchor="end"', 'font-weight="600"'
NUMERAL = f'font-family="{SERIF}" font-weight="700"'


# ---- Symbols


def _attributes(values: Mapping[str, object]) -> str:
    return " ".join(f'{name}="{value}"' for name, value in values.items())


def _shapes(shapes: list[Shape], paints: Mapping[str, str]) -> str:
    """Shapes of a tile as SVG elements, in the given paints."""
    drawn = []
    for shape in shapes:
        values = {name: value for name, value in shape.items() if name != "element"}
        for name in ("fill", "stroke"):
            if values.get(name, "none") != "none":
                values[name] = paints[values[name]]
        drawn.append(f"<{shape['element']} {_attributes(values)}/>")
    return "".join(drawn)


def _letter(colour: str, fill: str) -> str:
    return (
        f'<text {_attributes(art.LETTER)} {MIDDLE} font-family="{SANS}" font-weight="700" '
        f'fill="{fill}">{colour}</text>'
    )


def _symbol(name: str, content: str) -> str:
    return f'<symbol id="{name}" viewBox="0 0 {art.SIZE} {art.SIZE}">{content}</symbol>'


def tile_symbol(colour: str, letters: bool) -> str:
    """A tile, with its letter or with the middle of its motif."""
    paints, shapes = art.paints(colour), art.TILES[colour]
    middle = _letter(colour, paints["letter"]) if letters else _shapes(shapes["centre"], paints)
    frame = f'<rect {_attributes(art.FRAME)} fill="{paints["ground"]}" stroke="{paints["edge"]}"/>'
    content = frame + _shapes(shapes["motif"], paints) + middle
    return _symbol(symbol_id(colour, letters), content)


def ghost_symbol(colour: str, letters: bool) -> str:
    """An empty space of the coloured wall. It is drawn in the colour of the tile's edge, because
    light ink would not be seen in print.
    """
    paints, shapes = art.paints(colour), art.TILES[colour]
    faded = {"ink": paints["edge"], "hub": SURFACE, "ground": SURFACE}
    motif = _shapes(shapes["motif"] + ([] if letters else shapes["centre"]), faded)
    letter = f'<g opacity=".62">{_letter(colour, paints["letter"])}</g>' if letters else ""
    frame = (
        f'<rect {_attributes(art.GHOST)} fill="{paints["ground"]}" fill-opacity=".13" '
        f'stroke="{paints["edge"]}" stroke-opacity=".6"/>'
    )
    content = f'{frame}<g opacity="{art.LIGHT["tile-ghost"]}">{motif}</g>{letter}'
    return _symbol(symbol_id(colour, letters, ghost=True), content)


def marker_symbol() -> str:
    """The starting-player marker."""
    fill, edge = art.LIGHT["tile-marker"], art.LIGHT["tile-marker-edge"]
    number = f'<text {_attributes(art.MARKER_NUMBER)} {MIDDLE} {NUMERAL} fill="{ACT}">1</text>'
    frame = f'<rect {_attributes(art.MARKER)} fill="{fill}" stroke="{edge}"/>'
    return _symbol("azul-marker", frame + number)


def symbol_id(colour: str, letters: bool, ghost: bool = False) -> str:
    """The id of a symbol. All pictures on one page share ids, so an id always means the same."""
    return f"azul-{colour}{'-ghost' if ghost else ''}{'' if letters else '-plain'}"


def symbols(letters: bool) -> str:
    """All symbols that a picture needs: five tiles, five ghosts, the marker."""
    tiles = (tile_symbol(colour, letters) + ghost_symbol(colour, letters) for colour in LETTERS)
    return "".join(tiles) + marker_symbol()


def tile_use(x: float, y: float, size: float, tile: str, at: str, letters: bool) -> str:
    """A tile of the position, or the marker; `at` says where it lies, for tests and pages."""
    symbol = "azul-marker" if tile == MARKER_LETTER else symbol_id(tile, letters)
    return (
        f'<use href="#{symbol}" x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}" '
        f'data-tile="{tile}" data-at="{at}"/>'
    )


# ---- Text


def clean(words: str) -> str:
    """Text escaped for XML, without the control characters that XML cannot hold."""
    return escape("".join(c if c.isprintable() else " " for c in words), quote=False)


def _width_in_ems(words: str) -> float:
    """A generous guess of the width of a text in whatever font the reader has."""
    wide = sum(c in "MWmw@%—…" or east_asian_width(c) in "WF" for c in words)
    return 0.63 * len(words) + 0.1 * sum(c.isupper() for c in words) + 0.4 * wide


def label(
    x: float, y: float, words: str, size: float, room: float = 0, fill: str = INK, style: str = ""
) -> str:
    """A line of text; with `room`, it is cut with an ellipsis to that width."""
    if room and _width_in_ems(words) * size > room:
        while words and _width_in_ems(words + "…") * size > room:
            words = words[:-1]
        words += "…"
    place = f'x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{fill}"'
    return f"<text {place} {style}>{clean(words)}</text>"


# ---- Spaces and boxes


def space(x: float, y: float, size: float, fill: str, edge: str) -> str:
    """An empty space for a tile."""
    return (
        f'<rect x="{x + 1:g}" y="{y + 1:g}" width="{size - 2:g}" height="{size - 2:g}" rx="5.5" '
        f'fill="{fill}" stroke="{edge}"/>'
    )


def rounded_box(box: Box, rx: float, fill: str, edge: str, style: str) -> str:
    """A rectangle with round corners: a board, the card of counts, the centre."""
    return (
        f'<rect x="{box.x:g}" y="{box.y:g}" width="{box.w:g}" height="{box.h:g}" rx="{rx:g}" '
        f'fill="{fill}" stroke="{edge}" {style}/>'
    )


def badge(x: float, y: float, name: str) -> str:
    """The name of a source in moves, on a disc."""
    edge = f'stroke="{art.RIM}" stroke-width="1.5"'
    disc = f'<circle cx="{x:g}" cy="{y:g}" r="11" fill="{SURFACE}" {edge}/>'
    return disc + label(x, y + 4.8, name, 13.5, fill=ACT, style=f"{MIDDLE} {BOLD}")
