"""Tables: creating and joining them, moves and other acts, lists of tables, the check of a record.

A table itself is described by the same types as on the WebSocket (`views.py`,
`messages.py`).
"""

from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from azulejos.search.players import LEVELS, OPPONENTS
from azulejos.wire.fairness import HASH_PATTERN, Proof
from azulejos.wire.fields import (
    GAME,
    LINE,
    Answer,
    ClientId,
    MoveText,
    Name,
    Options,
    Request,
    Seat,
    StepFacts,
    TableId,
    Version,
    Word,
    example,
)
from azulejos.wire.messages import PlayerAct
from azulejos.wire.views import Summary

MAX_TEXT_LENGTH = 64  # characters of a player's contribution to the fair deals


class MySeat(Request):
    """Your own seat; with another name, that of another player at this device."""

    kind: Literal["me"]
    name: Name | None = None


class OpenSeat(Request):
    """A seat for anybody who joins."""

    kind: Literal["open"]


class BotSeat(Request):
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


class NoClock(Request):
    """No clock."""

    kind: Literal["none"] = "none"


class LiveClock(Request):
    """A bank of seconds for each seat, and an increment after each move."""

    kind: Literal["live"]
    bank_s: Annotated[float, Field(ge=10, le=10_800, allow_inf_nan=False)]
    increment_s: Annotated[float, Field(ge=0, le=180, allow_inf_nan=False)] = 0.0


class DaysClock(Request):
    """A number of days for each turn."""

    kind: Literal["days"]
    days: Annotated[float, Field(ge=1, le=14, allow_inf_nan=False)]


ClockForm = Annotated[NoClock | LiveClock | DaysClock, Field(discriminator="kind")]
FairText = Annotated[str, Field(max_length=MAX_TEXT_LENGTH), LINE]
Hash = Annotated[str, Field(pattern=HASH_PATTERN, max_length=64)]
HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"  # used in examples


class TableForm(Request):
    """Create a table: game, seats, clock. The game starts when all seats are taken."""

    model_config = example(
        game=GAME,
        seats=[{"kind": "me"}, {"kind": "bot", "level": 3}],
        clock={"kind": "live", "bank_s": 300, "increment_s": 5},
    )

    game: Word
    edition: Word | None = None  # the look of the game; default: its first edition
    options: Options = Field({})
    seats: Annotated[list[SeatForm], Field(min_length=2, max_length=4)]
    clock: ClockForm = Field(default_factory=NoClock)
    seating: Literal["lot", "fixed"] = "lot"  # seats drawn at random, or as listed here
    is_public: bool = False  # listed in the lobby; otherwise only the link leads to it
    is_rated: bool = False
    accepts_bots: bool = False  # rated tables: accounts of programs may join
    text: FairText = ""  # your contribution to the fair deals
    pledge: Hash | None = None  # SHA-256 of the nonce that you will reveal; see docs/fair.md


class PairingForm(Request):
    """The kind of game to be paired for. Ask again every few seconds while the table is open."""

    model_config = example(game=GAME, clock={"kind": "live", "bank_s": 300, "increment_s": 5})

    game: Word
    players: Annotated[int, Field(ge=2, le=4)] = 2
    options: Options = Field({})
    clock: ClockForm = Field(default_factory=NoClock)
    is_rated: bool = False
    table: TableId | None = None  # at which you wait already
    text: FairText = ""  # your contribution to the fair deals
    pledge: Hash | None = None  # SHA-256 of the nonce that you will reveal; see docs/fair.md


class JoinForm(Request):
    """Join a table."""

    model_config = example(text="good luck")

    place: Seat | None = None  # default: the first open one; required for a second seat
    name: Name | None = None  # another name, for another person at this device
    text: FairText = ""
    pledge: Hash | None = None  # SHA-256 of the nonce that you will reveal; see docs/fair.md


class RematchForm(Request):
    """Start or join a rematch; the body may be left out."""

    model_config = example(pledge=HASH)

    pledge: Hash | None = None  # SHA-256 of the nonce that you will reveal; see docs/fair.md


class PledgeForm(Request):
    """Give or replace your pledge before the start."""

    model_config = example(pledge=HASH)

    pledge: Hash  # SHA-256 of the nonce that you will reveal


class RevealForm(Request):
    """Reveal the nonce that you pledged."""

    model_config = example(nonce=HASH, commitment=HASH)

    nonce: Hash  # 32 random bytes
    commitment: Hash  # of the table, as you kept it when you sat down


class MoveForm(Request):
    """Play a move that was chosen at a version of the table."""

    model_config = example(id="m1", version=7, move="1B2")

    id: ClientId  # chosen by the client; a resent move has the same id
    version: Version
    move: MoveText


class ActForm(Request):
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


class ExplainAnswer(Answer):
    """The effect of a move, step by step; the last step is the forecast of the player's points."""

    steps: list[StepFacts]


class RecordForm(Request):
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
