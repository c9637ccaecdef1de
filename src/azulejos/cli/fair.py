"""`azulejos fair FILE`: check that the deals of a record are fair. Exit code 1 if not."""

import json
from pathlib import Path

from azulejos.cli.console import Parser, say, say_text, show_compilation
from azulejos.cli.show import pick, read
from azulejos.server.table.fair import Unfair, check
from azulejos.text import Text


def run(arguments: list[str]) -> int:
    parser = Parser("azulejos fair", description=say("cli.fair"))
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--number", type=int, default=1, metavar="N", help=say("cli.show.number"))
    parser.add_argument("--json", action="store_true", help=say("cli.json"))
    chosen = parser.parse_args(arguments)
    with show_compilation():
        record = pick(read(Path(chosen.file)), chosen.number)
        try:
            text, is_fair = Text("cli.fair.passed", {"n": check(record)}), True
        except Unfair as wrong:
            if wrong.code == "fair.headers":
                raise  # the record has no commitment to check
            text, is_fair = wrong.text, False
    print(
        json.dumps({"fair": is_fair, "code": text.code, **text.args})
        if chosen.json
        else say_text(text)
    )
    return 0 if is_fair else 1
