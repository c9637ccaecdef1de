"""Shards: files with the training samples of a fixed number of games, in a folder per generation.

A shard's bytes depend only on its number and on the terms of its generation, which are stored
beside it as JSON. Whichever process or machine makes a shard, the file is the same, so interrupted
work can continue anywhere without losing or repeating a sample. Files are written atomically.
"""

import json
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from azulejos.contract.game import Game
from azulejos.contract.rules import Json
from azulejos.errors import AzulejosError
from azulejos.files import write_atomically
from azulejos.learning.selfplay_game import Samples
from azulejos.text import Text

TERMS = "terms.json"
SUFFIX = ".npz"


def join(parts: list[Samples]) -> Samples:
    """Concatenate samples; the ends of decisions are shifted accordingly."""
    before = np.cumsum([0, *(len(part.moves) for part in parts)])
    ends = [part.decision_ends + start for part, start in zip(parts, before[:-1], strict=True)]
    joined = Samples(*(np.concatenate(column) for column in zip(*parts, strict=True)))
    return joined._replace(decision_ends=np.concatenate(ends))


def to_bytes(samples: Samples) -> bytes:
    """The contents of a shard's file."""
    file = BytesIO()
    np.savez_compressed(file, **samples._asdict())
    return file.getvalue()


def from_bytes(data: bytes, game: Game) -> Samples:
    """The samples of a shard with these contents.

    Raises ValueError if it is not a shard, or was made with another game or state format.
    """
    try:
        with np.load(BytesIO(data)) as file:
            samples = Samples(**{name: file[name] for name in Samples._fields})
    except (BadZipFile, KeyError) as error:
        raise ValueError from error
    if samples.states.dtype.descr != game.state.descr:
        raise ValueError
    return samples._replace(
        states=samples.states.view(game.state), decisions=samples.decisions.view(game.state)
    )


def read_shard(path: Path, game: Game) -> Samples:
    """The samples of one file."""
    try:
        return from_bytes(path.read_bytes(), game)
    except ValueError:
        raise AzulejosError(Text("learning.shard", {"file": path})) from None


def write_json(path: Path, data: Json) -> None:
    """Write JSON atomically, indented for people who look into the file."""
    write_atomically(path, (json.dumps(data, indent=2) + "\n").encode())


@dataclass(frozen=True)
class ShardFolder:
    """The folder with the shards of a generation."""

    path: Path

    def open(self, terms: Json) -> None:
        """Create the folder, or check that its shards were made on the same terms."""
        file = self.path / TERMS
        if not file.exists():
            self.path.mkdir(parents=True, exist_ok=True)
            write_json(file, terms)
        elif self.terms != terms:
            raise AzulejosError(Text("learning.terms", {"folder": self.path}))

    @property
    def terms(self) -> Json:
        """How the shards were made: the self-play plan and the network's digest."""
        try:
            terms = json.loads((self.path / TERMS).read_text(encoding="utf-8"))
        except ValueError:
            terms = None
        if not isinstance(terms, dict):
            raise AzulejosError(Text("learning.folder", {"folder": self.path}))
        return terms

    def shard_file(self, number: int) -> Path:
        """The path of a shard."""
        return self.path / f"shard-{number:05}{SUFFIX}"

    def missing(self, shards: int) -> list[int]:
        """Which of the first `shards` numbers have no file yet."""
        return [number for number in range(shards) if not self.shard_file(number).exists()]

    def write(self, number: int, data: bytes) -> None:
        """Store the contents of a shard."""
        write_atomically(self.shard_file(number), data)

    def read(self, game: Game) -> list[Samples]:
        """The samples of each stored shard, in the order of their numbers."""
        return [read_shard(path, game) for path in sorted(self.path.glob(f"shard-*{SUFFIX}"))]
