"""`azulejos train FOLDER…`: trains a network on the samples of self-play, or validates one."""

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from azulejos.cli.console import Parser, import_extra, say, track, user_language
from azulejos.contract.rules import Json
from azulejos.errors import AzulejosError
from azulejos.games import find_game
from azulejos.learning.selfplay import SelfplayPlan, parse_plan, read_shards
from azulejos.learning.selfplay_game import Samples
from azulejos.learning.shards import ShardFolder, join
from azulejos.learning.targets import ValueData, outcome_weight
from azulejos.learning.validation import validate
from azulejos.network import Network
from azulejos.text import Text, phrases

PARTS = ("value", "prior")


def run(arguments: list[str]) -> int:
    """Run the command."""
    parsed = parse_arguments(arguments)
    folders = [ShardFolder(Path(name)) for name in parsed.folders]
    plan = read_selfplay_plan(folders)
    start, shards = plan.network(parsed.network), read_shards(plan, folders)
    if parsed.validate:
        print_validation(validate_network(plan, shards, start), parsed)
        return 0
    train = import_extra("train", "azulejos.learning.train")
    training = train.Training(plan, shards, start, parse_training_plan(parsed, train.TrainingPlan))
    words = phrases("learning.curve.", user_language())
    print_summary(training.run(Path(parsed.out), words, track).summary, parsed)
    return 0


def parse_arguments(arguments: list[str]) -> argparse.Namespace:
    """Parse the command line."""
    parser = Parser("azulejos train", description=say("cli.train"))
    parser.add("folders", "cli.train.folders", nargs="+", metavar="FOLDER")
    out = parser.add_mutually_exclusive_group(required=True)
    parser.add("--out", "cli.train.out", metavar="FILE", to=out)
    parser.add("--validate", "cli.train.validate", action="store_true", to=out)
    parser.add("--network", "cli.train.network", type=Path, metavar="FILE")
    parser.add("--parts", "cli.train.parts", nargs="+", choices=PARTS, default=PARTS)
    parser.add("--epochs", "cli.train.epochs", within=(1, 1000))
    parser.add("--seed", "cli.train.seed", within=(0, 2**32 - 1), default=1)
    parser.add("--json", "cli.json", action="store_true")
    return parser.parse_args(arguments)


def read_selfplay_plan(folders: list[ShardFolder]) -> SelfplayPlan:
    """The plan of the last folder; refused unless all folders are of the same variant."""
    plans = []
    for folder in folders:
        try:
            plans.append(parse_plan(folder.terms))
        except ValueError:
            raise AzulejosError(Text("learning.folder", {"folder": folder.path})) from None
        if plans[-1].variant != plans[0].variant:
            raise AzulejosError(Text("learning.terms", {"folder": folder.path}))
    return plans[-1]


def parse_training_plan(parsed: argparse.Namespace, make_plan: Any) -> Any:
    """The training plan from parsed arguments. `make_plan` is the class, which needs PyTorch."""
    plan = make_plan(seed=parsed.seed)
    schedules = {part: getattr(plan, part) for part in PARTS}
    if parsed.epochs:
        epochs = parsed.epochs
        schedules = {part: replace(each, epochs=epochs) for part, each in schedules.items()}
    trained = {part: schedules[part] if part in parsed.parts else None for part in PARTS}
    return replace(plan, **trained)


def validate_network(plan: SelfplayPlan, shards: list[Samples], network: Network) -> Json:
    """Compare a network's predictions with the outcomes of games."""
    weight = outcome_weight(find_game(plan.game), plan.players, plan.options)
    data = ValueData(join(shards), plan.players, weight)
    return {"network": network.digest, **validate(network, data, np.arange(len(data)))}


def print_validation(result: Json, parsed: argparse.Namespace) -> None:
    """Print the result of a validation, as JSON or for people."""
    if parsed.json:
        print(json.dumps(result))
        return
    worst, errors = result["worst_decile"], [abs(stage["mean"]) for stage in result["points"]]
    decile = "–" if worst is None else f"{worst:.1%}"
    points = f"{max(errors, default=0.0):.2f}"
    print(say("cli.train.validated", n=result["positions"], decile=decile, points=points))


def print_summary(summary: Json, parsed: argparse.Namespace) -> None:
    """Print the summary of a training, as JSON or for people."""
    if parsed.json:
        print(json.dumps(summary))
        return
    last = {part: f"{curve['validation'][-1]:.4f}" for part, curve in summary["losses"].items()}
    losses = ", ".join(f"{say(f'learning.curve.{part}')} {loss}" for part, loss in last.items())
    numbers = {"positions": summary["positions"], "decisions": summary["decisions"]}
    print(say("cli.train.done", file=parsed.out, losses=losses, **numbers))
