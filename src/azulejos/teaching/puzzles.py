"""Puzzles: positions with one clearly best move, and the form in which they are written.

    >>> puzzle = Puzzle("blue-3", "blue …", "1,0:gwgb", 3.1, 0.12, (0, 1, 2, 2, 3, 5, 6, 8))
    >>> parse_puzzle(puzzle_text(puzzle)) == puzzle
    True

A file of puzzles has one puzzle in JSON on each line. Not here: how puzzles are found and checked,
see `mining.py` and `puzzle_check.py`.
"""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import cache, cached_property
from hashlib import blake2b
from pathlib import Path

from azulejos.contract.game import Game
from azulejos.errors import AzulejosError
from azulejos.position import Position
from azulejos.record import Record
from azulejos.text import Text

ID_BYTES = 5
FILE = "puzzles.jsonl"  # in the folder `Game.teaching`


@dataclass(frozen=True)
class Puzzle:
    """A position and its one clearly best move."""

    variant: str  # of the game, as in `Game.variants`
    position: str  # as one line
    move: str  # the solution
    lead: float  # points of lead that every other move loses at least
    win: float  # win share that every other move loses at least
    solved: tuple[int, ...]  # by level, from the lowest: of TRIES attempts, how many found the move
    line: tuple[str, ...] = ()  # principal variation, beginning with the solution
    themes: tuple[str, ...] = ()  # what it is about, see `Game.themes`

    @cached_property
    def id(self) -> str:
        """A short name that follows from the position and tells nothing about the solution."""
        return blake2b(self.position.encode(), digest_size=ID_BYTES).hexdigest()

    def start(self) -> Position:
        """The position to be solved."""
        return Position.from_text(self.position)


def puzzle_text(puzzle: Puzzle) -> str:
    """A puzzle as one line of JSON."""
    return json.dumps(asdict(puzzle), separators=(",", ":"))


def parse_puzzle(line: str) -> Puzzle:
    """The puzzle on one line of JSON."""
    try:
        fields = json.loads(line)
        return Puzzle(
            variant=str(fields["variant"]),
            position=str(fields["position"]),
            move=str(fields["move"]),
            lead=float(fields["lead"]),
            win=float(fields["win"]),
            solved=tuple(map(int, fields["solved"])),
            line=tuple(map(str, fields["line"])),
            themes=tuple(map(str, fields["themes"])),
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        raise AzulejosError(Text("puzzle.line", {"text": line[:80]})) from None


def parse_puzzles(lines: Iterable[str]) -> list[Puzzle]:
    """The puzzles of a file, in its order."""
    return [parse_puzzle(line) for line in lines if line.strip()]


def shipped_puzzles(game: Game) -> dict[str, Puzzle]:
    """The puzzles that come with a game, by id."""
    path = game.teaching / FILE if game.teaching else None
    return _read(path) if path and path.exists() else {}


_added: dict[str, dict[str, Puzzle]] = {}  # by game, then by id


def add_puzzles(puzzles: Iterable[Puzzle]) -> None:
    """Add puzzles to those that come with the games, such as a server's own."""
    for puzzle in puzzles:
        _added.setdefault(puzzle.start().game.name, {})[puzzle.id] = puzzle


def puzzles_of(game: Game) -> dict[str, Puzzle]:
    """The puzzles of a game, by id: those that come with it, and those that were added."""
    return {**shipped_puzzles(game), **_added.get(game.name, {})}


def daily_puzzle(game: Game, at: float) -> Puzzle | None:
    """The puzzle of the day, by universal time: the same for everybody."""
    puzzles = puzzles_of(game)
    day = datetime.fromtimestamp(at, UTC).date().isoformat()
    number = int.from_bytes(blake2b(f"{game.name} {day}".encode(), digest_size=8).digest(), "big")
    ids = sorted(puzzles)
    return puzzles[ids[number % len(ids)]] if ids else None


def puzzle_record(puzzle: Puzzle) -> Record:
    """A puzzle as a record: its position, the solution and what should follow."""
    position = puzzle.start()
    for move in puzzle.line or (puzzle.move,):
        position.push(move)
    headers = {"puzzle": puzzle.id, "variant": puzzle.variant, "themes": " ".join(puzzle.themes)}
    return Record.from_position(position, **headers)


@cache
def _read(path: Path) -> dict[str, Puzzle]:
    puzzles = parse_puzzles(path.read_text(encoding="utf-8").splitlines())
    return {puzzle.id: puzzle for puzzle in puzzles}
