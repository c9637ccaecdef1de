"""A written game: who played what, every deal and every move, comments and variations.

    >>> record = read_records('[game "azul"] <BBYR KKWW BYRW YYYY RRKW> 1B2 {safe} (1Y1) CY1 *')[0]
    >>> record.entries[1].text, record.entries[1].comment
    ('1B2', 'safe')
    >>> record.position(2).turn
    1

Written strictly, as text or as a line of JSON, and read tolerantly; whatever is wrong is refused
with its line and column. `docs/notation.md` has the grammar. A record holds nothing illegal.
"""

import json
import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from azulejos.errors import AzulejosError, BadNotation, BadRecord
from azulejos.game import Json
from azulejos.games import find_game
from azulejos.position import Position
from azulejos.text import Text

RULES_VERSION = 1  # of docs/rules.md; a record says by which rules it was played
WIDTH = 88  # columns of a written record
DEEPEST = 20  # variations inside variations


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
        for text in position.history:
            record.entries.append(Entry(text, first.needs_deal))
            first.push(text)
        return record

    def first(self) -> Position:
        """The position before the first entry."""
        if self.start:
            return Position.from_text(self.start)
        return Position(self.game, self.players, **self.options)

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


# ---- In


class Token(NamedTuple):
    """A piece of a record's text and where it stands."""

    kind: str
    text: str
    line: int
    column: int


TOKEN = re.compile(
    r"""(?P<space>[\s\ufeff]+|;[^\n]*|\d+\.+(?=\s|$))
    |(?P<header>\[\s*\w+\s*"(?:[^"\\]|\\.)*"\s*\])
    |(?P<comment>\{(?:[^}\\]|\\.)*\})
    |(?P<deal><[^<>]*>)
    |(?P<open>\()
    |(?P<close>\))
    |(?P<result>(?:\*|\d+(?:-\d+)+)(?=[\s\[]|$))
    |(?P<move>[^\s\[\]{}()<"]+)""",
    re.VERBOSE | re.DOTALL,
)


def tokens(text: str) -> Iterator[Token]:
    """The tokens of a text; white space, remarks after `;` and move numbers mean nothing."""
    place, line, line_start = 0, 1, 0
    while place < len(text):
        found = TOKEN.match(text, place)
        if found is None:
            args = {"text": text[place : place + 20]}
            raise BadRecord(Text("record.token", args), line, place - line_start + 1)
        if found.lastgroup != "space":
            yield Token(str(found.lastgroup), found[0], line, place - line_start + 1)
        if "\n" in found[0]:
            line += found[0].count("\n")
            line_start = place + found[0].rindex("\n") + 1
        place = found.end()


def unescape(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text, flags=re.DOTALL)


def read_records(text: str) -> list[Record]:
    """All games of a file, in text or as lines of JSON."""
    if text.lstrip("\ufeff \t\r\n").startswith("{"):
        return [
            read_json_line(line, n) for n, line in enumerate(text.splitlines(), 1) if line.strip()
        ]
    games: list[list[Token]] = []
    for token in tokens(text):
        if not games or (token.kind == "header" and games[-1][-1].kind != "header"):
            games.append([])
        games[-1].append(token)
    return [read_game(game) for game in games]


def read_game(game: list[Token]) -> Record:
    """One game: headers, then the line of play, then the scores or `*`, which may be missing."""
    headers = [token for token in game if token.kind == "header"]
    body = deque(game[len(headers) :])
    record = read_headers(headers, game[0])
    if body and body[0].kind == "comment":
        record.comment = unescape(body.popleft().text[1:-1])
    result = body.pop() if body and body[-1].kind == "result" else None
    position = record.first()
    record.entries = read_line(position, body, 0)
    if body:
        raise BadRecord(Text("record.token", {"text": body[0].text[:20]}), *body[0][2:])
    if result and result.text != "*" and result.text != "-".join(map(str, position.scores)):
        args = {"scores": "-".join(map(str, position.scores)), "text": result.text}
        raise BadRecord(Text("record.scores", args), *result[2:])
    return record


def read_headers(headers: list[Token], first: Token) -> Record:
    """A record without entries; whatever is missing is as usual."""
    values: dict[str, tuple[str, Token]] = {}
    for token in headers:
        name, value = token.text[1:-1].strip().split('"', 1)
        values[name.strip()] = unescape(value.rpartition('"')[0]), token
    fields = {name: value for name, (value, _) in values.items()}
    try:
        return make_record(fields)
    except AzulejosError as wrong:
        place = next((values[n][1] for n in ("start", "players", "game") if n in values), first)
        raise BadRecord(wrong.text, place.line, place.column) from None


def make_record(fields: dict[str, str]) -> Record:
    """The headers that mean something go to their places, the others stay headers."""
    game = find_game(fields.pop("game", None))
    rules = fields.pop("rules", str(RULES_VERSION))
    if rules != str(RULES_VERSION):
        raise BadNotation(Text("record.rules", {"text": rules}), rules)
    start = fields.pop("start", "")
    if start:
        first = Position.from_text(start)
        return Record(first.game.name, first.players, start=first.to_text(), headers=fields)
    number = fields.pop("players", str(game.players[0]))
    players = int(number) if re.fullmatch("[0-9]{1,2}", number) else 0
    names = [option.name for option in game.options(players)]
    options = {name: fields.pop(name) for name in names if name in fields}
    first = Position(game.name, players or -1, **options)
    return Record(game.name, players, first.options or {}, headers=fields)


def read_line(position: Position, rest: deque[Token], depth: int) -> list[Entry]:
    """Entries up to the end or a closing bracket, pushed on `position`; takes them from `rest`."""
    entries: list[Entry] = []
    while rest and rest[0].kind != "close":
        token = rest.popleft()
        try:
            if token.kind in ("move", "deal"):
                entries.append(read_entry(position, token))
            elif token.kind == "comment" and entries:
                entries[-1].comment = f"{entries[-1].comment} {unescape(token.text[1:-1])}".strip()
            elif token.kind == "open" and entries and depth < DEEPEST:
                entries[-1].variations.append(read_variation(position, rest, depth + 1))
            else:
                raise BadNotation(Text("record.token", {"text": token.text[:20]}), token.text)
        except BadRecord:
            raise
        except AzulejosError as wrong:
            raise BadRecord(wrong.text, token.line, token.column) from None
    return entries


def read_entry(position: Position, token: Token) -> Entry:
    """A move or deal, pushed on `position`; capitals and small letters are taken for each other."""
    is_deal = token.kind == "deal"
    if is_deal != position.needs_deal:
        raise BadNotation(Text("record.deal", {"text": token.text[:40]}), token.text)
    text = token.text.strip("<>") if is_deal else token.text
    refused: list[BadNotation] = []
    for spelling in (text, text.upper(), text.lower()):
        try:
            position.push(spelling)
            return Entry(position.history[-1], is_deal)
        except BadNotation as wrong:
            refused.append(wrong)
    raise refused[0]


def read_variation(position: Position, rest: deque[Token], depth: int) -> list[Entry]:
    """Another way to go from before the last entry, up to its closing bracket."""
    before = position.copy()
    before.pop()
    entries = read_line(before, rest, depth)
    if not rest or not entries:
        raise BadNotation(Text("record.variation"), ")")
    rest.popleft()
    return entries


def read_json_line(line: str, n: int) -> Record:
    """One game as a line of JSON; it becomes tokens, so that one reader checks both forms."""
    try:
        data = json.loads(line)
    except json.JSONDecodeError as wrong:
        raise BadRecord(Text("record.json", {"text": wrong.msg}), n, wrong.colno) from None
    except RecursionError:
        raise BadRecord(Text("record.json", {"text": "nesting"}), n, 1) from None
    try:
        headers = json_headers(data)
        said = [Token("comment", brace(data.get("comment", "")), n, 1)]
        body = [*said, *json_tokens(data["entries"], n)]
        scores = data.get("scores")
        if scores is not None:
            body.append(Token("result", "-".join(map(str, scores)), n, 1))
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as wrong:
        name = str(wrong.args[0]) if isinstance(wrong, KeyError) else type(data).__name__
        raise BadRecord(Text("record.field", {"field": name}), n, 1) from None
    return read_game([*(Token("header", header, n, 1) for header in headers), *body])


def json_headers(data: Json) -> list[str]:
    """The headers of a record in JSON, as they are in text."""
    fields = {"rules": data["record"], "game": data["game"], **data.get("headers", {})}
    fields |= {name: data[name] for name in ("start", "players") if name in data}
    fields |= data.get("options", {})
    return [f"[{name} {quote(str(value))}]" for name, value in fields.items()]


def json_tokens(entries: list[Json], n: int) -> Iterator[Token]:
    """The entries of a record in JSON, as the tokens of a text."""
    for entry in entries:
        if "deal" in entry:
            yield Token("deal", f"<{entry['deal']}>", n, 1)
        else:
            yield Token("move", str(entry["move"]), n, 1)
        if "comment" in entry:
            yield Token("comment", brace(entry["comment"]), n, 1)
        for variation in entry.get("variations", []):
            yield Token("open", "(", n, 1)
            yield from json_tokens(variation, n)
            yield Token("close", ")", n, 1)
