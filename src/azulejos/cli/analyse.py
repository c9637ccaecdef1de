"""`azulejos analyse FILE`: a game reviewed; how moves are judged is in `search/review.py`."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

from azulejos.cli.show import pick, read
from azulejos.cli.speech import Parser, language, need, say, track, within
from azulejos.engine.protocol import points, shares
from azulejos.errors import AzulejosError
from azulejos.game import Json
from azulejos.record import Record
from azulejos.search.analysis import Limit
from azulejos.search.review import Step, Summary, review, summarise
from azulejos.text import LANGUAGES, Text, render

USUAL_NODES = 5_000
LONGEST_LINE = 6  # moves of a better line that are told to people
MARKS = {"": "", "inaccuracy": " ?!", "mistake": " ?", "blunder": " ??"}


def run(arguments: list[str]) -> int:
    parser = Parser("azulejos analyse", description=say("cli.analyse"))
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--number", type=int, default=1, metavar="N", help=say("cli.show.number"))
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--nodes", type=within(1, 10**9), help=say("cli.analyse.nodes"))
    limit.add_argument("--seconds", type=within(0.001, 3600.0), help=say("cli.analyse.seconds"))
    speaks = say("cli.analyse.language")
    parser.add_argument("--language", choices=LANGUAGES, default=language(), help=speaks)
    parser.add_argument("--ray", metavar="ADDRESS", help=say("cli.ray"))
    parser.add_argument("--json", action="store_true", help=say("cli.json"))
    chosen = parser.parse_args(arguments)
    record = pick(read(Path(chosen.file)), chosen.number)
    if all(entry.is_deal for entry in record.entries):
        raise AzulejosError(Text("cli.analyse.nothing"))
    nodes = USUAL_NODES if chosen.seconds is None and chosen.nodes is None else chosen.nodes
    found = reviewing(chosen.ray)(record, Limit(chosen.seconds, nodes))
    steps = look_through(record, found, chosen.language, chosen.json)
    summaries = [summarise(steps, seat) for seat in range(record.first().players)]
    if chosen.json:
        print(json.dumps({"summary": [summary_json(summary) for summary in summaries]}))
    else:
        tell_review(steps, summaries, chosen.language)
    return 0


def reviewing(address: str | None) -> Callable[[Record, Limit], Iterator[Step]]:
    """Who reviews: this process, or a cluster."""
    if address is None:
        return review
    found: Callable[[Record, Limit], Iterator[Step]]
    found = need("ray", "azulejos.learning.cluster").Cluster(address).review
    return found


def look_through(
    record: Record, found: Iterator[Step], words: str, prints_json: bool
) -> list[Step]:
    """All steps of a game; as JSON each is printed as soon as it is known."""
    steps = []
    for _ in track(record.entries, "analyse"):
        steps.append(next(found))
        if prints_json:
            print(json.dumps(step_json(steps[-1], words)), flush=True)
    return steps


# ---- For programs


def step_json(step: Step, words: str) -> Json:
    """One move or deal."""
    expected = {"win": shares(step.after.win), "points": points(step.after.points)}
    told: Json = {"ply": step.ply}
    judgement = step.judgement
    if judgement is None:
        return told | {"deal": step.text, **expected, "exact": step.after.is_exact}
    return told | {
        "seat": step.seat,
        "move": step.text,
        **expected,
        "exact": step.after.is_exact,
        "best": judgement.best,
        "line": judgement.line,
        "win_lost": round(judgement.win_lost, 4),
        "lead_lost": round(judgement.lead_lost, 2),
        "loss": round(judgement.loss, 2),
        "grade": judgement.grade or None,
        "reasons": [render(text, words) for text in judgement.reasons],
    }


def summary_json(summary: Summary) -> Json:
    """How a seat played."""
    return {
        "seat": summary.seat,
        "decisions": summary.decisions,
        "accuracy": round(summary.accuracy, 4),
        "loss": round(summary.loss, 2),
        "grades": summary.grades,
        "swings": [
            {"ply": step.ply, "points": round(step.swing(summary.seat), 2)}
            for step in summary.swings
        ],
    }


# ---- For people


def tell_review(steps: list[Step], summaries: list[Summary], words: str) -> None:
    """The whole game, then how each seat played."""
    print(render(Text("cli.analyse.head"), words))
    for step in steps:
        print(*step_lines(step, words), sep="\n")
    for summary in summaries:
        print("", *summary_lines(summary, words), sep="\n")


def step_lines(step: Step, words: str) -> list[str]:
    """What was played and what it promised; below it what was better."""
    chances = " ".join(f"{share:4.0%}" for share in step.after.win)
    expected = " ".join(f"{value:5.1f}" for value in step.after.points)
    first = f"{step.ply:3}. {chances}  {expected}   {name(step)}"
    judgement = step.judgement
    if judgement is None or not judgement.grade:
        return [first]
    args = {
        "lead": f"{0 - round(judgement.lead_lost, 1):+.1f}",
        "win": f"{0 - round(judgement.win_lost, 2):+.0%}",
        "line": " ".join(judgement.line[:LONGEST_LINE]),
    }
    below = [Text(f"grade.{judgement.grade}", args), *judgement.reasons]
    return [first + MARKS[judgement.grade], *(f"       {render(text, words)}" for text in below)]


def name(step: Step) -> str:
    """A move with its seat, or a deal."""
    return f"<{step.text}>" if step.seat is None else f"{step.seat}: {step.text}"


def summary_lines(summary: Summary, words: str) -> list[str]:
    swings = (f"{step.ply}. {step.swing(summary.seat):+.1f}" for step in summary.swings)
    args = {"seat": summary.seat, "accuracy": f"{summary.accuracy:.0%}", **summary.grades}
    told = [
        Text("cli.analyse.summary", args | {"loss": f"{summary.loss:.1f}"}),
        Text("cli.analyse.swings", {"swings": ", ".join(swings)}),
    ]
    return [render(text, words) for text in told]
