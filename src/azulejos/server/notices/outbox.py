"""Outbox: mails that wait to be sent. `notices/mail.py` sends them.

A digest is stored in the transaction of the move that makes it a person's turn in a slow game, or
that creates a slow game of a tournament, so that no move waits for mail. It is due no sooner than
its reader has chosen.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Literal

import sqlalchemy as sa

from azulejos.server.ids import make_id
from azulejos.server.notices.subscriptions import people_to_seat, person_to_call
from azulejos.server.storage import schema
from azulejos.server.storage.database import Database
from azulejos.server.table.events import Event
from azulejos.server.table.table import Table
from azulejos.server.timing import TIMING, now

MailKind = Literal["confirm", "recover", "digest"]
HOUR_S = 3_600.0
rows, addresses = schema.mails, schema.mail_addresses


@dataclass(frozen=True)
class OutboxMail:
    """A mail that waits to be sent."""

    id: str
    person: str
    kind: MailKind
    due_at: float
    attempts: int


class Outbox:
    """Reads and writes waiting mails."""

    def __init__(self, database: Database):
        self.database = database

    async def take_due(self, most: int, lease_s: float) -> list[OutboxMail]:
        """Some mails that are due; no other process gets them for a while."""
        query = sa.select(*(rows.c[each.name] for each in fields(OutboxMail)))
        query = query.where(rows.c.due_at <= now()).order_by(rows.c.due_at).limit(most)
        found = await self.database.read(lambda c: [OutboxMail(*row) for row in c.execute(query)])
        return [each for each in found if await self._take(each, lease_s)]

    async def _take(self, mail: OutboxMail, lease_s: float) -> bool:
        update = sa.update(rows).where(rows.c.id == mail.id, rows.c.due_at == mail.due_at)
        values = {"due_at": now() + lease_s, "attempts": mail.attempts + 1}
        return await self.database.run(lambda c: c.execute(update, values).rowcount) == 1

    async def postpone(self, mail: OutboxMail, until: float) -> None:
        """Send a mail later; that does not count as an attempt."""
        update = sa.update(rows).where(rows.c.id == mail.id)
        values = {"due_at": until, "attempts": mail.attempts}
        await self.database.run(lambda c: c.execute(update, values))

    async def drop(self, mail: OutboxMail) -> None:
        """Delete a mail that was sent, or that nobody needs any more."""
        await self.database.run(lambda c: c.execute(sa.delete(rows).where(rows.c.id == mail.id)))


def add_mail(connection: sa.Connection, person: str, kind: MailKind, due_at: float) -> None:
    """Store a mail, unless one of its kind waits for its first attempt already."""
    waits = sa.select(rows.c.id).where(
        rows.c.person == person, rows.c.kind == kind, rows.c.attempts == 0
    )
    if connection.scalar(waits.limit(1)) is None:
        values = {"id": make_id(), "person": person, "kind": kind}
        connection.execute(sa.insert(rows), values | {"due_at": due_at, "attempts": 0})


def store_digests(connection: sa.Connection, table: Table, events: Sequence[Event]) -> None:
    """Store a digest for whoever has to move in a slow game, or to sit down at one of a tournament,
    and wants one. Runs in the transaction of the events.
    """
    people = people_to_seat(table, events) or [person_to_call(table, events)]
    if not any(people):
        return
    wants = sa.and_(addresses.c.confirmed_at.is_not(None), addresses.c.digest_h > 0)
    query = sa.select(addresses.c.person, addresses.c.digest_h, addresses.c.digest_at).where(wants)
    for found in connection.execute(query.where(addresses.c.person.in_(people))).all():
        due_at = max(now() + TIMING.digest_wait_s, found.digest_at + found.digest_h * HOUR_S)
        add_mail(connection, found.person, "digest", due_at)
