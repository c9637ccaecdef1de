"""The request bodies and responses of the HTTP API as types, from which OpenAPI is generated.

Requests are validated strictly; unknown fields are refused. A table is described by the same types
as on the WebSocket (`table/view.py`, `socket/messages.py`).
"""

import unicodedata
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from azulejos.games import GAMES
from azulejos.search.players import LEVELS
from azulejos.server.people.accounts import Kind
from azulejos.server.people.ratings import Rating
from azulejos.server.people.tokens import Scope
from azulejos.server.socket.messages import ClientId, MoveText, Summary, Version
from azulejos.server.table.verbs import MAX_TEXT_LENGTH
from azulejos.server.table.wire import StepFacts

Language = Literal["en", "es", "pt-BR"]
GAME = next(iter(GAMES))  # used in examples


def check_line(text: str) -> str:
    """Refuse control characters and lone surrogates."""
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
    """A model configuration with an example for OpenAPI."""
    return ConfigDict(json_schema_extra={"examples": [form]})


class Form(BaseModel):
    """Base of all request bodies."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Answer(BaseModel):
    """Base of all responses."""

    model_config = ConfigDict(extra="forbid", frozen=True)


# ---- People


class GuestForm(Form):
    """Create a guest; without a name the server chooses one."""

    model_config = example(name="Ana", language="es")

    name: Name | None = None
    language: Language = "en"


class AccountForm(Form):
    """Turn a guest into an account with name and password."""

    model_config = example(name="Ana", password="a long sentence")

    name: Name
    password: Password


class LoginForm(Form):
    """Log in with name and password."""

    model_config = example(name="Ana", password="a long sentence")

    name: Name
    password: Annotated[Line, Field(min_length=1, max_length=128)]


class PasswordForm(Form):
    """Change the password."""

    model_config = example(old="a long sentence", new="a longer sentence")

    old: Annotated[Line, Field(min_length=1, max_length=128)]
    new: Password


class ChangeForm(Form):
    """Change display name or language."""

    model_config = example(language="pt-BR")

    name: Name | None = None
    language: Language | None = None


class TokenForm(Form):
    """Create a token for a program."""

    model_config = example(name="my bot", scopes=["read", "play"])

    name: Name
    scopes: Annotated[list[Scope], Field(min_length=1, max_length=2)]


class PersonAnswer(Answer):
    """A person's public data."""

    id: str
    name: str
    kind: Kind
    created_at: float


class MeAnswer(PersonAnswer):
    """Your own data."""

    language: str


class VisitorAnswer(Answer):
    """The person who is signed in, if any."""

    person: MeAnswer | None  # null if nobody is signed in


class SessionAnswer(Answer):
    """A browser in which you are signed in."""

    id: str
    agent: str  # user-agent header of the browser
    created_at: float
    seen_at: float  # last use
    is_this: bool  # the browser that sent the request


class TokenAnswer(Answer):
    """A token, without its secret."""

    id: str
    name: str
    scopes: list[Scope]
    created_at: float
    used_at: float | None


class NewTokenAnswer(TokenAnswer):
    """A new token with its secret, which is not shown again."""

    secret: str


# ---- Tables


class MySeat(Form):
    """Your own seat; with another name, that of somebody else at this device."""

    kind: Literal["me"]
    name: Name | None = None


class OpenSeat(Form):
    """A seat for anybody who joins."""

    kind: Literal["open"]


class BotSeat(Form):
    """A seat for a built-in bot."""

    kind: Literal["bot"]
    level: Annotated[int, Field(ge=1, le=LEVELS)]


SeatForm = Annotated[MySeat | OpenSeat | BotSeat, Field(discriminator="kind")]


class NoClock(Form):
    """No clock."""

    kind: Literal["none"] = "none"


class LiveClock(Form):
    """A bank of seconds for each seat, and an increment after each move."""

    kind: Literal["live"]
    bank_s: Annotated[float, Field(ge=10, le=10_800, allow_inf_nan=False)]
    increment_s: Annotated[float, Field(ge=0, le=180, allow_inf_nan=False)] = 0.0


class DaysClock(Form):
    """A number of days for each turn."""

    kind: Literal["days"]
    days: Annotated[float, Field(ge=1, le=14, allow_inf_nan=False)]


ClockForm = Annotated[NoClock | LiveClock | DaysClock, Field(discriminator="kind")]
FairText = Annotated[Line, Field(max_length=MAX_TEXT_LENGTH)]


class TableForm(Form):
    """Create a table: game, seats, clock. The game starts when all seats are taken."""

    model_config = example(
        game=GAME,
        seats=[{"kind": "me"}, {"kind": "bot", "level": 3}],
        clock={"kind": "live", "bank_s": 300, "increment_s": 5},
    )

    game: Word
    edition: Word | None = None  # the look of the game; default: its first edition
    options: Annotated[dict[Word, Choice], Field(max_length=8)] = {}
    seats: Annotated[list[SeatForm], Field(min_length=2, max_length=4)]
    clock: ClockForm = NoClock()
    seating: Literal["lot", "fixed"] = "lot"  # seats drawn at random, or as listed here
    is_public: bool = False  # listed in the lobby; otherwise only the link leads to it
    is_rated: bool = False
    accepts_bots: bool = False  # rated tables: accounts of programs may join
    text: FairText = ""  # your contribution to the fair deals


class JoinForm(Form):
    """Join a table."""

    model_config = example(text="good luck")

    place: Seat | None = None  # default: the first open one; required for a second seat
    name: Name | None = None  # another name, for somebody else at this device
    text: FairText = ""


class MoveForm(Form):
    """Play a move that was chosen at a version of the table."""

    model_config = example(id="m1", version=7, move="1B2")

    id: ClientId  # chosen by the client; a resent move has the same id
    version: Version
    move: MoveText


class ActForm(Form):
    """Do something else than moving at a table."""

    model_config = example(act="resign")

    act: Literal["resign", "offer_takeback", "offer_end", "agree", "disagree", "claim", "return"]
    seat: Seat | None = None  # claim: whose seat; resign: which of your seats


class DoneAnswer(Answer):
    """The action is done and durable."""

    table: str
    version: int


class TablesAnswer(Answer):
    """A list of tables; for the next page set `before` to the last table's `moved_at`."""

    tables: list[Summary]


class ExplainAnswer(Answer):
    """What a move would do, step by step; the last step is the forecast of the player's points."""

    steps: list[StepFacts]


class RecordForm(Form):
    """A record as text or as one line of JSON."""

    model_config = example(record=f'[game "{GAME}"] *')

    record: Annotated[str, Field(min_length=1, max_length=60_000)]


class FairAnswer(Answer):
    """The deals of the record follow from the published commitment."""

    deals: int  # how many were checked


# ---- Games, ratings, analysis


class OptionAnswer(Answer):
    """An option of a game; the first choice is the default."""

    name: str
    choices: list[str]


class PluralAnswer(Answer):
    """A sentence for the number one, and for other numbers."""

    one: str
    other: str


class PreparationAnswer(Answer):
    """How far the compilation of a game has come. Tables work before, and so do some bots; the
    others move as soon as everything is compiled.
    """

    is_ready: bool
    done: int  # functions that are compiled
    total: int  # functions in all; an estimate until everything is compiled
    bots: list[str]  # the bots that can move now


class GameAnswer(Answer):
    """A game that this server offers."""

    name: str
    editions: list[str]
    players: list[int]  # the default first
    options: dict[int, list[OptionAnswer]]  # by number of players
    words: dict[str, str | PluralAnswer]  # of games that the page has no texts for
    preparation: PreparationAnswer


class ServerAnswer(Answer):
    """The games and bots that this server offers."""

    version: str
    games: list[GameAnswer]
    bots: list[str]


class RatingAnswer(Answer):
    """A rating; new players are shown with 1000."""

    shown: int  # the number for display
    mu: float  # estimated strength
    sigma: float  # its standard deviation
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
    person: str
    name: str
    kind: Kind
    rating: RatingAnswer


class AnalysisForm(Form):
    """Analyse a position of a table, or a position given as JSON."""

    model_config = example(table="7ZkT4mNq9RbW", ply=12, seconds=1.0)

    table: Annotated[str, Field(pattern=r"^[A-Za-z0-9]{8,32}$")] | None = None
    ply: Annotated[int, Field(ge=0, le=10_000)] | None = None  # default: the current position
    position: dict[str, Any] | None = None  # instead of `table`
    player: Word = "best"
    seconds: Annotated[float, Field(gt=0, le=5, allow_inf_nan=False)] = 1.0


class MoveAnswer(Answer):
    """A move that was searched."""

    move: str
    visits: int
    win: list[float]  # by seat: expected share of the win
    points: list[float]  # by seat: expected final points
    line: list[str]  # principal variation


class AnalysisAnswer(Answer):
    """The result of a search."""

    best: str  # move
    win: list[float]  # by seat: expected share of the win
    points: list[float]  # by seat: expected final points
    nodes: int
    seconds: float
    is_exact: bool  # solved to the end
    network: str  # digest of the network that was used
    moves: list[MoveAnswer]
