"""The cards above BLUE's board: whose turn it is, the scores, the kinds left, the tile drawn.

It draws what a `Scene` tells, in rows that wrap to the room there is; the board is `picture`'s.
"""

from html import escape
from typing import NamedTuple

from azulejos.games.blue.picture import art
from azulejos.games.blue.picture.scene import COLOURS, POINTS, TIMES, Scene, status

PAPER, GRID = "#fffdf8", "#e6dcc9"
COBALT, INK, FAINT, OCHRE = "#123b7a", "#2a2a2a", "#6a6355", "#b9821b"
SANS = "font-family=\"system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif\""
SERIF = "font-family=\"Georgia, 'DejaVu Serif', serif\""

GAP = 10
CARD = 58  # the height of a card
_SMALL = 0.66  # how large a tile is drawn on a card


class Card(NamedTuple):
    """A card's width, and its drawing with the corner at the origin."""

    width: float
    drawing: str


def panel(scene: Scene, prefix: str, room: float) -> tuple[str, float]:
    """All cards in as many rows as they need, and the height of that."""
    cards = [_heading(scene), *(_seat(scene, seat, prefix) for seat in range(len(scene.colours)))]
    cards += [_supply(scene, prefix)] if any(scene.left.values()) else []
    cards += [_drawn(scene, scene.drawn, prefix)] if scene.drawn else []
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


def _frame(width: float, fill: str = PAPER, line: str = GRID, weight: float = 1) -> str:
    edge = f'stroke="{line}" stroke-width="{weight:g}"'
    return f'<rect width="{width:g}" height="{CARD}" rx="9" fill="{fill}" {edge}/>'


def _words(x: float, y: float, size: float, words: str, more: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" {more}>{escape(words)}</text>'


def _piece(x: float, drawing: str) -> str:
    """A tile or swatch made small, in the middle of the card's height."""
    y = (CARD - _SMALL * art.TILE) / 2
    middle = 'text-anchor="middle" font-weight="600"'
    return f'<g transform="translate({x:g} {y:g}) scale({_SMALL})" {middle}>{drawing}</g>'


def _heading(scene: Scene) -> Card:
    told = status(scene)
    name = _words(4, 30, 30, "BLUE", f'{SERIF} letter-spacing="3" fill="{COBALT}"')
    turn = _words(4, 51, 14, told, 'font-weight="600"')
    return Card(max(110, _span(told, 14) + 8), name + turn)


def _seat(scene: Scene, seat: int, prefix: str) -> Card:
    """A seat's colour and score; cobalt for the one to move, an ochre frame for who has won."""
    colour = scene.colours[seat]
    kind = next(kind for kind, known in COLOURS.items() if known == colour)
    name, score = scene.words[colour], str(scene.scores[seat]) if seat < len(scene.scores) else ""
    chains, circles = scene.finished(colour)
    told = ""
    if scene.reckoned:
        told = f"{chains}{TIMES}{POINTS['chain']} + {circles}{TIMES}{POINTS['circle']}"
    start = 58
    width = start + max(_span(name, 15), _span(told, 11)) + _span(score, 28) + 18
    due, won = seat == scene.turn, seat in scene.winners
    ink, soft = ("#ffffff", "#d5e0f2") if due else (INK, FAINT)
    pieces = (
        _frame(width, COBALT if due else PAPER, OCHRE if won else GRID, 3 if won else 1),
        _piece(8, art.swatch(kind, prefix)),
        _words(start, 27 if told else 34, 15, name, f'font-weight="600" fill="{ink}"'),
        _words(start, 44, 11, told, f'fill="{soft}"') if told else "",
        _words(width - 10, 39, 28, score, f'{SERIF} text-anchor="end" fill="{ink}"'),
    )
    return Card(width, "".join(pieces))


def _supply(scene: Scene, prefix: str) -> Card:
    """The kinds left, each as a small tile with its count; a kind that is used up fades."""
    label = scene.words["left"]
    x, pieces = 22 + _span(label, 13), []
    for kind, count in scene.left.items():
        number = _words(x + 48, 36, 19, f"{TIMES}{count}", SERIF)
        drawing = _piece(x, art.tile(art.kind_sides(kind), prefix)) + number
        pieces.append(f'<g data-left="{kind}" opacity="{1 if count else 0.35}">{drawing}</g>')
        x += 96
    title = _words(12, 34, 13, label, f'fill="{FAINT}"')
    return Card(x, _frame(x) + title + "".join(pieces))


def _drawn(scene: Scene, kind: str, prefix: str) -> Card:
    """The tile that the seat to move has drawn and must lay (blind game)."""
    label = scene.words["drawn"]
    x = 26 + _span(label, 13)
    width = x + _SMALL * art.TILE + 12
    piece = _piece(x, art.tile(art.kind_sides(kind), prefix))
    title = _words(12, 34, 13, label, f'fill="{COBALT}" font-weight="600"')
    frame = _frame(width, PAPER, COBALT, 2.5)
    return Card(width, f'<g data-drawn="{kind}">{frame}{title}{piece}</g>')
