"""`azulejos puzzles`: finds puzzles in games of the search against itself or in records, checks
puzzles, and lets them be solved.

`mine` keeps one file for each variant of a game, with a line for each game searched, so it can be
interrupted and continued; `puzzles.jsonl` beside them has what was found. `check` reads such files,
or the puzzles that come with the games; with `--results` it can be interrupted too. `solve` is in
`solving.py`.
"""

import argparse
import json
import os
from collections.abc import Iterator
from dataclasses import asdict
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random

from azulejos.cli.console import FIRST_GAME, Parser, open_cluster, say, track
from azulejos.cli.solving import choose_puzzles, solve_puzzles
from azulejos.contract.rules import Json
from azulejos.files import write_atomically
from azulejos.games import GAMES
from azulejos.processes import worker_processes
from azulejos.record_reader import iter_records
from azulejos.search.players import LEVELS
from azulejos.teaching.mining import WEAK_LEVEL, mine_game, mine_record
from azulejos.teaching.puzzle_check import CHECK_NODES, find_doubt, find_fault
from azulejos.teaching.puzzles import (
    FILE,
    Puzzle,
    parse_puzzle,
    parse_puzzles,
    puzzle_text,
    shipped_puzzles,
)
from azulejos.text import render

MAX_PUZZLES = 1_000_000
RECORDS = "records"  # the name of the file that keeps which records were searched
BATCH = 4  # games of a variant for each process between two writings


def run(arguments: list[str]) -> int:
    """Run the command."""
    parsed = parse_arguments(arguments)
    if parsed.act == "solve":
        game = GAMES[parsed.game]
        solve_puzzles(game, choose_puzzles(game, parsed.id, parsed.theme, parsed.seed))
        return 0
    return mine(parsed) if parsed.act == "mine" else check(parsed)


def parse_arguments(arguments: list[str]) -> argparse.Namespace:
    """Parse the command line."""
    parser = Parser("azulejos puzzles", description=say("cli.puzzles"))
    acts = parser.add_subparsers(dest="act", required=True, parser_class=Parser)
    mining = acts.add_parser("mine", help=say("cli.puzzles.mine"))
    mining.add("folder", "cli.puzzles.folder", type=Path)
    mining.add("--game", "cli.play.game", choices=GAMES, default=FIRST_GAME)
    variants = [name for game in GAMES.values() for name in game.variants]
    mining.add("--variant", "cli.puzzles.variant", action="append", choices=variants)
    mining.add("--count", "cli.puzzles.count", within=(1, MAX_PUZZLES), default=100)
    mining.add("--weak", "cli.puzzles.weak", within=(1, LEVELS), default=WEAK_LEVEL)
    mining.add("--start", "cli.puzzles.start", within=(1, 10**9), default=1)
    mining.add("--jobs", "cli.selfplay.jobs", within=(1, 256), default=os.cpu_count() or 1)
    mining.add("--ray", "cli.ray", metavar="ADDRESS")
    mining.add("--records", "cli.puzzles.records", metavar="FILE", type=Path)
    checking = acts.add_parser("check", help=say("cli.puzzles.check"))
    checking.add("files", "cli.puzzles.files", nargs="*", type=Path)
    checking.add("--sample", "cli.puzzles.sample", within=(1, MAX_PUZZLES))
    checking.add("--nodes", "cli.puzzles.nodes", within=(100, 10**9), default=CHECK_NODES)
    checking.add("--results", "cli.puzzles.results", metavar="FILE", type=Path)
    for part in (mining, checking):
        part.add("--json", "cli.json", action="store_true")
    solving = acts.add_parser("solve", help=say("cli.puzzles.solve"))
    solving.add("id", "cli.puzzles.id", nargs="?", default="")
    solving.add("--game", "cli.play.game", choices=GAMES, default=FIRST_GAME)
    solving.add("--theme", "cli.puzzles.theme", default="")
    solving.add("--seed", "cli.play.seed", within=(0, 2**64 - 1))
    return parser.parse_args(arguments)


# ---- Mining


class Mined:
    """The games of one variant that were searched, in a file that only grows."""

    def __init__(self, folder: Path, variant: str):
        """Read what is there; a line that was cut off by a crash is searched again."""
        self.variant, self.file = variant, folder / f"{variant}.jsonl"
        self.puzzles: list[Puzzle] = []
        self.games = 0
        lines = self.file.read_text(encoding="utf-8").splitlines() if self.file.exists() else []
        for line in lines:
            try:
                found = json.loads(line)
            except ValueError:
                break
            self.keep([parse_puzzle(json.dumps(each)) for each in found["puzzles"]])
        if len(lines) != self.games:
            write_atomically(self.file, "".join(f"{line}\n" for line in lines[: self.games]))

    def keep(self, puzzles: list[Puzzle]) -> None:
        self.games += 1
        self.puzzles += puzzles

    def add(self, puzzles: list[Puzzle]) -> None:
        """Write what the next game had."""
        self.keep(puzzles)
        line: Json = {"game": self.games, "puzzles": [asdict(puzzle) for puzzle in puzzles]}
        with self.file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")


def mine(parsed: argparse.Namespace) -> int:
    """Search games, the variants in turn, until there are enough puzzles of each; or records."""
    parsed.folder.mkdir(parents=True, exist_ok=True)
    if parsed.records:
        mined = Mined(parsed.folder, RECORDS)
        mine_records(parsed, mined)
        return report(parsed, [mined], parsed.count)
    chosen = parsed.variant or list(GAMES[parsed.game].variants)
    every = [Mined(parsed.folder, variant) for variant in chosen]
    quota = -(-parsed.count // len(every))
    title = partial(say, "cli.puzzles.title", game=parsed.game)
    progress = track(range(quota * len(every)), title)
    shown = next(progress, None)
    for batch in mine_batches(parsed, every, quota):
        for _ in range(batch):
            shown = next(progress, None) if shown is not None else None
    return report(parsed, every, quota)


def report(parsed: argparse.Namespace, every: list[Mined], quota: int) -> int:
    """Write what was found, and print how much it is."""
    puzzles = {puzzle.id: puzzle for mined in every for puzzle in mined.puzzles[:quota]}
    lines = "".join(f"{puzzle_text(puzzle)}\n" for puzzle in puzzles.values())
    write_atomically(parsed.folder / FILE, lines)
    games, file = sum(mined.games for mined in every), str(parsed.folder / FILE)
    result = {"puzzles": len(puzzles), "games": games, "file": file}
    print(json.dumps(result) if parsed.json else say("cli.puzzles.mined", **result))
    return 0


def mine_records(parsed: argparse.Namespace, mined: Mined) -> None:
    """Search the records of a file that were not searched yet."""
    with parsed.records.open(encoding="utf-8") as file:
        records = list(islice(iter_records(file), mined.games, None))
    with worker_processes(parsed.jobs) as pool:
        found = pool.map(partial(mine_record, weak_level=parsed.weak), records)
        for puzzles, _ in zip(found, track(records, say("cli.puzzles.mine")), strict=True):
            mined.add(puzzles)


def mine_batches(parsed: argparse.Namespace, every: list[Mined], quota: int) -> Iterator[int]:
    """Search games where most is missing; yield how many puzzles a batch brought."""
    with worker_processes(parsed.jobs) as pool:
        cluster = open_cluster(parsed.ray) if parsed.ray else None
        while missing := [mined for mined in every if len(mined.puzzles) < quota]:
            mined = min(missing, key=lambda each: len(each.puzzles))
            variant, before = mined.variant, len(mined.puzzles)
            first = parsed.start + mined.games
            numbers = range(first, first + BATCH * parsed.jobs)
            if cluster:
                found = cluster.mine_games(variant, numbers, parsed.weak)
            else:
                found = pool.map(partial(mine_game, variant, weak_level=parsed.weak), numbers)
            for puzzles in found:
                mined.add(puzzles)
            yield len(mined.puzzles) - before


# ---- Checking


class Checked:
    """Results of checks of puzzles, in a file that only grows; without a file in memory alone."""

    def __init__(self, file: Path | None, nodes: int):
        """Read what is there; a line that was cut off by a crash is left out."""
        self.file, self.nodes = file, nodes
        self.found: dict[str, Json] = {}  # by id
        lines = file.read_text(encoding="utf-8").splitlines() if file and file.exists() else []
        for line in lines:
            try:
                result = json.loads(line)
                self.found[result["id"]] = result
            except (ValueError, KeyError, TypeError):
                continue

    def check(self, puzzle: Puzzle) -> Json:
        """Check a puzzle, unless the same solution was checked with as many nodes."""
        known = self.found.get(puzzle.id)
        if known and (known.get("move"), known.get("nodes")) == (puzzle.move, self.nodes):
            return known
        doubt = find_fault(puzzle) or find_doubt(puzzle, self.nodes)
        names: Json = {"id": puzzle.id, "variant": puzzle.variant, "move": puzzle.move}
        result = {**names, "nodes": self.nodes, "why": render(doubt) if doubt else ""}
        if self.file:
            with self.file.open("a", encoding="utf-8") as file:
                file.write(json.dumps(result) + "\n")
        return result


def check(parsed: argparse.Namespace) -> int:
    """Check puzzles, print those that fail, and return 1 if any does."""
    puzzles = read_puzzles(parsed.files)
    if parsed.sample:
        puzzles = Random(1).sample(puzzles, min(parsed.sample, len(puzzles)))
    checked = Checked(parsed.results, parsed.nodes)
    results = [checked.check(puzzle) for puzzle in track(puzzles, say("cli.puzzles.check"))]
    failed = [
        {key: each[key] for key in ("id", "variant", "why")} for each in results if each["why"]
    ]
    result = {"passed": len(puzzles) - len(failed), "failed": failed}
    if parsed.json:
        print(json.dumps(result))
    else:
        for each in failed:
            print(f"{each['id']} {each['variant']}: {each['why']}")
        print(say("cli.puzzles.checked", passed=result["passed"], failed=len(failed)))
    return 1 if failed else 0


def read_puzzles(files: list[Path]) -> list[Puzzle]:
    """The puzzles of files; without files those that come with the games."""
    if not files:
        return [puzzle for game in GAMES.values() for puzzle in shipped_puzzles(game).values()]
    lines = (file.read_text(encoding="utf-8").splitlines() for file in files)
    return [puzzle for each in lines for puzzle in parse_puzzles(islice(each, MAX_PUZZLES))]
