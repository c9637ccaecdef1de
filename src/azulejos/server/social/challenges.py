"""Challenges: open tables with a place that is reserved for a person. Deleted with the start of the
game, or when the table is closed.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from azulejos.contract.rules import Json
from azulejos.server.accounts.blocks import blocked_with
from azulejos.server.accounts.follows import Follows
from azulejos.server.accounts.people import PeopleError
from azulejos.server.storage import schema
from azulejos.server.storage.database import Database, among
from azulejos.server.table.events import Event
from azulejos.server.table.table import Table
from azulejos.text import Text

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
