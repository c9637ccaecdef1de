"""`azulejos engine`: the engine protocol on standard input and output; see `docs/protocol.md`."""

import sys

from azulejos.cli.speech import Parser, preparing, say
from azulejos.engine.serve import Engine

SWITCH_SECONDS = 0.001  # that a thread keeps the interpreter from one that has to look at the clock


def run(arguments: list[str]) -> int:
    Parser("azulejos engine", description=say("cli.engine")).parse_args(arguments)
    sys.setswitchinterval(SWITCH_SECONDS)
    with preparing():
        Engine(sys.stdin.buffer, sys.stdout.buffer).run()
    return 0
