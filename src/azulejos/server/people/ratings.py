"""Ratings: one for each person and pool (game and number of players), by openskill (Weng-Lin).

The model is Bradley-Terry with partial pairing. Plackett-Luce is not used: with it, two players who
share the first place gain no more than the third. A rated game counts once, in the transaction that
stores its result.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from openskill.models import BradleyTerryPart
from sqlalchemy.dialects import postgresql, sqlite

from azulejos.server.people.accounts import Kind
from azulejos.server.storage import schema
from azulejos.server.storage.database import Database
from azulejos.server.table.events import Event
from azulejos.server.table.table import Table

MODEL = BradleyTerryPart()
SHOWN_START, SHOWN_STEP = 1_000, 40  # shown rating at ordinal 0 (the start), and per unit of it
INSERTS: dict[str, Any] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}
MIN_GAMES = 5  # before a person is listed in a leaderboard


@dataclass(frozen=True)
class Rating:
    """An estimate of a person's strength: mean and standard deviation."""

    mu: float = 25.0
    sigma: float = 25.0 / 3
    games: int = 0

    @property
    def ordinal(self) -> float:
        """A lower bound of the strength: three standard deviations below the mean."""
        return self.mu - 3 * self.sigma

    @property
    def shown(self) -> int:
        """The rating as a number for display."""
        return round(SHOWN_START + SHOWN_STEP * self.ordinal)


def rate(before: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """The ratings after a game; ranks begin at 1, and equal players share a rank."""
    sides = [[MODEL.rating(mu=each.mu, sigma=each.sigma)] for each in before]
    after = MODEL.rate(sides, ranks=[float(rank) for rank in ranks])
    return [
        Rating(side[0].mu, side[0].sigma, each.games + 1)
        for side, each in zip(after, before, strict=True)
    ]


def pool_of(game: str, players: int) -> str:
    """The name of the pool in which a game with a number of players is rated."""
    return f"{game}-{players}"


# ---- In the database


def store_ratings(connection: sa.Connection, table: Table, events: Sequence[Event]) -> None:
    """Store the new ratings if the events end a rated game. Runs in their transaction."""
    if not (any(event.kind == "finished" for event in events) and is_counted(table)):
        return
    assert table.finish
    pool, people = pool_of(table.plan.game, table.plan.players), [s.person for s in table.seats]
    before = lock_ratings(connection, pool, people)
    after = rate([before[person] for person in people], table.finish.ranks)
    for person, rating in sorted(zip(people, after, strict=True)):
        values = {"mu": rating.mu, "sigma": rating.sigma}
        mine = (schema.ratings.c.person == person, schema.ratings.c.pool == pool)
        update = sa.update(schema.ratings).where(*mine)
        counted = {"games": rating.games, "ordinal": rating.ordinal}
        connection.execute(update, values | counted)
        change = {"table": table.plan.id, "person": person, "pool": pool, "at": events[-1].at}
        connection.execute(sa.insert(schema.rating_changes), change | values)


def is_counted(table: Table) -> bool:
    """Does the result count? Only between different people, and not if they agreed to end it."""
    people = [seat.person for seat in table.seats]
    is_fair = all(people) and len(set(people)) == len(people)
    return table.plan.is_rated and is_fair and bool(table.finish) and not is_agreed(table)


def is_agreed(table: Table) -> bool:
    return table.finish is not None and table.finish.reason == "agreed"


def lock_ratings(connection: sa.Connection, pool: str, people: list[str]) -> dict[str, Rating]:
    """Read ratings and lock them for the transaction; people without one get the initial one."""
    rows, first = schema.ratings, Rating()
    start = {"mu": first.mu, "sigma": first.sigma, "games": 0, "ordinal": first.ordinal}
    for person in sorted(people):
        insert = INSERTS[connection.dialect.name](rows).on_conflict_do_nothing()
        connection.execute(insert, {"person": person, "pool": pool} | start)
    query = sa.select(rows).where(rows.c.pool == pool, rows.c.person.in_(people))
    locked = connection.execute(query.order_by(rows.c.person).with_for_update())
    return {row.person: Rating(row.mu, row.sigma, row.games) for row in locked}


async def ratings_of(database: Database, person: str) -> dict[str, Rating]:
    """A person's ratings by pool."""
    rows = schema.ratings
    query = sa.select(rows).where(rows.c.person == person).order_by(rows.c.pool)
    found = await database.read(lambda c: c.execute(query).all())
    return {row.pool: Rating(row.mu, row.sigma, row.games) for row in found}


async def history_of(database: Database, person: str, pool: str) -> list[tuple[str, float, Rating]]:
    """The history of a rating: table, time and rating after each game."""
    rows = schema.rating_changes
    query = sa.select(rows).where(rows.c.person == person, rows.c.pool == pool)
    found = await database.read(lambda c: c.execute(query.order_by(rows.c.at)).all())
    return [(row.table, row.at, Rating(row.mu, row.sigma, n)) for n, row in enumerate(found, 1)]


async def best_of(
    database: Database, pool: str, limit: int = 100
) -> list[tuple[str, str, Kind, Rating]]:
    """The leaderboard of a pool: id, name, kind and rating, the best first."""
    rows, people = schema.ratings, schema.people
    query = (
        sa.select(people.c.id, people.c.name, people.c.kind, rows.c.mu, rows.c.sigma, rows.c.games)
        .join(people, people.c.id == rows.c.person)
        .where(rows.c.pool == pool, rows.c.games >= MIN_GAMES)
        .order_by(rows.c.ordinal.desc(), people.c.id)
        .limit(limit)
    )
    found = await database.read(lambda c: c.execute(query).all())
    return [(row.id, row.name, row.kind, Rating(*row[3:])) for row in found]
