"""Marks drawn over the SVG picture of a position, in the grammar that the page uses.

Solid lines say what to do, dashed ones what will be or was, dotted ones warn. The game says where
its places lie (`Game.layout`); a mark whose places are not drawn is left out. Names of other seats
stand beside what they get and what they could do.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from html import escape

from azulejos.contract.marks import Box, Mark
from azulejos.games.palette import PALETTE
from azulejos.text import render

LIGHT = PALETTE["light"]
ACT, OCHRE, GAIN, COST = (LIGHT[f"board-{x}"] for x in ("act", "ochre", "gain", "cost"))
EDGE, PAPER = LIGHT["board-edge"], LIGHT["board-surface"]
FRAMES = {  # paint, width and dashes of the line around places
    "look": (OCHRE, 3, ""),
    "take": (ACT, 3, ""),
    "ghost": (ACT, 2.4, "5 4"),
    "danger": (COST, 3.4, "2 6"),
    "was": (EDGE, 2.4, "7 6"),
}
WAYS = {"path": (ACT, 5, ""), "danger": (COST, 3.4, "2 6"), "was": (EDGE, 3, "7 6")}
DrawPiece = Callable[[str, Box], str]
Boxes = Mapping[str, list[Box]]


def draw_marks(
    marks: Iterable[Mark],
    boxes: Boxes,
    draw_piece: DrawPiece,
    language: str,
    names: Mapping[int, str],
) -> str:
    """Marks as a group of SVG elements, each with its sentence; with the names of some seats."""
    drawn = []
    for mark in marks:
        title = f"<title>{escape(render(mark.said, language))}</title>"
        if shape := "".join(shapes(mark, boxes, draw_piece, names)):
            drawn.append(f'<g data-mark="{mark.kind}">{title}{shape}</g>')
    return f'<g font-family="system-ui, sans-serif" font-weight="700">{"".join(drawn)}</g>'


def shapes(
    mark: Mark, boxes: Boxes, draw_piece: DrawPiece, names: Mapping[int, str]
) -> Iterator[str]:
    """The elements of a mark."""
    places = [found for place in mark.at if (found := boxes_at(boxes, place))]
    at = [box for place in places for box in place]
    if not at:
        return
    if mark.kind == "ghost" and mark.tile:
        yield from (f'<g opacity=".62">{draw_piece(mark.tile, box)}</g>' for box in at)
        yield from (frame(box, *FRAMES["ghost"]) for box in at)
    elif mark.kind in FRAMES:
        yield from (frame(around(place), *FRAMES[mark.kind]) for place in places)
    if mark.kind in WAYS and mark.to in boxes:
        yield way(at[0], boxes[mark.to][0], *WAYS[mark.kind])
    if mark.kind == "run":
        yield from run(at, mark.n)
    owner = names.get(mark.seat, "")
    if mark.kind == "points":
        number = f"{mark.n:+d}".replace("-", "−")
        yield pill(at[0], f"{owner} {number}".strip(), GAIN if mark.n > 0 else COST)
    if mark.kind == "danger" and owner:
        yield pill(at[0], owner, COST)
    if mark.kind == "progress":
        yield frame(at[0], OCHRE, 2.4, "")
        yield pill(at[0], f"{mark.n}/{mark.of}", OCHRE)
    if mark.tag and mark.kind in ("take", "path", "tag"):
        yield disc(at[0].x, at[0].y, mark.tag, ACT if mark.tag == "A" else COST)


def boxes_at(boxes: Boxes, place: str) -> list[Box]:
    """The boxes of a place, or of the one around it while nothing lies there."""
    return boxes.get(place) or boxes.get(place.rpartition("-")[0], [])


def frame(box: Box, paint: str, width: float, dashes: str) -> str:
    """A line around a box."""
    place = f'x="{box.x - 2:g}" y="{box.y - 2:g}" width="{box.w + 4:g}" height="{box.h + 4:g}"'
    line = f'stroke="{paint}" stroke-width="{width:g}" stroke-linecap="round"'
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<rect {place} rx="7" fill="none" {line}{dashed}/>'


def way(start: Box, end: Box, paint: str, width: float, dashes: str) -> str:
    """A curve from the near edge of one box to that of another, with a head."""
    (x0, y0), (x1, y1) = start.middle, end.middle
    side = (y1 > y0) - (y1 < y0)
    y0, y1 = y0 + side * start.h / 2, y1 - side * end.h / 2
    path = f"M{x0:g} {y0:g}Q{x0:g} {(y0 + y1) / 2:g} {x1:g} {y1:g}"
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    halo = f'<path d="{path}" fill="none" stroke="{PAPER}" stroke-width="{width + 5:g}"/>'
    line = f'<path d="{path}" fill="none" stroke="{paint}" stroke-width="{width:g}"{dashed}/>'
    head = dot(x1, y1, width * 1.7, paint)
    return halo + line + head


def run(boxes: list[Box], count: int) -> Iterator[str]:
    """A line around places that score together, and how many they are."""
    whole = around(boxes)
    yield frame(whole, OCHRE, 2.4, "")
    if count:
        yield disc(whole.x, whole.y, str(count), OCHRE)


def around(boxes: list[Box]) -> Box:
    """The box around boxes."""
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    right, foot = max(box.x + box.w for box in boxes), max(box.y + box.h for box in boxes)
    return Box(left, top, right - left, foot - top)


def pill(box: Box, words: str, paint: str) -> str:
    """Words at the upper right corner of a box."""
    width = 9 * len(words) + 10
    x, y = box.x + box.w - width / 2, box.y - 8
    back = f'<rect x="{x:g}" y="{y:g}" width="{width}" height="20" rx="10" fill="{paint}"/>'
    return back + centred(x + width / 2, y + 15, words)


def disc(x: float, y: float, words: str, paint: str) -> str:
    """A letter or number on a disc."""
    return dot(x, y, 10, paint) + centred(x, y + 5, words)


def dot(x: float, y: float, radius: float, paint: str) -> str:
    """A disc."""
    size = f'rx="{radius:g}" ry="{radius:g}"'
    return f'<ellipse cx="{x:g}" cy="{y:g}" {size} fill="{paint}" stroke="{PAPER}"/>'


def centred(x: float, y: float, words: str) -> str:
    style = f'font-size="14" text-anchor="middle" fill="{PAPER}"'
    return f'<text x="{x:g}" y="{y:g}" {style}>{escape(words)}</text>'
