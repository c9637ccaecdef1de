"""`azulejos train FOLDER…`: a network from games that were played to be learned from."""

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from azulejos.games import find_game
from azulejos.cli.speech import Parser, language, need, say, track, within
from azulejos.errors import AzulejosError
from azulejos.game import Json
from azulejos.learning.shards import Folder, join
from azulejos.learning.selfplay import Lesson, parse_lesson, read_shards
from azulejos.learning.targets import Positions, outcome_share, report
from azulejos.network import Network
from azulejos.learning.selfplay_game import Noted
from azulejos.text import Text, phrases

PARTS = ("value", "prior")


def run(arguments: list[str]) -> int:
    chosen = parse(arguments)
    folders = [Folder(Path(name)) for name in chosen.folders]
    lesson = lesson_of(folders)
    start, shards = lesson.network(chosen.network), read_shards(lesson, folders)
    if chosen.judge:
        tell_honesty(honesty(lesson, shards, start), chosen)
        return 0
    room = need("train", "azulejos.learning.train")
    training = room.Training(lesson, shards, start, course(chosen, room))
    trained = training.run(Path(chosen.out), phrases("net.curve.", language()), track)
    tell(trained.summary, chosen)
    return 0


def parse(arguments: list[str]) -> argparse.Namespace:
    """What was asked for."""
    parser = Parser("azulejos train", description=say("cli.train"))
    parser.add_argument("folders", nargs="+", metavar="FOLDER", help=say("cli.train.folders"))
    out = parser.add_mutually_exclusive_group(required=True)
    out.add_argument("--out", metavar="FILE", help=say("cli.train.out"))
    out.add_argument("--judge", action="store_true", help=say("cli.train.judge"))
    parser.add_argument("--network", type=Path, metavar="FILE", help=say("cli.train.network"))
    parts = say("cli.train.parts")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS, help=parts)
    parser.add_argument("--epochs", type=within(1, 1000), help=say("cli.train.epochs"))
    parser.add_argument("--seed", type=within(0, 2**32 - 1), default=1, help=say("cli.train.seed"))
    parser.add_argument("--json", action="store_true", help=say("cli.json"))
    return parser.parse_args(arguments)


def lesson_of(folders: list[Folder]) -> Lesson:
    """What was played in all of the folders."""
    lessons = []
    for folder in folders:
        try:
            lessons.append(parse_lesson(folder.terms))
        except ValueError:
            raise AzulejosError(Text("net.folder", {"folder": folder.path})) from None
        if lessons[-1].kind != lessons[0].kind:
            raise AzulejosError(Text("net.other", {"folder": folder.path}))
    return lessons[-1]


def course(chosen: argparse.Namespace, room: Any) -> Any:
    """How to train, from what was asked for."""
    usual = room.Course(seed=chosen.seed)
    paces = {part: getattr(usual, part) for part in PARTS}
    if chosen.epochs:
        paces = {part: replace(pace, epochs=chosen.epochs) for part, pace in paces.items()}
    return replace(usual, **{part: paces[part] if part in chosen.parts else None for part in PARTS})


def honesty(lesson: Lesson, shards: list[Noted], network: Network) -> Json:
    """How a network judges positions of games that it need not have learned from."""
    share = outcome_share(find_game(lesson.game), lesson.players, lesson.options)
    positions = Positions(join(shards), lesson.players, share)
    told = report(network, positions, np.arange(len(positions)))
    return {"network": network.digest, **told}


def tell_honesty(told: Json, chosen: argparse.Namespace) -> None:
    """How honest a network is, for programs or for people."""
    if chosen.json:
        print(json.dumps(told))
        return
    worst, moments = told["worst_decile"], [abs(each["mean"]) for each in told["points"]]
    decile = "–" if worst is None else f"{worst:.1%}"
    points = f"{max(moments, default=0.0):.2f}"
    print(say("cli.train.judged", n=told["positions"], decile=decile, points=points))


def tell(summary: Json, chosen: argparse.Namespace) -> None:
    """What came of it, for programs or for people."""
    if chosen.json:
        print(json.dumps(summary))
        return
    held = {part: f"{curve['held'][-1]:.4f}" for part, curve in summary["losses"].items()}
    numbers = {"positions": summary["positions"], "decisions": summary["decisions"]}
    losses = ", ".join(f"{say(f'net.curve.{part}')} {loss}" for part, loss in held.items())
    print(say("cli.train.told", file=chosen.out, losses=losses, **numbers))
