"""The cards above BLUE's board: whose turn it is, the scores, the kinds left, the tile drawn.

Cards stand in rows that wrap to the given width. The board itself is drawn in `svg.py`.
"""

from html import escape
from typing import NamedTuple

from azulejos.games.blue.picture import elements
from azulejos.games.blue.picture.art import TILE
from azulejos.games.blue.picture.contents import NAMES, POINTS, TIMES, Contents, status
from azulejos.games.palette import ACT, FAINT, GOLD, INK, PAPER, RULE

SANS = "font-family=\"system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif\""
SERIF = "font-family=\"Georgia, 'DejaVu Serif', serif\""

GAP = 10
CARD = 58  # the height of a card
_SMALL = 0.66  # how large a tile is drawn on a card


class Card(NamedTuple):
    """A card's width, and its drawing with the corner at the origin."""

    width: float
    drawing: str


def draw_cards(shown: Contents, prefix: str, room: float) -> tuple[str, float]:
    """All cards in as many rows as they need, and the height of that."""
    cards = [_heading(shown), *(_seat(shown, seat, prefix) for seat in range(len(shown.colours)))]
    cards += [_supply(shown, prefix)] if any(shown.left.values()) else []
    cards += [_drawn(shown, shown.drawn, prefix)] if shown.drawn else []
    placed, x, y = [], 0.0, 0
    for card in cards:
        if x and x + card.width > room:
            x, y = 0.0, y + CARD + GAP
        placed.append(f'<g transform="translate({x:g} {y})">{card.drawing}</g>')
        x += card.width + GAP
    return f'<g {SANS} fill="{INK}">{"".join(placed)}</g>', y + CARD


def _span(words: str, size: float) -> float:
    """Room enough for a text in whatever font stands in: none can be measured here."""
    return 0.63 * size * len(words)


def _frame(width: float, fill: str = PAPER, line: str = RULE, weight: float = 1) -> str:
    edge = f'stroke="{line}" stroke-width="{weight:g}"'
    return f'<rect width="{width:g}" height="{CARD}" rx="9" fill="{fill}" {edge}/>'


def _words(x: float, y: float, size: float, words: str, more: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" {more}>{escape(words)}</text>'


def _piece(x: float, drawing: str) -> str:
    """A tile or swatch made small, in the middle of the card's height."""
    y = (CARD - _SMALL * TILE) / 2
    middle = 'text-anchor="middle" font-weight="600"'
    return f'<g transform="translate({x:g} {y:g}) scale({_SMALL})" {middle}>{drawing}</g>'


def _heading(shown: Contents) -> Card:
    told = status(shown)
    name = _words(4, 30, 30, "BLUE", f'{SERIF} letter-spacing="3" fill="{ACT}"')
    turn = _words(4, 51, 14, told, 'font-weight="600"')
    return Card(max(110, _span(told, 14) + 8), name + turn)


def _seat(shown: Contents, seat: int, prefix: str) -> Card:
    """A seat's colour and score; cobalt for the one to move, an ochre frame for who has won."""
    colour = shown.colours[seat]
    kind = next(kind for kind, known in NAMES.items() if known == colour)
    name, score = shown.words[colour], str(shown.scores[seat]) if seat < len(shown.scores) else ""
    chains, circles = shown.finished(colour)
    told = ""
    if shown.reckoned:
        told = f"{chains}{TIMES}{POINTS['chain']} + {circles}{TIMES}{POINTS['circle']}"
    start = 58
    width = start + max(_span(name, 15), _span(told, 11)) + _span(score, 28) + 18
    due, won = seat == shown.turn, seat in shown.winners
    ink, soft = ("#ffffff", "#d5e0f2") if due else (INK, FAINT)
    pieces = (
        _frame(width, ACT if due else PAPER, GOLD if won else RULE, 3 if won else 1),
        _piece(8, elements.swatch(kind, prefix)),
        _words(start, 27 if told else 34, 15, name, f'font-weight="600" fill="{ink}"'),
        _words(start, 44, 11, told, f'fill="{soft}"') if told else "",
        _words(width - 10, 39, 28, score, f'{SERIF} text-anchor="end" fill="{ink}"'),
    )
    return Card(width, "".join(pieces))


def _supply(shown: Contents, prefix: str) -> Card:
    """The kinds left, each as a small tile with its count; a kind that is used up fades."""
    label = shown.words["left"]
    x, pieces = 22 + _span(label, 13), []
    for kind, count in shown.left.items():
        number = _words(x + 48, 36, 19, f"{TIMES}{count}", SERIF)
        drawing = _piece(x, elements.tile(elements.kind_sides(kind), prefix)) + number
        pieces.append(f'<g data-left="{kind}" opacity="{1 if count else 0.35}">{drawing}</g>')
        x += 96
    title = _words(12, 34, 13, label, f'fill="{FAINT}"')
    return Card(x, _frame(x) + title + "".join(pieces))


def _drawn(shown: Contents, kind: str, prefix: str) -> Card:
    """The tile that the seat to move has drawn and must lay (blind game)."""
    label = shown.words["drawn"]
    x = 26 + _span(label, 13)
    width = x + _SMALL * TILE + 12
    piece = _piece(x, elements.tile(elements.kind_sides(kind), prefix))
    title = _words(12, 34, 13, label, f'fill="{ACT}" font-weight="600"')
    frame = _frame(width, PAPER, ACT, 2.5)
    return Card(width, f'<g data-drawn="{kind}">{frame}{title}{piece}</g>')
