"""Learning from nothing, generation after generation: games with the best network so far, a network
trained on the newest of them, a match of it against the best, and so on.

Everything is kept in one folder, and the little that is not a file of its own in `learn.json`: work
can be stopped at any moment, also by pulling the plug, and goes on where it was.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import Any

from azulejos.errors import AzulejosError
from azulejos.game import Json
from azulejos.learning.selfplay import Lesson, Making, fill, read_shards
from azulejos.learning.shards import Folder, write_json, write_whole
from azulejos.learning.train import Course, Training
from azulejos.match.elo import Sprt
from azulejos.match.match import KNOWING, Plan, Standing
from azulejos.match.results import Book, Playing, hold
from azulejos.network import Network
from azulejos.text import Text, phrases
from azulejos.work import Watch

STATE = "learn.json"
BEST = "best.net"
HAND = "hand"  # who plays for what is known before anything was learned
GATE = Sprt(elo0=0, elo1=25)
USUAL = Course()
WINDOW = 2  # generations that a network learns from, or more if the best played more
MOST = 8  # of them


@dataclass(frozen=True)
class Program:
    """What is learned, and how much of everything makes a generation."""

    lesson: Lesson
    games: int = 8_000  # of a generation, once the first are over
    gate_games: int = 400  # at most, to see whether a network is better than the best
    gate_nodes: int = 400  # of a decision in them
    sprt: Sprt = GATE
    course: Course = USUAL

    def count_games(self, generation: int) -> int:
        """The games of a generation: few in the first ones, whose networks are soon outdone."""
        return -(-self.games // (4, 2, 1)[min(generation, 2)])

    @property
    def terms(self) -> Json:
        """What must be equal to go on in a folder."""
        lesson = self.lesson
        return {"game": lesson.game, "players": lesson.players, "options": lesson.options}


class TimeUp(Exception):
    """The time for learning is over."""


@dataclass(frozen=True)
class Clock:
    """Watches work, and ends it when its time is over."""

    end: float
    watch: Watch

    def __call__(self, things: Sequence[Any], title: Any) -> Iterator[Any]:
        for thing in self.watch(things, title):
            if monotonic() >= self.end:
                raise TimeUp
            yield thing


class School:
    """The folder of a kind of game, and what is done in it."""

    def __init__(self, place: Path, program: Program, make: Making, play: Playing, watch: Watch):
        self.place, self.program, self.watch = place, program, watch
        self.make, self.play = make, play
        self.home = program.lesson.folder(place, 0).path.parent
        self.state = self._read()

    def _read(self) -> Json:
        """How far learning is."""
        file = self.home / STATE
        if not file.exists():
            return {"terms": self.program.terms, "best": None, "generations": []}
        try:
            state = json.loads(file.read_text(encoding="utf-8"))
        except ValueError:
            state = {}
        if not isinstance(state, dict) or state.get("terms") != self.program.terms:
            raise AzulejosError(Text("net.other", {"folder": self.home}))
        return state

    @property
    def number(self) -> int:
        """Of the generation that is next or under way."""
        return len(self.state["generations"])

    def network_file(self, number: int) -> Path:
        return self.home / f"gen-{number:03}.net"

    @property
    def best_file(self) -> Path | None:
        """The best network so far; None while there is none."""
        best = self.state["best"]
        return None if best is None else self.network_file(best)

    def run_generation(self) -> Json:
        """Bring the generation that is next or under way to its end; what came of it."""
        number, best = self.number, self.program.lesson.network(self.best_file)
        self.home.mkdir(parents=True, exist_ok=True)
        self.play_games(best)
        if not self.network_file(number).exists():
            self.train(best)
        standing = self.compare()
        told = self.judge(standing, self.program.lesson.network(self.network_file(number)))
        if told["is_better"]:
            self.state["best"] = number
            write_whole(self.home / BEST, self.network_file(number).read_bytes())
        self.state["generations"].append(told)
        write_json(self.home / STATE, self.state)
        return told

    def folder(self, number: int) -> Folder:
        return self.program.lesson.folder(self.place, number)

    def play_games(self, best: Network) -> None:
        """Games of the best network so far against itself."""
        lesson = self.program.lesson
        shards = -(-self.program.count_games(self.number) // lesson.shard_games)
        lesson = replace(lesson, seed=lesson.seed + self.number)
        fill(self.folder(self.number), shards, lesson, best, self.make, self.watch)

    def train(self, best: Network) -> None:
        """A network whose prior goes on from the best one, on the newest generations."""
        lesson, folders = self.program.lesson, self.folders(best)
        course = replace(self.program.course, seed=self.program.course.seed + self.number)
        training = Training(lesson, read_shards(lesson, folders), best, course)
        training.run(self.network_file(self.number), phrases("net.curve."), self.watch)

    def folders(self, best: Network) -> list[Folder]:
        """The generations to learn from: all that the best network played, and if those are few the
        one before; what was played by hand only while there is nothing else.
        """
        hand = self.program.lesson.network(None).digest
        known = [self.folder(number) for number in range(self.number + 1)]
        players = [folder.terms["network"] for folder in known]
        own = players.count(best.digest)
        before = [n for n in range(len(known)) if players[n] not in (best.digest, hand)]
        chosen = [n for n in range(len(known)) if players[n] == best.digest]
        return [known[n] for n in before[len(before) - max(0, WINDOW - own) :] + chosen][-MOST:]

    def compare(self) -> Standing:
        """A match of the new network against the best so far."""
        lesson, best = self.program.lesson, self.best_file
        pair = (self.network_file(self.number), best)
        names = [f"{KNOWING}{path.resolve()}" if path else HAND for path in pair]
        how = (self.program.gate_games, None, self.program.gate_nodes, self.number)
        plan = Plan(lesson.game, lesson.options, tuple(names), lesson.players, *how)
        file = self.home / f"gen-{self.number:03}.jsonl"
        book = Book(file)
        if book.terms not in (None, plan.terms):  # the folder has moved, or the match is another
            file.unlink()
            book = Book(file)
        return hold(plan, self.program.sprt, self.play, book, self.watch)

    def judge(self, standing: Standing, network: Network) -> Json:
        """What a match says about a new network."""
        leads = standing.leads
        verdict, mean = standing.verdict, sum(leads) / len(leads)
        return {
            "generation": self.number,
            "network": network.digest,
            "share": standing.to_json()["results"][0]["share"],
            "games": sum(map(len, standing.groups)),
            "is_better": verdict == "elo1" or (verdict is None and mean > 0.5),
        }
