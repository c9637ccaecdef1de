"""`azulejos selfplay`: games of the search against itself, written down to be learned from."""

import argparse
import json
import os
from functools import partial
from pathlib import Path
from time import perf_counter

from azulejos.games import GAMES
from azulejos.cli.speech import Parser, need, say, track, within
from azulejos.errors import AzulejosError
from azulejos.learning.selfplay import Lesson, Making, fill, make_shards
from azulejos.learning.selfplay_game import Effort
from azulejos.text import Text

MOST_GAMES = 100_000_000


def run(arguments: list[str]) -> int:
    chosen = parse(arguments)
    lesson = lesson_of(chosen)
    network = lesson.network(chosen.network)
    folder = lesson.folder(Path(chosen.out), chosen.generation)
    shards, start = -(-chosen.games // lesson.shard_games), perf_counter()
    new = fill(folder, shards, lesson, network, making(chosen), track) * lesson.shard_games
    seconds = perf_counter() - start
    told = {
        "folder": str(folder.path),
        "network": network.digest,
        "shards": shards,
        "games": shards * lesson.shard_games,
        "new_games": new,
        "seconds": round(seconds, 3),
        "games_per_s": round(new / seconds, 2),
    }
    print(json.dumps(told) if chosen.json else say("cli.selfplay.told", **told))
    return 0


def parse(arguments: list[str]) -> argparse.Namespace:
    """What was asked for."""
    parser = Parser("azulejos selfplay", description=say("cli.selfplay"))
    add_lesson(parser)
    games = within(1, MOST_GAMES)
    parser.add_argument("--games", type=games, default=1000, help=say("cli.selfplay.games"))
    parser.add_argument("--out", required=True, metavar="FOLDER", help=say("cli.selfplay.out"))
    parser.add_argument("--network", type=Path, metavar="FILE", help=say("cli.selfplay.network"))
    generation = say("cli.selfplay.generation")
    parser.add_argument("--generation", type=within(0, 999), default=0, help=generation)
    add_means(parser)
    return parser.parse_args(arguments)


def add_lesson(parser: Parser) -> None:
    """What is played, and how."""
    usual, effort = next(iter(GAMES)), Effort()
    parser.add_argument("--game", choices=GAMES, default=usual, help=say("cli.play.game"))
    parser.add_argument("--players", type=int, default=0, help=say("cli.play.players"))
    option = say("cli.play.options")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=CHOICE", help=option)
    nodes = within(2, 10**6)
    parser.add_argument("--nodes", type=nodes, default=effort.nodes, help=say("cli.selfplay.nodes"))
    names = ", ".join(f"{name}={value}" for name, value in effort._asdict().items())
    told = say("cli.selfplay.effort", names=names)
    parser.add_argument("--effort", nargs="+", default=[], metavar="NAME=NUMBER", help=told)
    parser.add_argument("--seed", type=within(0, 2**64 - 1), default=1, help=say("cli.match.seed"))


def add_means(parser: Parser) -> None:
    """Where the work is done, and how it is told."""
    cores = os.cpu_count() or 1
    parser.add_argument("--jobs", type=within(1, 256), default=cores, help=say("cli.selfplay.jobs"))
    parser.add_argument("--ray", metavar="ADDRESS", help=say("cli.ray"))
    parser.add_argument("--json", action="store_true", help=say("cli.json"))


def lesson_of(chosen: argparse.Namespace) -> Lesson:
    """What is played, from what was asked for."""
    options = dict(word.partition("=")[::2] for word in chosen.option)
    players = chosen.players or GAMES[chosen.game].players[0]
    return Lesson(chosen.game, players, options, effort_of(chosen), chosen.seed)


def effort_of(chosen: argparse.Namespace) -> Effort:
    """How games are played, from what was asked for."""
    effort = Effort(chosen.nodes)
    kinds = {name: type(value) for name, value in effort._asdict().items()}
    for word in chosen.effort:
        name, _, text = word.partition("=")
        try:
            effort = effort._replace(**{name: kinds[name](text)})
        except (KeyError, ValueError):
            raise AzulejosError(Text("net.effort", {"text": word})) from None
    return effort


def making(chosen: argparse.Namespace) -> Making:
    """Who makes the shards: processes here, or a cluster."""
    if chosen.ray:
        make: Making = need("ray", "azulejos.learning.cluster").Cluster(chosen.ray).make_shards
        return make
    return partial(make_shards, jobs=chosen.jobs)
