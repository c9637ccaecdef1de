"""`azulejos engine`: the engine protocol on standard input and output; see `docs/protocol.md`."""

import sys

from azulejos.cli.speech import Parser, preparing, say
from azulejos.engine.serve import Engine
from azulejos.search.warmth import warm_up


def run(arguments: list[str]) -> int:
    Parser("azulejos engine", description=say("cli.engine")).parse_args(arguments)
    with preparing():
        warm_up()
    Engine(sys.stdin.buffer, sys.stdout.buffer).run()
    return 0
