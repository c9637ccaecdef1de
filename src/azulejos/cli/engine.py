"""`azulejos engine`: the engine protocol on standard input and output; see `docs/protocol.md`."""

import sys

from azulejos.cli.console import Parser, say
from azulejos.engine.serve import Engine

# Seconds after which a running thread hands over the interpreter: short, so that the thread of an
# analysis notices in time that its time limit has passed.
SWITCH_SECONDS = 0.001


def run(arguments: list[str]) -> int:
    """Run the command."""
    Parser("azulejos engine", description=say("cli.engine")).parse_args(arguments)
    sys.setswitchinterval(SWITCH_SECONDS)
    Engine(sys.stdin.buffer, sys.stdout.buffer).run()
    return 0
