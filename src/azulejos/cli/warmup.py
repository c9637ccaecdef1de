"""`azulejos warmup`: compile everything for this machine now, for images and servers."""

import json
import sys
from time import perf_counter

from azulejos.cli.console import Parser, number_between, say
from azulejos.cli.terminal import Bar
from azulejos.games import GAMES
from azulejos.search.warmup import Preparation

MAX_JOBS = 256
POLL_S = 0.2  # between two updates of the progress bar


def run(arguments: list[str]) -> int:
    parser = Parser("azulejos warmup", description=say("cli.warmup"))
    jobs = number_between(1, MAX_JOBS)
    parser.add_argument("--jobs", type=jobs, default=0, metavar="N", help=say("cli.warmup.jobs"))
    parser.add_argument("--json", action="store_true", help=say("cli.json"))
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
