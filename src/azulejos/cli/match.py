"""`azulejos match A B …`: players or outside engines play against each other with paired deals."""

import argparse
import json
import secrets
from functools import partial
from pathlib import Path

from azulejos.cli.console import Parser, open_cluster, parse_options, say, track
from azulejos.contract.rules import Json
from azulejos.errors import AzulejosError
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
    parser.add("names", "cli.match.names", nargs="+", metavar="PLAYER")
    parser.add_variant()
    parser.add("--games", "cli.match.games", within=(1, MAX_GAMES), default=100)
    limit = parser.add_mutually_exclusive_group()
    parser.add("--seconds", "cli.match.seconds", within=(0.001, 3600.0), to=limit)
    parser.add("--nodes", "cli.match.nodes", within=(1, 10**9), to=limit)
    parser.add("--seed", "cli.match.seed", within=(0, 2**64 - 1))
    parser.add("--jobs", "cli.match.jobs", within=(1, 256), default=1)
    parser.add("--ray", "cli.ray", metavar="ADDRESS")
    parser.add("--resume", "cli.match.resume", metavar="FILE")
    parser.add("--json", "cli.json", action="store_true")
    add_sprt_arguments(parser)
    return parser.parse_args(arguments)


def add_sprt_arguments(parser: Parser) -> None:
    """Add the options of the sequential test."""
    parser.add("--sprt", "cli.match.sprt", action="store_true")
    defaults, elo, probability = Sprt(), (-1000.0, 1000.0), (1e-4, 0.5)
    parser.add("--elo0", "cli.match.elo0", within=elo, default=defaults.elo0)
    parser.add("--elo1", "cli.match.elo1", within=elo, default=defaults.elo1)
    parser.add("--alpha", "cli.match.alpha", within=probability, default=defaults.alpha)
    parser.add("--beta", "cli.match.beta", within=probability, default=defaults.beta)


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
