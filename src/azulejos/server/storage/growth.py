"""Deletion of what nobody needs any more, a few rows at a time. Settings say after how many days.

Deleted are guests who never sat at a table, tables that were closed before a game began, sessions,
challenges and links that have expired, tokens that were not used for long, old answers of searches,
races at puzzles, and shared boards that nobody opens any more. Accounts, games and their reviews
are never deleted.
"""

from collections.abc import Iterator
from functools import partial

import sqlalchemy as sa

from azulejos.server.settings import Settings
from azulejos.server.storage.database import Database
from azulejos.server.storage.schema import (
    analyses,
    boards,
    events,
    mail_links,
    passkey_challenges,
    people,
    puzzle_races,
    seats,
    sessions,
    tables,
    tokens,
)

DAY_S = 86_400.0
BATCH = 200  # rows of each kind in one transaction
LOCK = 8_420_002  # key of the advisory lock on PostgreSQL

Condition = sa.ColumnElement[bool]


async def delete_old(database: Database, settings: Settings, at: float) -> dict[str, int]:
    """Delete a batch of each kind of old rows; return the numbers by table.

    They are searched without a lock, and what has been used meanwhile is kept.
    """
    deleted: dict[str, int] = {}
    for table, is_old in old_rows(settings, at):
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


def old_rows(settings: Settings, at: float) -> Iterator[tuple[sa.Table, Condition]]:
    """Tables of the database and the conditions for their old rows."""
    yield sessions, sessions.c.expires_at < at
    yield passkey_challenges, passkey_challenges.c.expires_at < at
    yield mail_links, mail_links.c.expires_at < at
    yield puzzle_races, puzzle_races.c.started_at < at - DAY_S
    if settings.keep_tokens_days:
        since = at - settings.keep_tokens_days * DAY_S
        yield tokens, sa.func.coalesce(tokens.c.used_at, tokens.c.created_at) < since
    if settings.keep_boards_days:
        yield boards, boards.c.seen_at < at - settings.keep_boards_days * DAY_S
    if settings.keep_analyses_days:
        yield analyses, analyses.c.created_at < at - settings.keep_analyses_days * DAY_S
    if settings.keep_open_days:
        yield tables, is_silent("closed", at - settings.keep_open_days * DAY_S)
    if settings.keep_guests_days:
        since = at - settings.keep_guests_days * DAY_S
        sits = sa.exists().where(seats.c.person == people.c.id)
        is_seen = sa.exists().where(sessions.c.person == people.c.id, sessions.c.seen_at >= since)
        is_guest = sa.and_(people.c.kind == "guest", people.c.created_at < since)
        yield people, sa.and_(is_guest, ~sits, ~is_seen)


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
