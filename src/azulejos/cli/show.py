"""`azulejos show FILE`: step through a written game, or print it."""

import json
import sys
from pathlib import Path

from azulejos.cli.console import Parser, say, say_text, user_language
from azulejos.errors import AzulejosError, BadRecord
from azulejos.position import Position
from azulejos.record import Record
from azulejos.record_reader import iter_records
from azulejos.text import Text


def run(arguments: list[str]) -> int:
    parser = Parser("azulejos show", description=say("cli.show"))
    parser.add_argument("file", metavar="FILE")
    parser.add("--number", "cli.show.number", type=int, default=1, metavar="N")
    parser.add("--ply", "cli.show.ply", type=int, metavar="N")
    form = parser.add_mutually_exclusive_group()
    parser.add("--json", "cli.json", action="store_true", to=form)
    parser.add("--svg", "cli.show.svg", action="store_true", to=form)
    chosen = parser.parse_args(arguments)
    record = pick(read(Path(chosen.file)), chosen.number)
    position = position_at(record, chosen.ply)
    if chosen.json:
        print(json.dumps(position.to_json()))
    elif chosen.svg:
        print(position.svg(user_language()))
    elif chosen.ply is not None:
        print(position.draw(user_language()))
    elif sys.stdin.isatty() and sys.stdout.isatty():
        step(record)
    else:
        tell_game(record)
    return 0


def read(file: Path) -> list[Record | AzulejosError]:
    """The games of a file in order; for one that is wrong, the error with file, line and column."""
    found: list[Record | AzulejosError] = []

    def add_error(wrong: BadRecord) -> None:
        place = f"{file}:{wrong.line}:{wrong.column}"
        found.append(AzulejosError(Text("cli.record", {"place": place, "reason": wrong.text})))

    for record in iter_records(file, on_error=add_error):
        found.append(record)
    return found


def pick(records: list[Record | AzulejosError], number: int) -> Record:
    """The game that was asked for, counted from 1."""
    if not 1 <= number <= len(records):
        raise AzulejosError(Text("cli.show.none", {"number": number, "n": len(records)}))
    record = records[number - 1]
    if isinstance(record, AzulejosError):
        raise record
    return record


def position_at(record: Record, ply: int | None) -> Position:
    """The position after so many moves and deals of a game; None for all of them."""
    last = len(record.entries)
    if not 0 <= (ply or 0) <= last:
        raise AzulejosError(Text("cli.show.noply", {"ply": ply, "last": last}))
    return record.position(ply)


def tell_game(record: Record) -> None:
    """The whole game: every entry explained, and the last position."""
    position = record.first()
    for ply, entry in enumerate(record.entries, 1):
        print(f"{ply}. {entry.text}" + (f"  {{{entry.comment}}}" if entry.comment else ""))
        for text in position.explain(entry.text):
            print(f"     {say_text(text)}")
        position.push(entry.text)
    print(position.draw(user_language()))


def step(record: Record) -> None:
    """Forward, back, or to a number, one position at a time."""
    ply = 0
    while True:
        position = record.position(ply)
        print(f"\n{position.draw(user_language())}\n\n{line(record, ply)}")
        try:
            word = input(say("cli.show.keys", ply=ply, last=len(record.entries)) + " ").strip()
        except EOFError:
            return
        if word == "q":
            return
        wanted = {"": ply + 1, "b": ply - 1}.get(word, int(word) if word.isdecimal() else ply)
        ply = min(max(wanted, 0), len(record.entries))


def line(record: Record, ply: int) -> str:
    """The entry that led here, what it did, and what was said of it."""
    if ply == 0:
        return record.comment
    entry, before = record.entries[ply - 1], record.position(ply - 1)
    text_lines = [say_text(text) for text in before.explain(entry.text)]
    return "\n".join([f"{ply}. {entry.text}  {entry.comment}".rstrip(), *text_lines])
