"""Marks drawn over the SVG picture of a position, in the grammar that the page uses.

Solid lines say what to do, dashed ones what will be or was, dotted ones warn. The game says where
its places lie (`Game.layout`); a mark whose places are not drawn is left out.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from html import escape

from azulejos.contract.marks import Box, Mark
from azulejos.games.palette import PALETTE
from azulejos.text import render

LIGHT = PALETTE["light"]
ACT, OCHRE, GAIN, COST = (LIGHT[f"board-{x}"] for x in ("act", "ochre", "gain", "cost"))
EDGE, PAPER = LIGHT["board-edge"], LIGHT["board-surface"]
FRAMES = {  # colour, width and dashes of the line around places
    "look": (OCHRE, 3, ""),
    "take": (ACT, 3, ""),
    "ghost": (ACT, 2.4, "5 4"),
    "danger": (COST, 3.4, "2 6"),
    "was": (EDGE, 2.4, "7 6"),
}
WAYS = {"path": (ACT, 5, ""), "danger": (COST, 3.4, "2 6"), "was": (EDGE, 3, "7 6")}
DrawTile = Callable[[str, Box], str]
Boxes = Mapping[str, list[Box]]


def draw_marks(marks: Iterable[Mark], boxes: Boxes, draw_tile: DrawTile, language: str) -> str:
    """Marks as a group of SVG elements, each with its sentence."""
    drawn = []
    for mark in marks:
        title = f"<title>{escape(render(mark.said, language))}</title>"
        if shape := "".join(shapes(mark, boxes, draw_tile)):
            drawn.append(f'<g data-mark="{mark.kind}">{title}{shape}</g>')
    return f'<g font-family="system-ui, sans-serif" font-weight="700">{"".join(drawn)}</g>'


def shapes(mark: Mark, boxes: Boxes, draw_tile: DrawTile) -> Iterator[str]:
    """The elements of a mark."""
    at = [box for place in mark.at for box in boxes.get(place, [])]
    if not at:
        return
    if mark.kind == "ghost" and mark.tile:
        yield from (f'<g opacity=".62">{draw_tile(mark.tile, box)}</g>' for box in at)
    if mark.kind in FRAMES:
        yield from (frame(box, *FRAMES[mark.kind]) for box in at)
    if mark.kind in WAYS and mark.to in boxes:
        yield way(at[0], boxes[mark.to][0], *WAYS[mark.kind])
    if mark.kind == "run":
        yield from run(at, mark.n)
    if mark.kind == "points":
        yield pill(at[0], f"{mark.n:+d}".replace("-", "−"), GAIN if mark.n > 0 else COST)
    if mark.kind == "progress":
        yield frame(at[0], OCHRE, 2.4, "")
        yield pill(at[0], f"{mark.n}/{mark.of}", OCHRE)
    if mark.tag and mark.kind in ("take", "path", "tag"):
        yield disc(at[0].x, at[0].y, mark.tag, ACT if mark.tag == "A" else COST)


def frame(box: Box, colour: str, width: float, dashes: str) -> str:
    """A line around a box."""
    place = f'x="{box.x - 2:g}" y="{box.y - 2:g}" width="{box.w + 4:g}" height="{box.h + 4:g}"'
    line = f'stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round"'
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<rect {place} rx="7" fill="none" {line}{dashed}/>'


def way(start: Box, end: Box, colour: str, width: float, dashes: str) -> str:
    """A curve from the near edge of one box to that of another, with a head."""
    (x0, y0), (x1, y1) = start.middle, end.middle
    side = (y1 > y0) - (y1 < y0)
    y0, y1 = y0 + side * start.h / 2, y1 - side * end.h / 2
    path = f"M{x0:g} {y0:g}Q{x0:g} {(y0 + y1) / 2:g} {x1:g} {y1:g}"
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    halo = f'<path d="{path}" fill="none" stroke="{PAPER}" stroke-width="{width + 5:g}"/>'
    line = f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}"{dashed}/>'
    head = f'<circle cx="{x1:g}" cy="{y1:g}" r="{width * 1.7:g}" fill="{colour}"/>'
    return halo + line + head


def run(boxes: list[Box], count: int) -> Iterator[str]:
    """A line around places that score together, and how many they are."""
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    right, foot = max(box.x + box.w for box in boxes), max(box.y + box.h for box in boxes)
    yield frame(Box(left, top, right - left, foot - top), OCHRE, 2.4, "")
    if count:
        yield disc(left, top, str(count), OCHRE)


def pill(box: Box, words: str, colour: str) -> str:
    """Words at the upper right corner of a box."""
    width = 9 * len(words) + 10
    x, y = box.x + box.w - width / 2, box.y - 8
    back = f'<rect x="{x:g}" y="{y:g}" width="{width}" height="20" rx="10" fill="{colour}"/>'
    return back + centred(x + width / 2, y + 15, words)


def disc(x: float, y: float, words: str, colour: str) -> str:
    """A letter or number on a disc."""
    back = f'<circle cx="{x:g}" cy="{y:g}" r="10" fill="{colour}" stroke="{PAPER}"/>'
    return back + centred(x, y + 5, words)


def centred(x: float, y: float, words: str) -> str:
    style = f'font-size="14" text-anchor="middle" fill="{PAPER}"'
    return f'<text x="{x:g}" y="{y:g}" {style}>{escape(words)}</text>'
