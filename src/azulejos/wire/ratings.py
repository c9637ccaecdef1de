"""Ratings, what a game did to them, statistics, profiles and leaderboards."""

from typing import Literal

from azulejos.wire.accounts import Kind, PersonAnswer
from azulejos.wire.fields import Answer

Uncounted = Literal["casual", "going", "no_result", "few_moves", "players", "often"]


class RatingAnswer(Answer):
    """A rating on the scale of all players of a game: 400 points more mean ten times as many wins
    as losses. New people are shown with 1200.
    """

    shown: int  # the number for display
    mu: float  # estimated strength
    sigma: float  # its standard deviation
    games: int
    deviation: int  # sigma on the scale of `shown`
    is_provisional: bool  # rests on so few games that no leaderboard lists it
    is_fixed: bool  # of a built-in bot: no game changes it


class PointAnswer(Answer):
    """A rating after a game."""

    table: str
    at: float
    rating: RatingAnswer


class RatingChangeAnswer(Answer):
    """The effect of a game on the rating of a seat."""

    seat: int
    before: RatingAnswer
    after: RatingAnswer
    expected: float  # share of the others whom the seat was expected to beat, a tie as half
    scored: float  # share of the others whom it beat


class GameRatingsAnswer(Answer):
    """The effect of a game on the ratings of its seats, or why it had none."""

    table: str
    reason: Uncounted | None  # why the game does not count; null if it does
    changes: list[RatingChangeAnswer]  # by seat; none if the game does not count


class StatisticsAnswer(Answer):
    """The results of a person in one pool."""

    games: int
    wins: float  # a tie counts as a share of a win
    mean_score: float
    best_score: int
    mean_rank: float


class ProfileAnswer(PersonAnswer):
    """A person with ratings and statistics by pool (game and number of players)."""

    ratings: dict[str, RatingAnswer]
    statistics: dict[str, StatisticsAnswer]


class BestAnswer(Answer):
    """A row of a leaderboard."""

    place: int
    person: str  # id; of a built-in bot its name
    name: str
    kind: Kind | Literal["bot"]
    rating: RatingAnswer
    games: int  # in the period
    wins: float | None  # in the period, a tie as a share of a win; null for all time
