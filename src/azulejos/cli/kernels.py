"""`azulejos kernels build [PACKAGE]`: compile a package that offers games, or this one, ahead."""

import time
from pathlib import Path

from azulejos.cli.console import Parser, say
from azulejos.cli.terminal import Bar
from azulejos.compiled import ahead, wasm
from azulejos.errors import AzulejosError
from azulejos.text import Text


def run(arguments: list[str]) -> int:
    parser = Parser("azulejos kernels", description=say("cli.kernels"))
    parser.add_argument("what", choices=["build"])
    parser.add("package", "cli.kernels.package", nargs="?", default=ahead.OWN, metavar="PACKAGE")
    parser.add("--portable", "cli.kernels.portable", action="store_true")
    parser.add("--wasm", "cli.kernels.wasm", type=Path, metavar="FOLDER")
    chosen = parser.parse_args(arguments)
    start = time.monotonic()
    try:
        levels = 2 if chosen.portable else 1
        if not chosen.wasm and ahead.is_built(chosen.package, levels):
            print(say("cli.kernels.built", package=chosen.package))
            return 0
        with Bar(say("cli.kernels.title")) as bar:
            if chosen.wasm:
                *_, file = wasm.build_modules(chosen.package, chosen.wasm, bar.update)
            else:
                file = ahead.build(chosen.package, levels, bar.update)
    except ahead.BuildError as error:
        args = {"package": chosen.package, "reason": str(error)}
        raise AzulejosError(Text("cli.kernels.failed", args)) from None
    seconds = round(time.monotonic() - start)
    print(say("cli.kernels.done", file=str(file), seconds=seconds))
    return 0
