"""The command `azulejos`: finds the subcommand, each of which is a file here, and reports errors.

Bad input gives one line on standard error, in the user's language, and exit code 2. Results go to
standard output, everything else to standard error.

- `admin`, `analyse`, `backup`, `bench`, `engine`, `fair`, `learn`, `lessons`, `match`, `mcp`,
  `mistakes`, `puzzles`, `restore`, `selfplay`, `serve`, `show`, `token`, `train`, `verify`,
  `warmup`: the command of that name.
- `coach`: learning in the terminal: positions are drawn, moves asked for, and answers told.
- `console`: texts in the user's language, arguments, progress bars, for all commands.
- `extras`: the extras that commands need, and the message when one is not installed.
- `play/`: `azulejos play`: a game in the terminal against players of the engine, or among people.
- `position_text`: `azulejos analyse FILE --ply N`: the best moves of a position.
- `review_page`: a review as one HTML page that loads nothing: graphs, a summary.
- `review_text`: a review printed for people: its entries, a graph of the lead.
- `solving`: solving puzzles in the terminal, for `azulejos puzzles solve`: a session with hints.
- `terminal`: abilities of terminals: colours, a line that is written over, a progress bar.
"""

import sys

from azulejos import __version__
from azulejos.cli.console import report_error, say
from azulejos.cli.extras import load_command
from azulejos.errors import AzulejosError
from azulejos.text import Text

COMMANDS = {  # by name: the code of its description
    "admin": "cli.admin",
    "analyse": "cli.analyse",
    "backup": "cli.backup",
    "bench": "cli.bench",
    "engine": "cli.engine",
    "fair": "cli.fair",
    "learn": "cli.learn",
    "lessons": "cli.lessons",
    "match": "cli.match",
    "mcp": "cli.mcp",
    "mistakes": "cli.mistakes",
    "play": "cli.play",
    "puzzles": "cli.puzzles",
    "restore": "cli.restore",
    "selfplay": "cli.selfplay",
    "serve": "cli.serve",
    "show": "cli.show",
    "token": "cli.token",
    "train": "cli.train",
    "verify": "cli.verify",
    "warmup": "cli.warmup",
}


def main(arguments: list[str] | None = None) -> int:
    """Run a command and return the exit code; without a command, serve and open the page."""
    words = sys.argv[1:] if arguments is None else arguments
    name, rest = (words[0], words[1:]) if words else ("serve", ["--open"])
    try:
        if name not in COMMANDS:
            return run_unnamed(name)
        return int(load_command(name).run(rest))
    except AzulejosError as error:
        return report_error(error.text)
    except BrokenPipeError:  # the reader of our output has closed it
        sys.stderr.close()
        return 0
    except OSError as error:
        args = {"file": error.filename or "-", "reason": error.strerror or str(error)}
        return report_error(Text("cli.file", args))
    except KeyboardInterrupt:
        return 130  # what shells report for a program ended by Ctrl-C


def run_unnamed(name: str) -> int:
    """Run `--help` or `--version`; any other word is an unknown command."""
    if name in ("-h", "--help"):
        lines = [f"  azulejos {command:8} {say(code)}" for command, code in COMMANDS.items()]
        print(say("cli.usage"), *lines, sep="\n")
        return 0
    if name == "--version":
        print(f"azulejos {__version__}")
        return 0
    raise AzulejosError(Text("cli.unknown", {"name": name, "names": ", ".join(COMMANDS)}))
