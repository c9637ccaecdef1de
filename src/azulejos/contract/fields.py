"""Parsing and checking of the fields of written positions and records, in text and in JSON.

A position as one line of text is the game's name, then fields `name=value` in any order; `-` stands
for an empty value. A value that cannot be read is refused with the name of its field.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from azulejos.errors import BadNotation
from azulejos.text import Text

T = TypeVar("T")


class Fields:
    """The fields of a position written as one line of text."""

    def __init__(self, line: str):
        self.line = line
        self.name, *words = line.split() or [""]
        self.values = dict(word.partition("=")[::2] for word in words)

    def __contains__(self, name: str) -> bool:
        return name in self.values

    def read(self, name: str, parse: Callable[[str], T]) -> T:
        """The value of a field, parsed; `parse` raises ValueError for what it cannot read."""
        try:
            return parse(self.values[name])
        except (KeyError, ValueError):
            raise BadNotation(field_fault(name), self.line) from None


def parse_number(digits: str) -> int:
    """A number of at most four digits: longer ones are never right and could be costly."""
    if not re.fullmatch(r"\d{1,4}", digits, re.ASCII):
        raise ValueError(digits)
    return int(digits)


def parse_word(word: str) -> str:
    """A word, or "" for `-`."""
    return "" if word == "-" else word


def parse_counts(word: str, letters: str) -> dict[str, int]:
    """The count of each letter in a text like `B7K2`; 0 for letters that are not in it."""
    if not re.fullmatch(rf"(?:[{letters}]\d{{1,2}})*", parse_word(word), re.ASCII):
        raise ValueError(word)
    found = re.findall(r"(\w)(\d+)", word, re.ASCII)
    return dict.fromkeys(letters, 0) | {letter: int(n) for letter, n in found}


def counts_text(counts: dict[str, int]) -> str:
    """Counts by letter as a text like `B7K2`, without those that are 0."""
    return "".join(f"{letter}{n}" for letter, n in counts.items() if n) or "-"


def field_fault(name: str) -> Text:
    """The fault of a position whose field is missing or of the wrong type."""
    return Text("position.field", {"field": name})


def field_faults(checks: Mapping[str, bool]) -> Iterator[Text]:
    """A fault for each field whose check failed."""
    return (field_fault(name) for name, is_right in checks.items() if not is_right)


def require(is_right: bool, name: str) -> None:
    """Refuse a conformance record because of a field, unless the field is right."""
    if not is_right:
        raise BadNotation(Text("record.field", {"field": name}), name)


def is_number(value: Any, low: int, high: int) -> bool:
    """Whether a value is an integer (not a bool) between two limits."""
    return type(value) is int and low <= value <= high


def is_tally(value: Any, letters: str, most: int) -> bool:
    """Whether a value is an object with a number from 0 to `most` for each letter."""
    is_complete = isinstance(value, dict) and set(value) == set(letters)
    return is_complete and all(is_number(n, 0, most) for n in value.values())


def is_text_list(value: Any) -> bool:
    """Whether a value is a list of strings."""
    return isinstance(value, list) and all(isinstance(word, str) for word in value)
