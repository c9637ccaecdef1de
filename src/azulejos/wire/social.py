"""The request bodies and responses about friends, challenges, form, vacations and watching."""

from typing import Annotated

from pydantic import Field

from azulejos.wire.accounts import Kind
from azulejos.wire.fields import GAME, Answer, Options, PersonId, Request, Word, example
from azulejos.wire.messages import ChallengeView
from azulejos.wire.ratings import ProfileAnswer, RatingAnswer
from azulejos.wire.tables import ClockForm, FairText, Hash, NoClock
from azulejos.wire.views import Summary

VACATION_DAYS = 30  # in any 365 days


class FriendAnswer(Answer):
    """A person whom you follow, or who follows you."""

    person: str  # id
    name: str
    kind: Kind
    at: float  # since when
    is_online: bool  # false also if the person does not show it to you
    is_followed: bool  # by you
    may_challenge: bool


class FollowsAnswer(Answer):
    """The people whom you follow and your followers, each with the last first."""

    following: list[FriendAnswer]
    followers: list[FriendAnswer]


class ChallengeForm(Request):
    """Challenge a person to a game of two."""

    model_config = example(
        person="Kq3mTz8xVb2R", game=GAME, clock={"kind": "live", "bank_s": 300, "increment_s": 5}
    )

    person: PersonId
    game: Word
    options: Options = Field(default_factory=dict)
    clock: ClockForm = Field(default_factory=NoClock)
    is_rated: bool = False
    text: FairText = ""  # your contribution to the fair deals
    pledge: Hash | None = None  # SHA-256 of the nonce that you will reveal; see docs/fair.md


class ChallengesAnswer(Answer):
    """The challenges that wait for your answer, the last first."""

    challenges: list[ChallengeView]


class PlayedAnswer(Answer):
    """The result of a game."""

    table: str
    at: float
    pool: str
    share: float  # of the win
    rank: int


class FormAnswer(Answer):
    """The recent games of a person with other people."""

    recent: list[PlayedAnswer]  # the last first; private games only if you sat there
    streak: int  # games won in a row, up to the last one
    best_streak: int
    finished: float | None  # share of games that the person did not leave; null if there are few


class ScoreAnswer(Answer):
    """Your results against a person."""

    games: int
    wins: int  # in which you were ahead
    losses: int
    ties: int


class PersonPageAnswer(ProfileAnswer):
    """A person's profile, and what is between you and the person."""

    form: FormAnswer
    is_online: bool  # false also if the person does not show it to you
    is_followed: bool  # by you
    may_challenge: bool
    score: ScoreAnswer | None  # null if you have not met


# ---- Vacations


class VacationForm(Request):
    """Let your slow games wait for some days from now on."""

    model_config = example(days=7)

    days: Annotated[float, Field(ge=1, le=VACATION_DAYS, allow_inf_nan=False)]


class VacationAnswer(Answer):
    """Your vacation."""

    until: float | None  # null if you are not on one
    days_left: float  # that you can still take


# ---- Watching


class WatchedAnswer(Answer):
    """A game in progress."""

    table: Summary
    ratings: list[RatingAnswer | None]  # by seat
    spectators: int


class WatchAnswer(Answer):
    """Games to watch."""

    featured: str | None  # the id of the table of the strongest people who have moved lately
    games: list[WatchedAnswer]  # the newest first
    online: int  # people who are connected to this server
    playing: int  # games in progress, also those that are not public


class SpectatorAnswer(Answer):
    """A person who watches a game."""

    person: str  # id
    name: str


class SpectatorsAnswer(Answer):
    """The spectators of a game."""

    count: int
    people: list[SpectatorAnswer]  # those who show it to you
