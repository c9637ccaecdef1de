"""A drawn position framed for notebooks: its size, the names of the seats, the last move, marks.

The drawing itself comes from the game. Elements of it that stand at a place have the place in the
attribute `data-at`.
"""

import re
from dataclasses import dataclass
from html import escape

from azulejos.arguments import check_integer, check_language, check_text
from azulejos.contract.rules import CHANCE
from azulejos.errors import BadArgument
from azulejos.text import Text, render

MARK = "filter:drop-shadow(0 0 3px #b4530a) drop-shadow(0 0 6px #b4530a)"
LINE = 34  # height of a line of text, for a drawing of 1,000 units
BOX = re.compile(r'<svg([^>]*?) viewBox="0 0 ([\d.]+) ([\d.]+)"([^>]*)>')
PLACE = re.compile(r"[\w,:/.>-]{1,40}")


@dataclass(frozen=True)
class Drawing:
    """A drawing to be framed, and how."""

    svg: str
    size: int | None  # width in pixels
    names: tuple[str, ...]  # of the seats
    marks: tuple[str, ...]  # places that are lit
    layer: str = ""  # SVG elements drawn over it


class Picture(str):
    """An SVG document that notebooks show."""

    def _repr_svg_(self) -> str:
        return str(self)


def frame_picture(drawing: Drawing, last: str, mover: int, language: str) -> Picture:
    """A drawing with its caption and marks."""
    found = BOX.search(drawing.svg)
    if not found:  # a game from outside may draw otherwise
        return Picture(drawing.svg)
    width, height = float(found[2]), float(found[3])
    lines = caption(drawing.names, last, mover, check_language(language))
    step = LINE * width / 1000
    tall = height + step * len(lines) + (step / 2 if lines else 0)
    shown = width if drawing.size is None else check_size(drawing.size)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {tall:g}" '
        f'width="{shown:g}" height="{shown * tall / width:g}" role="img">'
    )
    text = "".join(
        f'<text x="{step / 2:g}" y="{height + step * (n + 1):g}" font-size="{step * 0.6:g}" '
        f'font-family="system-ui, sans-serif" fill="#1b1f2a">{escape(line)}</text>'
        for n, line in enumerate(lines)
    )
    ground = f'<rect width="{width:g}" height="{tall:g}" fill="#f4efe6"/>'
    style = "".join(mark_rule(place) for place in drawing.marks)
    return Picture(f"{head}<style>{style}</style>{ground}{drawing.svg}{drawing.layer}{text}</svg>")


def check_size(size: int) -> int:
    if not 50 <= check_integer("size", size) <= 10_000:
        raise BadArgument(Text("argument.size", {"size": size}))
    return size


def mark_rule(place: str) -> str:
    """The style of what stands at a place."""
    if not PLACE.fullmatch(check_text("mark", place)):
        raise BadArgument(Text("argument.mark", {"mark": place[:40]}))
    return f'[data-at="{place}"]{{{MARK}}}'


def caption(names: tuple[str, ...], last: str, mover: int, language: str) -> list[str]:
    """The names of the seats, and the last move."""
    lines = [" · ".join(f"{seat} {name}" for seat, name in enumerate(names))] if names else []
    if last:
        who = names[mover] if 0 <= mover < len(names) else str(mover)
        code = "picture.deal" if mover == CHANCE else "picture.last"
        lines.append(render(Text(code, {"move": last, "who": who}), language))
    return lines
