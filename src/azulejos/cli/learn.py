"""`azulejos learn`: from nothing to a strong network, generation after generation."""

import argparse
import json
from contextlib import suppress
from pathlib import Path
from time import monotonic

from azulejos.cli.match import playing
from azulejos.cli.selfplay import add_lesson, add_means, lesson_of, making
from azulejos.cli.speech import Parser, need, say, track, within
from azulejos.game import Json


def run(arguments: list[str]) -> int:
    chosen = parse(arguments)
    room = need("train", "azulejos.learning.run")
    end = monotonic() + 3600 * chosen.hours
    gate = {"gate_games": chosen.gate_games, "gate_nodes": chosen.gate_nodes}
    program = room.Program(lesson_of(chosen), chosen.games, **gate)
    clock = room.Clock(end, track)
    school = room.School(Path(chosen.out), program, making(chosen), playing(chosen), clock)
    with suppress(room.TimeUp):
        while school.number < chosen.generations and monotonic() < end:
            tell(school.run_generation(), chosen)
    if not chosen.json:
        print(say("cli.learn.told", file=school.best_file or "–"))
    return 0


def parse(arguments: list[str]) -> argparse.Namespace:
    """What was asked for."""
    parser = Parser("azulejos learn", description=say("cli.learn"))
    add_lesson(parser)
    parser.add_argument("--out", required=True, metavar="FOLDER", help=say("cli.learn.out"))
    hours = within(0.0, 1e6)
    parser.add_argument("--hours", type=hours, default=3.0, help=say("cli.learn.hours"))
    many = within(0, 1000)
    parser.add_argument("--generations", type=many, default=1000, help=say("cli.learn.generations"))
    games = within(1, 10**8)
    parser.add_argument("--games", type=games, default=8_000, help=say("cli.learn.games"))
    gate = say("cli.learn.gate")
    parser.add_argument("--gate-games", type=within(1, 10**6), default=400, help=gate)
    gate_nodes = say("cli.learn.gate_nodes")
    parser.add_argument("--gate-nodes", type=within(2, 10**6), default=400, help=gate_nodes)
    add_means(parser)
    return parser.parse_args(arguments)


def tell(generation: Json, chosen: argparse.Namespace) -> None:
    """What came of a generation, at once."""
    if chosen.json:
        print(json.dumps(generation), flush=True)
        return
    told = generation | {"share": f"{generation['share']:.1%}", "number": generation["generation"]}
    code = "cli.learn.better" if generation["is_better"] else "cli.learn.worse"
    print(say(code, **told), flush=True)
