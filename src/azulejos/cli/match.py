"""`azulejos match A B …`: players or outside engines against each other, with paired deals."""

import argparse
import json
import secrets
from dataclasses import asdict
from functools import partial
from pathlib import Path

from azulejos.games import GAMES
from azulejos.cli.speech import Parser, need, say, track, within
from azulejos.match.results import Book, Playing, hold
from azulejos.match.match import Plan, Standing, play_all
from azulejos.match.elo import Sprt
from azulejos.errors import AzulejosError
from azulejos.text import Text

MOST_GAMES = 1_000_000


def run(arguments: list[str]) -> int:
    chosen = parse(arguments)
    options = dict(word.partition("=")[::2] for word in chosen.option)
    book = Book(Path(chosen.resume)) if chosen.resume else None
    seed = chosen.seed if chosen.seed is not None else book.seed if book else None
    plan = Plan(
        chosen.game,
        options,
        tuple(chosen.names),
        chosen.players or len(chosen.names),
        chosen.games,
        chosen.seconds,
        chosen.nodes,
        secrets.randbits(32) if seed is None else seed,
    )
    sprt = Sprt(chosen.elo0, chosen.elo1, chosen.alpha, chosen.beta) if chosen.sprt else None
    check_sprt(sprt, plan)
    standing = hold(plan, sprt, playing(chosen), book, track)
    if chosen.json:
        print(json.dumps(standing.to_json()))
    else:
        tell_standing(standing)
    return 0


def parse(arguments: list[str]) -> argparse.Namespace:
    """What was asked for."""
    parser = Parser("azulejos match", description=say("cli.match"))
    parser.add_argument("names", nargs="+", metavar="PLAYER", help=say("cli.match.names"))
    usual = next(iter(GAMES))
    parser.add_argument("--game", choices=GAMES, default=usual, help=say("cli.play.game"))
    parser.add_argument("--players", type=int, default=0, help=say("cli.play.players"))
    option = say("cli.play.options")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=CHOICE", help=option)
    parser.add_argument(
        "--games", type=within(1, MOST_GAMES), default=100, help=say("cli.match.games")
    )
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--seconds", type=within(0.001, 3600.0), help=say("cli.match.seconds"))
    limit.add_argument("--nodes", type=within(1, 10**9), help=say("cli.match.nodes"))
    parser.add_argument("--seed", type=within(0, 2**64 - 1), help=say("cli.match.seed"))
    parser.add_argument("--jobs", type=within(1, 256), default=1, help=say("cli.match.jobs"))
    parser.add_argument("--ray", metavar="ADDRESS", help=say("cli.ray"))
    parser.add_argument("--resume", metavar="FILE", help=say("cli.match.resume"))
    parser.add_argument("--json", action="store_true", help=say("cli.json"))
    parser.add_argument("--sprt", action="store_true", help=say("cli.match.sprt"))
    usual_test = asdict(Sprt())
    for name, (low, high) in {
        "elo0": (-1000.0, 1000.0),
        "elo1": (-1000.0, 1000.0),
        "alpha": (0.0001, 0.5),
        "beta": (0.0001, 0.5),
    }.items():
        parser.add_argument(f"--{name}", type=within(low, high), default=usual_test[name])
    return parser.parse_args(arguments)


def playing(chosen: argparse.Namespace) -> Playing:
    """Who plays the games: processes here, or a cluster."""
    if chosen.ray:
        play: Playing = need("ray", "azulejos.learning.cluster").Cluster(chosen.ray).play_all
        return play
    return partial(play_all, jobs=chosen.jobs)


def check_sprt(sprt: Sprt | None, plan: Plan) -> None:
    """A sequential test compares two players, by two differences."""
    if sprt and (len(plan.players) != 2 or sprt.elo0 >= sprt.elo1):
        raise AzulejosError(Text("match.sprt"))


def tell_standing(standing: Standing) -> None:
    """The results for people."""
    told = standing.to_json()
    print(say("cli.match.told", n=told["games"], groups=told["groups"], seed=told["seed"]))
    for result in told["results"]:
        low, high = result["share_interval"]
        margins = result["margin_interval"] or (result["margin"], result["margin"])
        args = {
            "name": result["name"],
            "share": f"{result['share']:.1%}",
            "low": f"{low:.1%}",
            "high": f"{high:.1%}",
            "margin": f"{result['margin']:+.1f}",
            "least": f"{margins[0]:+.1f}",
            "most": f"{margins[1]:+.1f}",
            "seconds": f"{result['seconds_per_move']:.3f}",
        }
        print(say("cli.match.player", **args))
    if told["elo"]:
        low, high = told["elo"]["interval"]
        end = "+∞" if told["results"][0]["share"] > 0.5 else "−∞"
        elo = elo_text(told["elo"]["difference"], end)
        args = {"elo": elo, "low": elo_text(low, "−∞"), "high": elo_text(high, "+∞")}
        print(say("cli.match.elo", **args))
    if told["sprt"]:
        test = told["sprt"]
        low, high = test["bounds"]
        args = {"llr": f"{test['llr']:.2f}", "low": f"{low:.2f}", "high": f"{high:.2f}"}
        print(say("cli.match.llr", **args, accepted=test["accepted"] or "–"))


def elo_text(elo: float | None, end: str) -> str:
    """A difference, or that there is no end to it."""
    return end if elo is None else f"{elo:+.0f}"
