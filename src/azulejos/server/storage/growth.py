"""Deletion of what nobody needs any more, a few rows at a time. Settings say after how many days.

Features say which rows (`Feature.expired`). Accounts, games and their reviews are never deleted.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial

import sqlalchemy as sa

from azulejos.server.feature import Expired, Personal
from azulejos.server.settings import Settings
from azulejos.server.storage.database import Database
from azulejos.server.storage.schema import events, tables
from azulejos.server.timing import DAY_S

BATCH = 200  # rows of each kind in one transaction
LOCK = 8_420_002  # key of the advisory lock on PostgreSQL

Condition = sa.ColumnElement[bool]


@dataclass
class FeatureRows:
    """The kinds of rows in the database that features have to say something about."""

    expired: list[Expired] = field(default_factory=list)
    personal: list[Personal] = field(default_factory=list)


def unused(table: sa.Table, used_at: sa.ColumnElement[float], days: float) -> list[Expired]:
    """The rows of a table that were not used for some days; none if the days are 0."""
    return [Expired(table, lambda at: used_at < at - days * DAY_S)] if days else []


async def delete_old(database: Database, kinds: Iterable[Expired], at: float) -> dict[str, int]:
    """Delete a batch of each kind of old rows; return the numbers by table.

    They are searched without a lock, and what has been used meanwhile is kept.
    """
    deleted: dict[str, int] = {}
    for table, is_old_at in kinds:
        is_old = is_old_at(at)
        ids = await database.read(partial(find_ids, table, is_old))
        count = await database.run(partial(delete_rows, table, is_old, ids)) if ids else 0
        if count:
            deleted[table.name] = count
    return deleted


def find_ids(table: sa.Table, is_old: Condition, connection: sa.Connection) -> list[str]:
    return list(connection.scalars(sa.select(table.c.id).where(is_old).limit(BATCH)))


def delete_rows(
    table: sa.Table, is_old: Condition, ids: list[str], connection: sa.Connection
) -> int:
    """Delete those rows that are still old; none while another process deletes some."""
    if connection.dialect.name == "postgresql":
        lock = sa.select(sa.func.pg_try_advisory_xact_lock(LOCK))
        if not connection.scalar(lock):
            return 0
    return connection.execute(sa.delete(table).where(table.c.id.in_(ids), is_old)).rowcount


def is_silent(status: str, since: float) -> Condition:
    """The condition for tables with a status at which nothing happened since a time."""
    is_active = sa.exists().where(events.c.table == tables.c.id, events.c.at >= since)
    return sa.and_(tables.c.status == status, tables.c.created_at < since, ~is_active)


async def abandoned_tables(database: Database, settings: Settings, at: float) -> list[str]:
    """Ids of some open tables that nobody has joined or visited for long."""
    if not settings.keep_open_days:
        return []
    is_old = is_silent("open", at - settings.keep_open_days * DAY_S)
    return await database.read(partial(find_ids, tables, is_old))
