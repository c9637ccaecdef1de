"""`azulejos restore FILE`: fill an empty database from a file that `azulejos backup` wrote."""

from pathlib import Path

from azulejos.cli.console import Parser, say
from azulejos.server.settings import load_settings
from azulejos.server.storage.backup import read_backup


def run(arguments: list[str]) -> int:
    parser = Parser("azulejos restore", description=say("cli.restore"))
    parser.add_argument("file", metavar="FILE", type=Path)
    parser.add("--database", "settings.database", metavar="URL")
    parser.add("--settings", "cli.serve.settings", metavar="FILE", type=Path)
    chosen = parser.parse_args(arguments)
    settings = load_settings({"database": chosen.database}, file=chosen.settings)
    print(say("cli.restore.done", n=read_backup(chosen.file, settings.database)))
    return 0
