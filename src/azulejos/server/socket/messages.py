"""What travels over the socket, as types: the one source for validation, JSON Schema and the page.

Whatever a client sends is strict, small and refused with unknown fields; whatever we send carries
sentences as codes and arguments, never in a language. `docs/api.md` tells the story around them.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

MOST_BYTES = 4096  # of one message that a client may send
MOST_DEPTH = 8  # of its nesting

TableId = Annotated[str, Field(min_length=8, max_length=32, pattern=r"^[A-Za-z0-9]+$")]
ClientId = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[!-~]+$")]
Version = Annotated[int, Field(ge=0, le=1_000_000)]
MoveText = Annotated[str, Field(min_length=1, max_length=40)]


class Received(BaseModel):
    """Something that a client sent."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Watch(Received):
    """Show me a table from now on; I have seen it up to a version."""

    type: Literal["watch"]
    table: TableId
    version: Version = 0


class Unwatch(Received):
    """I look at a table no more."""

    type: Literal["unwatch"]
    table: TableId


class Move(Received):
    """I play this, on what I saw at that version."""

    type: Literal["move"]
    table: TableId
    id: ClientId  # the same when the same move is sent again
    version: Version
    move: MoveText


class Act(Received):
    """I do something else at a table."""

    type: Literal["act"]
    table: TableId
    id: ClientId
    act: Literal[
        "leave", "resign", "offer_takeback", "offer_end", "agree", "disagree", "claim", "return"
    ]
    seat: Annotated[int, Field(ge=0, le=3)] | None = None  # claim: whose; resign: which of mine


class Explain(Received):
    """What would this move do, or why is it not allowed?"""

    type: Literal["explain"]
    table: TableId
    id: ClientId
    move: MoveText


class Lobby(Received):
    """Tell me of open tables, or stop it."""

    type: Literal["lobby"]
    on: bool


class Ping(Received):
    """Are you there?"""

    type: Literal["ping"]
    id: ClientId
    lag_ms: Annotated[int, Field(ge=0, le=60_000)] = 0  # how long the answer to the last one took


ClientMessage = Annotated[
    Watch | Unwatch | Move | Act | Explain | Lobby | Ping, Field(discriminator="type")
]
CLIENT_MESSAGE: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)


class Sent(BaseModel):
    """Something that the server sends."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Said(Sent):
    """A sentence before it has a language; arguments may be sentences themselves."""

    code: str
    args: dict[str, Any] = {}


class SeatView(Sent):
    """Who sits at a seat, before the start at a place."""

    name: str
    person: str  # id, "" while open and for bots of the house
    bot: str  # the player of the house that sits here
    is_program: bool  # the account of a program
    is_open: bool
    is_you: bool
    is_away: bool
    claim_at: float | None  # from when on the others may let a bot play here
    stand_in: str  # the bot that plays for the person
    can_return: bool
    is_out: bool  # resigned or out of time
    left_s: float | None  # on the clock at the moment `now`
    lag_s: float  # credited so far for moves that were on their way


class ClockView(Sent):
    """The clock that a table agreed on."""

    kind: Literal["none", "live", "days"]
    bank_s: float
    increment_s: float
    days: float
    runs_for: int | None  # the seat whose clock runs
    runs_from: float | None  # from when; later than `now` while a pause lasts


class OfferView(Sent):
    """What somebody asks of the others."""

    what: Literal["takeback", "end"]
    seat: int
    agreed: list[int]
    awaits_you: bool


class FinishView(Sent):
    """How a game ended, by seat."""

    reason: Literal["played", "resigned", "timed_out", "agreed"]
    shares: list[float]
    scores: list[int]
    ranks: list[int]


class FairView(Sent):
    """What anyone needs to check the deals."""

    commitment: str
    texts: list[str]
    seed: str | None  # only when the game is over


class View(Sent):
    """A table as one viewer may see it; made by `view.py` alone."""

    table: str
    version: int
    now: float
    status: Literal["open", "playing", "over", "closed"]
    game: str
    edition: str
    players: int
    options: dict[str, str]
    seating: Literal["lot", "fixed"]
    is_public: bool
    is_rated: bool
    created_by: str
    seats: list[SeatView]
    you: list[int]  # seats
    turn: int | None
    position: dict[str, Any]  # the game's own view: the JSON of the position and what follows
    ply: int  # moves and deals so far
    moves: list[str]  # legal ones, if you are to decide
    clock: ClockView
    offer: OfferView | None
    can_take_back: bool
    finish: FinishView | None
    fair: FairView
    rematch: str  # the table that follows
    rematch_of: str


class EventView(Sent):
    """Something that happened at a table, and how it is told."""

    version: int
    at: float
    kind: str
    data: dict[str, Any]
    lines: list[Said] = []  # of a move: what it did, and what the rules then did


class Step(Sent):
    """A move or a deal of a game, and the position after it."""

    ply: int
    at: float
    text: str
    seat: int | None  # that moved; none for a deal
    lines: list[Said]  # what the move did
    position: dict[str, Any]


class Replay(Sent):
    """A game from its first position on."""

    table: str
    first: dict[str, Any]  # the position before everything
    steps: list[Step]


class Hello(Sent):
    """The first message of every connection."""

    type: Literal["hello"] = "hello"
    server: str  # version of the software; a page of another one reloads
    person: str  # id, "" for somebody unknown
    now: float


class Update(Sent):
    """A table after events that the client has not seen; without any, as it is."""

    type: Literal["update"] = "update"
    table: str
    version: int
    events: list[EventView]  # in order, without a gap; all there are since the version asked for
    view: View


class Ack(Sent):
    """Done, and durable."""

    type: Literal["ack"] = "ack"
    id: str
    table: str
    version: int


class Refusal(Sent):
    """Not done. A stale move gets the table as it is."""

    type: Literal["refused"] = "refused"
    id: str  # "" when the message could not be read
    error: Said
    clause: str = ""  # of the rules, for an illegal move
    update: Update | None = None


class Explained(Sent):
    """What a move would do."""

    type: Literal["explained"] = "explained"
    id: str
    lines: list[Said]


class Summary(Sent):
    """A table in a list."""

    table: str
    version: int
    status: Literal["open", "playing", "over", "closed"]
    game: str
    edition: str
    players: int
    options: dict[str, str]
    clock: dict[str, Any]
    is_public: bool
    is_rated: bool
    seats: list[dict[str, Any]]  # name, person, bot, is_program of each
    turn: int | None
    deadline: float | None  # of the seat to decide
    created_at: float
    moved_at: float
    finish: FinishView | None


class Tables(Sent):
    """The open tables of the lobby."""

    type: Literal["tables"] = "tables"
    tables: list[Summary]


class Pong(Sent):
    """Here."""

    type: Literal["pong"] = "pong"
    id: str
    now: float


ServerMessage = Annotated[
    Hello | Update | Ack | Refusal | Explained | Tables | Pong, Field(discriminator="type")
]
SERVER_MESSAGE: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)
