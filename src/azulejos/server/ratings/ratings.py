"""Ratings: one for each person and pool (game and number of players), by openskill (Weng-Lin).

The model is Bradley-Terry with partial pairing. Plackett-Luce is not used: with it, two players who
share the first place gain no more than the third. Ratings are shown on the scale of our own
bots (docs/players.md): 400 points more mean ten times as many wins as losses. A bot whose rating is
measured has a fixed one. What a game does to ratings is in `rated_results.py`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp, hypot, log, sqrt

import sqlalchemy as sa
from openskill.models import BradleyTerryPart

from azulejos.position import Position
from azulejos.search.players import rating_of
from azulejos.server.storage import schema
from azulejos.server.storage.database import Database
from azulejos.wire.tournaments import BOTS

BETA = 25.0 / 6  # how much a single result depends on chance
MODEL = BradleyTerryPart(beta=BETA)
SHOWN_START = 1_200  # the rating with which a new person is shown
# Between certain ratings the model's odds are exp(difference / (sqrt(2) * BETA)); 400 points: 10:1.
SHOWN_STEP = 400 / (log(10) * sqrt(2) * BETA)  # points per unit of the mean: 29.5
BOT_SIGMA = 1.0  # of a bot's measured rating
MIN_GAMES = 5  # before a person is listed in a leaderboard


@dataclass(frozen=True)
class Rating:
    """An estimate of a player's strength: mean and standard deviation."""

    mu: float = 25.0
    sigma: float = 25.0 / 3
    games: int = 0
    is_fixed: bool = False  # of a bot: no game changes it

    @classmethod
    def of_bot(cls, shown: float) -> "Rating":
        """The fixed rating of a bot from the number for display."""
        return cls(cls.mu + (shown - SHOWN_START) / SHOWN_STEP, BOT_SIGMA, is_fixed=True)

    @property
    def ordinal(self) -> float:
        """The lower end of the range that is shown, by which leaderboards are ordered."""
        return self.mu - self.sigma

    @property
    def shown(self) -> int:
        """The rating as a number for display."""
        return round(SHOWN_START + SHOWN_STEP * (self.mu - Rating.mu))

    @property
    def deviation(self) -> int:
        """The standard deviation on the scale of the number for display."""
        return round(SHOWN_STEP * self.sigma)

    @property
    def is_provisional(self) -> bool:
        """Does it rest on so few games that no leaderboard lists it?"""
        return self.games < MIN_GAMES and not self.is_fixed


def rate(before: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """The ratings after a game; ranks begin at 1, and equal players share a rank."""
    sides = [[MODEL.rating(mu=each.mu, sigma=each.sigma)] for each in before]
    after = MODEL.rate(sides, ranks=[float(rank) for rank in ranks])
    return [
        each if each.is_fixed else Rating(side[0].mu, side[0].sigma, each.games + 1)
        for side, each in zip(after, before, strict=True)
    ]


def expected_share(before: Sequence[Rating], seat: int) -> float:
    """The share of the others whom a seat is expected to beat, a tie as half, by the model."""
    mine, others = before[seat], [*before[:seat], *before[seat + 1 :]]
    return sum(win_chance(mine, other) for other in others) / len(others)


def win_chance(one: Rating, other: Rating) -> float:
    """The chance that one player is ahead of another."""
    spread = hypot(one.sigma, other.sigma, sqrt(2) * BETA)
    return 1 / (1 + exp((other.mu - one.mu) / spread))


def pool_of(game: str, players: int) -> str:
    """The name of the pool in which a game with a number of players is rated."""
    return f"{game}-{players}"


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


# ---- Built-in bots

SEATS = 2


def bot_rating(game: str, seats: int, options: Mapping[str, str], bot: str) -> int | None:
    """The rating of a bot with a number of seats and options; None if it is not measured."""
    return bot_ratings(game, seats, options).get(bot)


def bot_ratings(game: str, seats: int, options: Mapping[str, str]) -> dict[str, int]:
    """The ratings of all bots that are measured for a number of seats and options."""
    return _read_ratings(game, options=tuple(sorted(options.items()))) if seats == SEATS else {}


@lru_cache(maxsize=64)
def _read_ratings(game: str, options: tuple[tuple[str, str], ...]) -> dict[str, int]:
    states = Position(game, SEATS, **dict(options)).states
    found = {bot: rating_of(bot, states) for bot in BOTS}
    return {bot: rating for bot, rating in found.items() if rating is not None}
