"""Consents to make puzzles of finished games. A game is used only if all who played it agree."""

from collections.abc import Iterator

import sqlalchemy as sa

from azulejos.record import Record
from azulejos.server.storage import schema
from azulejos.server.storage.database import Database, insert_new
from azulejos.server.storage.store import NoTable, Quarantined, load_table
from azulejos.server.wall_clock import now

rows = schema.puzzle_consents


async def has_consented(database: Database, person: str) -> bool:
    query = sa.select(rows.c.person).where(rows.c.person == person)
    return await database.read(lambda c: c.scalar(query)) is not None


async def set_consent(database: Database, person: str, is_given: bool) -> None:
    """Give or withdraw a person's consent."""
    await database.run(lambda c: _set_consent(c, person, is_given))


def _set_consent(connection: sa.Connection, person: str, is_given: bool) -> None:
    if not is_given:
        connection.execute(sa.delete(rows).where(rows.c.person == person))
        return
    connection.execute(insert_new(connection, rows).values(person=person, at=now()))


def consented_records(connection: sa.Connection, limit: int) -> Iterator[Record]:
    """Records of finished games, the oldest first, without names: those with people who have all
    consented.
    """
    tables, seats = schema.tables, schema.seats
    played = sa.select(seats.c.table).where(seats.c.person.in_(sa.select(rows.c.person)))
    others = sa.select(seats.c.table).where(seats.c.person.not_in(sa.select(rows.c.person)))
    query = (
        sa.select(tables.c.id)
        .where(tables.c.status == "over", tables.c.id.in_(played), tables.c.id.not_in(others))
        .order_by(tables.c.moved_at, tables.c.id)
        .limit(limit)
    )
    for table_id in connection.scalars(query).all():
        try:
            table, _ = load_table(connection, table_id)
        except (NoTable, Quarantined):
            continue
        yield Record.from_position(table.position)
