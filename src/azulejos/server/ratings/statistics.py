"""Statistics of a person's finished games, computed from the stored summaries."""

from dataclasses import dataclass

import sqlalchemy as sa

from azulejos.contract.rules import Json
from azulejos.server.ratings.ratings import pool_of
from azulejos.server.storage import schema
from azulejos.server.storage.database import Database
from azulejos.server.table.table import WITHOUT_RESULT

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
