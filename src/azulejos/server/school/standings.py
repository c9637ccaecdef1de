"""How people do at puzzles: their ratings on the scale of the players, streaks and records.

A puzzle is an opponent, so an answer is rated like a game (`ratings/ratings.py`), but no answer
changes a rating by more than some points: fewer once it rests on PROVISIONAL answers. A person
begins with the rating that they have as a player of the game; without one, as a new player, or as
high as the easiest puzzles where all are above that.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace

import sqlalchemy as sa

from azulejos.server.ratings.ratings import SHOWN_STEP, Rating, rate
from azulejos.server.storage import schema

PROVISIONAL = 10  # answers before a rating is certain
FIRST_STEP, LATER_STEP = 40, 20  # points that an answer changes at most: while provisional, later
MIN_SIGMA = 2.0  # the uncertainty never becomes less, so that a rating follows who gets better
EASIEST = 0.05  # share of the puzzles that count as the easiest


@dataclass(frozen=True)
class PuzzleStanding:
    """How a person does at the puzzles of a game."""

    mu: float = Rating.mu
    sigma: float = Rating.sigma
    attempts: int = 0  # rated ones
    solved: int = 0
    streak: int = 0  # solved in a row, until now
    best_streak: int = 0
    best_race: int = 0  # puzzles solved in a race

    @property
    def rating(self) -> Rating:
        return Rating(self.mu, self.sigma, self.attempts)

    @property
    def is_provisional(self) -> bool:
        return self.attempts < PROVISIONAL

    def after(self, rating: Rating, is_solved: bool) -> "PuzzleStanding":
        """The standing after a rated attempt."""
        streak = self.streak + 1 if is_solved else 0
        return replace(
            self,
            mu=rating.mu,
            sigma=rating.sigma,
            attempts=self.attempts + 1,
            solved=self.solved + is_solved,
            streak=streak,
            best_streak=max(self.best_streak, streak),
        )


def rate_answer(person: Rating, puzzle: Rating, is_solved: bool) -> list[Rating]:
    """The ratings of a person and of a puzzle after an answer."""
    after = rate([person, puzzle], [1, 2] if is_solved else [2, 1])
    return [bounded(*pair) for pair in zip((person, puzzle), after, strict=True)]


def bounded(before: Rating, after: Rating) -> Rating:
    """A rating after an answer, no further from the one before than an answer may change it."""
    most = (FIRST_STEP if before.games < PROVISIONAL else LATER_STEP) / SHOWN_STEP
    mu = min(max(after.mu, before.mu - most), before.mu + most)
    return replace(after, mu=mu, sigma=max(after.sigma, MIN_SIGMA))


def first_standing(
    connection: sa.Connection, person: str, game: str, puzzles: Collection[Rating]
) -> PuzzleStanding:
    """The standing of a person who has not answered any puzzle of a game."""
    rows = schema.ratings
    pools = rows.c.pool.startswith(f"{game}-", autoescape=True)
    query = sa.select(rows.c.mu).where(rows.c.person == person, pools).order_by(rows.c.sigma)
    played = connection.scalar(query.limit(1))
    return PuzzleStanding(mu=first_mu(puzzles) if played is None else played)


def first_mu(puzzles: Collection[Rating]) -> float:
    """The mean of a first rating of a person who has none as a player."""
    ordered = sorted(puzzle.mu for puzzle in puzzles)
    easiest = ordered[int(EASIEST * len(ordered))] if ordered else Rating.mu
    return max(Rating.mu, easiest)
