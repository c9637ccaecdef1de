"""Shared analysis boards: stored trees of variations, and who looks at them.

A board is stored as a record with a version. Whoever has its link may add moves; adding the same
one twice changes nothing, so two people who move at once both see both moves. A change is made from
the version that was read, and made again if another one was quicker. Listeners are told the version
only, and read the board again. Not here: what a change does, see `analysis/tree.py`.
"""

import json
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from typing import Any, Protocol

import sqlalchemy as sa
from pydantic import BaseModel

from azulejos.record import Record
from azulejos.record_reader import read_records
from azulejos.server.cluster.channel import Channel, Publish
from azulejos.server.errors import Refusal, refusal
from azulejos.server.ids import make_id
from azulejos.server.storage import schema
from azulejos.server.storage.database import Database, among
from azulejos.server.web.documents import Documents
from azulejos.wire.messages import BoardChanged

ATTEMPTS = 5  # at a change, when others are quicker
SEEN_EVERY_S = 86_400.0  # how exactly it is known when a board was last opened
rows = schema.boards

Change = Callable[[Record], tuple[Record, list[str]]]  # also returns where it was made


class NoBoard(Refusal):
    """There is no board with this id."""


@dataclass(frozen=True)
class SharedBoard:
    """A board as it is stored."""

    id: str
    version: int
    record: str
    cursor: list[str]  # the line at whose end the last change was made
    person: str  # who shared it
    seen_at: float


class BoardListener(Protocol):
    """A connection that looks at a board."""

    def send(self, message: BaseModel) -> None:
        """Send a message; must not block."""


class Boards:
    """The boards of the database, and the listeners to them in this process."""

    def __init__(self, database: Database, documents: Documents, publish: Publish):
        self._database, self._documents = database, documents
        self.channel: Channel[BoardListener] = Channel("board", publish, self._catch_up)
        self._sent: dict[str, int] = {}  # the versions of boards with listeners, sent last

    async def create(self, record: str, cursor: list[str], person: str, at: float) -> SharedBoard:
        """Store a new board."""
        board = SharedBoard(make_id(), 1, record, cursor, person, at)
        values = {**vars(board), "created_at": at}
        await self._database.run(lambda c: c.execute(sa.insert(rows), values))
        return board

    async def get(self, id: str, at: float) -> SharedBoard:
        """A stored board; it counts as opened."""
        board = await self._read(id)
        if board.seen_at < at - SEEN_EVERY_S:
            seen = sa.update(rows).where(rows.c.id == id).values(seen_at=at)
            await self._database.run(lambda c: c.execute(seen))
        return board

    async def _read(self, id: str) -> SharedBoard:
        columns = [rows.c[name] for name in SharedBoard.__dataclass_fields__]
        wanted = sa.select(*columns).where(rows.c.id == id)
        row = await self._database.read(lambda c: c.execute(wanted).first())
        if row is None:
            raise NoBoard(refusal("board.unknown").text)
        return SharedBoard(**row._mapping)

    async def change(
        self, id: str, name: str, args: list[Any], change: Change, at: float
    ) -> SharedBoard:
        """Change a board; `name` and `args` say how, for the cache."""
        for _ in range(ATTEMPTS):
            board = await self._read(id)
            asked = sha256(json.dumps([name, args]).encode()).digest()
            key = ("board", id, board.version, asked)
            made = json.loads(await self._documents.get(key, partial(make, board.record, change)))
            if made["record"] == board.record and made["cursor"] == board.cursor:
                return board
            new = SharedBoard(id, board.version + 1, **made, person=board.person, seen_at=at)
            if await self._store(board, new):
                self.channel.announce(id, new.version)
                self._send(id, new.version)
                return new
        raise refusal("api.busy")

    async def _store(self, old: SharedBoard, new: SharedBoard) -> bool:
        is_same = sa.and_(rows.c.id == old.id, rows.c.version == old.version)
        update = sa.update(rows).where(is_same).values(vars(new))
        return await self._database.run(lambda c: c.execute(update).rowcount) == 1

    # ---- Listeners

    async def listen(self, id: str, listener: BoardListener) -> None:
        """Tell a listener the version of a board now and after every change."""
        board = await self._read(id)
        self.channel.listen(id, listener)
        listener.send(BoardChanged(board=id, version=board.version))

    def _send(self, id: str, version: int) -> None:
        self._sent[id] = version
        for listener in self.channel.listeners(id):
            listener.send(BoardChanged(board=id, version=version))

    async def _catch_up(self, ids: Collection[str]) -> None:
        """Send the versions of boards that other processes have changed."""

        def work(connection: sa.Connection) -> list[tuple[str, int]]:
            query = sa.select(rows.c.id, rows.c.version).where(among(connection, rows.c.id, ids))
            return [(id, version) for id, version in connection.execute(query)]

        found = await self._database.read(work)
        before, self._sent = self._sent, {}
        for id, version in found:
            if before.get(id) != version:
                self._send(id, version)
            self._sent[id] = version


def make(record: str, change: Change) -> bytes:
    """The record after a change, and where it was made, as JSON."""
    changed, cursor = change(read_records(record)[0])
    return json.dumps({"record": changed.to_text(), "cursor": cursor}).encode()
