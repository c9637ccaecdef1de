"""How somebody fared, counted from the summaries of finished games."""

import sqlalchemy as sa

from azulejos.game import Json
from azulejos.server.api.schemas import StatisticsAnswer
from azulejos.server.people.ratings import pool_of
from azulejos.server.storage import schema
from azulejos.server.storage.database import Database

MOST_GAMES = 2_000  # the last ones


async def statistics_of(database: Database, person: str) -> dict[str, StatisticsAnswer]:
    """A person's statistics by pool; games on one device with oneself do not count."""
    rows, seats = schema.tables, schema.seats
    mine = sa.select(seats.c.table).where(seats.c.person == person)
    query = (
        sa.select(rows.c.summary)
        .where(rows.c.id.in_(mine), rows.c.status == "over")
        .order_by(rows.c.moved_at.desc())
        .limit(MOST_GAMES)
    )
    return await database.read(lambda c: count([row.summary for row in c.execute(query)], person))


def count(summaries: list[Json], person: str) -> dict[str, StatisticsAnswer]:
    """Statistics from summaries."""
    pools: dict[str, list[tuple[float, int, int]]] = {}
    for summary in summaries:
        finish = summary["finish"]
        mine = [i for i, seat in enumerate(summary["seats"]) if seat["person"] == person]
        if finish["reason"] != "agreed" and len(mine) == 1:
            told = tuple(finish[name][mine[0]] for name in ("shares", "scores", "ranks"))
            pools.setdefault(pool_of(summary["game"], summary["players"]), []).append(told)
    return {pool: add_up(*zip(*games, strict=True)) for pool, games in sorted(pools.items())}


def add_up(
    shares: tuple[float, ...], scores: tuple[int, ...], ranks: tuple[int, ...]
) -> StatisticsAnswer:
    games = len(scores)
    return StatisticsAnswer(
        games=games,
        wins=sum(shares),
        mean_score=sum(scores) / games,
        best_score=max(scores),
        mean_rank=sum(ranks) / games,
    )
