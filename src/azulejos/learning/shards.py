"""Rows to learn from, and where they are kept: shards in the folder of a generation.

A shard is a file with what a fixed number of games brought. It is there whole or not at all, and
its bytes follow from its number and from the terms of its generation, which lie beside it: whoever
makes it again, on whatever machine, makes the same file. So work can stop and go on anywhere, and
no row is lost or there twice.
"""

import json
import os
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from azulejos.errors import AzulejosError
from azulejos.game import Game, Json
from azulejos.learning.selfplay_game import Noted
from azulejos.text import Text

TERMS = "terms.json"
ENDING = ".npz"


def join(parts: list[Noted]) -> Noted:
    """Rows one after another; the ends of decisions then count through all of them."""
    before = np.cumsum([0, *(len(part.moves) for part in parts)])
    ends = [part.ends + start for part, start in zip(parts, before[:-1], strict=True)]
    joined = Noted(*(np.concatenate(column) for column in zip(*parts, strict=True)))
    return joined._replace(ends=np.concatenate(ends))


def to_bytes(rows: Noted) -> bytes:
    """The file of a shard."""
    file = BytesIO()
    np.savez_compressed(file, **rows._asdict())
    return file.getvalue()


def from_bytes(data: bytes, game: Game) -> Noted:
    """The rows of a shard; ValueError if it is none of this game as it is now."""
    try:
        with np.load(BytesIO(data)) as file:
            rows = Noted(**{name: file[name] for name in Noted._fields})
    except (BadZipFile, KeyError) as wrong:
        raise ValueError from wrong
    if rows.states.dtype.descr != game.state.descr:
        raise ValueError
    return rows._replace(
        states=rows.states.view(game.state), decisions=rows.decisions.view(game.state)
    )


def write_whole(path: Path, data: bytes) -> None:
    """Write a file, so that it is there whole or not at all, even if the machine stops."""
    part = path.with_name(f".{path.name}.{os.getpid()}")
    with part.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


def write_json(path: Path, data: Json) -> None:
    """Write a small file that people may read."""
    write_whole(path, (json.dumps(data, indent=2) + "\n").encode())


@dataclass(frozen=True)
class Folder:
    """The folder of a generation."""

    path: Path

    def open(self, terms: Json) -> None:
        """Make it, or see that what is in it was made on the same terms."""
        file = self.path / TERMS
        if not file.exists():
            self.path.mkdir(parents=True, exist_ok=True)
            write_json(file, terms)
        elif self.terms != terms:
            raise AzulejosError(Text("net.other", {"folder": self.path}))

    @property
    def terms(self) -> Json:
        """On which its shards were made."""
        try:
            terms = json.loads((self.path / TERMS).read_text(encoding="utf-8"))
        except ValueError:
            terms = None
        if not isinstance(terms, dict):
            raise AzulejosError(Text("net.folder", {"folder": self.path}))
        return terms

    def shard(self, number: int) -> Path:
        return self.path / f"shard-{number:05}{ENDING}"

    def missing(self, shards: int) -> list[int]:
        """The numbers, of the first so many, that are not there yet."""
        return [number for number in range(shards) if not self.shard(number).exists()]

    def write(self, number: int, data: bytes) -> None:
        """Keep a shard; if it is there already it is the same."""
        write_whole(self.shard(number), data)

    def read(self, game: Game) -> list[Noted]:
        """The rows of all shards that are there, in their order."""
        return [read_shard(path, game) for path in sorted(self.path.glob(f"shard-*{ENDING}"))]


def read_shard(path: Path, game: Game) -> Noted:
    """The rows of one shard."""
    try:
        return from_bytes(path.read_bytes(), game)
    except ValueError:
        raise AzulejosError(Text("net.shard", {"file": path})) from None
