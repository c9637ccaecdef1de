"""Reading written games, from text or from lines of JSON, one game at a time.

Records are read tolerantly; whatever is wrong is refused with its line and column. A record that
was read is legal, from its headers to its result. `docs/notation.md` has the grammar.
"""

import json
import os
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from io import StringIO
from typing import Any, Literal, NamedTuple

from azulejos.arguments import check_text, type_name
from azulejos.contract.rules import Json
from azulejos.errors import AzulejosError, BadArgument, BadNotation, BadRecord
from azulejos.games import find_game
from azulejos.position import Position
from azulejos.record import DEEPEST, MOVE, RESULT, RULES_VERSION, Entry, Record, brace, quote
from azulejos.text import Text


class Token(NamedTuple):
    """A piece of a record's text and where it stands."""

    kind: str
    text: str
    line: int
    column: int


TOKEN = re.compile(
    rf"""(?P<space>[\s\ufeff]+|;[^\n]*|\d+\.+(?=\s|$))
    |(?P<header>\[\s*\w+\s*"(?:[^"\\]|\\.)*"\s*\])
    |(?P<comment>\{{(?:[^}}\\]|\\.)*\}})
    |(?P<deal><[^<>]*>)
    |(?P<open>\()
    |(?P<close>\))
    |(?P<result>(?:\*|{RESULT.pattern})(?=[\s\[]|$))
    |(?P<move>{MOVE.pattern})""",
    re.VERBOSE | re.DOTALL,
)


def tokens(text: str, line: int = 1) -> Iterator[Token]:
    """The tokens of a text that begins on a line; white space, remarks after `;` and move numbers
    mean nothing.
    """
    place, line_start = 0, 0
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


ESCAPES = {"n": "\n", "r": "\r"}  # other characters stand for themselves


def unescape(text: str) -> str:
    return re.sub(r"\\(.)", lambda found: ESCAPES.get(found[1], found[1]), text, flags=re.DOTALL)


def read_records(text: str) -> list[Record]:
    """All games of a text, or of lines of JSON; the first one that is wrong raises `BadRecord`."""
    return list(iter_records(check_text("text", text)))


Source = str | os.PathLike[str] | Iterable[str]
OnError = Literal["raise", "skip"] | Callable[[BadRecord], object]


def iter_records(source: Source, on_error: OnError = "raise") -> Iterator[Record]:
    """The games of a text, of a file by its path, or of an open file or other lines, one at a time.

    A game that is wrong raises `BadRecord`; with "skip" it is left out, and a function is called
    with the error. Both go on with the next game. No more than one game is kept in memory.
    """
    if not callable(on_error) and on_error not in ("raise", "skip"):
        raise BadArgument(Text("argument.on_error", {"given": str(on_error)[:40]}))
    for found in _read_lines(_open_lines(source), is_strict=on_error == "raise"):
        if isinstance(found, Record):
            yield found
        elif on_error == "raise":
            raise found
        elif callable(on_error):
            on_error(found)


def _open_lines(source: Source) -> Iterator[str]:
    """The lines of a source."""
    if isinstance(source, str):
        yield from StringIO(source, newline="")  # as from a file: U+2028 ends no line
        return
    if isinstance(source, os.PathLike):
        with open(source, encoding="utf-8", newline="") as file:
            yield from file
        return
    if isinstance(source, bytes) or not isinstance(source, Iterable):
        raise BadArgument(Text("argument.text", {"name": "source", "given": type_name(source)}))
    for line in source:
        yield check_text("line", line)


def _read_lines(lines: Iterator[str], is_strict: bool) -> Iterator[Record | BadRecord]:
    """The games of a file, and what is wrong with those that cannot be read."""
    is_json: bool | None = None
    game: list[str] = []  # the lines of the game that is being collected
    first, number, is_in_comment, has_body = 1, 0, False, False
    try:
        for number, line in enumerate(lines, 1):
            visible = line.strip("\ufeff \t\r\n")
            if is_json is None and visible:
                is_json = visible.startswith("{")
            if is_json:
                if visible:
                    yield _attempt(read_json_line, line, number)
                continue
            if has_body and visible.startswith("[") and not is_in_comment:
                yield from read_chunk(game, first, is_strict)
                game, first, has_body = [], number, False
            game.append(line)
            has_body = has_body or not ONLY_HEADERS.fullmatch(visible)
            is_in_comment = ends_in_comment(line, is_in_comment)
    except UnicodeDecodeError:
        yield BadRecord(Text("record.encoding"), number + 1, 1)
        return
    yield from read_chunk(game, first, is_strict)


# a string without an end lasts to the end of the line, so that no quote is looked at twice
COMMENT_MARK = re.compile(r'"(?:[^"\\]|\\.)*+"?|;.*|\{', re.DOTALL)
COMMENT_END = re.compile(r"(?:[^}\\]|\\.)*\}", re.DOTALL)
ONLY_HEADERS = re.compile(r'(?:\s*\[\s*\w+\s*"(?:[^"\\]|\\.)*"\s*\])*\s*(?:;.*)?')
GAME_HEADER = re.compile(r'\s*\[\s*game\s*"')


def ends_in_comment(line: str, is_in_comment: bool) -> bool:
    """Is a comment open at the end of a line, if one was or was not at its beginning?"""
    place = 0
    while True:
        if is_in_comment:
            end = COMMENT_END.match(line, place)
            if end is None:
                return True
            place, is_in_comment = end.end(), False
        mark = COMMENT_MARK.search(line, place)
        if mark is None:
            return False
        place, is_in_comment = mark.end(), mark[0] == "{"


def read_chunk(lines: list[str], first: int, is_strict: bool) -> Iterator[Record | BadRecord]:
    """The games of some lines of text, almost always one.

    A comment without its end takes the games that follow with it. Lines that cannot be read are
    therefore read again from each line that begins with the header `game`, unless the first error
    is the last one anyway.
    """
    found = list(read_text("".join(lines), first))
    starts = [i for i, line in enumerate(lines) if i == 0 or GAME_HEADER.match(line)]
    if is_strict or len(starts) < 2 or all(isinstance(each, Record) for each in found):
        yield from found
        return
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        yield from read_text("".join(lines[start:end]), first + start)


def read_text(text: str, first: int) -> Iterator[Record | BadRecord]:
    """The games of a text whose first line has this number."""
    game: list[Token] = []
    try:
        for token in tokens(text, first):
            if game and token.kind == "header" and game[-1].kind != "header":
                yield _attempt(read_game, game)
                game = []
            game.append(token)
    except BadRecord as wrong:
        yield wrong
        return
    if game:
        yield _attempt(read_game, game)


def _attempt(read: Callable[..., Record], *arguments: Any) -> Record | BadRecord:
    try:
        return read(*arguments)
    except BadRecord as wrong:
        return wrong


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
    check_result(result.text if result else "*", position, result or game[0])
    check_result(record.headers.get("result", "*"), position, game[0])
    return record


def check_result(text: str, position: Position, place: Token) -> None:
    """Refuse a result that is not that of the last position; `*` says nothing."""
    scores = "-".join(map(str, position.scores))
    if text not in ("*", scores):
        args = {"scores": scores, "text": text[:40]}
        raise BadRecord(Text("record.scores", args), place.line, place.column)


class HeaderFault(AzulejosError):
    """A fault of a header; `name` says of which, "" if of none of them."""

    def __init__(self, text: Text, name: str):
        super().__init__(text)
        self.name = name


def read_headers(headers: list[Token], first: Token) -> Record:
    """A record without entries; missing headers have their default values."""
    values: dict[str, tuple[str, Token]] = {}
    for token in headers:
        name, value = token.text[1:-1].strip().split('"', 1)
        name, value = name.strip(), unescape(value.rpartition('"')[0])
        if values.get(name, (value, token))[0] != value:
            args = {"name": name, "text": value[:40], "expected": values[name][0][:40]}
            raise BadRecord(Text("record.header", args), token.line, token.column)
        values[name] = value, token
    fields = {name: value for name, (value, _) in values.items()}
    try:
        return make_record(fields)
    except AzulejosError as wrong:
        named = (wrong.name,) if isinstance(wrong, HeaderFault) else ("start", "players", "game")
        place = next((values[name][1] for name in named if name in values), first)
        raise BadRecord(wrong.text, place.line, place.column) from None


def make_record(fields: dict[str, str]) -> Record:
    """The headers that mean something go to their places, the others stay headers."""
    game = find_game(fields.pop("game", None))
    rules = fields.pop("rules", str(RULES_VERSION))
    if rules != str(RULES_VERSION):
        raise HeaderFault(Text("record.rules", {"text": rules[:40]}), "rules")
    start = fields.pop("start", "")
    if start:
        return make_started_record(game.name, start, fields)
    number = fields.pop("players", str(game.players[0]))
    players = int(number) if re.fullmatch("[0-9]{1,2}", number) else 0
    names = [option.name for option in game.options(players)]
    options = {name: fields.pop(name) for name in names if name in fields}
    try:
        first = Position(game.name, players or -1, **options)
    except BadNotation as wrong:
        name, sign, _ = wrong.offending.partition("=")
        raise HeaderFault(wrong.text, name if sign else "players") from None
    return Record(game.name, players, first.options or {}, headers=fields)


def make_started_record(game: str, start: str, fields: dict[str, str]) -> Record:
    """A record from a position; other headers may repeat what the position says."""
    first = Position.from_text(start)
    said = {name: header_text(value) for name, value in first.to_json().items()}
    options = [option.name for option in first.game.options(first.players)]
    repeated = {name: fields.pop(name) for name in ("players", *options) if name in fields}
    for name, text in {"game": game, **repeated}.items():
        if text != said.get(name, ""):
            args = {"name": name, "text": text[:40], "expected": said.get(name, "start")[:40]}
            raise HeaderFault(Text("record.header", args), name)
    return Record(first.game.name, first.players, start=first.to_text(), headers=fields)


def header_text(value: object) -> str:
    """A field of a position as an option writes it."""
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def read_line(position: Position, rest: deque[Token], depth: int) -> list[Entry]:
    """Entries up to the end or a closing bracket, pushed on `position`; takes them from `rest`."""
    entries: list[Entry] = []
    while rest and rest[0].kind != "close":
        token = rest.popleft()
        try:
            if token.kind in ("move", "deal") or RESULT.fullmatch(token.text):  # a move like 1-2
                entries.append(read_entry(position, token))
            elif token.kind == "comment" and entries:
                said = entries[-1].comment, unescape(token.text[1:-1])
                entries[-1].comment = " ".join(filter(None, said))
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
    """A move or deal, pushed on `position`."""
    is_deal = token.kind == "deal"
    if is_deal != position.needs_deal:
        raise BadNotation(Text("record.deal", {"text": token.text[:40]}), token.text)
    position.push(token.text.strip("<>") if is_deal else token.text)
    return Entry(position.history[-1], is_deal)


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
    fields = [("rules", data["record"]), ("game", data["game"])]
    fields += [(name, data[name]) for name in ("start", "players") if name in data]
    fields += [*data.get("options", {}).items(), *data.get("headers", {}).items()]
    if not all(re.fullmatch(r"\w+", name) for name, _ in fields):
        raise ValueError("headers")
    return [f"[{name} {quote(str(value))}]" for name, value in fields]


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
