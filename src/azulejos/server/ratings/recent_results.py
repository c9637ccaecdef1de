"""The recent games of a person with other people: results, streaks, games played to the end, and
the results of two people against each other. Computed from the stored summaries.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import sqlalchemy as sa

from azulejos.contract.rules import Json
from azulejos.server.ratings.ratings import pool_of
from azulejos.server.storage import schema
from azulejos.server.storage.database import Database
from azulejos.server.table.table import WITHOUT_RESULT

MAX_GAMES = 200  # only the last ones are looked at
RECENT = 10  # results that are shown one by one
MIN_GAMES = 10  # before the share of games played to the end is said
rows, seats = schema.tables, schema.seats


@dataclass(frozen=True)
class RecentResult:
    """The result of a game for a person."""

    table: str
    at: float
    pool: str
    share: float  # of the win
    rank: int


@dataclass(frozen=True)
class RecentResults:
    """The recent games of a person with other people."""

    recent: tuple[RecentResult, ...]  # the last first
    streak: int  # games won in a row, up to the last one
    best_streak: int
    finished: float | None  # share of games that the person did not leave; None if there are few


@dataclass(frozen=True)
class HeadToHead:
    """The results of two people against each other."""

    games: int
    wins: int  # of the first person, who was ahead of the second
    losses: int
    ties: int


async def recent_results_of(database: Database, person: str, viewer: str) -> RecentResults:
    """The recent games of a person with other people; of private games a viewer sees only their
    own.
    """
    mine = sa.select(seats.c.table).where(seats.c.person == person)
    found = await summaries(database, rows.c.id.in_(mine))
    games = [each for each in found if is_with_others(each, person)]
    results = count_results(games, person)
    shown = {each["table"] for each in games if each["is_public"] or seats_of(each, viewer)}
    recent = [each for each in results.recent if viewer == person or each.table in shown]
    return replace(results, recent=tuple(recent[:RECENT]))


async def score_between(database: Database, person: str, other: str) -> HeadToHead:
    """The results of a person against another one, in games of any number of players."""
    here = [sa.select(seats.c.table).where(seats.c.person == each) for each in (person, other)]
    found = await summaries(database, *(rows.c.id.in_(each) for each in here))
    return count_score(found, person, other)


async def summaries(database: Database, *conditions: sa.ColumnElement[bool]) -> list[Json]:
    """The summaries of the last finished games that fulfil some conditions, the last first."""
    query = sa.select(rows.c.summary).where(rows.c.status == "over", *conditions)
    last = query.order_by(rows.c.moved_at.desc()).limit(MAX_GAMES)
    return await database.read(lambda c: [row.summary for row in c.execute(last)])


def count_results(found: list[Json], person: str) -> RecentResults:
    """A person's results from summaries of games with other people, the last first."""
    played = [result_of(each, person) for each in found if has_result(each)]
    wins = [each.share == 1 for each in played]
    left = [any(s.get("has_left") for s in seats_of(each, person)) for each in found]
    kept = [gone for each, gone in zip(found, left, strict=True) if gone or has_result(each)]
    return RecentResults(
        recent=tuple(played),
        streak=next((n for n, won in enumerate(wins) if not won), len(wins)),
        best_streak=longest(wins),
        finished=1 - sum(kept) / len(kept) if len(kept) >= MIN_GAMES else None,
    )


def count_score(found: list[Json], person: str, other: str) -> HeadToHead:
    """The score of two people from summaries of games in which both sat."""
    ranks = [
        [result_of(each, who).rank for who in (person, other)] for each in found if has_result(each)
    ]
    wins, losses = (sum(mine < theirs for mine, theirs in pairs) for pairs in (ranks, swap(ranks)))
    return HeadToHead(len(ranks), wins, losses, len(ranks) - wins - losses)


def swap(pairs: list[list[int]]) -> list[list[int]]:
    return [pair[::-1] for pair in pairs]


def longest(wins: Iterable[bool]) -> int:
    """The greatest number of wins in a row."""
    best = now = 0
    for won in wins:
        now = now + 1 if won else 0
        best = max(best, now)
    return best


def has_result(summary: Json) -> bool:
    return summary["finish"]["reason"] not in WITHOUT_RESULT


def is_with_others(summary: Json, person: str) -> bool:
    """Does another player sit at the table, and the person at one seat only?"""
    people = [seat["person"] for seat in summary["seats"] if seat["person"]]
    return len(people) > 1 and people.count(person) == 1


def seats_of(summary: Json, person: str) -> list[Json]:
    return [seat for seat in summary["seats"] if seat["person"] == person]


def result_of(summary: Json, person: str) -> RecentResult:
    """The result of a finished game for one of its people."""
    finish = summary["finish"]
    seat = next(i for i, each in enumerate(summary["seats"]) if each["person"] == person)
    pool = pool_of(summary["game"], summary["players"])
    share, rank = finish["shares"][seat], finish["ranks"][seat]
    return RecentResult(summary["table"], summary["moved_at"], pool, share, rank)
