"""`azulejos verify FILE…`: checks conformance records; exit code 1 if one of them fails."""

import json
from pathlib import Path
from typing import Any

from azulejos.cli.console import Parser, say, track
from azulejos.contract.rules import Json
from azulejos.errors import AzulejosError
from azulejos.games import find_game
from azulejos.text import Text


def run(arguments: list[str]) -> int:
    """Run the command."""
    parser = Parser("azulejos verify", description=say("cli.verify"))
    parser.add("files", "cli.verify.files", nargs="+", metavar="FILE")
    parser.add("--json", "cli.json", action="store_true")
    parsed = parser.parse_args(arguments)
    records = [record for file in parsed.files for record in read_records(Path(file))]
    failures: list[Json] = []
    for place, record in track(records, "verify"):
        why = check_record(place, record)
        if why:
            failures.append({"place": place, "why": why})
            if not parsed.json:
                print(f"{place}: {why}")
    passed = len(records) - len(failures)
    if parsed.json:
        print(json.dumps({"passed": passed, "failed": len(failures), "failures": failures}))
    else:
        print(f"{passed} passed, {len(failures)} failed")
    return 1 if failures else 0


def read_records(file: Path) -> list[tuple[str, Json]]:
    """The records of a file, each with its place; raises if one of them cannot be read."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        raise unreadable(str(file), "UTF-8") from None
    records = []
    for n, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            data = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise unreadable(f"{file}:{n}", str(error)) from None
        if not isinstance(data, dict):
            raise unreadable(f"{file}:{n}", type(data).__name__)
        records.append((f"{file}:{n}", data))
    if not records:
        raise unreadable(str(file), say("cli.empty"))
    return records


def unreadable(place: str, reason: Any) -> AzulejosError:
    """The error for a record that cannot be read."""
    return AzulejosError(Text("cli.record", {"place": place, "reason": reason}))


def check_record(place: str, record: Json) -> str:
    """Why a record fails, or "" if it passes.

    A record of a legal game must have no fault, one of an illegal game exactly the fault it names.
    """
    try:
        verdict = find_game(record.get("game")).judge(record)
    except AzulejosError as error:
        raise unreadable(place, error.text) from None
    if "illegal" not in record:
        return f"{verdict.place}: {verdict.why}" if verdict.place else verdict.why
    if verdict.place == record["illegal"]:
        return ""
    return f"{verdict.place or verdict.why or 'legal'}, not {record['illegal']}"
