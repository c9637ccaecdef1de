"""`azulejos verify FILE…`: judges conformance records; exit code 1 if one fails."""

import json
from pathlib import Path
from typing import Any

from azulejos.games import find_game
from azulejos.cli.speech import Parser, say, track
from azulejos.errors import AzulejosError
from azulejos.game import Json
from azulejos.text import Text


def run(arguments: list[str]) -> int:
    parser = Parser("azulejos verify", description=say("cli.verify"))
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--json", action="store_true", help=say("cli.json"))
    chosen = parser.parse_args(arguments)
    records = [record for file in chosen.files for record in read_records(Path(file))]
    failures: list[Json] = []
    for place, record in track(records, "verify"):
        why = judge(place, record)
        if why:
            failures.append({"place": place, "why": why})
            if not chosen.json:
                print(f"{place}: {why}")
    passed = len(records) - len(failures)
    if chosen.json:
        print(json.dumps({"passed": passed, "failed": len(failures), "failures": failures}))
    else:
        print(f"{passed} passed, {len(failures)} failed")
    return 1 if failures else 0


def read_records(file: Path) -> list[tuple[str, Json]]:
    """The records of a file, each with its place; refused as a whole if one cannot be read."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        raise refusal(str(file), "UTF-8") from None
    records = []
    for n, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            data = json.loads(line)
        except (ValueError, RecursionError) as wrong:
            raise refusal(f"{file}:{n}", str(wrong)) from None
        if not isinstance(data, dict):
            raise refusal(f"{file}:{n}", type(data).__name__)
        records.append((f"{file}:{n}", data))
    if not records:
        raise refusal(str(file), say("cli.empty"))
    return records


def refusal(place: str, reason: Any) -> AzulejosError:
    return AzulejosError(Text("cli.record", {"place": place, "reason": reason}))


def judge(place: str, record: Json) -> str:
    """Why a record fails, "" if it passes: a good one has no fault, a bad one exactly its own."""
    try:
        verdict = find_game(record.get("game")).judge(record)
    except AzulejosError as wrong:
        raise refusal(place, wrong.text) from None
    if "illegal" not in record:
        return f"{verdict.place}: {verdict.why}" if verdict.place else verdict.why
    if verdict.place == record["illegal"]:
        return ""
    return f"{verdict.place or verdict.why or 'legal'}, not {record['illegal']}"
