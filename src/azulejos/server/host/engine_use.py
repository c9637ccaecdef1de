"""Possible engine use, for moderators to look at; nothing follows from them by itself.

In reviewed rated games it is known which moves were those of the strongest search.
Stronger people agree with it more often, so a person is compared with what the others of the same
pool lead one to expect at that rating: a straight line through their shares, weighted by moves.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from azulejos.contract.rules import Json
from azulejos.server.host.acts import HostAct
from azulejos.server.ratings.ratings import Rating, pool_of
from azulejos.server.storage import schema

MAX_GAMES = 300  # reviewed rated games that are looked at, the last ones
MIN_MOVES = 60  # of a person, before anything is said
MIN_OTHERS = 3  # people of the pool with whom somebody can be compared
SIGNAL = 3.0  # standard deviations above what is expected
tables, entries, ratings = schema.tables, schema.review_entries, schema.ratings


@dataclass(frozen=True)
class Agreement:
    """How often a person played the move of the strongest search, in one pool."""

    person: str  # id
    pool: str
    mu: float  # of the person's rating
    games: int
    moves: int
    agreed: int  # of these moves

    @property
    def share(self) -> float:
        return self.agreed / self.moves


@dataclass(frozen=True)
class EngineUse:
    """A person who agrees more often than others of the same rating."""

    agreement: Agreement
    expected: float  # share of moves
    deviations: float  # standard deviations above it


def find_engine_use(act: HostAct) -> list[EngineUse]:
    """The people who stand out, the most striking first."""
    return engine_use_among(read_agreements(act.connection))


def engine_use_among(found: Sequence[Agreement]) -> list[EngineUse]:
    """Those of some people, each in a pool, who agree more often than their rating explains."""
    found_use = []
    for each in found:
        others = [x for x in found if x.pool == each.pool and x.person != each.person]
        if each.moves < MIN_MOVES or len(others) < MIN_OTHERS:
            continue
        expected = expected_share(others, each.mu)
        spread = math.sqrt(each.moves * expected * (1 - expected))
        deviations = (each.agreed - each.moves * expected) / spread
        if deviations >= SIGNAL:
            found_use.append(EngineUse(each, expected, deviations))
    return sorted(found_use, key=lambda use: -use.deviations)


def expected_share(others: Sequence[Agreement], mu: float) -> float:
    """The share that those of others predict at a rating; never quite 0 or 1."""
    total = sum(each.moves for each in others)
    mean_mu = sum(each.mu * each.moves for each in others) / total
    mean = sum(each.agreed for each in others) / total
    spread = sum(each.moves * (each.mu - mean_mu) ** 2 for each in others)
    joint = sum(each.moves * (each.mu - mean_mu) * (each.share - mean) for each in others)
    slope = max(0.0, joint / spread) if spread else 0.0
    return min(0.95, max(0.05, mean + slope * (mu - mean_mu)))


# ---- In the database


def read_agreements(connection: sa.Connection) -> list[Agreement]:
    """How often everybody agreed with the search, by person and pool."""
    counts: dict[tuple[str, str], list[int]] = {}  # games, moves, agreed
    for summary, moves in reviewed_games(connection):
        pool = pool_of(summary["game"], summary["players"])
        for seat, person in enumerate(each["person"] for each in summary["seats"]):
            own = [text == best for who, text, best in moves if who == seat]
            if person and own:
                before = counts.setdefault((person, pool), [0, 0, 0])
                counts[person, pool] = [
                    n + more for n, more in zip(before, (1, len(own), sum(own)), strict=True)
                ]
    known = sa.select(ratings.c.person, ratings.c.pool, ratings.c.mu)
    mus = {(row.person, row.pool): row.mu for row in connection.execute(known)}
    return [
        Agreement(*key, mus.get(key, Rating().mu), *numbers)
        for key, numbers in sorted(counts.items())
    ]


def reviewed_games(connection: sa.Connection) -> list[tuple[Json, list[tuple[int, str, str]]]]:
    """The last reviewed rated games: summary, and the seat, move and best move of each move."""
    reviewed = sa.select(entries.c.table).where(entries.c.ply == 0)
    games = (
        sa.select(tables.c.id, tables.c.summary)
        .where(tables.c.status == "over", tables.c.id.in_(reviewed))
        .where(tables.c.plan["is_rated"].as_boolean())
        .order_by(tables.c.moved_at.desc())
        .limit(MAX_GAMES)
    )
    data = entries.c.data
    moves = sa.select(
        data["seat"].as_integer(), data["text"].as_string(), data["judgement", "best"].as_string()
    )
    found = []
    for row in connection.execute(games).all():
        here = connection.execute(moves.where(entries.c.table == row.id)).all()
        found.append((row.summary, [(s, text, best) for s, text, best in here if best]))
    return found
