"""`azulejos match A B …`: players or outside engines play against each other with paired deals."""

import argparse
import json
import secrets
from functools import partial
from pathlib import Path

from azulejos.cli.console import (
    Parser,
    number_between,
    open_cluster,
    parse_options,
    say,
    track,
)
from azulejos.contract.rules import Json
from azulejos.errors import AzulejosError
from azulejos.games import GAMES
from azulejos.match.elo import Sprt
from azulejos.match.match import PlayGames, play_games, run_match
from azulejos.match.plan import MatchPlan
from azulejos.match.results import ResultsFile
from azulejos.text import Text

MAX_GAMES = 1_000_000


def run(arguments: list[str]) -> int:
    """Run the command."""
    parsed = parse_arguments(arguments)
    file = ResultsFile(Path(parsed.resume)) if parsed.resume else None
    seed = parsed.seed if parsed.seed is not None else file.seed if file else None
    plan = MatchPlan(
        game=parsed.game,
        options=parse_options(parsed.option),
        players=tuple(parsed.names),
        seats=parsed.players or len(parsed.names),
        games=parsed.games,
        seconds=parsed.seconds,
        nodes=parsed.nodes,
        seed=secrets.randbits(32) if seed is None else seed,
    )
    sprt = Sprt(parsed.elo0, parsed.elo1, parsed.alpha, parsed.beta) if parsed.sprt else None
    check_sprt(sprt, plan)
    result = run_match(plan, sprt, choose_play_games(parsed), file, track).to_json()
    if parsed.json:
        print(json.dumps(result))
    else:
        print_result(result)
    return 0


def parse_arguments(arguments: list[str]) -> argparse.Namespace:
    """Parse the command line."""
    parser = Parser("azulejos match", description=say("cli.match"))
    parser.add_argument("names", nargs="+", metavar="PLAYER", help=say("cli.match.names"))
    default = next(iter(GAMES))
    parser.add_argument("--game", choices=GAMES, default=default, help=say("cli.play.game"))
    parser.add_argument("--players", type=int, default=0, help=say("cli.play.players"))
    option = say("cli.play.options")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=CHOICE", help=option)
    games = number_between(1, MAX_GAMES)
    parser.add_argument("--games", type=games, default=100, help=say("cli.match.games"))
    limit = parser.add_mutually_exclusive_group()
    seconds, nodes = number_between(0.001, 3600.0), number_between(1, 10**9)
    limit.add_argument("--seconds", type=seconds, help=say("cli.match.seconds"))
    limit.add_argument("--nodes", type=nodes, help=say("cli.match.nodes"))
    seed, jobs = number_between(0, 2**64 - 1), number_between(1, 256)
    parser.add_argument("--seed", type=seed, help=say("cli.match.seed"))
    parser.add_argument("--jobs", type=jobs, default=1, help=say("cli.match.jobs"))
    parser.add_argument("--ray", metavar="ADDRESS", help=say("cli.ray"))
    parser.add_argument("--resume", metavar="FILE", help=say("cli.match.resume"))
    parser.add_argument("--json", action="store_true", help=say("cli.json"))
    add_sprt_arguments(parser)
    return parser.parse_args(arguments)


def add_sprt_arguments(parser: Parser) -> None:
    """Add the options of the sequential test."""
    parser.add_argument("--sprt", action="store_true", help=say("cli.match.sprt"))
    defaults, elo, probability = Sprt(), number_between(-1000.0, 1000.0), number_between(1e-4, 0.5)
    for name, parse, default, text in (
        ("--elo0", elo, defaults.elo0, say("cli.match.elo0")),
        ("--elo1", elo, defaults.elo1, say("cli.match.elo1")),
        ("--alpha", probability, defaults.alpha, say("cli.match.alpha")),
        ("--beta", probability, defaults.beta, say("cli.match.beta")),
    ):
        parser.add_argument(name, type=parse, default=default, help=text)


def choose_play_games(parsed: argparse.Namespace) -> PlayGames:
    """The function that plays the games: in processes of this machine, or on a Ray cluster."""
    here = partial(play_games, jobs=parsed.jobs)
    return open_cluster(parsed.ray).play_games if parsed.ray else here


def check_sprt(sprt: Sprt | None, plan: MatchPlan) -> None:
    """Refuse a sequential test unless it compares two players by two different hypotheses."""
    if sprt and (len(plan.players) != 2 or sprt.elo0 >= sprt.elo1):
        raise AzulejosError(Text("match.sprt"))


def print_result(result: Json) -> None:
    """Print the result of a match for people."""
    counts = {"n": result["games"], "groups": result["groups"], "seed": result["seed"]}
    print(say("cli.match.played", **counts))
    for player in result["results"]:
        print(player_line(player))
    if result["elo"]:
        low, high = result["elo"]["interval"]
        infinity = "+∞" if result["results"][0]["share"] > 0.5 else "−∞"
        elo = elo_text(result["elo"]["difference"], infinity)
        args = {"elo": elo, "low": elo_text(low, "−∞"), "high": elo_text(high, "+∞")}
        print(say("cli.match.elo", **args))
    if result["sprt"]:
        test = result["sprt"]
        low, high = test["bounds"]
        args = {"llr": f"{test['llr']:.2f}", "low": f"{low:.2f}", "high": f"{high:.2f}"}
        print(say("cli.match.llr", **args, accepted=test["accepted"] or "–"))


def player_line(player: Json) -> str:
    """The line about one player's result."""
    low, high = player["share_interval"]
    margins = player["margin_interval"] or (player["margin"], player["margin"])
    return say(
        "cli.match.player",
        name=player["name"],
        share=f"{player['share']:.1%}",
        low=f"{low:.1%}",
        high=f"{high:.1%}",
        margin=f"{player['margin']:+.1f}",
        least=f"{margins[0]:+.1f}",
        most=f"{margins[1]:+.1f}",
        seconds=f"{player['seconds_per_move']:.3f}",
    )


def elo_text(elo: float | None, infinity: str) -> str:
    """An Elo difference; None is an infinite one."""
    return infinity if elo is None else f"{elo:+.0f}"
