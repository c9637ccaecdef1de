"""The table of a game in the terminal: the seats, their players, the random seed and the file.

A game is saved as a record. Its headers name the player of each seat and the seed, so that it can
be continued with the same players and the same deals.
"""

import random
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path
from time import strftime

from platformdirs import user_data_path

from azulejos.cli.console import parse_options
from azulejos.cli.show import pick, read
from azulejos.errors import AzulejosError
from azulejos.files import write_atomically
from azulejos.match.match import MoveChooser, start_player
from azulejos.match.plan import COMMAND_PREFIX, NETWORK_PREFIX
from azulejos.position import Position
from azulejos.record import Entry, Record
from azulejos.search.networks import read_network
from azulejos.search.players import PLAYERS, find_player
from azulejos.search.ratings import RATING_PREFIX
from azulejos.search.settings import Limit
from azulejos.text import Text

YOU = "you"  # the name of a person at this keyboard
DEFAULT_OPPONENT = "level2"


@dataclass
class LocalTable:
    """A game and its players."""

    position: Position
    names: list[str]  # by seat
    seed: int
    limit: Limit  # for each move of a player of the engine
    file: Path | None = None  # where the game is saved
    record: Record | None = None  # the record that is continued
    headers: dict[str, str] = field(default_factory=dict)  # of that record
    is_resigned: bool = False

    @property
    def people(self) -> list[int]:
        """The seats of people at this keyboard."""
        return [seat for seat, name in enumerate(self.names) if name == YOU]

    def entropy(self, *purpose: object) -> int:
        """A random seed that is always the same for the same purpose in the same game."""
        words = " ".join(map(str, (self.seed, *purpose)))
        return random.Random(words).getrandbits(64)

    def start_players(self) -> dict[str, MoveChooser]:
        """The players of the engine by name; engine processes have to be closed."""
        states = self.position.states
        started: dict[str, MoveChooser] = {}
        for name in {*self.names} - {YOU}:
            networks = {}
            if name.startswith(NETWORK_PREFIX):
                networks[name] = read_network(Path(name.removeprefix(NETWORK_PREFIX)), states)
            started[name] = start_player(name, networks)
        return started

    def save(self) -> Path:
        """Write the game so far; return the path of its file."""
        if self.file is None:
            name = f"{self.position.game.name}-{strftime('%Y-%m-%d-%H%M%S')}.txt"
            self.file = user_data_path("azulejos") / "games" / name
            self.file.parent.mkdir(parents=True, exist_ok=True)
        seats = {f"seat{seat}": name for seat, name in enumerate(self.names)}
        headers = {"date": strftime("%Y-%m-%d"), **self.headers, **seats, "seed": str(self.seed)}
        if self.is_resigned:
            headers["end"] = "resigned"
        record = Record.from_position(self.position, **headers)
        if self.record:
            record.comment = self.record.comment
            kept = kept_entries(self.record.entries, self.position.history)
            record.entries[: len(kept)] = kept
        write_atomically(self.file, record.to_text())
        return self.file


def kept_entries(entries: list[Entry], history: list[str]) -> list[Entry]:
    """The entries of a continued record that were not taken back, with what is said about them."""
    pairs = zip(entries, history, strict=False)
    return [entry for entry, _ in takewhile(lambda pair: pair[0].text == pair[1], pairs)]


# ---- A new game, or one from a file


def new_table(
    game: str,
    players: int,
    options: list[str],
    words: list[str],
    seed: int | None,
    limit: Limit,
    file: Path | None,
) -> LocalTable:
    """The table of a new game."""
    position = Position(game, players, **parse_options(options))
    names = seat_names(words, position.players)
    return LocalTable(position, names, secrets.randbits(32) if seed is None else seed, limit, file)


def saved_table(
    path: Path, words: list[str], seed: int | None, limit: Limit, file: Path | None
) -> LocalTable:
    """The table of a game in a file, which must be the only one in it, and not over."""
    records = read(path)
    record = pick(records, 1)
    position = record.position()
    if len(records) > 1 or position.is_over:
        code = "cli.play.many" if len(records) > 1 else "cli.play.finished"
        raise AzulejosError(Text(code, {"file": str(path)}))
    headers = {name: value for name, value in record.headers.items() if name != "end"}
    names = seat_names(words, position.players) if words else recorded_names(headers, position)
    written = headers.pop("seed", "")
    if seed is None:
        seed = int(written) if written.isdecimal() else secrets.randbits(32)
    return LocalTable(position, names, seed, limit, file or path, record, headers)


def is_player(name: str) -> bool:
    """Is this the name of a player, or of a person at this keyboard?"""
    is_named = name == YOU or name in PLAYERS
    return is_named or name.startswith((COMMAND_PREFIX, NETWORK_PREFIX, RATING_PREFIX))


def seat_names(words: Sequence[str], seats: int) -> list[str]:
    """The players by seat: without `you` that is seat 0; the last opponent takes what remains."""
    names = [*words] if YOU in words else [YOU, *words]
    for name in names:
        if not is_player(name):
            find_player(name)  # raises the error that lists all players
    if len(names) > seats:
        raise AzulejosError(Text("cli.play.seats", {"n": len(names), "seats": seats}))
    opponents = [name for name in names if name != YOU]
    last = opponents[-1] if opponents else DEFAULT_OPPONENT
    return names + [last] * (seats - len(names))


def recorded_names(headers: dict[str, str], position: Position) -> list[str]:
    """The players that a record names; others are replaced by the default opponent, and if nobody
    is at this keyboard, the next seat to decide is.

    A command line is never started from a file: a record can come from anybody.
    """
    named = [headers.get(f"seat{seat}", "") for seat in range(position.players)]
    commands = [name for name in named if name.startswith(COMMAND_PREFIX)]
    if commands:
        raise AzulejosError(Text("cli.play.command", {"command": commands[0]}))
    names = [name if is_player(name) else DEFAULT_OPPONENT for name in named]
    if YOU not in names:
        names[position.turn or 0] = YOU
    return names
