"""The mistakes of a person at this machine: collected from records of games, and kept in a file.

Each is written with its position, so that a game can be deleted. `schedule.py` says when they
return. A server has a table of its own instead (`server/school/mistakes.py`).
"""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path

from azulejos.files import write_atomically
from azulejos.position import Position
from azulejos.record import Record
from azulejos.search.review import GRADES, review
from azulejos.search.settings import Limit
from azulejos.teaching.schedule import Recall, missed_in_game

MOST_OF_GAME = 5  # mistakes of a game that return, the dearest
LEAST = GRADES["mistake"]  # points that a mistake gives away
NODES = 4_000  # of one evaluation of a review


@dataclass(frozen=True)
class BookedMistake:
    """A move that gave points away, and when it is asked again."""

    game: str  # the file of the game
    position: str  # before the move, as one line
    played: str
    best: str
    loss: float  # in points
    recall: Recall

    def start(self) -> Position:
        return Position.from_text(self.position)


@dataclass
class MistakeBook:
    """Mistakes, and the games that were looked through."""

    mistakes: list[BookedMistake] = field(default_factory=list)
    games: list[str] = field(default_factory=list)

    @classmethod
    def read(cls, path: Path) -> "MistakeBook":
        """The book in a file; an empty one if there is none."""
        if not path.exists():
            return cls()
        data = json.loads(path.read_text(encoding="utf-8"))
        found = [
            BookedMistake(**each | {"recall": Recall(**each["recall"])})
            for each in data["mistakes"]
        ]
        return cls(found, data["games"])

    def write(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, json.dumps(asdict(self), indent=1))

    def due(self, at: float) -> list[BookedMistake]:
        """The mistakes to be asked, those that fell due last first."""
        found = [each for each in self.mistakes if each.recall.due_at <= at]
        return sorted(found, key=lambda each: -each.recall.due_at)

    def replace(self, old: BookedMistake, new: BookedMistake) -> None:
        self.mistakes[self.mistakes.index(old)] = new

    def add_game(self, name: str, record: Record, seats: Iterable[int], at: float) -> None:
        """Review a game that was played at a time, and add the dearest mistakes of some seats."""
        self.games.append(name)
        found = list(find_mistakes(name, record, set(seats), at))
        self.mistakes += sorted(found, key=lambda each: -each.loss)[:MOST_OF_GAME]


def find_mistakes(name: str, record: Record, seats: set[int], at: float) -> Iterable[BookedMistake]:
    """The mistakes of some seats in a game."""
    position, recall = record.first(), missed_in_game(at)
    for entry in review(record, Limit(nodes=NODES)):
        judged = entry.judgement
        if entry.seat in seats and judged and judged.loss >= LEAST:
            text, loss = position.to_text(), round(judged.loss, 1)
            yield BookedMistake(name, text, entry.text, judged.best, loss, recall)
        position.push(entry.text)
