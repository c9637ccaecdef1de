"""`azulejos warmup`: compile everything for this machine now, for images and servers."""

import json
import sys
from time import perf_counter

from azulejos.cli.console import Parser, say
from azulejos.cli.terminal import Bar
from azulejos.games import GAMES
from azulejos.search.warmup import Preparation

MAX_JOBS = 256
POLL_S = 0.2  # between two updates of the progress bar


def run(arguments: list[str]) -> int:
    parser = Parser("azulejos warmup", description=say("cli.warmup"))
    parser.add("--jobs", "cli.warmup.jobs", within=(1, MAX_JOBS), default=0, metavar="N")
    parser.add("--json", "cli.json", action="store_true")
    chosen = parser.parse_args(arguments)
    preparation, start = Preparation(chosen.jobs), perf_counter()
    preparation.start()
    try:
        show_progress(preparation)
    finally:
        preparation.stop()
    figures = {"functions": preparation.compiled, "seconds": round(perf_counter() - start, 1)}
    for step, output in preparation.failed.items():
        print(say("cli.warmup.failed", game=step.game, step=step.name), output, file=sys.stderr)
    if chosen.json:
        failed = [f"{step.game}.{step.name}" for step in preparation.failed]
        print(json.dumps(figures | {"failed": failed}))
    elif not preparation.failed:
        print(say("cli.warmup.done", **figures))
    return 1 if preparation.failed else 0


def show_progress(preparation: Preparation) -> None:
    """Wait until everything is compiled; draw a progress bar if standard error is a terminal."""
    with Bar(say("cli.warmup.title")) as bar:
        while not preparation.join(POLL_S):
            by_game = [preparation.progress(game) for game in GAMES]
            done, total = (sum(numbers) for numbers in zip(*by_game, strict=True))
            bar.update(done, total)
