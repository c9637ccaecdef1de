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
from azulejos.position import Position
from azulejos.text import Text

RULES_VERSION = 1  # of docs/rules.md; a record says by which rules it was played
WIDTH = 88  # columns of a written record
RESERVED = ("game", "rules", "players", "start")  # headers that `Record` has fields for
DEEPEST = 20  # variations inside variations
MOVE = re.compile(r'(?!;|\*$|\d+\.+$)[^\s\[\]{}()<"]+')  # as a word of a written record
DEAL = re.compile("[^<>]*")
RESULT = re.compile(r"-?\d+(?:--?\d+)+")  # the scores of two or more seats


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
        first = self.first()
        if first.game.name != self.game:
            args = {"name": "game", "text": self.game[:40], "expected": first.game.name}
            raise BadNotation(Text("record.header", args), self.game)
        options = [option.name for option in first.game.options(first.players)]
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
        """The record as text, one way only; refused if it could not be read again."""
        written, end = self._written()
        opening = {"players": str(written.players), **written.options}
        beginning = {"start": written.start} if written.start else opening
        headers = {"game": self.game, "rules": str(RULES_VERSION), **beginning, **self.headers}
        lines = [f"[{name} {quote(value)}]" for name, value in headers.items()]
        body = [brace(self.comment)] if self.comment else []
        body += entry_words(written.entries)
        scores = "-".join(map(str, end.scores))
        body.append(scores if end.is_over and RESULT.fullmatch(scores) else "*")
        return "\n".join([*lines, "", *fill(body), ""])

    def to_json(self) -> Json:
        """The record as JSON, to be written on one line; refused if it could not be read again."""
        written, end = self._written()
        opening: Json = {"players": written.players, "options": written.options}
        beginning: Json = {"start": written.start} if written.start else opening
        return {
            "record": RULES_VERSION,
            "game": self.game,
            **beginning,
            "headers": self.headers,
            "comment": self.comment,
            "entries": [entry_json(entry) for entry in written.entries],
            "scores": list(end.scores) if end.is_over else None,
        }

    def _written(self) -> tuple["Record", Position]:
        """The same game with moves, deals and options as the game writes them, and its last
        position.
        """
        self.check_headers()
        check_text("comment", self.comment)
        position = self.first()
        written = Record.from_position(position)
        written.entries = replay_entries(position, self.entries)
        scores = "-".join(map(str, position.scores))
        result = self.headers.get("result", "*")
        if result not in ("*", scores):
            args = {"scores": scores, "text": result[:40]}
            raise BadNotation(Text("record.scores", args), result)
        return written, position


def replay_entries(position: Position, entries: list[Entry], depth: int = 0) -> list[Entry]:
    """Entries as the game writes them, pushed on `position`; what could not be read is refused."""
    found = []
    for entry in entries:
        is_deal, before = position.needs_deal, position.copy() if entry.variations else position
        position.push(entry.text)
        text = position.history[-1]
        if not (DEAL if is_deal else MOVE).fullmatch(text):
            raise BadNotation(Text("record.token", {"text": text[:20]}), text)
        lines = [replay_entries(before.copy(), line, depth + 1) for line in entry.variations]
        if not all(lines) or (lines and depth == DEEPEST):
            raise BadNotation(Text("record.variation"), text)
        found.append(Entry(text, is_deal, check_text("comment", entry.comment), lines))
    return found


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
    """A value as a string on one line."""
    escaped = re.sub(r'(["\\])', r"\\\1", value)
    return '"' + escaped.replace("\n", "\\n").replace("\r", "\\r") + '"'


def brace(comment: str) -> str:
    return "{" + re.sub(r"([}\\])", r"\\\1", comment) + "}"


def fill(words: list[str]) -> Iterator[str]:
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
