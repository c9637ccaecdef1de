"""The messages of the WebSocket as types: the source of validation, JSON Schema and TypeScript.

What clients send is validated strictly; unknown fields are refused. What the server sends contains
sentences as codes and arguments, never in a language. `docs/api.md` describes the protocol. The
types of a table's view are in `table/view.py`.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from azulejos.server.table.view import EventView, FinishView, View
from azulejos.server.table.wire import Said, Sent, StepFacts

MAX_BYTES = 4096  # of a message from a client

TableId = Annotated[str, Field(min_length=8, max_length=32, pattern=r"^[A-Za-z0-9]+$")]
ClientId = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[!-~]+$")]
Version = Annotated[int, Field(ge=0, le=1_000_000)]
MoveText = Annotated[str, Field(min_length=1, max_length=40)]


class Received(BaseModel):
    """Base of everything that a client sends."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Watch(Received):
    """Watch a table; the client has seen it up to a version."""

    type: Literal["watch"]
    table: TableId
    version: Version = 0


class Unwatch(Received):
    """Stop watching a table."""

    type: Literal["unwatch"]
    table: TableId


class Move(Received):
    """Play a move that was chosen at a version of the table."""

    type: Literal["move"]
    table: TableId
    id: ClientId  # chosen by the client; a resent move has the same id
    version: Version
    move: MoveText


class Act(Received):
    """Do something else than moving at a table."""

    type: Literal["act"]
    table: TableId
    id: ClientId
    act: Literal[
        "leave", "resign", "offer_takeback", "offer_end", "agree", "disagree", "claim", "return"
    ]
    seat: Annotated[int, Field(ge=0, le=3)] | None = (
        None  # claim: whose seat; resign: which of the person's seats
    )


class Explain(Received):
    """Ask what a move would do, or which rule forbids it."""

    type: Literal["explain"]
    table: TableId
    id: ClientId
    move: MoveText


class Lobby(Received):
    """Watch the list of open tables, or stop watching it."""

    type: Literal["lobby"]
    on: bool


class Ping(Received):
    """Check the connection, and report the network delay."""

    type: Literal["ping"]
    id: ClientId
    lag_ms: Annotated[int, Field(ge=0, le=60_000)] = 0  # measured with the last ping


ClientMessage = Annotated[
    Watch | Unwatch | Move | Act | Explain | Lobby | Ping, Field(discriminator="type")
]
CLIENT_MESSAGE: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)


class Hello(Sent):
    """The first message on every connection."""

    type: Literal["hello"] = "hello"
    server: str  # version of the server; the page reloads when it differs from its own
    person: str  # id; "" for an anonymous client
    now: float


class Update(Sent):
    """A table, and the events that the client has not seen."""

    type: Literal["update"] = "update"
    table: str
    version: int
    events: list[EventView]  # all events since the client's version, in order
    view: View


class Ack(Sent):
    """Acknowledge a message: what it asked for is done and durable."""

    type: Literal["ack"] = "ack"
    id: str
    table: str
    version: int


class Refusal(Sent):
    """Refuse a message. A stale move is answered with the current table."""

    type: Literal["refused"] = "refused"
    id: str  # "" if the message could not be parsed
    error: Said
    clause: str = ""  # illegal move: the clause of the rules
    update: Update | None = None


class Explained(Sent):
    """Answer to `explain`: what a move would do."""

    type: Literal["explained"] = "explained"
    id: str
    steps: list[StepFacts]  # the last is the forecast of the player's points


class Summary(Sent):
    """A table in a list of tables."""

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
    seats: list[dict[str, Any]]  # with name, person, bot and is_program
    turn: int | None
    deadline: float | None  # of the seat to move
    created_at: float
    moved_at: float
    finish: FinishView | None


class Tables(Sent):
    """The list of open tables."""

    type: Literal["tables"] = "tables"
    tables: list[Summary]


class Pong(Sent):
    """Answer to `ping`."""

    type: Literal["pong"] = "pong"
    id: str
    now: float


ServerMessage = Annotated[
    Hello | Update | Ack | Refusal | Explained | Tables | Pong, Field(discriminator="type")
]
SERVER_MESSAGE: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)
