"""The request bodies and responses about tournaments."""

from typing import Annotated, Literal

from pydantic import Field

from azulejos.search.players import CHARACTERS, LEVELS
from azulejos.wire.accounts import Kind as PersonKind
from azulejos.wire.fields import GAME, LINE, Answer, Options, Request, Word, example
from azulejos.wire.tables import DaysClock, LiveClock
from azulejos.wire.views import ClockTerms

MAX_AHEAD_S = 30 * 86_400  # from the creation to the start
MAX_MINUTES = 360
MAX_ROUNDS = 15  # of Swiss and rotation; a round robin has as many as it needs
BOTS = (*(f"level{n}" for n in range(1, LEVELS + 1)), *CHARACTERS)  # with a measured rating
Kind = Literal["arena", "swiss", "round_robin", "rotation"]
Status = Literal["open", "running", "over", "closed"]  # closed: too few people came
TournamentId = Annotated[str, Field(pattern=r"^[A-Za-z0-9]{8,32}$")]


class TournamentForm(Request):
    """Create a tournament. Arena, Swiss and round robin are for games of two, a rotation is for
    tables of three or four.
    """

    model_config = example(
        kind="arena", game=GAME, minutes=90, clock={"kind": "live", "bank_s": 300, "increment_s": 5}
    )

    kind: Kind
    game: Word
    clock: Annotated[LiveClock | DaysClock, Field(discriminator="kind")]  # live in an arena
    name: Annotated[str, Field(max_length=40), LINE] = ""  # "": the page makes one
    players: Annotated[int, Field(ge=2, le=4)] = 2  # at each table
    options: Options = Field(default_factory=dict)
    starts_in_s: Annotated[float, Field(ge=0, le=MAX_AHEAD_S, allow_inf_nan=False)] = 300.0
    minutes: Annotated[int, Field(ge=1, le=MAX_MINUTES)] = (
        90  # arena: for how long people are paired
    )
    rounds: Annotated[int, Field(ge=1, le=MAX_ROUNDS)] = 5  # Swiss and rotation
    is_public: bool = True  # listed; otherwise only the link leads to it
    is_rated: bool = False
    accepts_bots: bool = False  # accounts of programs and built-in bots may take part


class TournamentBotForm(Request):
    """Let a built-in bot take part in a tournament, or no more."""

    model_config = example(bot="level3")

    bot: Annotated[Word, Field(pattern=f"^({'|'.join(BOTS)})$")]
    takes_part: bool = True


class TournamentSummary(Answer):
    """A tournament in a list."""

    tournament: str  # id
    name: str  # "" if its creator gave none
    kind: Kind
    game: str
    players: int  # at each table
    options: dict[str, str]
    clock: ClockTerms
    status: Status  # closed: too few people came, or its creator called it off
    starts_at: float
    ends_at: float | None  # arena: when nobody is paired any more
    minutes: int  # arena
    round: int  # that is played; of an arena: how often people were paired
    rounds: int  # how many there will be; 0 for an arena, and while nobody knows
    is_public: bool
    is_rated: bool
    accepts_bots: bool
    created_by: str  # a person's id
    entrants: int  # number of people


class TournamentsAnswer(Answer):
    """Public tournaments, those of now and next first, and your own."""

    tournaments: list[TournamentSummary]
    mine: list[TournamentSummary]  # that you made or take part in


class PlaceAnswer(Answer):
    """The place of an entrant."""

    person: str  # id; of a built-in bot bot:NAME
    name: str
    kind: PersonKind | Literal["bot"]  # bot: a built-in one, whose name is that of a player
    place: int  # from 1; equal people share it
    points: float
    tie_break: float  # Swiss: points of opponents; round robin: of those beaten; else wins
    games: int
    wins: int
    streak: int  # arena: wins in a row; from two on points count twice
    is_active: bool  # false: has left, and is not paired
    table: str  # of the game in progress; "" if free


class MeetingSeat(Answer):
    """A seat at a table of a tournament, and its entrant."""

    person: str  # id; of a built-in bot bot:NAME
    name: str
    points: float | None  # null while the game is in progress


class MeetingAnswer(Answer):
    """A game of a tournament, or a bye."""

    round: int
    table: str  # "" for a bye
    seats: list[MeetingSeat]


class TournamentAnswer(TournamentSummary):
    """A tournament with its standings."""

    version: int  # changes with everything that is shown here
    now: float  # the server's time
    standings: list[PlaceAnswer]  # the best first, from `first` on
    first: int  # how many are left out before them
    you: PlaceAnswer | None  # null if you do not take part
    meetings: list[MeetingAnswer]  # the last games and byes, the newest first


class Taking(Answer):
    """You, or a bot, take part, or no more."""

    tournament: str
    state: Literal["in", "out"]
