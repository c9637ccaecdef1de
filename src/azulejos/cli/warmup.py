"""`azulejos warmup`: says that nothing is left to do; older versions compiled everything here."""

from azulejos.cli.console import Parser, say


def run(arguments: list[str]) -> int:
    Parser("azulejos warmup", description=say("cli.warmup")).parse_args(arguments)
    print(say("cli.warmup.done"))
    return 0
