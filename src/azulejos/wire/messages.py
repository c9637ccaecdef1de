"""The messages of the WebSocket as types: the source of validation, JSON Schema and TypeScript.

What clients send is validated strictly; unknown fields are refused. What the server sends contains
sentences as codes and arguments, never in a language. `docs/api.md` describes the protocol. The
types of a table's view are in `views.py`.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, Field, TypeAdapter

from azulejos.wire.fields import (
    Answer,
    ClientId,
    MoveText,
    PositionJson,
    Request,
    Seat,
    Sentence,
    StepFacts,
    TableId,
    Version,
)
from azulejos.wire.marks import Advice, Comparison
from azulejos.wire.views import Depth, EventView, Summary, View

MAX_BYTES = 4096  # of a message from a client
Phrase = Literal[
    "hello",
    "luck",
    "nice",
    "oops",
    "think",
    "moment",
    "thanks",
    "played",
    "again",
    "bye",
    "smile",  # this and the following are reactions, shown as pictures
    "laugh",
    "amazed",
    "sad",
    "heart",
    "thumb",
]


class Watch(Request):
    """Watch a table; the client has seen it up to a version."""

    type: Literal["watch"]
    table: TableId
    version: Version = 0


class Unwatch(Request):
    """Stop watching a table."""

    type: Literal["unwatch"]
    table: TableId


class Move(Request):
    """Play a move that was chosen at a version of the table."""

    type: Literal["move"]
    table: TableId
    id: ClientId  # chosen by the client; a resent move has the same id
    version: Version
    move: MoveText


PlayerAct = Literal[  # what players do besides moving, once the game has begun
    "resign",
    "abort",
    "offer_takeback",
    "offer_end",
    "agree",
    "disagree",
    "claim",
    "claim_win",
    "return",
]


class Act(Request):
    """Do something else than moving at a table."""

    type: Literal["act"]
    table: TableId
    id: ClientId
    act: Literal["leave", PlayerAct]
    seat: Seat | None = None  # claim, claim_win: whose seat; resign: which of the person's seats


class Explain(Request):
    """Ask what a move would do, or which rule forbids it."""

    type: Literal["explain"]
    table: TableId
    id: ClientId
    move: MoveText


class AskHint(Request):
    """Ask for a hint: where to look, which move is best, or why. It is shown to everybody."""

    type: Literal["hint"]
    table: TableId
    id: ClientId
    depth: Depth


class AnalysisFields(BaseModel):
    """The position of an analysis, and how long it may take."""

    table: TableId | None = None
    ply: Annotated[int, Field(ge=0, le=10_000)] | None = None  # default: the current position
    position: PositionJson | None = None  # instead of `table`
    player: Annotated[str, Field(min_length=1, max_length=32)] = "best"
    seconds: Annotated[float, Field(gt=0, le=10, allow_inf_nan=False)] = 1.0
    nodes: Annotated[int, Field(ge=1, le=200_000)] | None = None  # at most, within `seconds`
    lines: Annotated[int, Field(ge=1, le=5)] = 3  # moves with their continuations


class Analyse(Request, AnalysisFields):
    """Analyse a position; answered by `info` messages until the final one. A new analysis ends the
    one before.
    """

    type: Literal["analyse"]
    id: ClientId


class Cancel(Request):
    """End an analysis; nothing more is sent about it."""

    type: Literal["cancel"]
    id: ClientId  # of the analysis


class Lobby(Request):
    """Watch the list of open tables, or stop watching it."""

    type: Literal["lobby"]
    on: bool


class WatchBoard(Request):
    """Look at a shared analysis board, or stop looking at it."""

    type: Literal["board"]
    board: TableId
    on: bool


class Ping(Request):
    """Check the connection."""

    type: Literal["ping"]
    id: ClientId


ClientMessage = Annotated[
    Watch | Unwatch | Move | Act | Explain | AskHint | Analyse | Cancel | Lobby | WatchBoard | Ping,
    Field(discriminator="type"),
]
CLIENT_MESSAGE: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)


class Hello(Answer):
    """The first message on every connection."""

    type: Literal["hello"] = "hello"
    server: str  # version of the server; the page reloads when it differs from its own
    person: str  # id; "" for an anonymous client
    now: float


class Update(Answer):
    """A table, and the events that the client has not seen."""

    type: Literal["update"] = "update"
    table: str
    version: int
    events: list[EventView]  # all events since the client's version, in order
    view: View


class Ack(Answer):
    """Acknowledge a message: what it asked for is done and durable."""

    type: Literal["ack"] = "ack"
    id: str
    table: str
    version: int


class Refusal(Answer):
    """Refuse a message. A stale move is answered with the current table."""

    type: Literal["refused"] = "refused"
    id: str  # "" if the message could not be parsed
    error: Sentence
    clause: str = ""  # illegal move: the clause of the rules
    update: Update | None = None


class Explained(Answer):
    """Answer to `explain`: what a move would do."""

    type: Literal["explained"] = "explained"
    id: str
    steps: list[StepFacts]  # the last is the forecast of the player's points


class Hint(Answer):
    """Answer to `hint`."""

    type: Literal["hinted"] = "hinted"
    id: str
    depth: Depth
    move: str  # the best move; "" if the hint says only where to look
    look: Advice  # where to look
    play: Advice | None  # the move, unless the depth is "look"
    why: Comparison | None  # if the depth is "why"


class MoveInfo(Answer):
    """A move that was searched."""

    move: str
    visits: int
    win: list[float]  # by seat: expected share of the win
    points: list[float]  # by seat: expected final points
    line: list[str]  # principal variation


class Info(Answer):
    """The findings of an analysis so far."""

    type: Literal["info"] = "info"
    id: str  # of the analysis
    best: str  # move
    win: list[float]  # by seat: expected share of the win
    points: list[float]  # by seat: expected final points
    nodes: int
    seconds: float
    is_exact: bool  # solved to the end of the round or game
    is_final: bool  # the last one of this analysis
    network: str  # digest of the network that was used
    moves: list[MoveInfo]  # best first


class Tables(Answer):
    """The list of open tables."""

    type: Literal["tables"] = "tables"
    tables: list[Summary]


class BoardChanged(Answer):
    """The version that a shared analysis board has; `GET /boards/{board}` shows it."""

    type: Literal["board"] = "board"
    board: str
    version: int


class ChatMessageView(Answer):
    """A chat message at a table."""

    number: int  # from 1, by table
    at: float
    person: str  # id of the speaker
    phrase: Phrase | Literal[""]  # code of a phrase or reaction; "" for free text
    text: str  # free text; "" for a phrase


class NewMessage(Answer):
    """A new chat message at a watched table that reaches you."""

    type: Literal["spoken"] = "spoken"
    table: str
    words: ChatMessageView


class ChallengeView(Answer):
    """A person wants to play with you."""

    by: str  # id
    name: str
    at: float
    table: Summary  # which starts when you join it


class Challenged(Answer):
    """The challenges that wait for your answer: sent when they change."""

    type: Literal["challenged"] = "challenged"
    challenges: list[ChallengeView]


class Pong(Answer):
    """Answer to `ping`."""

    type: Literal["pong"] = "pong"
    id: str
    now: float


ServerMessage = Annotated[
    Hello
    | Update
    | Ack
    | Refusal
    | Explained
    | Hint
    | Info
    | Tables
    | BoardChanged
    | NewMessage
    | Challenged
    | Pong,
    Field(discriminator="type"),
]
SERVER_MESSAGE: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)
