"""`azulejos analyse FILE`: review a game; `search/review.py` says how moves are judged."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

from azulejos.cli.console import Parser, import_extra, number_between, say, track, user_language
from azulejos.cli.show import pick, read
from azulejos.engine.protocol import points, shares
from azulejos.errors import AzulejosError
from azulejos.game import Json
from azulejos.record import Record
from azulejos.search.review import ReviewedEntry, Summary, review, summarise
from azulejos.search.settings import Limit
from azulejos.text import LANGUAGES, Text, render

DEFAULT_NODES = 5_000
MAX_LINE = 6  # moves of a principal variation that are printed
MARKS = {"": "", "inaccuracy": " ?!", "mistake": " ?", "blunder": " ??"}


def run(arguments: list[str]) -> int:
    """Run the command; return its exit code."""
    parser = Parser("azulejos analyse", description=say("cli.analyse"))
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--number", type=int, default=1, metavar="N", help=say("cli.show.number"))
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--nodes", type=number_between(1, 10**9), help=say("cli.analyse.nodes"))
    limit.add_argument(
        "--seconds", type=number_between(0.001, 3600.0), help=say("cli.analyse.seconds")
    )
    speaks = say("cli.analyse.language")
    parser.add_argument("--language", choices=LANGUAGES, default=user_language(), help=speaks)
    parser.add_argument("--ray", metavar="ADDRESS", help=say("cli.ray"))
    parser.add_argument("--json", action="store_true", help=say("cli.json"))
    chosen = parser.parse_args(arguments)
    record = pick(read(Path(chosen.file)), chosen.number)
    if all(entry.is_deal for entry in record.entries):
        raise AzulejosError(Text("cli.analyse.nothing"))
    nodes = DEFAULT_NODES if chosen.seconds is None and chosen.nodes is None else chosen.nodes
    reviewed = find_reviewer(chosen.ray)(record, Limit(chosen.seconds, nodes))
    entries = collect(record, reviewed, chosen.language, chosen.json)
    summaries = [summarise(entries, seat) for seat in range(record.first().players)]
    if chosen.json:
        print(json.dumps({"summary": [summary_json(summary) for summary in summaries]}))
    else:
        print_review(entries, summaries, chosen.language)
    return 0


def find_reviewer(address: str | None) -> Callable[[Record, Limit], Iterator[ReviewedEntry]]:
    """The function that reviews a game: in this process, or on a Ray cluster."""
    if address is None:
        return review
    on_cluster: Callable[[Record, Limit], Iterator[ReviewedEntry]]
    on_cluster = import_extra("ray", "azulejos.learning.cluster").Cluster(address).review
    return on_cluster


def collect(
    record: Record, reviewed: Iterator[ReviewedEntry], language: str, prints_json: bool
) -> list[ReviewedEntry]:
    """All reviewed entries of a game; as JSON each is printed as soon as it is known."""
    entries = []
    for _ in track(record.entries, "analyse"):
        entries.append(next(reviewed))
        if prints_json:
            print(json.dumps(entry_json(entries[-1], language)), flush=True)
    return entries


# ---- For programs


def entry_json(entry: ReviewedEntry, language: str) -> Json:
    """A reviewed move or deal as JSON."""
    expected = {"win": shares(entry.after.win), "points": points(entry.after.points)}
    data: Json = {"ply": entry.ply, "steps": [step.to_json() for step in entry.steps]}
    judgement = entry.judgement
    if judgement is None:
        return data | {"deal": entry.text, **expected, "exact": entry.after.is_exact}
    return data | {
        "seat": entry.seat,
        "move": entry.text,
        **expected,
        "exact": entry.after.is_exact,
        "best": judgement.best,
        "line": judgement.line,
        "win_lost": round(judgement.win_lost, 4),
        "lead_lost": round(judgement.lead_lost, 2),
        "loss": round(judgement.loss, 2),
        "grade": judgement.grade or None,
        "reasons": [render(text, language) for text in judgement.reasons],
    }


def summary_json(summary: Summary) -> Json:
    """The summary of a seat as JSON."""
    return {
        "seat": summary.seat,
        "decisions": summary.decisions,
        "accuracy": round(summary.accuracy, 4),
        "loss": round(summary.loss, 2),
        "grades": summary.grades,
        "swings": [
            {"ply": entry.ply, "points": round(entry.swing(summary.seat), 2)}
            for entry in summary.swings
        ],
    }


# ---- For people


def print_review(entries: list[ReviewedEntry], summaries: list[Summary], language: str) -> None:
    """Print all moves and deals, then the summary of each seat."""
    print(render(Text("cli.analyse.head"), language))
    for entry in entries:
        print(*entry_lines(entry, language), sep="\n")
    for summary in summaries:
        print("", *summary_lines(summary, language), sep="\n")


def entry_lines(entry: ReviewedEntry, language: str) -> list[str]:
    """The lines for a move or deal: the evaluation after it and, with a grade, what was better."""
    chances = " ".join(f"{share:4.0%}" for share in entry.after.win)
    expected = " ".join(f"{value:5.1f}" for value in entry.after.points)
    first = f"{entry.ply:3}. {chances}  {expected}   {entry_name(entry)}"
    judgement = entry.judgement
    if judgement is None or not judgement.grade:
        return [first]
    args = {
        "lead": f"{0 - round(judgement.lead_lost, 1):+.1f}",
        "win": f"{0 - round(judgement.win_lost, 2):+.0%}",
        "line": " ".join(judgement.line[:MAX_LINE]),
    }
    below = [Text(f"grade.{judgement.grade}", args), *judgement.reasons]
    return [first + MARKS[judgement.grade], *(f"       {render(text, language)}" for text in below)]


def entry_name(entry: ReviewedEntry) -> str:
    """A move with its seat, or a deal in angle brackets."""
    return f"<{entry.text}>" if entry.seat is None else f"{entry.seat}: {entry.text}"


def summary_lines(summary: Summary, language: str) -> list[str]:
    """The lines for the summary of a seat."""
    swings = (f"{entry.ply}. {entry.swing(summary.seat):+.1f}" for entry in summary.swings)
    args = {"seat": summary.seat, "accuracy": f"{summary.accuracy:.0%}", **summary.grades}
    texts = [
        Text("cli.analyse.summary", args | {"loss": f"{summary.loss:.1f}"}),
        Text("cli.analyse.swings", {"swings": ", ".join(swings)}),
    ]
    return [render(text, language) for text in texts]
