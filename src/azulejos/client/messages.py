"""The messages of the event stream and the WebSocket."""

import json
from dataclasses import dataclass
from typing import Any

from azulejos.client.reading import read
from azulejos.client.types import AnalysedMove, Event, Said, Summary, View
from azulejos.contract.rules import Json


@dataclass(frozen=True)
class Hello:
    """The first message on every connection."""

    server: str  # version of the server
    person: str  # id; "" for an anonymous client
    now: float


@dataclass(frozen=True)
class Update:
    """A table, and the events that you have not seen."""

    table: str
    version: int
    events: list[Event]
    view: View


@dataclass(frozen=True)
class Ack:
    """What a message asked for is done and durable."""

    id: str
    table: str
    version: int


@dataclass(frozen=True)
class Refusal:
    """A message was refused. A stale move is answered with the current table."""

    id: str  # "" if the message could not be parsed
    error: Said
    clause: str  # illegal move: the clause of the rules
    update: Update | None


@dataclass(frozen=True)
class Explained:
    """What a move would do."""

    id: str
    steps: list[Json]


@dataclass(frozen=True)
class Hint:
    """A hint that was asked for."""

    id: str
    depth: str  # look, move or why
    text: Said
    move: str  # the best move; "" if the hint says only where to look


@dataclass(frozen=True)
class Info:
    """What an analysis has found so far."""

    id: str  # of the analysis
    best: str  # move
    win: list[float]  # by seat: expected share of the win
    points: list[float]  # by seat: expected final points
    nodes: int
    seconds: float
    is_exact: bool  # solved to the end of the round or game
    is_final: bool  # the last one of this analysis
    network: str  # digest of the network that was used
    moves: list[AnalysedMove]  # best first


@dataclass(frozen=True)
class BoardChanged:
    """The version that a shared analysis board has."""

    board: str
    version: int


@dataclass(frozen=True)
class Tables:
    """The list of open tables."""

    tables: list[Summary]


@dataclass(frozen=True)
class Words:
    """What somebody said at a table."""

    number: int  # from 1, by table
    at: float
    person: str  # id of the speaker
    phrase: str  # code of a phrase or reaction; "" for free text
    text: str  # free text; "" for a phrase


@dataclass(frozen=True)
class Spoken:
    """Somebody has said something at a watched table that reaches you."""

    table: str
    words: Words


@dataclass(frozen=True)
class Challenge:
    """Somebody wants to play with you."""

    by: str  # id
    name: str
    at: float
    table: Summary  # which starts when you join it


@dataclass(frozen=True)
class Challenged:
    """The challenges that wait for your answer: sent when they change."""

    challenges: list[Challenge]


@dataclass(frozen=True)
class Pong:
    """Answer to a ping."""

    id: str
    now: float


Message = (
    Hello
    | Update
    | Ack
    | Refusal
    | Explained
    | Hint
    | Info
    | BoardChanged
    | Tables
    | Spoken
    | Challenged
    | Pong
)
TYPES: dict[str, Any] = {
    "hello": Hello,
    "update": Update,
    "ack": Ack,
    "refused": Refusal,
    "explained": Explained,
    "hinted": Hint,
    "info": Info,
    "board": BoardChanged,
    "tables": Tables,
    "spoken": Spoken,
    "challenged": Challenged,
    "pong": Pong,
}


def parse_message(line: str | bytes) -> Message | None:
    """The message of a line; None for an empty line, and for a type that is not known here."""
    if not line.strip():
        return None
    data = json.loads(line)
    kind = TYPES.get(data["type"])
    message: Message | None = read(kind, data) if kind else None
    return message
