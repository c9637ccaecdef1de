"""Relations between people: follows, mutes and blocks.

Follows, and the rights that depend on them: to see that a person is online, and to challenge.

Following is one-sided, and the person who is followed can see it. A block ends it in both
directions, and hides two people from each other. A person grants each right to nobody, to friends
(those whom the person follows) or to everybody.

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
from azulejos.server.storage.database import Database, among
from azulejos.server.timing import now
from azulejos.text import Text
from azulejos.wire.accounts import Kind
from azulejos.wire.chat import BlockKind

MAX_FOLLOWS = 500  # of one person
follows, people = schema.follows, schema.people


@dataclass(frozen=True)
class Friend:
    """A person at the other end of a follow."""

    person: str  # id
    name: str
    kind: Kind
    at: float  # since when


class Follows:
    """Reads and writes whom people follow."""

    def __init__(self, database: Database):
        self.database = database

    async def put(self, person: str, other: str) -> None:
        """Follow a person; again changes nothing."""

        def work(connection: sa.Connection) -> None:
            known = sa.select(people.c.id).where(people.c.id == other)
            if other == person or connection.scalar(known) is None:
                raise PeopleError(Text("people.unknown"))
            if other in blocked_with(connection, person):
                raise PeopleError(Text("people.blocked"))
            mine = sa.select(follows.c.other).where(follows.c.person == person)
            followed = set(connection.scalars(mine))
            if other in followed:
                return
            if len(followed) >= MAX_FOLLOWS:
                raise PeopleError(Text("people.many_follows", {"most": MAX_FOLLOWS}))
            connection.execute(sa.insert(follows), {"person": person, "other": other, "at": now()})

        await self.database.run(work)

    async def remove(self, person: str, other: str) -> None:
        """Stop following a person."""
        delete = sa.delete(follows).where(follows.c.person == person, follows.c.other == other)
        await self.database.run(lambda c: c.execute(delete))

    async def following(self, person: str) -> list[Friend]:
        """The people whom a person follows, the last first."""
        return await self._list(follows.c.other, follows.c.person == person)

    async def followers(self, person: str) -> list[Friend]:
        """The people who follow a person, the last first."""
        return await self._list(follows.c.person, follows.c.other == person)

    async def _list(self, shown: sa.Column[str], condition: sa.ColumnElement[bool]) -> list[Friend]:
        query = (
            sa.select(people.c.id, people.c.name, people.c.kind, follows.c.at)
            .join(follows, shown == people.c.id)
            .where(condition)
            .order_by(follows.c.at.desc(), people.c.id)
            .limit(MAX_FOLLOWS)
        )
        return await self.database.read(lambda c: [Friend(*row) for row in c.execute(query)])

    async def is_following(self, person: str, other: str) -> bool:
        query = sa.select(follows.c.at).where(follows.c.person == person, follows.c.other == other)
        return await self.database.read(lambda c: c.scalar(query)) is not None

    async def visible(self, viewer: str, others: Iterable[str]) -> set[str]:
        """Those of some people who let a viewer see that they are online; "" for a stranger."""
        return await self.database.read(
            lambda c: within_group(c, people.c.seen_by, viewer, set(others))
        )

    async def challengeable(self, person: str, others: Iterable[str]) -> set[str]:
        """Those of some people whom a person may challenge."""
        allowed = await self.database.read(
            lambda c: within_group(c, people.c.challenged_by, person, set(others))
        )
        return allowed - {person}


def within_group(
    connection: sa.Connection, group: sa.Column[str], viewer: str, others: set[str]
) -> set[str]:
    """Those of some people whose group contains a viewer, and who are not blocked with them."""
    if not others:
        return set()
    query = sa.select(people.c.id, group).where(among(connection, people.c.id, sorted(others)))
    groups = {row[0]: row[1] for row in connection.execute(query)}
    friends = set(connection.scalars(sa.select(follows.c.person).where(follows.c.other == viewer)))
    allowed = {
        person
        for person, allows in groups.items()
        if allows == "everybody" or (allows == "friends" and person in friends)
    }
    unwanted = blocked_with(connection, viewer) if viewer else set()
    return (allowed - unwanted) | ({viewer} & groups.keys())


# ---- Mutes and blocks

MAX_BLOCKS = 500  # of one person
blocks = schema.blocks


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
            mine = sa.select(sa.func.count()).where(blocks.c.person == person)
            connection.execute(delete_one(person, other))
            if (connection.scalar(mine) or 0) >= MAX_BLOCKS:
                raise PeopleError(Text("people.many_blocks", {"most": MAX_BLOCKS}))
            values = {"person": person, "other": other, "kind": kind, "at": now()}
            connection.execute(sa.insert(blocks), values)
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
            sa.select(blocks.c.other, people.c.name, blocks.c.kind, blocks.c.at)
            .join(people, people.c.id == blocks.c.other)
            .where(blocks.c.person == person)
            .order_by(blocks.c.at.desc(), blocks.c.other)
        )
        return await self.database.read(lambda c: [BlockedPerson(*row) for row in c.execute(query)])

    async def require_none(self, person: str, others: Iterable[str]) -> None:
        """Refuse a person whom one of some people has blocked."""
        wanted = sorted(set(others) - {person, ""})
        if not wanted:
            return
        query = sa.select(blocks.c.person).where(
            blocks.c.other == person, blocks.c.person.in_(wanted), blocks.c.kind == "block"
        )
        if await self.database.read(lambda c: c.scalar(query.limit(1))):
            raise PeopleError(Text("people.blocked"))

    async def blocked_with(self, person: str) -> set[str]:
        """Everybody whom a person has blocked, or who has blocked the person."""
        return await self.database.read(lambda c: blocked_with(c, person))


def delete_one(person: str, other: str) -> sa.Delete:
    return sa.delete(blocks).where(blocks.c.person == person, blocks.c.other == other)


def blocked_with(connection: sa.Connection, person: str) -> set[str]:
    """Everybody whom a person has blocked, or who has blocked the person."""
    mine = sa.select(blocks.c.other).where(blocks.c.person == person, blocks.c.kind == "block")
    theirs = sa.select(blocks.c.person).where(blocks.c.other == person, blocks.c.kind == "block")
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
    query = sa.select(blocks).where(blocks.c.person.in_(ids), blocks.c.other.in_(ids))
    return {(row.person, row.other): row.kind for row in connection.execute(query)}
