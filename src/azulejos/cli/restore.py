"""`azulejos restore FILE`: fill an empty database from a file that `azulejos backup` wrote."""

from pathlib import Path

from azulejos.cli.console import Parser, say, show_compilation
from azulejos.server.settings import load_settings
from azulejos.server.storage.backup import read_backup


def run(arguments: list[str]) -> int:
    parser = Parser("azulejos restore", description=say("cli.restore"))
    parser.add_argument("file", metavar="FILE", type=Path)
    parser.add("--database", "settings.database", metavar="URL")
    parser.add("--settings", "cli.serve.settings", metavar="FILE", type=Path)
    chosen = parser.parse_args(arguments)
    settings = load_settings({"database": chosen.database}, file=chosen.settings)
    with show_compilation():
        count = read_backup(chosen.file, settings.database)
    print(say("cli.restore.done", n=count))
    return 0
