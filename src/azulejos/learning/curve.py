"""Loss curves of a training, and their plot as SVG."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape

WIDTH, HEIGHT = 640, 320  # of one panel
LEFT, TOP, RIGHT, BOTTOM = 64, 40, 16, 36  # margins around the plot area
LINES = (("training", "#1f5fa8", ""), ("validation", "#c4572b", "6 4"))  # colour and dashes


@dataclass
class LossCurve:
    """The mean loss of a part of a network after each epoch."""

    training: list[float] = field(default_factory=list)
    validation: list[float] = field(default_factory=list)


def draw_curves(curves: Mapping[str, LossCurve], words: Mapping[str, str]) -> str:
    """An SVG with a panel for each part of the network, one below the other.

    `words` holds the labels for "value", "prior", "training" and "validation".
    """
    panels = [
        f'<g transform="translate(0 {HEIGHT * i})">{draw_panel(curve, words[name], words)}</g>'
        for i, (name, curve) in enumerate(curves.items())
    ]
    height = HEIGHT * len(curves)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
        f'height="{height}" font-family="sans-serif" font-size="13" fill="#222">'
    )
    background = f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>'
    return "\n".join([head, background, *panels, "</svg>", ""])


def draw_panel(curve: LossCurve, title: str, words: Mapping[str, str]) -> str:
    """The two curves of one part, with title, legend and axes."""
    values = [*curve.training, *curve.validation]
    low, high = min(values), max(values)
    span = (high - low) or 1.0

    def point(epoch: int, value: float) -> str:
        x = LEFT + (WIDTH - LEFT - RIGHT) * epoch / max(1, len(curve.training) - 1)
        y = TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / span
        return f"{x:.1f},{y:.1f}"

    parts = [f'<text x="{LEFT}" y="20" font-weight="bold">{escape(title)}</text>']
    for n, (name, stroke, dashes) in enumerate(LINES):
        points = " ".join(point(*each) for each in enumerate(getattr(curve, name)))
        style = f'fill="none" stroke="{stroke}" stroke-width="2" stroke-dasharray="{dashes}"'
        parts.append(f'<polyline points="{points}" {style}/>')
        x = WIDTH - RIGHT - 300 + 150 * n
        parts.append(f'<text x="{x}" y="20" fill="{stroke}">{escape(words[name])}</text>')
    return "".join([*parts, *draw_axes(low, high, len(curve.training))])


def draw_axes(low: float, high: float, epochs: int) -> list[str]:
    """The axes, labelled with the lowest and highest loss and the first and last epoch."""
    bottom = HEIGHT - BOTTOM
    lines = f"M{LEFT} {TOP}V{bottom}H{WIDTH - RIGHT}"
    marks = [f'<path d="{lines}" fill="none" stroke="#888"/>']
    for value, y in ((high, TOP), (low, bottom)):
        marks.append(f'<text x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{value:.3f}</text>')
    for epoch, x in ((1, LEFT), (epochs, WIDTH - RIGHT)):
        marks.append(f'<text x="{x}" y="{bottom + 20}" text-anchor="middle">{epoch}</text>')
    return marks
