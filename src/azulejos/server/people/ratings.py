"""Ratings: one for each person, game and number of players, by openskill (Weng and Lin).

`rate` is arithmetic and knows no database. Bradley–Terry with neighbours in the ranking is used,
not Plackett–Luce: there two who share the first place gain no more than the one who comes third.
A rated game counts once, in the transaction that stores its end.
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
from azulejos.server.table.table import Event, Table

MODEL = BradleyTerryPart()
SHOWN_START, SHOWN_STEP = 1_000, 40  # an ordinal of 0, which everybody starts with, is shown as
INSERTS: dict[str, Any] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}
FEWEST_GAMES = 5  # before somebody stands in the list of the best


@dataclass(frozen=True)
class Rating:
    """How strong somebody seems to be, and how sure that is."""

    mu: float = 25.0
    sigma: float = 25.0 / 3
    games: int = 0

    @property
    def ordinal(self) -> float:
        """What the person is at least worth, almost certainly."""
        return self.mu - 3 * self.sigma

    @property
    def shown(self) -> int:
        """The number that people see."""
        return round(SHOWN_START + SHOWN_STEP * self.ordinal)


def rate(before: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """Ratings after a game; ranks begin at 1, and equals share one."""
    sides = [[MODEL.rating(mu=each.mu, sigma=each.sigma)] for each in before]
    after = MODEL.rate(sides, ranks=[float(rank) for rank in ranks])
    return [
        Rating(side[0].mu, side[0].sigma, each.games + 1)
        for side, each in zip(after, before, strict=True)
    ]


def pool_of(game: str, players: int) -> str:
    """The name under which games are rated together."""
    return f"{game}-{players}"


# ---- In the database


def store_ratings(connection: sa.Connection, table: Table, events: Sequence[Event]) -> None:
    """After a rated game: everybody's new rating. Part of the transaction that stores the end."""
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
    """Does the result count? Only between different people, and not if they agreed to forget it."""
    people = [seat.person for seat in table.seats]
    is_fair = all(people) and len(set(people)) == len(people)
    return table.plan.is_rated and is_fair and bool(table.finish) and not is_agreed(table)


def is_agreed(table: Table) -> bool:
    return table.finish is not None and table.finish.reason == "agreed"


def lock_ratings(connection: sa.Connection, pool: str, people: list[str]) -> dict[str, Rating]:
    """Ratings that nobody else changes until the transaction ends; new people get the first."""
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
    """How a rating came about: table, moment, rating after it."""
    rows = schema.rating_changes
    query = sa.select(rows).where(rows.c.person == person, rows.c.pool == pool)
    found = await database.read(lambda c: c.execute(query.order_by(rows.c.at)).all())
    return [(row.table, row.at, Rating(row.mu, row.sigma, n)) for n, row in enumerate(found, 1)]


async def best_of(
    database: Database, pool: str, most: int = 100
) -> list[tuple[str, str, Kind, Rating]]:
    """The strongest of a pool: id, name, kind and rating, the best first."""
    rows, people = schema.ratings, schema.people
    query = (
        sa.select(people.c.id, people.c.name, people.c.kind, rows.c.mu, rows.c.sigma, rows.c.games)
        .join(people, people.c.id == rows.c.person)
        .where(rows.c.pool == pool, rows.c.games >= FEWEST_GAMES)
        .order_by(rows.c.ordinal.desc(), people.c.id)
        .limit(most)
    )
    found = await database.read(lambda c: c.execute(query).all())
    return [(row.id, row.name, row.kind, Rating(*row[3:])) for row in found]
