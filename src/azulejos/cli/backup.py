"""`azulejos backup FILE`: write a server's database to a file while the server runs on.

With `--verify` nothing is written: the file is restored into a temporary database instead.
"""

from pathlib import Path

from azulejos.cli.console import Parser, say
from azulejos.server.settings import load_settings
from azulejos.server.storage.backup import verify_backup, write_backup


def run(arguments: list[str]) -> int:
    parser = Parser("azulejos backup", description=say("cli.backup"))
    parser.add_argument("file", metavar="FILE", type=Path)
    parser.add("--verify", "cli.backup.verify", action="store_true")
    parser.add("--database", "settings.database", metavar="URL")
    parser.add("--settings", "cli.serve.settings", metavar="FILE", type=Path)
    chosen = parser.parse_args(arguments)
    if chosen.verify:
        print(say("cli.backup.verified", n=verify_backup(chosen.file)))
        return 0
    settings = load_settings({"database": chosen.database}, file=chosen.settings)
    print(say("cli.backup.done", n=write_backup(settings.database, chosen.file)))
    return 0
