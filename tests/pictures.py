"""The pictures in `docs/`; `make pictures` writes them, and `tests/browser/picture.py` that of the
page, which is taken in a browser. Beside it stands a digest of everything that gives the page its
look, so that a test can tell when the picture is old.
"""

import hashlib
import json
import random
import re
from collections.abc import Callable
from pathlib import Path

from azulejos import Position

DOCS = Path(__file__).parent.parent / "docs"


def play(position: Position, events: int, seed: int) -> Position:
    """A position after a number of random moves and deals; tiles go to the floor line only if no
    other move is legal.
    """
    rng = random.Random(seed)
    while len(position.history) < events:
        if position.needs_deal:
            position.deal(rng.getrandbits(64))
        else:
            moves = position.legal_moves
            position.push(rng.choice([move for move in moves if move[-1] != "F"] or moves))
    return position


def draw_azul() -> str:
    return play(Position("azul", players=3), 48, seed=5).svg() + "\n"


def draw_blue() -> str:
    return play(Position("blue"), 34, seed=4).svg() + "\n"


WIDTH, HEIGHT = 640, 320  # of the curve
LEFT, TOP, RIGHT, BOTTOM = 56, 40, 24, 48  # margins around it


def draw_ppo_curve() -> str:
    """The share of the win of the agent that `examples/train_ppo.py` trained, over time."""
    rows = json.loads((DOCS / "ppo-curve.json").read_text(encoding="utf-8"))
    longest = rows[-1]["cpu_minutes"]

    def x(minutes: float) -> str:
        return f"{LEFT + (WIDTH - LEFT - RIGHT) * minutes / longest:.1f}"

    def y(share: float) -> str:
        return f"{HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * min(1.0, max(0.0, share)):.1f}"

    parts = [f'<text x="{LEFT}" y="22" font-weight="bold">Share of the win against level3</text>']
    for share in (0, 0.25, 0.5, 0.75, 1):
        style = 'stroke="#555" stroke-dasharray="6 4"' if share == 0.5 else 'stroke="#ddd"'
        parts.append(f'<path d="M{LEFT} {y(share)}H{WIDTH - RIGHT}" {style}/>')
        text = f'x="{LEFT - 8}" y="{float(y(share)) + 4:.1f}" text-anchor="end"'
        parts.append(f"<text {text}>{share:.0%}</text>")
    for minutes in range(0, int(longest) + 1, 5):
        text = f'x="{x(minutes)}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle"'
        parts.append(f"<text {text}>{minutes}</text>")
    text = f'x="{WIDTH - RIGHT}" y="{HEIGHT - 8}" text-anchor="end"'
    parts.append(f"<text {text}>minutes of one core; 95 % intervals</text>")
    for row in rows:
        share, at = row["level3"], x(row["cpu_minutes"])
        half = 1.96 * (share * (1 - share) / row["matches"]) ** 0.5
        parts.append(f'<path d="M{at} {y(share - half)}V{y(share + half)}" stroke="#9dbbdc"/>')
        parts.append(f'<circle cx="{at}" cy="{y(share)}" r="4" fill="#1d4e89"/>')
    points = " ".join(f"{x(row['cpu_minutes'])},{y(row['level3'])}" for row in rows)
    parts.append(f'<polyline points="{points}" fill="none" stroke="#1d4e89" stroke-width="2"/>')
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
        f'height="{HEIGHT}" font-family="sans-serif" font-size="13" fill="#222">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>'
    )
    return "\n".join([head, *parts, "</svg>", ""])


PICTURES: dict[str, Callable[[], str]] = {
    "azul.svg": draw_azul,
    "blue.svg": draw_blue,
    "ppo-curve.svg": draw_ppo_curve,
}

PAGE_LOOK = DOCS / "page.look"  # the digest of the look that `page.png` shows
PAGE_SOURCES = (DOCS.parent / "web" / "src").resolve()
SHOWN = (".", "site", "ui", "room", "table", "games/kit", "games/azul")  # folders of what it shows
NO_LOOK = re.compile(r"<script.*?</script>|/\*.*?\*/|<!--.*?-->|\s+", re.DOTALL)


def page_look(sources: Path = PAGE_SOURCES) -> str:
    """The digest of the markup and styles of the table, without scripts, comments and spaces."""
    files = sorted(
        file
        for folder in SHOWN
        for file in (sources / folder).glob("*")
        if file.suffix in (".css", ".svelte") or file.name == "art.ts"
    )
    texts = (NO_LOOK.sub("", file.read_text(encoding="utf-8")) for file in files)
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


if __name__ == "__main__":
    for name, draw in PICTURES.items():
        (DOCS / name).write_text(draw(), encoding="utf-8")
