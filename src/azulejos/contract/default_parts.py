"""Parts of a game that its author may leave out: one-line notation, faults, picture, checks.

`registry.register` puts them in the place of what is missing. An author imports `json_text` and
`parse_text` into the game's notation. The default evaluator is in `default_evaluator.py`.
"""

import json
from collections.abc import Callable, Mapping
from html import escape
from typing import Any

from azulejos.compiled.jit import jit
from azulejos.contract.fields import Fields
from azulejos.contract.game import Verdict
from azulejos.contract.rules import Json, Notation, States
from azulejos.contract.steps import Step
from azulejos.errors import AzulejosError, BadNotation
from azulejos.text import Text

# ---- Notation


def json_text(data: Json) -> str:
    """A position as one line: the game, then `name=value` with each value as JSON."""
    values = {name: value for name, value in data.items() if name != "game"}
    return " ".join([data["game"], *(f"{name}={_word(value)}" for name, value in values.items())])


def _word(value: Any) -> str:
    """A value as JSON without white space."""
    return json.dumps(value, separators=(",", ":")).replace(" ", "\\u0020")


def parse_text(text: str) -> Json:
    """The JSON of a position written as one line; fields in any order."""
    fields = Fields(text)
    data: Json = {"game": fields.name}
    for name in fields.values:
        data[name] = fields.read(name, json.loads)
    return data


def make_faults(notation: Notation) -> Callable[[Json], list[Text]]:
    """The faults of a position in JSON: the one that its parser finds."""

    def faults(data: Json) -> list[Text]:
        try:
            notation.parse_json(data)
        except AzulejosError as wrong:
            return [wrong.text]
        return []

    return faults


# ---- Picture

FONT_SIZE, LINE_HEIGHT, LETTER_WIDTH, MARGIN = 16, 20, 9.7, 12  # of the SVG, in pixels


def list_fields(position: Json, words: Mapping[str, str]) -> str:
    """A position as its fields, one on each line."""
    return "\n".join(f"{words.get(name, name)}: {value}" for name, value in position.items())


class TextPicture:
    """A picture made of characters, for the terminal and the page; the SVG shows the same."""

    def __init__(self, draw: Callable[[Json, Mapping[str, str]], str] = list_fields):
        self.text = draw

    def svg(self, position: Json, words: Mapping[str, str]) -> str:
        """The text in an SVG, in a font of fixed width."""
        lines = self.text(position, words).splitlines()
        width = round(2 * MARGIN + LETTER_WIDTH * max(map(len, lines), default=0))
        height = 2 * MARGIN + LINE_HEIGHT * len(lines)
        rows = (
            f'<text x="{MARGIN}" y="{MARGIN + LINE_HEIGHT * i + FONT_SIZE}">{escape(line)}</text>'
            for i, line in enumerate(lines)
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">'
            f"<title>{escape(str(position['game']))}</title>"
            f'<rect width="{width}" height="{height}" fill="white"/>'
            f'<g font-family="monospace" font-size="{FONT_SIZE}" xml:space="preserve">'
            f"{''.join(rows)}</g></svg>"
        )


# ---- Scoring


class PlainScoring:
    """Scoring of a game in which nothing follows from a position by itself."""

    def __init__(self, notation: Notation):
        self._notation = notation

    def complete(self, data: Json) -> Json:
        """The position as it is."""
        return data

    def score(self, data: Json) -> tuple[list[Step], States]:
        """No steps, and the state of the position."""
        return [], self._notation.parse_json(data)


# ---- Checks


@jit
def is_sound(s: Any) -> bool:
    """Nothing is known about the contents of the state."""
    return True


def refuse_conformance(record: Json) -> Verdict:
    """A game without a judge cannot compare conformance records with its rules."""
    raise BadNotation(Text("conformance.none", {"game": record.get("game")}), "game")
