"""Curves of a training, and their picture as SVG: how far off a network was, epoch by epoch."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape

WIDTH, HEIGHT = 640, 320  # of one panel
LEFT, TOP, RIGHT, BOTTOM = 64, 40, 16, 36  # around the curves
LINES = (("learned", "#1f5fa8", ""), ("held", "#c4572b", "6 4"))  # paint and dashes


@dataclass
class Curve:
    """How far off a part was, epoch by epoch, on what it learned from and on what was held out."""

    learned: list[float] = field(default_factory=list)
    held: list[float] = field(default_factory=list)


def picture(curves: Mapping[str, Curve], words: Mapping[str, str]) -> str:
    """All curves, one panel under the other; words for "value", "prior", "learned", "held"."""
    panels = [
        f'<g transform="translate(0 {HEIGHT * i})">{panel(curve, words[name], words)}</g>'
        for i, (name, curve) in enumerate(curves.items())
    ]
    height = HEIGHT * len(curves)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
        f'height="{height}" font-family="sans-serif" font-size="13" fill="#222">'
    )
    ground = f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>'
    return "\n".join([head, ground, *panels, "</svg>", ""])


def panel(curve: Curve, title: str, words: Mapping[str, str]) -> str:
    """The curves of one part, with its axes."""
    values = [*curve.learned, *curve.held]
    low, high = min(values), max(values)
    room = (high - low) or 1.0

    def point(epoch: int, value: float) -> str:
        x = LEFT + (WIDTH - LEFT - RIGHT) * epoch / max(1, len(curve.learned) - 1)
        y = TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / room
        return f"{x:.1f},{y:.1f}"

    parts = [f'<text x="{LEFT}" y="20" font-weight="bold">{escape(title)}</text>']
    for n, (name, paint, dashes) in enumerate(LINES):
        points = " ".join(point(*each) for each in enumerate(getattr(curve, name)))
        how = f'fill="none" stroke="{paint}" stroke-width="2" stroke-dasharray="{dashes}"'
        parts.append(f'<polyline points="{points}" {how}/>')
        x = WIDTH - RIGHT - 300 + 150 * n
        parts.append(f'<text x="{x}" y="20" fill="{paint}">{escape(words[name])}</text>')
    return "".join([*parts, *axes(low, high, len(curve.learned))])


def axes(low: float, high: float, epochs: int) -> list[str]:
    """The lowest and highest value beside, the epochs below."""
    bottom = HEIGHT - BOTTOM
    lines = f"M{LEFT} {TOP}V{bottom}H{WIDTH - RIGHT}"
    marks = [f'<path d="{lines}" fill="none" stroke="#888"/>']
    for value, y in ((high, TOP), (low, bottom)):
        marks.append(f'<text x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{value:.3f}</text>')
    for epoch, x in ((1, LEFT), (epochs, WIDTH - RIGHT)):
        marks.append(f'<text x="{x}" y="{bottom + 20}" text-anchor="middle">{epoch}</text>')
    return marks
