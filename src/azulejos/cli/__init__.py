"""The command `azulejos`: one file a command; this one finds the command and reports what is wrong.

Bad input gives one line on standard error, in the user's language, and exit code 2. Results go to
standard output, everything else to standard error.
"""

import sys

from azulejos.cli.extras import load_command
from azulejos.cli.speech import fail, say
from azulejos.errors import AzulejosError
from azulejos.text import Text

COMMANDS = {  # and what says what they do
    "analyse": "cli.analyse",
    "backup": "cli.backup",
    "bench": "cli.bench",
    "engine": "cli.engine",
    "fair": "cli.fair",
    "learn": "cli.learn",
    "match": "cli.match",
    "play": "cli.play",
    "restore": "cli.restore",
    "selfplay": "cli.selfplay",
    "serve": "cli.serve",
    "show": "cli.show",
    "train": "cli.train",
    "verify": "cli.verify",
}


def main(arguments: list[str] | None = None) -> int:
    """Run a command, without one the server and its page; the exit code."""
    words = sys.argv[1:] if arguments is None else arguments
    name, rest = (words[0], words[1:]) if words else ("serve", ["--open"])
    try:
        if name not in COMMANDS:
            return run_unnamed(name)
        return int(load_command(name).run(rest))
    except AzulejosError as wrong:
        return fail(wrong.text)
    except BrokenPipeError:  # whoever read our output has had enough
        sys.stderr.close()
        return 0
    except OSError as wrong:
        args = {"file": wrong.filename or "-", "reason": wrong.strerror or str(wrong)}
        return fail(Text("cli.file", args))
    except KeyboardInterrupt:
        return 130  # as shells say of a program ended by Ctrl-C


def run_unnamed(name: str) -> int:
    """`--help`, `--version`, or a word that is no command."""
    if name in ("-h", "--help"):
        lines = [f"  azulejos {command:8} {say(code)}" for command, code in COMMANDS.items()]
        print(say("cli.usage"), *lines, sep="\n")
        return 0
    if name == "--version":
        from azulejos import __version__

        print(f"azulejos {__version__}")
        return 0
    raise AzulejosError(Text("cli.unknown", {"name": name, "names": ", ".join(COMMANDS)}))
