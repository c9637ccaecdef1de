"""Features of terminals: colours, a line that is written over, a progress bar.

A style is written as in CSS and in many terminal programs: `bold`, `dim`, `red`, `green`, a colour
`#rrggbb`, and `on #rrggbb` for what is behind the letters. Escape sequences are written here and
nowhere else; docs/decisions/0011-terminal-output.md says why no package does it.
"""

import os
import shutil
import sys
from collections.abc import Iterable
from functools import cache
from itertools import groupby, product
from math import dist
from time import monotonic
from typing import Self, TextIO

RESET, CLEAR_LINE = "\033[0m", "\r\033[K"
ATTRIBUTES = {"bold": "1", "dim": "2"}
NAMED = {"red": "31", "green": "32"}  # in the colours that the terminal's owner has chosen
LEVELS = (0, 95, 135, 175, 215, 255)  # of red, green and blue in the palette of 256 colours
GRAYS = [(8 + 10 * n,) * 3 for n in range(24)]
PALETTE = [*product(LEVELS, repeat=3), *GRAYS]  # without the first 16, which every owner can change
PIPE_WIDTH = 100  # columns where there is no terminal
MAX_BAR = 40  # columns
REDRAW_S = 0.1  # between two drawings of a progress bar

Spans = Iterable[tuple[int, int, str]]  # places in a text that have a style: start, end, style


def columns() -> int:
    """The width of the terminal."""
    return shutil.get_terminal_size((PIPE_WIDTH, 24)).columns


def can_escape(stream: TextIO) -> bool:
    """Is a stream a terminal that understands escape sequences?"""
    if not stream.isatty() or os.environ.get("TERM") == "dumb":
        return False
    if sys.platform == "win32":
        os.system("")  # turns them on in the terminals of older versions of Windows
    return True


# ---- Colours


class Painter:
    """Adds styles to texts, as far as a stream can show them."""

    def __init__(self, stream: TextIO):
        self.is_styled = can_escape(stream)
        self.is_plain = bool(os.environ.get("NO_COLOR"))  # https://no-color.org
        self.has_rgb = os.environ.get("COLORTERM") in ("truecolor", "24bit")

    def paint(self, text: str, spans: Spans) -> str:
        """A text with styles; where two places overlap, the later one prevails."""
        styles = [""] * len(text)
        for start, end, style in spans:
            styles[start:end] = [style] * (end - start)
        parts = groupby(zip(styles, text, strict=True), lambda pair: pair[0])
        return "".join(self._wrap("".join(c for _, c in part), style) for style, part in parts)

    def _wrap(self, text: str, style: str) -> str:
        codes = self._codes(style) if self.is_styled else []
        return f"\033[{';'.join(codes)}m{text}{RESET}" if codes else text

    def _codes(self, style: str) -> list[str]:
        """The parameters of the escape sequence of a style."""
        codes, layer = [], "38"
        for word in style.split():
            if word in ATTRIBUTES:
                codes.append(ATTRIBUTES[word])
            elif word == "on":
                layer = "48"
            elif not self.is_plain:
                codes.append(NAMED.get(word) or f"{layer};{self._rgb_code(word)}")
        return codes

    def _rgb_code(self, word: str) -> str:
        rgb = tuple(bytes.fromhex(word.removeprefix("#")))
        return f"2;{';'.join(map(str, rgb))}" if self.has_rgb else f"5;{nearest_in_palette(rgb)}"


@cache
def nearest_in_palette(rgb: tuple[int, ...]) -> int:
    """The number of the most similar one of 256 colours."""
    distances = [dist(each, rgb) for each in PALETTE]
    return 16 + distances.index(min(distances))


# ---- Progress


class StatusLine:
    """A line on standard error that is written over, and removed when a `with` block ends. It does
    nothing where standard error is no terminal.
    """

    def __init__(self) -> None:
        self._is_possible = can_escape(sys.stderr)
        self._is_shown = False

    def show(self, text: str) -> None:
        """Replace the line by another text, cut off where the terminal ends."""
        if self._is_possible and (text or self._is_shown):
            print(CLEAR_LINE + text[: columns() - 1], end="", file=sys.stderr, flush=True)
            self._is_shown = bool(text)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.show("")


class Bar(StatusLine):
    """A progress bar: a title, how much is done, and how long the rest takes at this rate."""

    def __init__(self, title: str, total: int = 0):
        super().__init__()
        self.title, self.done, self.total = title, 0, total
        self._start = monotonic()
        self._drawn_at = 0.0

    def advance(self, title: str = "") -> None:
        """One more is done; the title may change."""
        self.title = title or self.title
        self.update(self.done + 1, self.total)

    def update(self, done: int, total: int) -> None:
        """Say how much is done of how much."""
        self.done, self.total = done, total
        if monotonic() - self._drawn_at >= REDRAW_S:
            self._drawn_at = monotonic()
            self.show(self.draw(columns() - 1))

    def draw(self, width: int) -> str:
        """The bar in at most so many columns, if the title leaves room."""
        share = self.done / self.total if self.total else 0.0
        figures = f" {share:4.0%}"
        if share:
            left_s = int((monotonic() - self._start) * (1 / share - 1))
            figures += f" {left_s // 60}:{left_s % 60:02}"
        length = max(0, min(MAX_BAR, width - len(self.title) - len(figures) - 1))
        filled = round(length * share)
        full, rest = "━╌" if "utf" in (sys.stderr.encoding or "").lower() else "#-"
        return f"{self.title} {full * filled}{rest * (length - filled)}{figures}"
