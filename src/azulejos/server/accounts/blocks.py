"""Blocks: the people whom a person has muted or blocked.

The words of a muted person do not reach whoever muted them. A block works in both directions, and
also keeps two people from being paired, from sitting down at each other's tables, from asking for a
rematch, from challenging and following each other, and from seeing that the other one is online.
Nobody is told by whom they are muted or blocked.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import sqlalchemy as sa

from azulejos.server.accounts.people import PeopleError
from azulejos.server.storage import schema
from azulejos.server.storage.database import Database
from azulejos.server.wall_clock import now
from azulejos.text import Text
from azulejos.wire.chat import BlockKind

MAX_BLOCKS = 500  # of one person
rows = schema.blocks


@dataclass(frozen=True)
class BlockedPerson:
    """A person whom another one has muted or blocked."""

    person: str  # id
    name: str
    kind: BlockKind
    at: float


class Blocks:
    """Reads and writes whom people have muted or blocked."""

    def __init__(self, database: Database):
        self.database = database

    async def put(self, person: str, other: str, kind: BlockKind) -> None:
        """Mute or block a person; replaces an earlier choice about the same person."""

        def work(connection: sa.Connection) -> None:
            known = sa.select(schema.people.c.id).where(schema.people.c.id == other)
            if other == person or connection.scalar(known) is None:
                raise PeopleError(Text("people.unknown"))
            mine = sa.select(sa.func.count()).where(rows.c.person == person)
            connection.execute(delete_one(person, other))
            if (connection.scalar(mine) or 0) >= MAX_BLOCKS:
                raise PeopleError(Text("people.many_blocks", {"most": MAX_BLOCKS}))
            values = {"person": person, "other": other, "kind": kind, "at": now()}
            connection.execute(sa.insert(rows), values)
            if kind == "block":
                end_follows(connection, person, other)

        await self.database.run(work)

    async def remove(self, person: str, other: str) -> None:
        """End the mute or block of a person."""
        await self.database.run(lambda c: c.execute(delete_one(person, other)))

    async def list(self, person: str) -> list[BlockedPerson]:
        """The people whom a person has muted or blocked, the last first."""
        people = schema.people
        query = (
            sa.select(rows.c.other, people.c.name, rows.c.kind, rows.c.at)
            .join(people, people.c.id == rows.c.other)
            .where(rows.c.person == person)
            .order_by(rows.c.at.desc(), rows.c.other)
        )
        return await self.database.read(lambda c: [BlockedPerson(*row) for row in c.execute(query)])

    async def require_none(self, person: str, others: Iterable[str]) -> None:
        """Refuse a person whom one of some people has blocked."""
        wanted = sorted(set(others) - {person, ""})
        if not wanted:
            return
        query = sa.select(rows.c.person).where(
            rows.c.other == person, rows.c.person.in_(wanted), rows.c.kind == "block"
        )
        if await self.database.read(lambda c: c.scalar(query.limit(1))):
            raise PeopleError(Text("people.blocked"))

    async def blocked_with(self, person: str) -> set[str]:
        """Everybody whom a person has blocked, or who has blocked the person."""
        return await self.database.read(lambda c: blocked_with(c, person))


def delete_one(person: str, other: str) -> sa.Delete:
    return sa.delete(rows).where(rows.c.person == person, rows.c.other == other)


def blocked_with(connection: sa.Connection, person: str) -> set[str]:
    """Everybody whom a person has blocked, or who has blocked the person."""
    mine = sa.select(rows.c.other).where(rows.c.person == person, rows.c.kind == "block")
    theirs = sa.select(rows.c.person).where(rows.c.other == person, rows.c.kind == "block")
    return set(connection.scalars(mine)) | set(connection.scalars(theirs))


def end_follows(connection: sa.Connection, person: str, other: str) -> None:
    """Let two people follow each other no more."""
    follows = schema.follows
    for who, whom in ((person, other), (other, person)):
        these = sa.delete(follows).where(follows.c.person == who, follows.c.other == whom)
        connection.execute(these)


def blocks_among(connection: sa.Connection, people: Iterable[str]) -> dict[tuple[str, str], str]:
    """The mutes and blocks among some people: the kind by (person, other)."""
    ids = sorted(people)
    query = sa.select(rows).where(rows.c.person.in_(ids), rows.c.other.in_(ids))
    return {(row.person, row.other): row.kind for row in connection.execute(query)}
