"""Fields that somebody wrote, in a line of text or in JSON: what is in them, or which one is wrong.

A position as one line is a name, then fields `name=value` in any order; `-` stands for nothing.
Whatever cannot be read is refused with the name of its field.
"""

import re
from collections.abc import Callable
from typing import Any, TypeVar

from azulejos.errors import BadNotation
from azulejos.text import Text

T = TypeVar("T")


class Fields:
    """The fields of a line."""

    def __init__(self, line: str):
        self.line = line
        self.name, *words = line.split() or [""]
        self.values = dict(word.partition("=")[::2] for word in words)

    def __contains__(self, name: str) -> bool:
        return name in self.values

    def read(self, name: str, parse: Callable[[str], T]) -> T:
        """A field's value as `parse` reads it, which raises ValueError for what it cannot read."""
        try:
            return parse(self.values[name])
        except (KeyError, ValueError):
            raise BadNotation(field_fault(name), self.line) from None


def read_number(digits: str) -> int:
    """A number of a few digits, so that nobody can make us count to a googol."""
    if not re.fullmatch(r"\d{1,4}", digits, re.ASCII):
        raise ValueError(digits)
    return int(digits)


def read_word(word: str) -> str:
    """A word that is `-` when empty."""
    return "" if word == "-" else word


def read_tallies(word: str, letters: str) -> dict[str, int]:
    """`B7K2` as a number for each letter."""
    if not re.fullmatch(rf"(?:[{letters}]\d{{1,2}})*", read_word(word), re.ASCII):
        raise ValueError(word)
    found = re.findall(r"(\w)(\d+)", word, re.ASCII)
    return dict.fromkeys(letters, 0) | {letter: int(n) for letter, n in found}


def tallies_text(tallies: dict[str, int]) -> str:
    """`B7K2`, without what there is none of."""
    return "".join(f"{letter}{n}" for letter, n in tallies.items() if n) or "-"


def field_fault(name: str) -> Text:
    """A field of a position in JSON that is missing or not of its kind."""
    return Text("position.field", {"field": name})


def require(is_right: bool, name: str) -> None:
    """Refuse a conformance record for one of its fields."""
    if not is_right:
        raise BadNotation(Text("record.field", {"field": name}), name)


def is_number(value: Any, low: int, high: int) -> bool:
    """Is it a whole number within limits, and not a truth value?"""
    return type(value) is int and low <= value <= high


def is_words(value: Any) -> bool:
    """Is it a list of texts?"""
    return isinstance(value, list) and all(isinstance(word, str) for word in value)
