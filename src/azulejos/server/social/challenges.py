"""Challenges: open tables with a place that is reserved for a person, and the inbox for them.

Challenges are deleted with the start of the game, or when the table is closed. They reach people on
whatever page they are, in whatever process.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

import sqlalchemy as sa
from pydantic import BaseModel

from azulejos.contract.rules import Json
from azulejos.server.accounts.people import PeopleError
from azulejos.server.accounts.relations import Follows, blocked_with
from azulejos.server.cluster.channel import Channel, Publish
from azulejos.server.storage import schema
from azulejos.server.storage.database import Database, among
from azulejos.server.table.events import Event
from azulejos.server.table.table import Table
from azulejos.text import Text
from azulejos.wire.messages import Challenged, ChallengeView

MAX_OPEN = 10  # challenges of one person that nobody has answered
rows, tables, people = schema.challenges, schema.tables, schema.people


@dataclass(frozen=True)
class Challenge:
    """The request of a person to play with another one."""

    table: str
    person: str  # id of who is challenged
    by: str  # id
    name: str  # of who challenges
    at: float
    summary: Json  # of the table


class Challenges:
    """Reads challenges, and checks new ones."""

    def __init__(self, database: Database, follows: Follows):
        self.database, self.follows = database, follows

    async def require_allowed(self, person: str, other: str) -> None:
        """Refuse a challenge that the other one does not want, or one too many."""
        if other not in await self.follows.challengeable(person, {other}):
            raise PeopleError(Text("people.no_challenge"))
        query = sa.select(rows.c.person).where(rows.c.by == person)
        mine = await self.database.read(lambda c: list(c.scalars(query)))
        if other in mine or len(mine) >= MAX_OPEN:
            raise PeopleError(Text("people.many_challenges"))

    async def to(self, challenged: Iterable[str]) -> dict[str, list[Challenge]]:
        """The challenges to some people, by person, the last first; without those of people who
        are blocked.
        """
        ids = sorted(set(challenged))
        if not ids:
            return {}

        def work(connection: sa.Connection) -> dict[str, list[Challenge]]:
            query = (
                sa.select(rows, people.c.name, tables.c.summary)
                .join(people, people.c.id == rows.c.by)
                .join(tables, tables.c.id == rows.c.table)
                .where(among(connection, rows.c.person, ids))
                .order_by(rows.c.at.desc(), rows.c.table)
            )
            found: dict[str, list[Challenge]] = {}
            for row in connection.execute(query):
                each = Challenge(row.table, row.person, row.by, row.name, row.at, row.summary)
                found.setdefault(row.person, []).append(each)
            unwanted = {person: blocked_with(connection, person) for person in found}
            return {
                person: [each for each in list_ if each.by not in unwanted[person]]
                for person, list_ in found.items()
            }

        return await self.database.read(work)


def store_challenges(connection: sa.Connection, table: Table, events: Sequence[Event]) -> None:
    """Store the challenge of a new table, and delete it when the table is open no more. Runs in the
    transaction of the events.
    """
    plan = table.plan
    if not plan.invited:
        return
    if table.status != "open":
        connection.execute(sa.delete(rows).where(rows.c.table == plan.id))
    elif events and events[0].version == 1:
        values = {"table": plan.id, "by": plan.created_by, "person": plan.invited}
        connection.execute(sa.insert(rows), values | {"at": plan.created_at})


# ---- The inbox


class Recipient(Protocol):
    """A connection of a person who may be challenged."""

    person: str

    def send(self, message: BaseModel) -> None:
        """Send a message; must not block."""


class Inbox:
    """Sends people who are connected to this process the list of challenges to them."""

    def __init__(self, challenges: Challenges, publish: Publish):
        self.challenges = challenges
        self.channel: Channel[Recipient] = Channel("challenges", publish, self._deliver)
        self._sent: dict[str, tuple[str, ...]] = {}  # by person: tables of the list sent last

    def listen(self, recipient: Recipient) -> None:
        if recipient.person:
            self.channel.listen(recipient.person, recipient)
            self._sent.pop(recipient.person, None)  # so that the new connection gets it too

    def unlisten(self, recipient: Recipient) -> None:
        self.channel.unlisten(recipient.person, recipient)
        if not self.channel.listeners(recipient.person):
            self._sent.pop(recipient.person, None)

    async def deliver(self, person: str) -> None:
        """Send a person a list that has just changed, in whatever process they are."""
        self.channel.announce(person)
        await self._deliver([person])

    async def _deliver(self, people: Collection[str]) -> None:
        """Send people their lists as far as they have changed."""
        here = [person for person in people if self.channel.listeners(person)]
        found = await self.challenges.to(here)
        for person in here:
            self._send(person, found.get(person, []))

    def _send(self, person: str, challenges: list[Challenge]) -> None:
        tables = tuple(each.table for each in challenges)
        if tables != self._sent.setdefault(person, ()):
            self._sent[person] = tables
            shown = [ChallengeView.of(each, table=each.summary) for each in challenges]
            for recipient in self.channel.listeners(person):
                recipient.send(Challenged(challenges=shown))
