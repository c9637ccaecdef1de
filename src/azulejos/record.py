"""A written game: its players, every deal and every move, comments and variations.

    >>> from azulejos.record_reader import read_records
    >>> record = read_records('[game "azul"] <BBYR KKWW BYRW YYYY RRKW> 1B2 {safe} (1Y1) CY1 *')[0]
    >>> record.entries[1].text, record.entries[1].comment
    ('1B2', 'safe')
    >>> record.position(2).turn
    1

Written as text or as a line of JSON; `docs/notation.md` has the grammar. Not here: reading, see
`record_reader.py`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from azulejos.arguments import check_text
from azulejos.contract.rules import Json
from azulejos.errors import BadNotation
from azulejos.games import find_game
from azulejos.position import Position
from azulejos.text import Text

RULES_VERSION = 1  # of docs/rules.md; a record says by which rules it was played
WIDTH = 88  # columns of a written record
RESERVED = ("game", "rules", "players", "start")  # headers that `Record` has fields for


@dataclass
class Entry:
    """A move or a deal, and what is said about it."""

    text: str
    is_deal: bool = False
    comment: str = ""
    variations: list[list["Entry"]] = field(default_factory=list)  # other ways to go from before it


@dataclass
class Record:
    """A whole game in writing."""

    game: str
    players: int = 0
    options: dict[str, str] = field(default_factory=dict)
    start: str = ""  # the first position as text, when it is not the opening one
    headers: dict[str, str] = field(default_factory=dict)  # names, date, whatever people add
    comment: str = ""  # before the first entry
    entries: list[Entry] = field(default_factory=list)

    @classmethod
    def from_position(cls, position: Position, **headers: str) -> "Record":
        """The game that led to a position."""
        first = position.first()
        record = cls(first.game.name, first.players, headers=headers)
        if first.options is None:
            record.start = first.to_text()
        else:
            record.options = first.options
        record.check_headers()
        for text in position.history:
            record.entries.append(Entry(text, first.needs_deal))
            first.push(text)
        return record

    def first(self) -> Position:
        """The position before the first entry."""
        if self.start:
            return Position.from_text(self.start)
        return Position(self.game, self.players, **self.options)

    def check_headers(self) -> None:
        """Refuse headers that cannot be written, or for which the record has fields."""
        options = [option.name for option in find_game(self.game).options(self.players)]
        for name, value in self.headers.items():
            check_text(f"header {name}", value)
            if not re.fullmatch(r"\w+", name) or name in (*RESERVED, *options):
                raise BadNotation(Text("record.name", {"name": name[:40]}), name)

    def positions(self) -> Iterator[Position]:
        """The position before the first entry and after each one; the same object, moved on."""
        position = self.first()
        yield position
        for entry in self.entries:
            position.push(entry.text)
            yield position

    def position(self, ply: int | None = None) -> Position:
        """The position after `ply` entries, or after all."""
        position = self.first()
        for entry in self.entries[:ply]:
            position.push(entry.text)
        return position

    # ---- Out

    def to_text(self) -> str:
        """The record as text, one way only."""
        self.check_headers()
        opening = {"players": str(self.players), **self.options}
        beginning = {"start": self.start} if self.start else opening
        headers = {"game": self.game, "rules": str(RULES_VERSION), **beginning, **self.headers}
        lines = [f"[{name} {quote(value)}]" for name, value in headers.items()]
        return "\n".join([*lines, "", *fill(self._words()), ""])

    def _words(self) -> Iterator[str]:
        """The words of the body, ending with the scores, or `*` while the game goes on."""
        if self.comment:
            yield brace(self.comment)
        yield from entry_words(self.entries)
        end = self.position()
        yield "-".join(map(str, end.scores)) if end.is_over else "*"

    def to_json(self) -> Json:
        """The record as JSON, to be written on one line."""
        self.check_headers()
        end = self.position()
        opening: Json = {"players": self.players, "options": self.options}
        beginning: Json = {"start": self.start} if self.start else opening
        return {
            "record": RULES_VERSION,
            "game": self.game,
            **beginning,
            "headers": self.headers,
            "comment": self.comment,
            "entries": [entry_json(entry) for entry in self.entries],
            "scores": list(end.scores) if end.is_over else None,
        }


def entry_words(entries: list[Entry]) -> Iterator[str]:
    """The words of a line of play."""
    for entry in entries:
        yield f"<{entry.text}>" if entry.is_deal else entry.text
        if entry.comment:
            yield brace(entry.comment)
        for variation in entry.variations:
            first, *others = entry_words(variation)
            *others, last = [f"({first}", *others]
            yield from (*others, f"{last})")


def quote(value: str) -> str:
    return '"' + re.sub(r'(["\\])', r"\\\1", value) + '"'


def brace(comment: str) -> str:
    return "{" + re.sub(r"([}\\])", r"\\\1", comment) + "}"


def fill(words: Iterator[str]) -> Iterator[str]:
    """Words in lines of WIDTH; a deal of several words begins a line."""
    line = ""
    for word in words:
        if line and (len(line) + 1 + len(word) > WIDTH or (word[0] == "<" and " " in word)):
            yield line
            line = ""
        line = f"{line} {word}" if line else word
    yield line


def entry_json(entry: Entry) -> Json:
    data: Json = {"deal" if entry.is_deal else "move": entry.text}
    if entry.comment:
        data["comment"] = entry.comment
    if entry.variations:
        data["variations"] = [list(map(entry_json, line)) for line in entry.variations]
    return data
