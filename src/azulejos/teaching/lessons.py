"""The first game of a newcomer, and lessons: positions with something to do.

A step of the first game accepts some moves, which are played, with what others do after them; each
other move gets the sentence of the first reason that fits it. An exercise of a lesson has a goal in
points, which is checked by search. The path names a lesson for each level of the bots. The
sentences are in the words of the game, under `<game>.first.`, `<game>.lesson.` and `<game>.path.`.
"""

import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from azulejos.contract.game import Game
from azulejos.position import Position
from azulejos.teaching.practice import Event, push_event

# in the folder `Game.teaching`
FIRST_FILE, LESSONS_FILE, PATH_FILE = "first.json", "lessons.json", "path.json"


@dataclass(frozen=True)
class FirstStep:
    """One thing to do on the board of a first game."""

    name: str  # of its sentences: `<game>.first.<name>.title`, `.do`, `.know` and `.right`
    position: str  # as one line
    accepts: tuple[str, ...]  # patterns of moves
    replies: tuple[str, ...]  # moves of the others that follow
    wrong: tuple[tuple[str, str], ...]  # patterns of other moves, and the names of reasons

    def start(self) -> Position:
        return Position.from_text(self.position)

    def is_accepted(self, move: str) -> bool:
        return any(re.fullmatch(pattern, move) for pattern in self.accepts)

    def play(self, move: str) -> tuple[Position, list[Event]]:
        """The position after an accepted move and the replies, and what they did."""
        position = self.start()
        return position, [push_event(position, text) for text in (move, *self.replies)]

    def reason(self, move: str) -> str:
        """Why a move is not the one wanted: the name of `<game>.first.wrong.<reason>`."""
        return next(name for pattern, name in self.wrong if re.fullmatch(pattern, move))


@dataclass(frozen=True)
class FirstGame:
    """The steps of a first game, and the position from which one plays one's own."""

    steps: tuple[FirstStep, ...]
    rest: str  # as one line


@dataclass(frozen=True)
class Exercise:
    """A position in which a move is wanted that gives away few points."""

    position: str  # as one line
    goal: float  # points that may be given away
    trap: str  # a move that looks good and gives away more

    def start(self) -> Position:
        return Position.from_text(self.position)


@dataclass(frozen=True)
class Lesson:
    """A lesson: `<game>.lesson.<name>.title` and `.text`, and exercises."""

    name: str
    themes: tuple[str, ...]  # of puzzles that it helps with
    exercises: tuple[Exercise, ...]


def first_game(game: Game) -> FirstGame | None:
    """The first game that comes with a game, if any."""
    data = _read(game, FIRST_FILE)
    if data is None:
        return None
    steps = tuple(
        FirstStep(
            step["name"],
            step["position"],
            tuple(step["accepts"]),
            tuple(step["replies"]),
            tuple((pattern, name) for pattern, name in step["wrong"]),
        )
        for step in data["steps"]
    )
    return FirstGame(steps, data["rest"])


def lessons(game: Game) -> dict[str, Lesson]:
    """The lessons that come with a game, in their order, by name."""
    data = _read(game, LESSONS_FILE) or []
    found = [
        Lesson(
            each["name"],
            tuple(each["themes"]),
            tuple(Exercise(**exercise) for exercise in each["exercises"]),
        )
        for each in data
    ]
    return {lesson.name: lesson for lesson in found}


def path(game: Game) -> list[str]:
    """By level, from the lowest: the name of the lesson that helps to beat it. What a level teaches
    is said by `<game>.path.<level>`.
    """
    return list(_read(game, PATH_FILE) or [])


def _read(game: Game, name: str) -> Any:
    path = game.teaching / name if game.teaching else None
    return _parse(path) if path and path.exists() else None


@cache
def _parse(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))
