"""Ratings: one for each person and pool (game and number of players), by openskill (Weng-Lin).

The model is Bradley-Terry with partial pairing. Plackett-Luce is not used: with it, two players who
share the first place gain no more than the third. A rated game counts once, in the transaction that
stores its result. It counts only if every seat has moved a few times, and only a few games a day
between the same two people count, so that nobody gains a rating by games that are given away.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import sqlalchemy as sa
from openskill.models import BradleyTerryPart

from azulejos.server.storage import schema
from azulejos.server.storage.database import Database, insert_new
from azulejos.server.table.events import Event
from azulejos.server.table.table import WITHOUT_RESULT, Table

MODEL = BradleyTerryPart()
SHOWN_START, SHOWN_STEP = 1_000, 40  # shown rating at ordinal 0 (the start), and per unit of it
MIN_GAMES = 5  # before a person is listed in a leaderboard
MIN_MOVES = 2  # of every seat, before a game counts
MAX_GAMES, DAY_S = 3, 86_400.0  # that count between the same two people within a day


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

    @property
    def deviation(self) -> int:
        """The standard deviation on the scale of the number for display."""
        return round(SHOWN_STEP * self.sigma)

    @property
    def is_provisional(self) -> bool:
        """Does it rest on so few games that no leaderboard lists it?"""
        return self.games < MIN_GAMES


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
    """Store the new ratings if the events end or annul a rated game. Runs in their transaction."""
    if any(event.kind == "annulled" for event in events):
        withdraw_ratings(connection, table.plan.id)
    if not (any(event.kind == "finished" for event in events) and is_counted(table)):
        return
    assert table.finish
    pool, people = pool_of(table.plan.game, table.plan.players), [s.person for s in table.seats]
    if have_met_often(connection, people, events[-1].at):
        return
    before = lock_ratings(connection, pool, people)
    after = rate([before[person] for person in people], table.finish.ranks)
    shares = dict(zip(people, table.finish.shares, strict=True))
    for person, rating in sorted(zip(people, after, strict=True)):
        values = {"mu": rating.mu, "sigma": rating.sigma}
        mine = (schema.ratings.c.person == person, schema.ratings.c.pool == pool)
        update = sa.update(schema.ratings).where(*mine)
        counted = {"games": rating.games, "ordinal": rating.ordinal}
        connection.execute(update, values | counted)
        change = {"table": table.plan.id, "person": person, "pool": pool, "at": events[-1].at}
        change["share"] = shares[person]
        connection.execute(sa.insert(schema.rating_changes), change | values)


def is_counted(table: Table) -> bool:
    """Does the result count? Only between different people, if every seat has moved, and if the
    game did not end without a result.
    """
    people = [seat.person for seat in table.seats]
    is_fair = all(people) and len(set(people)) == len(people)
    has_result = table.finish is not None and table.finish.reason not in WITHOUT_RESULT
    moves = Counter(map(table.position.actor_at, range(len(table.position.history))))
    has_begun = all(moves[seat] >= MIN_MOVES for seat in range(table.plan.players))
    return table.plan.is_rated and is_fair and has_result and has_begun


def have_met_often(connection: sa.Connection, people: Sequence[str], now: float) -> bool:
    """Did two of these people play so many games within a day that the next one does not count?"""
    rows = schema.rating_changes
    query = sa.select(rows.c.table, rows.c.person)
    query = query.where(rows.c.person.in_(people), rows.c.at > now - DAY_S)
    games: dict[str, list[str]] = {}
    for table, person in connection.execute(query):
        games.setdefault(table, []).append(person)
    met = Counter(pair for game in games.values() for pair in combinations(sorted(game), 2))
    return any(times >= MAX_GAMES for times in met.values())


def lock_ratings(connection: sa.Connection, pool: str, people: list[str]) -> dict[str, Rating]:
    """Read ratings and lock them for the transaction; people without one get the initial one."""
    rows, first = schema.ratings, Rating()
    start = {"mu": first.mu, "sigma": first.sigma, "games": 0, "ordinal": first.ordinal}
    for person in sorted(people):
        insert = insert_new(connection, rows)
        connection.execute(insert, {"person": person, "pool": pool} | start)
    query = sa.select(rows).where(rows.c.pool == pool, rows.c.person.in_(people))
    locked = connection.execute(query.order_by(rows.c.person).with_for_update())
    return {row.person: Rating(row.mu, row.sigma, row.games) for row in locked}


# ---- Annulled games

Moment = tuple[float, str]  # time and table of a rated game: games are rated in this order


def withdraw_ratings(connection: sa.Connection, table_id: str) -> None:
    """Undo what a game did to the ratings, as if it had never been rated.

    The later games of its pool are rated again, as far as they are played by people whose rating
    changes.
    """
    rows = schema.rating_changes
    own = connection.execute(sa.select(rows).where(rows.c.table == table_id)).all()
    if not own:
        return
    pool, moment = own[0].pool, (own[0].at, table_id)
    in_pool = sa.select(schema.ratings.c.person).where(schema.ratings.c.pool == pool)
    connection.execute(in_pool.order_by(schema.ratings.c.person).with_for_update())
    current = {row.person: rating_before(connection, pool, row.person, moment) for row in own}
    connection.execute(sa.delete(rows).where(rows.c.table == table_id))
    for later, people in games_after(connection, pool, moment):
        if current.keys() & people:
            current |= rate_again(connection, pool, later, current)
    for person, rating in current.items():
        mine = (schema.ratings.c.person == person, schema.ratings.c.pool == pool)
        if rating.games:
            connection.execute(
                sa.update(schema.ratings).where(*mine), vars(rating) | {"ordinal": rating.ordinal}
            )
        else:
            connection.execute(sa.delete(schema.ratings).where(*mine))


def rating_before(connection: sa.Connection, pool: str, person: str, moment: Moment) -> Rating:
    """The rating with which a person began a game."""
    rows = schema.rating_changes
    earlier = sa.tuple_(rows.c.at, rows.c.table) < sa.tuple_(*moment)
    mine = sa.select(rows).where(rows.c.person == person, rows.c.pool == pool, earlier)
    found = connection.execute(mine.order_by(rows.c.at.desc(), rows.c.table.desc())).all()
    return Rating(found[0].mu, found[0].sigma, len(found)) if found else Rating()


def games_after(
    connection: sa.Connection, pool: str, moment: Moment
) -> list[tuple[Moment, set[str]]]:
    """The rated games of a pool after a moment, in order, each with its people."""
    rows = schema.rating_changes
    later = sa.tuple_(rows.c.at, rows.c.table) > sa.tuple_(*moment)
    found = connection.execute(
        sa.select(rows.c.at, rows.c.table, rows.c.person)
        .where(rows.c.pool == pool, later)
        .order_by(rows.c.at, rows.c.table)
    )
    games: dict[Moment, set[str]] = {}
    for row in found:
        games.setdefault((row.at, row.table), set()).add(row.person)
    return list(games.items())


def rate_again(
    connection: sa.Connection, pool: str, moment: Moment, current: dict[str, Rating]
) -> dict[str, Rating]:
    """Rate a stored game from the ratings that its people have now; return those after it."""
    rows, (_, table_id) = schema.rating_changes, moment
    query = sa.select(schema.tables.c.summary).where(schema.tables.c.id == table_id)
    summary = connection.execute(query).scalar_one()
    people = [seat["person"] for seat in summary["seats"]]
    before = [current.get(p) or rating_before(connection, pool, p, moment) for p in people]
    after = dict(zip(people, rate(before, summary["finish"]["ranks"]), strict=True))
    for person, rating in after.items():
        update = sa.update(rows).where(rows.c.table == table_id, rows.c.person == person)
        connection.execute(update, {"mu": rating.mu, "sigma": rating.sigma})
    return after


# ---- Questions


async def ratings_of(database: Database, person: str) -> dict[str, Rating]:
    """A person's ratings by pool."""
    rows = schema.ratings
    query = sa.select(rows).where(rows.c.person == person).order_by(rows.c.pool)
    found = await database.read(lambda c: c.execute(query).all())
    return {row.pool: Rating(row.mu, row.sigma, row.games) for row in found}


async def ratings_in(database: Database, pool: str, people: Sequence[str]) -> dict[str, Rating]:
    """The ratings of some people in a pool, by person; without those who have none."""
    rows = schema.ratings
    query = sa.select(rows).where(rows.c.pool == pool, rows.c.person.in_(people))
    found = await database.read(lambda c: c.execute(query).all())
    return {row.person: Rating(row.mu, row.sigma, row.games) for row in found}


async def history_of(database: Database, person: str, pool: str) -> list[tuple[str, float, Rating]]:
    """The history of a rating: table, time and rating after each game."""
    rows = schema.rating_changes
    query = sa.select(rows).where(rows.c.person == person, rows.c.pool == pool)
    found = await database.read(lambda c: c.execute(query.order_by(rows.c.at)).all())
    return [(row.table, row.at, Rating(row.mu, row.sigma, n)) for n, row in enumerate(found, 1)]
