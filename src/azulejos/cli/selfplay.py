"""`azulejos selfplay`: plays games of the search against itself and stores training samples."""

import argparse
import json
import os
from functools import partial
from pathlib import Path
from time import perf_counter

from azulejos.cli.console import Parser, open_cluster, parse_options, say, track
from azulejos.errors import AzulejosError
from azulejos.games import GAMES
from azulejos.learning.selfplay import MakeShards, SelfplayPlan, fill_folder, make_shards
from azulejos.learning.selfplay_game import SelfplaySettings
from azulejos.text import Text

MAX_GAMES = 100_000_000


def run(arguments: list[str]) -> int:
    """Run the command."""
    parsed = parse_arguments(arguments)
    plan = parse_selfplay_plan(parsed)
    network = plan.network(parsed.network)
    folder = plan.folder(Path(parsed.out), parsed.generation)
    shards, start = -(-parsed.games // plan.shard_games), perf_counter()
    made = fill_folder(folder, shards, plan, network, choose_make_shards(parsed), track)
    new_games, seconds = made * plan.shard_games, perf_counter() - start
    result = {
        "folder": str(folder.path),
        "network": network.digest,
        "shards": shards,
        "games": shards * plan.shard_games,
        "new_games": new_games,
        "seconds": round(seconds, 3),
        "games_per_s": round(new_games / seconds, 2),
    }
    print(json.dumps(result) if parsed.json else say("cli.selfplay.done", **result))
    return 0


def parse_arguments(arguments: list[str]) -> argparse.Namespace:
    """Parse the command line."""
    parser = Parser("azulejos selfplay", description=say("cli.selfplay"))
    add_selfplay_arguments(parser)
    parser.add("--games", "cli.selfplay.games", within=(1, MAX_GAMES), default=1000)
    parser.add("--out", "cli.selfplay.out", required=True, metavar="FOLDER")
    parser.add("--network", "cli.selfplay.network", type=Path, metavar="FILE")
    parser.add("--generation", "cli.selfplay.generation", within=(0, 999), default=0)
    add_resource_arguments(parser)
    return parser.parse_args(arguments)


def add_selfplay_arguments(parser: Parser) -> None:
    """Add the options that make a self-play plan; `azulejos learn` has them too."""
    parser.add_variant()
    settings = SelfplaySettings()
    parser.add("--nodes", "cli.selfplay.nodes", within=(2, 10**6), default=settings.nodes)
    names = ", ".join(f"{name}={value}" for name, value in settings._asdict().items())
    text = say("cli.selfplay.settings", names=names)
    parser.add_argument("--settings", nargs="+", default=[], metavar="NAME=NUMBER", help=text)
    parser.add("--seed", "cli.selfplay.seed", within=(0, 2**64 - 1), default=1)


def add_resource_arguments(parser: Parser) -> None:
    """Add the options for where the work is done, and the one for JSON output."""
    parser.add("--jobs", "cli.selfplay.jobs", within=(1, 256), default=os.cpu_count() or 1)
    parser.add("--ray", "cli.ray", metavar="ADDRESS")
    parser.add("--json", "cli.json", action="store_true")


def parse_selfplay_plan(parsed: argparse.Namespace) -> SelfplayPlan:
    """The self-play plan from parsed arguments."""
    players = parsed.players or GAMES[parsed.game].players[0]
    options, settings = parse_options(parsed.option), parse_settings(parsed)
    return SelfplayPlan(parsed.game, players, options, settings, parsed.seed)


def parse_settings(parsed: argparse.Namespace) -> SelfplaySettings:
    """The settings from `--nodes` and `--settings NAME=NUMBER …`."""
    settings = SelfplaySettings(parsed.nodes)
    types = {name: type(value) for name, value in settings._asdict().items()}
    for word in parsed.settings:
        name, _, text = word.partition("=")
        try:
            settings = settings._replace(**{name: types[name](text)})
        except (KeyError, ValueError):
            raise AzulejosError(Text("learning.setting", {"text": word})) from None
    return settings


def choose_make_shards(parsed: argparse.Namespace) -> MakeShards:
    """The function that makes shards: in processes of this machine, or on a Ray cluster."""
    here = partial(make_shards, jobs=parsed.jobs)
    return open_cluster(parsed.ray).make_shards if parsed.ray else here
