"""Changes of ratings by rated games: stored with the result, withdrawn with an annulled game, and
explained.

A rated game counts once, in the transaction that stores its result. It counts only if every seat
has moved a few times, and only a few games a day between the same two players count, so that nobody
gains a rating by games that are given away. Against a built-in bot a game counts for the person
if the bot's rating is measured; the rating that it had is stored with its seat.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import sqlalchemy as sa

from azulejos.contract.rules import Json
from azulejos.server.ratings.ratings import Rating, expected_share, pool_of, rate
from azulejos.server.storage import schema
from azulejos.server.storage.database import Database, insert_new
from azulejos.server.table.events import Event
from azulejos.server.table.table import WITHOUT_RESULT, Table
from azulejos.wire.ratings import Uncounted

MIN_MOVES = 2  # of every seat, before a game counts
MAX_GAMES, DAY_S = 3, 86_400.0  # that count between the same two players within a day
rows = schema.rating_changes


@dataclass(frozen=True)
class Change:
    """The effect of a game on the rating of a seat."""

    seat: int
    before: Rating
    after: Rating
    expected: float  # share of the others whom the seat was expected to beat, a tie as half
    scored: float  # share of the others whom it beat


def store_ratings(connection: sa.Connection, table: Table, events: Sequence[Event]) -> None:
    """Store the new ratings if the events end or annul a rated game. Runs in their transaction."""
    if any(event.kind == "annulled" for event in events):
        withdraw_ratings(connection, table.plan.id)
    if not any(event.kind == "finished" for event in events) or why_uncounted(table):
        return
    assert table.finish
    pool, people = pool_of(table.plan.game, table.plan.players), sorted(table.people())
    bots = {seat.bot for seat in table.seats if seat.bot}
    if have_met_often(connection, people, bots, events[-1].at):
        return
    known = lock_ratings(connection, pool, people)
    before = [rating_at(vars(seat), known) for seat in table.seats]
    after = rate(before, table.finish.ranks)
    for seat, rating, share in sorted(
        zip(table.seats, after, table.finish.shares, strict=True), key=lambda each: each[0].person
    ):
        if rating.is_fixed:
            continue
        write_rating(connection, seat.person, pool, rating)
        values = {"mu": rating.mu, "sigma": rating.sigma, "share": share}
        change = {"table": table.plan.id, "person": seat.person, "pool": pool}
        connection.execute(sa.insert(rows), values | change | {"at": events[-1].at})


def why_uncounted(table: Table) -> Uncounted | None:
    """Why a result does not count; None if it does, unless these players have met often.

    It counts between different people, or a person and a bot with a measured rating.
    """
    if not table.plan.is_rated:
        return "casual"
    if table.finish is None:
        return "going"
    if table.finish.reason in WITHOUT_RESULT:
        return "no_result"
    moves = Counter(map(table.position.actor_at, range(len(table.position.history))))
    if any(moves[seat] < MIN_MOVES for seat in range(table.plan.players)):
        return "few_moves"
    is_known = all(seat.person or seat.rating is not None for seat in table.seats)
    players = {seat.person or seat.bot for seat in table.seats}
    is_fair = is_known and table.people() and len(players) == len(table.seats)
    return None if is_fair else "players"


def have_met_often(
    connection: sa.Connection, people: Sequence[str], bots: set[str], now: float
) -> bool:
    """Did two of these players play so many games within a day that the next does not count?"""
    recent = sa.and_(rows.c.person.in_(people), rows.c.at > now - DAY_S)
    games: dict[str, list[str]] = {}
    for table, person in connection.execute(sa.select(rows.c.table, rows.c.person).where(recent)):
        games.setdefault(table, []).append(person)
    if bots and games:
        query = sa.select(schema.tables.c.id, schema.tables.c.summary)
        for table, summary in connection.execute(query.where(schema.tables.c.id.in_(games))):
            games[table] += [seat["bot"] for seat in summary["seats"] if seat["bot"] in bots]
    met = Counter(pair for game in games.values() for pair in combinations(sorted(game), 2))
    return any(times >= MAX_GAMES for times in met.values())


def rating_at(seat: Json, known: dict[str, Rating]) -> Rating:
    """The rating of a seat: that of its person, or the fixed one of its bot."""
    return known[seat["person"]] if seat["person"] else Rating.of_bot(seat["rating"])


def lock_ratings(connection: sa.Connection, pool: str, people: list[str]) -> dict[str, Rating]:
    """Read ratings and lock them for the transaction; people without one get the initial one."""
    ratings, first = schema.ratings, Rating()
    start = {"mu": first.mu, "sigma": first.sigma, "games": 0, "ordinal": first.ordinal}
    for person in sorted(people):
        insert = insert_new(connection, ratings)
        connection.execute(insert, {"person": person, "pool": pool} | start)
    query = sa.select(ratings).where(ratings.c.pool == pool, ratings.c.person.in_(people))
    locked = connection.execute(query.order_by(ratings.c.person).with_for_update())
    return {row.person: Rating(row.mu, row.sigma, row.games) for row in locked}


def write_rating(connection: sa.Connection, person: str, pool: str, rating: Rating) -> None:
    """Write a person's rating; without games there is none."""
    mine = (schema.ratings.c.person == person, schema.ratings.c.pool == pool)
    if not rating.games:
        connection.execute(sa.delete(schema.ratings).where(*mine))
        return
    values = {"mu": rating.mu, "sigma": rating.sigma, "games": rating.games}
    update = sa.update(schema.ratings).where(*mine)
    connection.execute(update, values | {"ordinal": rating.ordinal})


# ---- Annulled games

Moment = tuple[float, str]  # time and table of a rated game: games are rated in this order


def withdraw_ratings(connection: sa.Connection, table_id: str) -> None:
    """Undo what a game did to the ratings, as if it had never been rated.

    The later games of its pool are rated again, as far as they are played by people whose rating
    changes.
    """
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
        write_rating(connection, person, pool, rating)


def rating_before(connection: sa.Connection, pool: str, person: str, moment: Moment) -> Rating:
    """The rating with which a person began a game."""
    earlier = sa.tuple_(rows.c.at, rows.c.table) < sa.tuple_(*moment)
    mine = sa.select(rows).where(rows.c.person == person, rows.c.pool == pool, earlier)
    found = connection.execute(mine.order_by(rows.c.at.desc(), rows.c.table.desc())).all()
    return Rating(found[0].mu, found[0].sigma, len(found)) if found else Rating()


def games_after(
    connection: sa.Connection, pool: str, moment: Moment
) -> list[tuple[Moment, set[str]]]:
    """The rated games of a pool after a moment, in order, each with its people."""
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
    _, table_id = moment
    query = sa.select(schema.tables.c.summary).where(schema.tables.c.id == table_id)
    summary = connection.execute(query).scalar_one()
    people = [seat["person"] for seat in summary["seats"] if seat["person"]]
    known = {p: current.get(p) or rating_before(connection, pool, p, moment) for p in people}
    before = [rating_at(seat, known) for seat in summary["seats"]]
    rated = zip(summary["seats"], rate(before, summary["finish"]["ranks"]), strict=True)
    after = {seat["person"]: rating for seat, rating in rated if seat["person"]}
    for person, rating in after.items():
        update = sa.update(rows).where(rows.c.table == table_id, rows.c.person == person)
        connection.execute(update, {"mu": rating.mu, "sigma": rating.sigma})
    return after


# ---- Explanations


async def explain_ratings(database: Database, table: Table) -> Uncounted | list[Change]:
    """The effect of a game on the ratings of its seats, or why it had none."""
    reason = why_uncounted(table)
    return reason or await database.read(lambda c: read_changes(c, table)) or "often"


def read_changes(connection: sa.Connection, table: Table) -> list[Change]:
    """The changes of a game that counted; none if it is not stored that it did."""
    assert table.finish
    found = connection.execute(sa.select(rows).where(rows.c.table == table.plan.id)).all()
    if not found:
        return []
    pool, moment = found[0].pool, (found[0].at, table.plan.id)
    known = {person: rating_before(connection, pool, person, moment) for person in table.people()}
    stored: dict[str, Any] = {row.person: row for row in found}
    before, ranks = [rating_at(vars(seat), known) for seat in table.seats], table.finish.ranks
    changes = []
    for number, (seat, old) in enumerate(zip(table.seats, before, strict=True)):
        row = stored.get(seat.person)
        after = Rating(row.mu, row.sigma, old.games + 1) if row else old
        scored = sum((ranks[number] < rank) + 0.5 * (ranks[number] == rank) for rank in ranks) - 0.5
        expected = expected_share(before, number)
        changes.append(Change(number, old, after, expected, scored / (len(ranks) - 1)))
    return changes
