"""The cards above BLUE's board: whose turn it is, the scores, the kinds left, the tile drawn.

Cards stand in rows that wrap to the given width. The board itself is drawn in `svg.py`.
"""

from html import escape
from typing import NamedTuple

from azulejos.games.blue.picture import elements
from azulejos.games.blue.picture.art import TILE
from azulejos.games.blue.picture.contents import NAMES, POINTS, TIMES, Contents, status
from azulejos.games.palette import ACT, FAINT, GOLD, INK, RULE, SURFACE

SANS = "font-family=\"system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif\""
SERIF = "font-family=\"Georgia, 'DejaVu Serif', serif\""

GAP = 10
CARD = 58  # the height of a card
_SMALL = 0.66  # how large a tile is drawn on a card


class Card(NamedTuple):
    """A card's width, and its drawing with the corner at the origin."""

    width: float
    drawing: str


def draw_cards(contents: Contents, prefix: str, room: float) -> tuple[str, float]:
    """All cards, in rows that are at most `room` wide, and the height of the rows."""
    cards = [
        _heading(contents),
        *(_seat(contents, seat, prefix) for seat in range(len(contents.colours))),
    ]
    cards += [_supply(contents, prefix)] if any(contents.left.values()) else []
    cards += [_drawn(contents, contents.drawn, prefix)] if contents.drawn else []
    placed, x, y = [], 0.0, 0
    for card in cards:
        if x and x + card.width > room:
            x, y = 0.0, y + CARD + GAP
        placed.append(f'<g transform="translate({x:g} {y})">{card.drawing}</g>')
        x += card.width + GAP
    return f'<g {SANS} fill="{INK}">{"".join(placed)}</g>', y + CARD


def _span(words: str, size: float) -> float:
    """A generous guess of the width of a text in whatever font the reader has."""
    return 0.63 * size * len(words)


def _frame(width: float, fill: str = SURFACE, line: str = RULE, weight: float = 1) -> str:
    edge = f'stroke="{line}" stroke-width="{weight:g}"'
    return f'<rect width="{width:g}" height="{CARD}" rx="9" fill="{fill}" {edge}/>'


def _words(x: float, y: float, size: float, words: str, more: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" {more}>{escape(words)}</text>'


def _piece(x: float, drawing: str) -> str:
    """A small tile or swatch, in the middle of the card's height."""
    y = (CARD - _SMALL * TILE) / 2
    middle = 'text-anchor="middle" font-weight="600"'
    return f'<g transform="translate({x:g} {y:g}) scale({_SMALL})" {middle}>{drawing}</g>'


def _heading(contents: Contents) -> Card:
    caption = status(contents)
    name = _words(4, 30, 30, "BLUE", f'{SERIF} letter-spacing="3" fill="{ACT}"')
    turn = _words(4, 51, 14, caption, 'font-weight="600"')
    return Card(max(110, _span(caption, 14) + 8), name + turn)


def _seat(contents: Contents, seat: int, prefix: str) -> Card:
    """A seat's colour and score; filled for the seat to move, with a golden frame for winners."""
    colour = contents.colours[seat]
    kind = next(kind for kind, known in NAMES.items() if known == colour)
    name, score = (
        contents.labels[colour],
        str(contents.scores[seat]) if seat < len(contents.scores) else "",
    )
    chains, circles = contents.count_lines(colour)
    caption = ""
    if contents.has_lines:
        caption = f"{chains}{TIMES}{POINTS['chain']} + {circles}{TIMES}{POINTS['circle']}"
    start = 58
    width = start + max(_span(name, 15), _span(caption, 11)) + _span(score, 28) + 18
    due, won = seat == contents.turn, seat in contents.winners
    ink, soft = ("#ffffff", "#d5e0f2") if due else (INK, FAINT)
    pieces = (
        _frame(width, ACT if due else SURFACE, GOLD if won else RULE, 3 if won else 1),
        _piece(8, elements.swatch(kind, prefix)),
        _words(start, 27 if caption else 34, 15, name, f'font-weight="600" fill="{ink}"'),
        _words(start, 44, 11, caption, f'fill="{soft}"') if caption else "",
        _words(width - 10, 39, 28, score, f'{SERIF} text-anchor="end" fill="{ink}"'),
    )
    return Card(width, "".join(pieces))


def _supply(contents: Contents, prefix: str) -> Card:
    """The tiles left of each kind; a kind of which none is left is faded."""
    label = contents.labels["left"]
    x, pieces = 22 + _span(label, 13), []
    for kind, count in contents.left.items():
        number = _words(x + 48, 36, 19, f"{TIMES}{count}", SERIF)
        drawing = _piece(x, elements.tile(elements.kind_sides(kind), prefix)) + number
        pieces.append(f'<g data-left="{kind}" opacity="{1 if count else 0.35}">{drawing}</g>')
        x += 96
    title = _words(12, 34, 13, label, f'fill="{FAINT}"')
    return Card(x, _frame(x) + title + "".join(pieces))


def _drawn(contents: Contents, kind: str, prefix: str) -> Card:
    """B4, blind: the tile that was drawn and must be laid."""
    label = contents.labels["drawn"]
    x = 26 + _span(label, 13)
    width = x + _SMALL * TILE + 12
    piece = _piece(x, elements.tile(elements.kind_sides(kind), prefix))
    title = _words(12, 34, 13, label, f'fill="{ACT}" font-weight="600"')
    frame = _frame(width, SURFACE, ACT, 2.5)
    return Card(width, f'<g data-drawn="{kind}">{frame}{title}{piece}</g>')
