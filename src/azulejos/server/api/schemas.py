"""The request bodies and responses of the HTTP API as types, from which OpenAPI is generated.

Requests are validated strictly; unknown fields are refused. A table is described by the same types
as on the WebSocket (`table/view.py`, `socket/messages.py`).
"""

import json
import unicodedata
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    model_validator,
)
from pydantic_core import PydanticCustomError
from starlette.responses import Response

from azulejos.game import Json
from azulejos.games import GAMES
from azulejos.search.players import LEVELS, OPPONENTS
from azulejos.server.people.accounts import Group, Kind
from azulejos.server.people.rated_results import Uncounted
from azulejos.server.people.ratings import Rating
from azulejos.server.people.reports import Reason
from azulejos.server.people.tokens import Scope
from azulejos.server.socket.messages import (
    AnalysisFields,
    ClientId,
    MoveInfo,
    MoveText,
    PlayerAct,
    Summary,
    TableId,
    Version,
)
from azulejos.server.table.fair import HASH_PATTERN
from azulejos.server.table.fair_check import Proof
from azulejos.server.table.replay import ReplayStep
from azulejos.server.table.verbs import MAX_TEXT_LENGTH
from azulejos.server.table.verbs.hints import Depth
from azulejos.server.table.wire import Said, StepFacts

Language = Literal["en", "es", "pt-BR"]
GAME = next(iter(GAMES))  # used in examples
MAX_OPTIONS = 8  # of a table
MAX_UNKNOWN = 8  # fields of a body that are reported one by one


def check_line(text: str) -> str:
    """Refuse control characters and lone surrogates."""
    if any(unicodedata.category(sign) in ("Cc", "Cs") for sign in text):
        raise ValueError("control")
    return text


LINE = AfterValidator(check_line)  # after the length, so that it is never called with a long text
Name = Annotated[str, Field(min_length=1, max_length=64), LINE]
Password = Annotated[str, Field(min_length=8, max_length=128), LINE]
AnyPassword = Annotated[str, Field(min_length=1, max_length=128), LINE]
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

    @model_validator(mode="before")
    @classmethod
    def check_number(cls, data: Any) -> Any:
        """Refuse a body with thousands of fields at once, instead of reporting each of them."""
        if isinstance(data, dict) and len(data) > len(cls.model_fields) + MAX_UNKNOWN:
            raise PydanticCustomError("extra_forbidden", "too many fields")
        return data


def check_options(data: Any) -> Any:
    """Refuse a table of options that is too long before each of them is validated."""
    if isinstance(data, dict) and len(data) > MAX_OPTIONS:
        raise PydanticCustomError("too_long", "too many options")
    return data


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
    password: AnyPassword


class PasswordForm(Form):
    """Change the password. Sessions end, and tokens too unless they are to be kept."""

    model_config = example(old="a long sentence", new="a longer sentence")

    old: AnyPassword
    new: Password
    keep_tokens: bool = False  # programs go on with the tokens that they have


class RecoveryForm(Form):
    """Make new recovery codes, which replace the old ones."""

    model_config = example(password="a long sentence")

    password: AnyPassword


class RecoverForm(Form):
    """Choose a new password with a recovery code."""

    model_config = example(name="Ana", code="k7wpd-3mzqa-8hx2t", password="a longer sentence")

    name: Name
    code: Annotated[str, Field(min_length=1, max_length=40), LINE]
    password: Password


class DeletionForm(Form):
    """Delete your data; an account needs its password."""

    model_config = example(password="a long sentence")

    password: AnyPassword | None = None


class RecoveryAnswer(Answer):
    """New recovery codes, which are not shown again."""

    codes: list[str]


class CodesAnswer(Answer):
    """How many recovery codes are left."""

    left: int


Endpoint = Annotated[str, Field(min_length=10, max_length=1000, pattern=r"^https?://[!-~]+$")]


class SubscriptionForm(Form):
    """Let a browser be notified: what its push service gave it."""

    model_config = example(
        endpoint="https://fcm.googleapis.com/fcm/send/abc",
        p256dh="BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
        auth="tBHItJI5svbpez7KI4CCXg",
    )

    endpoint: Endpoint
    p256dh: Annotated[str, Field(min_length=80, max_length=100, pattern=r"^[A-Za-z0-9_=-]+$")]
    auth: Annotated[str, Field(min_length=16, max_length=50, pattern=r"^[A-Za-z0-9_=-]+$")]


class EndpointForm(Form):
    """A browser that is not to be notified any more."""

    model_config = example(endpoint="https://fcm.googleapis.com/fcm/send/abc")

    endpoint: Endpoint


class KeyAnswer(Answer):
    """The public key with which browsers subscribe."""

    key: str


class ChangeForm(Form):
    """Change display name, language, or what you allow others."""

    model_config = example(language="pt-BR")

    name: Name | None = None
    language: Language | None = None
    allows_text: bool | None = None  # exchange free text with people who want it too
    seen_by: Group | None = None  # who sees that you are online, and what you watch
    challenged_by: Group | None = None  # friends: people whom you follow


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
    allows_text: bool  # you exchange free text at tables with others who want it too
    is_moderator: bool
    seen_by: Group  # who sees that you are online, and what you watch
    challenged_by: Group  # friends: people whom you follow


class WarningAnswer(Answer):
    """A warning by a moderator that you have not confirmed yet."""

    id: str
    reason: Reason


class VisitorAnswer(Answer):
    """The person who is signed in, if any."""

    person: MeAnswer | None  # null if nobody is signed in
    warning: WarningAnswer | None = None  # for the person


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
    """A seat for a built-in bot: a level, or a named opponent."""

    kind: Literal["bot"]
    level: Annotated[int | None, Field(ge=1, le=LEVELS)] = None
    bot: Annotated[Word | None, Field(pattern=f"^({'|'.join(OPPONENTS)})$")] = None

    @model_validator(mode="after")
    def check_one(self) -> Self:
        """Refuse both at once, and neither."""
        if (self.level is None) == (self.bot is None):
            raise ValueError("either level or bot")
        return self


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
FairText = Annotated[str, Field(max_length=MAX_TEXT_LENGTH), LINE]
Hash = Annotated[str, Field(pattern=HASH_PATTERN, max_length=64)]
HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"  # used in examples


class TableForm(Form):
    """Create a table: game, seats, clock. The game starts when all seats are taken."""

    model_config = example(
        game=GAME,
        seats=[{"kind": "me"}, {"kind": "bot", "level": 3}],
        clock={"kind": "live", "bank_s": 300, "increment_s": 5},
    )

    game: Word
    edition: Word | None = None  # the look of the game; default: its first edition
    options: Annotated[
        dict[Word, Choice], BeforeValidator(check_options), Field(max_length=MAX_OPTIONS)
    ] = {}
    seats: Annotated[list[SeatForm], Field(min_length=2, max_length=4)]
    clock: ClockForm = NoClock()
    seating: Literal["lot", "fixed"] = "lot"  # seats drawn at random, or as listed here
    is_public: bool = False  # listed in the lobby; otherwise only the link leads to it
    is_rated: bool = False
    accepts_bots: bool = False  # rated tables: accounts of programs may join
    text: FairText = ""  # your contribution to the fair deals
    pledge: Hash | None = None  # SHA-256 of the nonce that you will reveal; see docs/fair.md


class PairingForm(Form):
    """Play somebody: the kind of game. Ask again every few seconds while the table is open."""

    model_config = example(game=GAME, clock={"kind": "live", "bank_s": 300, "increment_s": 5})

    game: Word
    players: Annotated[int, Field(ge=2, le=4)] = 2
    options: Annotated[
        dict[Word, Choice], BeforeValidator(check_options), Field(max_length=MAX_OPTIONS)
    ] = {}
    clock: ClockForm = NoClock()
    is_rated: bool = False
    table: TableId | None = None  # at which you wait already
    text: FairText = ""  # your contribution to the fair deals
    pledge: Hash | None = None  # SHA-256 of the nonce that you will reveal; see docs/fair.md


class JoinForm(Form):
    """Join a table."""

    model_config = example(text="good luck")

    place: Seat | None = None  # default: the first open one; required for a second seat
    name: Name | None = None  # another name, for somebody else at this device
    text: FairText = ""
    pledge: Hash | None = None  # SHA-256 of the nonce that you will reveal; see docs/fair.md


class RematchForm(Form):
    """Start or join a rematch; the body may be left out."""

    model_config = example(pledge=HASH)

    pledge: Hash | None = None  # SHA-256 of the nonce that you will reveal; see docs/fair.md


class PledgeForm(Form):
    """Give or replace your pledge before the start."""

    model_config = example(pledge=HASH)

    pledge: Hash  # SHA-256 of the nonce that you will reveal


class RevealForm(Form):
    """Reveal the nonce that you pledged."""

    model_config = example(nonce=HASH, commitment=HASH)

    nonce: Hash  # 32 random bytes
    commitment: Hash  # of the table, as you kept it when you sat down


class MoveForm(Form):
    """Play a move that was chosen at a version of the table."""

    model_config = example(id="m1", version=7, move="1B2")

    id: ClientId  # chosen by the client; a resent move has the same id
    version: Version
    move: MoveText


class ActForm(Form):
    """Do something else than moving at a table."""

    model_config = example(act="resign")

    act: PlayerAct
    seat: Seat | None = None  # claim, claim_win: whose seat; resign: which of yours


class DoneAnswer(Answer):
    """The action is done and durable."""

    table: str
    version: int


class TablesAnswer(Answer):
    """A list of tables; for the next page set `before` to the last table's `moved_at`."""

    tables: list[Summary]


def answer_tables(summaries: list[Json]) -> Response:
    """A `TablesAnswer` with stored summaries, which are not validated again."""
    return Response(json.dumps({"tables": summaries}), media_type="application/json")


class ExplainAnswer(Answer):
    """What a move would do, step by step; the last step is the forecast of the player's points."""

    steps: list[StepFacts]


class RecordForm(Form):
    """A record as text or as one line of JSON."""

    model_config = example(record=f'[game "{GAME}"] *')

    record: Annotated[str, Field(min_length=1, max_length=60_000)]
    kept: dict[str, Any] | None = None  # what your client kept, see docs/fair.md


class FairAnswer(Answer):
    """The deals of the record follow from its seed, and what else that proves to you."""

    deals: int  # how many were checked
    seats: int  # how many seats contributed randomness of their own
    retries: int  # how often nonces were revealed in vain before the start
    proof: Proof  # see docs/fair.md


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


class OpponentAnswer(Answer):
    """A named opponent in a game."""

    name: str
    rating: int | None  # on the scale of all players of the game; null: it adapts to yours
    style: str  # how it plays; "" for no style of its own


class GameAnswer(Answer):
    """A game that this server offers."""

    name: str
    editions: list[str]
    players: list[int]  # the default first
    options: dict[int, list[OptionAnswer]]  # by number of players
    words: dict[str, str | PluralAnswer]  # of games that the page has no texts for
    preparation: PreparationAnswer
    opponents: list[OpponentAnswer]  # from the weakest; none in a game that knows no styles


class ServerAnswer(Answer):
    """The games and bots that this server offers."""

    version: str
    games: list[GameAnswer]
    bots: list[str]


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

    @classmethod
    def of(cls, rating: Rating) -> "RatingAnswer":
        numbers = {"shown": rating.shown, "deviation": rating.deviation, **vars(rating)}
        return cls(**numbers, is_provisional=rating.is_provisional)


class PointAnswer(Answer):
    """A rating after a game."""

    table: str
    at: float
    rating: RatingAnswer


class RatingChangeAnswer(Answer):
    """What a game did to the rating of a seat."""

    seat: int
    before: RatingAnswer
    after: RatingAnswer
    expected: float  # share of the others whom the seat was expected to beat, a tie as half
    scored: float  # share of the others whom it beat


class GameRatingsAnswer(Answer):
    """What a game did to the ratings of its seats, or why it did nothing."""

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


class AnalysisForm(Form, AnalysisFields):
    """Analyse a position of a table, or a position given as JSON."""

    model_config = example(table="7ZkT4mNq9RbW", ply=12, seconds=1.0)


class HintForm(Form):
    """Ask for a hint."""

    model_config = example(depth="look")

    depth: Depth


class HintAnswer(Answer):
    """A hint."""

    depth: Depth
    text: Said
    move: str  # the best move; "" if the hint says only where to look


class JudgementView(Answer):
    """How good a move was for its seat."""

    best: str  # move
    line: list[str]  # principal variation, beginning with the best move
    win_lost: float  # share of the win lost against the best move
    lead_lost: float  # points of the lead lost against the best move
    loss: float  # both as one number, in points; at least 0
    grade: Literal["", "inaccuracy", "mistake", "blunder"]
    accuracy: float  # from 1 for no loss down to 0
    reasons: list[Said]  # for the best move, if the move has a grade


class ReviewStart(Answer):
    """The first line of a review."""

    type: Literal["review"] = "review"
    table: str
    plies: int  # moves and deals of the game: the ply of the last entry
    nodes: int  # of each evaluation


class ReviewEntry(Answer):
    """A move or deal, and what the seats could expect after it. Ply 0 is the position before."""

    type: Literal["entry"] = "entry"
    ply: int
    text: str  # the move or deal
    seat: int | None  # that moved
    win: list[float]  # by seat: expected share of the win
    points: list[float]  # by seat: expected final points
    lead: list[float]  # by seat: points ahead of the best other seat
    score: list[float]  # by seat: half its lead, half its share of the win, in points
    is_exact: bool  # solved to the end of the round or game
    spread: list[float]  # by seat: standard deviation of the lead at the end
    judgement: JudgementView | None  # of a move


class AttemptForm(Form):
    """Try a move instead of the one of a ply."""

    model_config = example(ply=12, move="3B2")

    ply: Annotated[int, Field(ge=1, le=10_000)]
    move: MoveText


class LineForm(Form):
    """A line that begins instead of the move of a ply."""

    model_config = example(ply=12, moves=["3B2", "1R4"])

    ply: Annotated[int, Field(ge=1, le=10_000)]
    moves: Annotated[list[MoveText], Field(max_length=16)]


class LineAnswer(Answer):
    """The positions of a line, and what could be played after it."""

    steps: list[ReplayStep]
    moves: list[str]  # the legal moves after the line


class AnalysisAnswer(Answer):
    """The result of a search."""

    best: str  # move
    win: list[float]  # by seat: expected share of the win
    points: list[float]  # by seat: expected final points
    nodes: int
    seconds: float
    is_exact: bool  # solved to the end
    network: str  # digest of the network that was used
    moves: list[MoveInfo]
