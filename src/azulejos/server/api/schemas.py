"""What HTTP takes and gives, as types: strict and without unknown fields, and so described by
OpenAPI. What a table looks like is in `messages.py`, the same as on the socket.
"""

import unicodedata
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from azulejos.catalog import GAMES
from azulejos.search.players import LEVELS
from azulejos.server.people.accounts import Kind
from azulejos.server.people.ratings import Rating
from azulejos.server.people.tokens import Scope
from azulejos.server.socket.messages import ClientId, MoveText, Said, Summary, Version
from azulejos.server.table.verbs import TEXT_LENGTH

Language = Literal["en", "es", "pt-BR"]
GAME = next(iter(GAMES))  # for examples


def check_line(text: str) -> str:
    """One line of text that can be stored and written anywhere."""
    if any(unicodedata.category(sign) in ("Cc", "Cs") for sign in text):
        raise ValueError("control")
    return text


Line = Annotated[str, AfterValidator(check_line)]
Name = Annotated[Line, Field(min_length=1, max_length=64)]
Password = Annotated[Line, Field(min_length=8, max_length=128)]
PersonId = Annotated[str, Field(pattern=r"^[A-Za-z0-9]{8,32}$")]
Word = Annotated[str, Field(min_length=1, max_length=32, pattern=r"^[a-z0-9_-]+$")]
Choice = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[a-z0-9_,-]+$")]
Seat = Annotated[int, Field(ge=0, le=3)]


def example(**form: Any) -> ConfigDict:
    """What OpenAPI shows as an example of a form."""
    return ConfigDict(json_schema_extra={"examples": [form]})


class Form(BaseModel):
    """Something that is asked for."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Answer(BaseModel):
    """Something that is told."""

    model_config = ConfigDict(extra="forbid", frozen=True)


# ---- People


class GuestForm(Form):
    """I want to play, under a name or under one that you choose."""

    model_config = example(name="Ana", language="es")

    name: Name | None = None
    language: Language = "en"


class AccountForm(Form):
    """I want to keep my games under a name of my own."""

    model_config = example(name="Ana", password="a long sentence")

    name: Name
    password: Password


class LoginForm(Form):
    """It is me."""

    model_config = example(name="Ana", password="a long sentence")

    name: Name
    password: Annotated[Line, Field(min_length=1, max_length=128)]


class PasswordForm(Form):
    """I want another password."""

    model_config = example(old="a long sentence", new="a longer sentence")

    old: Annotated[Line, Field(min_length=1, max_length=128)]
    new: Password


class ChangeForm(Form):
    """Call me so, speak to me so."""

    model_config = example(language="pt-BR")

    name: Name | None = None
    language: Language | None = None


class TokenForm(Form):
    """I want a token for a program."""

    model_config = example(name="my bot", scopes=["read", "play"])

    name: Name
    scopes: Annotated[list[Scope], Field(min_length=1, max_length=2)]


class PersonAnswer(Answer):
    """Somebody, as everybody may see."""

    id: str
    name: str
    kind: Kind
    created_at: float


class MeAnswer(PersonAnswer):
    """Yourself."""

    language: str


class VisitorAnswer(Answer):
    """Who the server takes a visitor for."""

    person: MeAnswer | None  # nobody yet


class SessionAnswer(Answer):
    """One browser in which you are signed in."""

    id: str
    agent: str  # as the browser names itself
    created_at: float
    seen_at: float
    is_this: bool


class TokenAnswer(Answer):
    """A token, without its secret."""

    id: str
    name: str
    scopes: list[Scope]
    created_at: float
    used_at: float | None


class NewTokenAnswer(TokenAnswer):
    """A token with its secret, this once."""

    secret: str


# ---- Tables


class MySeat(Form):
    """I sit here; another name for somebody else on this device."""

    kind: Literal["me"]
    name: Name | None = None


class OpenSeat(Form):
    """Whoever comes."""

    kind: Literal["open"]


class BotSeat(Form):
    """A bot of the house."""

    kind: Literal["bot"]
    level: Annotated[int, Field(ge=1, le=LEVELS)]


SeatForm = Annotated[MySeat | OpenSeat | BotSeat, Field(discriminator="kind")]


class NoClock(Form):
    """Take your time."""

    kind: Literal["none"] = "none"


class LiveClock(Form):
    """A bank of seconds for each seat, and some more after each move."""

    kind: Literal["live"]
    bank_s: Annotated[float, Field(ge=10, le=10_800, allow_inf_nan=False)]
    increment_s: Annotated[float, Field(ge=0, le=180, allow_inf_nan=False)] = 0.0


class DaysClock(Form):
    """So many days for each turn."""

    kind: Literal["days"]
    days: Annotated[float, Field(ge=1, le=14, allow_inf_nan=False)]


ClockForm = Annotated[NoClock | LiveClock | DaysClock, Field(discriminator="kind")]
FairText = Annotated[Line, Field(max_length=TEXT_LENGTH)]


class TableForm(Form):
    """A new table: what is played, by whom, how fast. It starts by itself when all seats are
    taken.
    """

    model_config = example(
        game=GAME,
        seats=[{"kind": "me"}, {"kind": "bot", "level": 3}],
        clock={"kind": "live", "bank_s": 300, "increment_s": 5},
    )

    game: Word
    edition: Word | None = None  # how it looks; the first one if none is named
    options: Annotated[dict[Word, Choice], Field(max_length=8)] = {}
    seats: Annotated[list[SeatForm], Field(min_length=2, max_length=4)]
    clock: ClockForm = NoClock()
    seating: Literal["lot", "fixed"] = "lot"  # who sits where: drawn, or as written here
    is_public: bool = False  # shown in the lobby; otherwise only who has the link finds it
    is_rated: bool = False
    accepts_bots: bool = False  # rated: accounts of programs may join
    text: FairText = ""  # yours, for fair deals


class JoinForm(Form):
    """I sit down."""

    model_config = example(text="good luck")

    place: Seat | None = None  # the first that is open; for a second seat it has to be named
    name: Name | None = None  # another name, for somebody else on this device
    text: FairText = ""


class MoveForm(Form):
    """I play this, on what I saw at that version."""

    model_config = example(id="m1", version=7, move="1B2")

    id: ClientId  # the same when the same move is sent again
    version: Version
    move: MoveText


class ActForm(Form):
    """I do something else at a table."""

    model_config = example(act="resign")

    act: Literal["resign", "offer_takeback", "offer_end", "agree", "disagree", "claim", "return"]
    seat: Seat | None = None  # claim: whose; resign: which of mine


class DoneAnswer(Answer):
    """Done, and durable."""

    table: str
    version: int


class TablesAnswer(Answer):
    """A list of tables; ask on with `before` set to the last one's `moved_at`."""

    tables: list[Summary]


class ExplainAnswer(Answer):
    """What a move would do."""

    lines: list[Said]


class RecordForm(Form):
    """A record as text, or as a line of JSON."""

    model_config = example(record=f'[game "{GAME}"] *')

    record: Annotated[str, Field(min_length=1, max_length=60_000)]


class FairAnswer(Answer):
    """The deals follow from what was committed to."""

    deals: int


# ---- What there is, and how people fare


class OptionAnswer(Answer):
    """Something a table agrees on; the first choice is the usual one."""

    name: str
    choices: list[str]


class GameAnswer(Answer):
    """A game of the house."""

    name: str
    editions: list[str]
    players: list[int]  # the usual number first
    options: dict[int, list[OptionAnswer]]  # by number of players


class HouseAnswer(Answer):
    """What can be played here, and against whom."""

    version: str
    games: list[GameAnswer]
    bots: list[str]


class RatingAnswer(Answer):
    """A rating: at first 1000; its certainty is in sigma."""

    shown: int
    mu: float
    sigma: float
    games: int

    @classmethod
    def of(cls, rating: Rating) -> "RatingAnswer":
        return cls(shown=rating.shown, mu=rating.mu, sigma=rating.sigma, games=rating.games)


class PointAnswer(Answer):
    """A rating after a game."""

    table: str
    at: float
    rating: RatingAnswer


class StatisticsAnswer(Answer):
    """How somebody fared in a game with a number of players."""

    games: int
    wins: float  # ties are parts of a win
    mean_score: float
    best_score: int
    mean_rank: float


class ProfileAnswer(PersonAnswer):
    """Somebody and how they fare, by pool: game and number of players."""

    ratings: dict[str, RatingAnswer]
    statistics: dict[str, StatisticsAnswer]


class BestAnswer(Answer):
    """A place in the list of the strongest."""

    place: int
    person: str
    name: str
    kind: Kind
    rating: RatingAnswer


class AnalysisForm(Form):
    """What do you think of a moment of a game, or of a position of mine?"""

    model_config = example(table="7ZkT4mNq9RbW", ply=12, seconds=1.0)

    table: Annotated[str, Field(pattern=r"^[A-Za-z0-9]{8,32}$")] | None = None
    ply: Annotated[int, Field(ge=0, le=10_000)] | None = None  # the last position if none is named
    position: dict[str, Any] | None = None  # instead of a table
    player: Word = "best"
    seconds: Annotated[float, Field(gt=0, le=5, allow_inf_nan=False)] = 1.0


class MoveAnswer(Answer):
    """One move that was looked at."""

    move: str
    visits: int
    win: list[float]  # each seat's share of the victory
    points: list[float]  # each seat's final points to expect
    line: list[str]  # how it is likely to go on


class AnalysisAnswer(Answer):
    """What search thinks."""

    best: str
    win: list[float]
    points: list[float]
    nodes: int
    seconds: float
    is_exact: bool
    network: str  # digest of what it was estimated by
    moves: list[MoveAnswer]
