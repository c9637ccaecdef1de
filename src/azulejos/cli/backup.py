"""`azulejos backup FILE`: write a server's database to a file while the server runs on."""

from pathlib import Path

from azulejos.cli.console import Parser, say
from azulejos.server.settings import load_settings
from azulejos.server.storage.backup import write_backup


def run(arguments: list[str]) -> int:
    parser = Parser("azulejos backup", description=say("cli.backup"))
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--database", metavar="URL", help=say("settings.database"))
    parser.add_argument("--settings", metavar="FILE", help=say("cli.serve.settings"))
    chosen = parser.parse_args(arguments)
    file = Path(chosen.settings) if chosen.settings else None
    settings = load_settings({"database": chosen.database}, file=file)
    print(say("cli.backup.done", n=write_backup(settings.database, Path(chosen.file))))
    return 0
