"""`azulejos fair FILE`: check that the deals of a record are fair. Exit code 1 if not.

The deals are fixed by commit and reveal with a hash chain. A record alone cannot prove much:
`--commitment` and `--kept` compare it with the data that a player's client kept from before the
game. The answer says what is proven and what is not (`docs/fair.md`).
"""

import json
from argparse import Namespace
from pathlib import Path

from azulejos.cli.console import Parser, say, say_text
from azulejos.cli.show import pick, read
from azulejos.server.table.fair_check import (
    FairVerdict,
    Kept,
    Unfair,
    check,
    read_commitment,
    read_kept,
)
from azulejos.text import Text

UNREADABLE = ("fair.headers", "fair.unreadable")  # there is nothing to check, or to compare with


def run(arguments: list[str]) -> int:
    parser = Parser("azulejos fair", description=say("cli.fair"))
    parser.add_argument("file", metavar="FILE")
    parser.add("--number", "cli.show.number", type=int, default=1, metavar="N")
    given = parser.add_mutually_exclusive_group()
    parser.add("--commitment", "cli.fair.commitment", metavar="HEX", to=given)
    parser.add("--kept", "cli.fair.kept", type=Path, metavar="FILE", to=given)
    parser.add("--json", "cli.json", action="store_true")
    chosen = parser.parse_args(arguments)
    record, kept = pick(read(Path(chosen.file)), chosen.number), find_kept(chosen)
    try:
        verdict = check(record, kept)
    except Unfair as wrong:
        if wrong.code in UNREADABLE:
            raise
        print(json.dumps(answer(wrong.text, False)) if chosen.json else say_text(wrong.text))
        return 1
    passed = Text("cli.fair.passed", {"n": verdict.deals})
    if chosen.json:
        found = {"proof": verdict.proof, "seats": verdict.seats, "retries": verdict.retries}
        print(json.dumps(answer(passed, True) | found))
    else:
        print("\n".join(map(say_text, (passed, *remarks(verdict)))))
    return 0


def find_kept(chosen: Namespace) -> Kept | None:
    """The record of the client, if the command line names one."""
    if chosen.commitment is not None:
        return read_commitment(chosen.commitment)
    if chosen.kept is None:
        return None
    try:
        return read_kept(json.loads(chosen.kept.read_text(encoding="utf-8")))
    except (ValueError, RecursionError):  # not JSON, or not UTF-8
        raise Unfair(Text("fair.unreadable")) from None


def answer(text: Text, is_fair: bool) -> dict[str, object]:
    return {"fair": is_fair, "code": text.code, **text.args}


def remarks(verdict: FairVerdict) -> list[Text]:
    """Sentences about the limits of the check, and about events before the start."""
    texts = [Text(f"cli.fair.{verdict.proof}")]
    if verdict.retries:
        texts.append(Text("cli.fair.retries", {"n": verdict.retries}))
    return texts
