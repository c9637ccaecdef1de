"""`azulejos restore FILE`: fill an empty database from a file that `azulejos backup` wrote."""

from pathlib import Path

from azulejos.cli.console import Parser, say
from azulejos.server.settings import load_settings
from azulejos.server.storage.backup import read_backup


def run(arguments: list[str]) -> int:
    parser = Parser("azulejos restore", description=say("cli.restore"))
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--database", metavar="URL", help=say("settings.database"))
    parser.add_argument("--settings", metavar="FILE", help=say("cli.serve.settings"))
    chosen = parser.parse_args(arguments)
    file = Path(chosen.settings) if chosen.settings else None
    settings = load_settings({"database": chosen.database}, file=file)
    print(say("cli.restore.done", n=read_backup(Path(chosen.file), settings.database)))
    return 0
