"""Statistics of a person's finished games, and the leaderboards of a pool.

Only games that count for ratings count here. Built-in bots whose rating is measured are listed
among the strongest. A week begins on Monday, in universal time; whoever won as much in fewer games
is ahead.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import sqlalchemy as sa

from azulejos.contract.rules import Json
from azulejos.server.ratings.ratings import MIN_GAMES, Rating, pool_of
from azulejos.server.storage import schema
from azulejos.server.storage.database import Database
from azulejos.server.table.table import WITHOUT_RESULT
from azulejos.wire.accounts import Kind

MAX_GAMES = 2_000  # only the last ones are counted


@dataclass(frozen=True)
class Statistics:
    """The results of a person in one pool."""

    games: int
    wins: float  # a tie counts as a share of a win
    mean_score: float
    best_score: int
    mean_rank: float


async def statistics_of(database: Database, person: str) -> dict[str, Statistics]:
    """A person's statistics by pool; games in which the person had several seats do not count."""
    rows, seats = schema.tables, schema.seats
    mine = sa.select(seats.c.table).where(seats.c.person == person)
    query = (
        sa.select(rows.c.summary)
        .where(rows.c.id.in_(mine), rows.c.status == "over")
        .order_by(rows.c.moved_at.desc())
        .limit(MAX_GAMES)
    )
    return await database.read(lambda c: count([row.summary for row in c.execute(query)], person))


def count(summaries: list[Json], person: str) -> dict[str, Statistics]:
    """A person's statistics by pool, from summaries of tables."""
    pools: dict[str, list[tuple[float, int, int]]] = {}
    for summary in summaries:
        finish = summary["finish"]
        mine = [i for i, seat in enumerate(summary["seats"]) if seat["person"] == person]
        if finish["reason"] not in WITHOUT_RESULT and len(mine) == 1:
            result = tuple(finish[name][mine[0]] for name in ("shares", "scores", "ranks"))
            pools.setdefault(pool_of(summary["game"], summary["players"]), []).append(result)
    return {pool: add_up(*zip(*games, strict=True)) for pool, games in sorted(pools.items())}


def add_up(
    shares: tuple[float, ...], scores: tuple[int, ...], ranks: tuple[int, ...]
) -> Statistics:
    games = len(scores)
    return Statistics(
        games=games,
        wins=sum(shares),
        mean_score=sum(scores) / games,
        best_score=max(scores),
        mean_rank=sum(ranks) / games,
    )


# ---- Leaderboards

Period = Literal["all", "week"]
DAY_S = 86_400.0
WEEK_S = 7 * DAY_S
MONDAY_S = 4 * DAY_S  # the first Monday of 1970
rows, people, changes = schema.ratings, schema.people, schema.rating_changes


@dataclass(frozen=True)
class Leader:
    """A person in a leaderboard."""

    person: str  # id; of a built-in bot its name
    name: str
    kind: Kind | Literal["bot"]
    rating: Rating
    games: int  # in the period
    wins: float | None  # in the period, a tie as a share of a win; None for all time


def week_start(now: float) -> float:
    """When the week of a time began."""
    return now - (now - MONDAY_S) % WEEK_S


async def strongest(
    database: Database, pool: str, bots: Mapping[str, int], limit: int = 100
) -> list[Leader]:
    """The people of a pool with the highest ratings, and the built-in bots with theirs; the
    best by the lower end of the range that is shown comes first.
    """
    query = (
        sa.select(people.c.id, people.c.name, people.c.kind, rows.c.mu, rows.c.sigma, rows.c.games)
        .join(people, people.c.id == rows.c.person)
        .where(rows.c.pool == pool, rows.c.games >= MIN_GAMES)
        .order_by(rows.c.ordinal.desc(), people.c.id)
        .limit(limit)
    )
    found = await database.read(lambda c: c.execute(query).all())
    leaders = [Leader(*row[:3], Rating(*row[3:]), row.games, None) for row in found]
    leaders += [Leader(n, n, "bot", Rating.of_bot(shown), 0, None) for n, shown in bots.items()]
    return sorted(leaders, key=lambda each: -each.rating.ordinal)[:limit]


async def best_since(database: Database, pool: str, since: float, limit: int = 100) -> list[Leader]:
    """The people of a pool who have won most since a time, the best first."""
    wins, games = sa.func.sum(changes.c.share), sa.func.count()
    won = (
        sa.select(changes.c.person, wins.label("wins"), games.label("number"))
        .where(changes.c.pool == pool, changes.c.at >= since, changes.c.share.is_not(None))
        .group_by(changes.c.person)
        .having(wins > 0)
        .order_by(wins.desc(), games, changes.c.person)
        .limit(limit)
        .subquery()
    )
    query = (
        sa.select(
            *(people.c.id, people.c.name, people.c.kind, rows.c.mu, rows.c.sigma, rows.c.games),
            *(won.c.number, won.c.wins),
        )
        .join(people, people.c.id == won.c.person)
        .join(rows, sa.and_(rows.c.person == won.c.person, rows.c.pool == pool))
        .order_by(won.c.wins.desc(), won.c.number, people.c.id)
    )
    found = await database.read(lambda c: c.execute(query).all())
    return [Leader(*row[:3], Rating(*row[3:6]), row.number, row.wins) for row in found]
