"""`azulejos learn`: a learning run of self-play, training and gate, generation after generation."""

import argparse
import json
from contextlib import suppress
from pathlib import Path
from time import monotonic

from azulejos.cli.console import Parser, import_extra, say, track
from azulejos.cli.match import choose_play_games
from azulejos.cli.selfplay import (
    add_resource_arguments,
    add_selfplay_arguments,
    choose_make_shards,
    parse_selfplay_plan,
)
from azulejos.contract.rules import Json


def run(arguments: list[str]) -> int:
    """Run the command."""
    parsed = parse_arguments(arguments)
    learning = import_extra("train", "azulejos.learning.run")
    end = monotonic() + 3600 * parsed.hours
    plan = learning.RunPlan(
        parse_selfplay_plan(parsed),
        parsed.games,
        gate_games=parsed.gate_games,
        gate_nodes=parsed.gate_nodes,
    )
    make, play = choose_make_shards(parsed), choose_play_games(parsed)
    learning_run = learning.Run(Path(parsed.out), plan, make, play, learning.Deadline(end, track))
    with suppress(learning.TimeUp):
        while learning_run.generation < parsed.generations and monotonic() < end:
            print_generation(learning_run.run_generation(), parsed)
    if not parsed.json:
        print(say("cli.learn.done", file=learning_run.best_file or "–"))
    return 0


def parse_arguments(arguments: list[str]) -> argparse.Namespace:
    """Parse the command line."""
    parser = Parser("azulejos learn", description=say("cli.learn"))
    add_selfplay_arguments(parser)
    parser.add("--out", "cli.learn.out", required=True, metavar="FOLDER")
    parser.add("--hours", "cli.learn.hours", within=(0.0, 1e6), default=3.0)
    parser.add("--generations", "cli.learn.generations", within=(0, 1000), default=1000)
    parser.add("--games", "cli.learn.games", within=(1, 10**8), default=8_000)
    parser.add("--gate-games", "cli.learn.gate_games", within=(1, 10**6), default=400)
    parser.add("--gate-nodes", "cli.learn.gate_nodes", within=(2, 10**6), default=400)
    add_resource_arguments(parser)
    return parser.parse_args(arguments)


def print_generation(result: Json, parsed: argparse.Namespace) -> None:
    """Print the result of a generation as soon as it is finished, as JSON or for people."""
    if parsed.json:
        print(json.dumps(result), flush=True)
        return
    args = result | {"share": f"{result['share']:.1%}", "number": result["generation"]}
    code = "cli.learn.better" if result["is_better"] else "cli.learn.worse"
    print(say(code, **args), flush=True)
