"""`azulejos analyse FILE`: review a game; `search/review.py` says how moves are judged.

Here are the command and its JSON output; `review_text.py` prints a review, `review_page.py` writes
it as a page, `position_text.py` prints the analysis of one position.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path

from azulejos.cli.console import Parser, open_cluster, say, track, user_language
from azulejos.cli.position_text import analyse_position
from azulejos.cli.review_page import review_page
from azulejos.cli.review_text import print_review
from azulejos.cli.show import pick, position_at, read
from azulejos.contract.rules import Json
from azulejos.engine.protocol import points, shares
from azulejos.errors import AzulejosError
from azulejos.files import write_atomically
from azulejos.record import Record
from azulejos.search.annotation import annotate
from azulejos.search.review import ReviewedEntry, Summary, review, summarise
from azulejos.search.settings import Limit
from azulejos.text import LANGUAGES, Text, render

DEFAULT_NODES = 5_000


def run(arguments: list[str]) -> int:
    """Run the command; return its exit code."""
    parser = Parser("azulejos analyse", description=say("cli.analyse"))
    parser.add_argument("file", metavar="FILE")
    parser.add("--number", "cli.show.number", type=int, default=1, metavar="N")
    parser.add("--ply", "cli.analyse.ply", type=int, metavar="N")
    limit = parser.add_mutually_exclusive_group()
    parser.add("--nodes", "cli.analyse.nodes", within=(1, 10**9), to=limit)
    parser.add("--seconds", "cli.analyse.seconds", within=(0.001, 3600.0), to=limit)
    parser.add("--language", "cli.analyse.language", choices=LANGUAGES, default=user_language())
    parser.add("--ray", "cli.ray", metavar="ADDRESS")
    parser.add("--record", "cli.analyse.record", metavar="FILE")
    parser.add("--html", "cli.analyse.html", metavar="FILE")
    parser.add("--json", "cli.json", action="store_true")
    chosen = parser.parse_args(arguments)
    record = pick(read(Path(chosen.file)), chosen.number)
    nodes = DEFAULT_NODES if chosen.seconds is None and chosen.nodes is None else chosen.nodes
    limit_of_each = Limit(chosen.seconds, nodes)
    if chosen.ply is not None:
        position = position_at(record, chosen.ply)
        analyse_position(position, limit_of_each, chosen.language, chosen.json)
        return 0
    if all(entry.is_deal for entry in record.entries):
        raise AzulejosError(Text("cli.analyse.nothing"))
    reviewed = find_reviewer(chosen.ray)(record, limit_of_each)
    entries = collect(record, reviewed, chosen.language, chosen.json)
    summaries = [summarise(entries, seat) for seat in range(record.first().players)]
    if chosen.record:
        write_atomically(Path(chosen.record), annotate(record, entries, chosen.language).to_text())
    if chosen.html:
        write_atomically(
            Path(chosen.html), review_page(record, entries, summaries, chosen.language)
        )
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
    on_cluster = open_cluster(address).review
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
    expected = {
        "win": shares(entry.after.win),
        "points": points(entry.after.points),
        "spread": points(entry.spread),
    }
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
        "reasons": [render(reason.text, language) for reason in judgement.reasons],
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
        "lead": {name: round(value, 2) for name, value in asdict(summary.lead).items()},
    }
