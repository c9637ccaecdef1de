"""A match that is kept in a file, so that it can be stopped and gone on with: the games in it are
not played again.
"""

import json
from collections.abc import Callable, Generator
from contextlib import ExitStack, closing
from dataclasses import asdict
from io import FileIO
from pathlib import Path

from azulejos.errors import AzulejosError
from azulejos.game import Json
from azulejos.match.elo import Sprt
from azulejos.match.match import Plan, Played, Standing, parse_played
from azulejos.text import Text
from azulejos.work import Watch, look_on

Playing = Callable[[Plan, list[tuple[int, int]]], Generator[Played]]  # plays games in their order


class Book:
    """The file that keeps finished games: a line of what is played, then a line for each game."""

    def __init__(self, file: Path):
        self.file = file
        lines = file.read_bytes().split(b"\n") if file.exists() else [b""]
        self.torn = len(lines.pop())  # the rest of a line that was being written at the end
        self.terms, self.games = self._read(lines)

    def _read(self, lines: list[bytes]) -> tuple[Json | None, list[Json]]:
        """The terms of the match, if there is one yet, and its games."""
        try:
            read = [json.loads(line) for line in lines]
        except (ValueError, RecursionError):
            raise self.refusal() from None
        if not all(isinstance(data, dict) for data in read):
            raise self.refusal()
        if read and not isinstance(read[0].get("match"), dict):
            raise self.refusal()
        return (read[0]["match"], read[1:]) if read else (None, [])

    @property
    def seed(self) -> int | None:
        """The seed that the match was begun with."""
        seed = self.terms.get("seed") if self.terms else None
        return seed if isinstance(seed, int) else None

    def played(self, plan: Plan) -> list[Played]:
        """The finished games, if they are of this plan."""
        if self.terms is not None and self.terms != plan.terms:
            raise AzulejosError(Text("match.other", {"file": self.file}))
        try:
            return [parse_played(data, plan) for data in self.games]
        except ValueError:
            raise self.refusal() from None

    def refusal(self) -> AzulejosError:
        return AzulejosError(Text("match.file", {"file": self.file}))

    def open(self, plan: Plan) -> FileIO:
        """The file to append to, each line at once; begun if it is new."""
        file = FileIO(self.file, "a")
        if self.torn:
            file.truncate(self.file.stat().st_size - self.torn)
        if self.terms is None:
            write(file, {"match": plan.terms})
        return file


def write(file: FileIO, data: Json) -> None:
    file.write(json.dumps(data).encode() + b"\n")


def course(plan: Plan, play: Playing, book: Book | None) -> Generator[Played]:
    """The games of a match in their order: those in the book, and new ones as they finish."""
    known = {(game.group, game.turn): game for game in (book.played(plan) if book else [])}
    missing = [game for game in plan.schedule if game not in known]
    with ExitStack() as end:
        file = end.enter_context(book.open(plan)) if book else None
        new = end.enter_context(closing(play(plan, missing)))
        for game in plan.schedule:
            played = known.get(game) or next(new)
            if file and game not in known:
                write(file, asdict(played))
            yield played


def hold(
    plan: Plan, sprt: Sprt | None, play: Playing, book: Book | None, watch: Watch = look_on
) -> Standing:
    """Play the match, to its last game or until the test knows."""
    played: list[Played] = []
    with closing(course(plan, play, book)) as games:
        for _, turn in watch(plan.schedule, "match"):
            played.append(next(games))
            if sprt and turn == plan.seats - 1 and Standing(plan, played, sprt).verdict:
                break
    return Standing(plan, played, sprt)
