"""Reports of people to the moderators of a server, and the warnings that may follow."""

import sqlalchemy as sa

from azulejos.server.accounts.people import PeopleError
from azulejos.server.ids import make_id
from azulejos.server.storage import schema
from azulejos.server.storage.database import Database
from azulejos.server.wall_clock import now
from azulejos.text import Text
from azulejos.wire.accounts import Reason

rows, warnings = schema.reports, schema.warnings


class Reports:
    """Stores reports, and what people have to read."""

    def __init__(self, database: Database):
        self.database = database

    async def make(self, by: str, person: str, table: str | None, reason: Reason) -> None:
        """Report a person; the same report again changes nothing while the first one is open."""

        def work(connection: sa.Connection) -> None:
            people, tables = schema.people, schema.tables
            known = connection.scalar(sa.select(people.c.id).where(people.c.id == person))
            if person == by or known is None:
                raise PeopleError(Text("people.unknown"))
            there = connection.scalar(sa.select(tables.c.id).where(tables.c.id == table))
            if table is not None and there is None:
                raise PeopleError(Text("table.unknown", {"table": table}))
            same = sa.select(rows.c.id).where(
                rows.c.by == by,
                rows.c.person == person,
                rows.c.table.is_(None) if table is None else rows.c.table == table,
                rows.c.reason == reason,
                rows.c.closed_at.is_(None),
            )
            if connection.scalar(same) is None:
                values = {"id": make_id(), "at": now(), "by": by, "person": person}
                connection.execute(sa.insert(rows), values | {"table": table, "reason": reason})

        await self.database.run(work)

    async def unread_warning(self, person: str) -> tuple[str, Reason] | None:
        """The id and reason of the first warning that a person has not confirmed; None if none."""
        query = sa.select(warnings.c.id, warnings.c.reason).where(
            warnings.c.person == person, warnings.c.seen_at.is_(None)
        )
        found = await self.database.read(
            lambda c: c.execute(query.order_by(warnings.c.at).limit(1)).one_or_none()
        )
        return (found.id, found.reason) if found else None

    async def confirm(self, person: str, warning: str) -> None:
        """Note that a person has read a warning."""
        update = sa.update(warnings).where(
            warnings.c.id == warning, warnings.c.person == person, warnings.c.seen_at.is_(None)
        )
        await self.database.run(lambda c: c.execute(update, {"seen_at": now()}))
