"""Follows, and the rights that depend on them: to see that a person is online, and to challenge.

Following is one-sided, and the person who is followed can see it. A block ends it in both
directions, and hides two people from each other. A person grants each right to nobody, to friends
(those whom the person follows) or to everybody.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import sqlalchemy as sa

from azulejos.server.accounts.blocks import blocked_with
from azulejos.server.accounts.people import PeopleError
from azulejos.server.storage import schema
from azulejos.server.storage.database import Database, among
from azulejos.server.wall_clock import now
from azulejos.text import Text
from azulejos.wire.accounts import Kind

MAX_FOLLOWS = 500  # of one person
rows, people = schema.follows, schema.people


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
            mine = sa.select(rows.c.other).where(rows.c.person == person)
            followed = set(connection.scalars(mine))
            if other in followed:
                return
            if len(followed) >= MAX_FOLLOWS:
                raise PeopleError(Text("people.many_follows", {"most": MAX_FOLLOWS}))
            connection.execute(sa.insert(rows), {"person": person, "other": other, "at": now()})

        await self.database.run(work)

    async def remove(self, person: str, other: str) -> None:
        """Stop following a person."""
        delete = sa.delete(rows).where(rows.c.person == person, rows.c.other == other)
        await self.database.run(lambda c: c.execute(delete))

    async def following(self, person: str) -> list[Friend]:
        """The people whom a person follows, the last first."""
        return await self._list(rows.c.other, rows.c.person == person)

    async def followers(self, person: str) -> list[Friend]:
        """The people who follow a person, the last first."""
        return await self._list(rows.c.person, rows.c.other == person)

    async def _list(self, shown: sa.Column[str], condition: sa.ColumnElement[bool]) -> list[Friend]:
        query = (
            sa.select(people.c.id, people.c.name, people.c.kind, rows.c.at)
            .join(rows, shown == people.c.id)
            .where(condition)
            .order_by(rows.c.at.desc(), people.c.id)
            .limit(MAX_FOLLOWS)
        )
        return await self.database.read(lambda c: [Friend(*row) for row in c.execute(query)])

    async def is_following(self, person: str, other: str) -> bool:
        query = sa.select(rows.c.at).where(rows.c.person == person, rows.c.other == other)
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
    friends = set(connection.scalars(sa.select(rows.c.person).where(rows.c.other == viewer)))
    allowed = {
        person
        for person, allows in groups.items()
        if allows == "everybody" or (allows == "friends" and person in friends)
    }
    unwanted = blocked_with(connection, viewer) if viewer else set()
    return (allowed - unwanted) | ({viewer} & groups.keys())
