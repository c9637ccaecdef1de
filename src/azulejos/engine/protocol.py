"""The engine protocol in writing: lines to requests, thoughts to answers, and back for clients.

Each line is one JSON object; `docs/protocol.md` is its description. A line that is no request is
`Refused` with a code, and that refusal is the answer. No stream is read or written here.
"""

import json
import math
from dataclasses import dataclass
from typing import Any

from azulejos import __version__
from azulejos.errors import AzulejosError
from azulejos.game import Json
from azulejos.games import GAMES
from azulejos.position import Position
from azulejos.search.analysis import Info, MoveInfo
from azulejos.search.players import Player, find_player
from azulejos.text import Text

Id = str | int

LONGEST_LINE = 1 << 20  # bytes
LONGEST_ID = 200  # characters or digits
MAX_SECONDS = 86_400.0
MAX_NODES = 1_000_000_000  # visits are counted in 32 bits
MAX_LINES = 1_000
MAX_THREADS = 64
OPERATIONS = ("hello", "analyse", "stop", "quit")


@dataclass(frozen=True)
class Hello:
    """Who are you, and are you ready?"""

    id: Id


@dataclass(frozen=True)
class Analyse:
    """Think about a position in which a seat decides."""

    id: Id
    position: Position
    player: Player
    seconds: float | None  # no limit at all: the player's own
    nodes: int | None
    every: float | None  # seconds between answers on the way
    lines: int  # moves that are told with how they go on
    entropy: int | None
    threads: int  # that think at once


@dataclass(frozen=True)
class Stop:
    """Answer a running request with what is known."""

    id: Id


@dataclass(frozen=True)
class Quit:
    """Stop everything and end."""


Request = Hello | Analyse | Stop | Quit


class Refused(AzulejosError):
    """A line that is answered with an error; `kind` is the code that the protocol documents."""

    def __init__(self, kind: str, text: Text, id: Id | None = None):
        super().__init__(text)
        self.kind = kind
        self.id = id


# ---- Requests


def read_request(line: bytes) -> Request:
    """The request that a line makes."""
    data = parse_line(line)
    id = data.get("id")
    known = id if is_id(id) else None
    try:
        return parse_request(data, known)
    except Refused as wrong:
        wrong.id = known
        raise


def parse_line(line: bytes) -> Json:
    """The object on a line."""
    if len(line) > LONGEST_LINE:
        raise Refused("too_long", Text("engine.too_long", {"most": LONGEST_LINE}))
    try:
        data = json.loads(line.decode(), parse_constant=refuse_constant)
    except (ValueError, RecursionError):
        raise Refused("bad_json", Text("engine.bad_json")) from None
    if not isinstance(data, dict):
        raise Refused("bad_json", Text("engine.bad_json"))
    return data


def refuse_constant(name: str) -> None:
    """NaN and the infinities are not JSON."""
    raise ValueError(name)


def parse_request(data: Json, id: Id | None) -> Request:
    """The request that an object makes."""
    op = data.get("op")
    if not isinstance(op, str):
        raise bad_field("op")
    if op not in OPERATIONS:
        args = {"name": op[:40], "names": ", ".join(OPERATIONS)}
        raise Refused("unknown_op", Text("engine.unknown_op", args))
    if op == "quit":
        return Quit()
    if id is None:
        raise bad_field("id")
    if op == "analyse":
        return parse_analyse(data, id)
    return Hello(id) if op == "hello" else Stop(id)


def parse_analyse(data: Json, id: Id) -> Analyse:
    """The request to think; what it leaves out is as usual."""
    limit = data.get("limit")
    limit = {} if limit is None else limit
    if not isinstance(limit, dict):
        raise bad_field("limit")
    seconds = number(limit, "seconds", MAX_SECONDS, "limit.seconds")
    nodes = count(limit, "nodes", 1, MAX_NODES, "limit.nodes")
    every = number(data, "every", MAX_SECONDS)
    lines = count(data, "lines", 0, MAX_LINES)
    entropy = count(data, "entropy", 0, 2**64 - 1)
    threads = count(data, "threads", 1, MAX_THREADS) or 1
    player = parse_player(data.get("player"))
    position = parse_position(data)
    lines = 3 if lines is None else lines
    return Analyse(id, position, player, seconds, nodes, every, lines, entropy, threads)


def number(data: Json, name: str, most: float, field: str = "") -> float | None:
    """A field that is a number above 0, if it is there."""
    value = data.get(name)
    if value is None:
        return None
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 < value <= most:
        raise bad_field(field or name)
    return float(value)


def count(data: Json, name: str, least: int, most: int, field: str = "") -> int | None:
    """A field that is a whole number, if it is there."""
    value = data.get(name)
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise bad_field(field or name)
    return value


def parse_player(name: object) -> Player:
    """The player that is asked; the strongest when none is named."""
    if not isinstance(name, str | None):
        raise bad_field("player")
    try:
        return find_player("best" if name is None else name[:40])
    except AzulejosError as wrong:
        raise Refused("unknown_player", wrong.text) from None


def parse_position(data: Json) -> Position:
    """The position to think about."""
    if data.get("position") is None:
        raise bad_field("position")
    try:
        position = Position.from_json(data["position"])
    except AzulejosError as wrong:
        raise Refused("bad_position", wrong.text) from None
    except RecursionError:
        raise Refused("bad_position", Text("position.field", {"field": "…"})) from None
    if position.turn is None:
        raise Refused("nothing_to_decide", Text("engine.nothing_to_decide"))
    return position


def is_id(value: object) -> bool:
    """May a request be known by this?"""
    if isinstance(value, str):
        return len(value) <= LONGEST_ID
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**LONGEST_ID


def bad_field(field: str) -> Refused:
    return Refused("bad_request", Text("engine.bad_request", {"field": field}))


# ---- Answers


def hello_answer(id: Id) -> Json:
    """Who answers, and that it is ready."""
    return {"id": id, "name": f"azulejos {__version__}", "games": list(GAMES), "ready": True}


def error_answer(wrong: Refused) -> Json:
    """What is wrong with a line."""
    return {"id": wrong.id, "error": {"code": wrong.kind, "message": wrong.message()}}


def info_answer(id: Id, info: Info) -> Json:
    """What is known so far; players that do not think tell only their move."""
    told: Json = {"id": id, "final": info.is_final, "best": info.best}
    if info.win:
        told |= {"win": shares(info.win), "points": points(info.points)}
    told |= {"nodes": info.nodes, "seconds": round(info.seconds, 4)}
    if info.is_exact:
        told["exact"] = True
    if info.network:
        told["network"] = info.network
    return told | {"moves": [move_answer(move) for move in info.moves]}


def move_answer(move: MoveInfo) -> Json:
    """One move that was looked at."""
    return {
        "move": move.move,
        "visits": move.visits,
        "win": shares(move.win),
        "points": points(move.points),
        "line": move.line,
    }


def shares(values: tuple[float, ...]) -> list[float]:
    return [round(value, 4) for value in values]


def points(values: tuple[float, ...]) -> list[float]:
    return [round(value, 2) for value in values]


def line_of(data: Json) -> bytes:
    """A request or an answer as a line."""
    return json.dumps(data).encode() + b"\n"


# ---- For clients


def analyse_request(
    id: Id, position: Position, seconds: float | None, nodes: int | None, entropy: int | None
) -> Json:
    """A request to think about a position."""
    told: Json = {"id": id, "op": "analyse", "position": position.to_json(), "lines": 1}
    limit = {"seconds": seconds, "nodes": nodes}
    if any(limit.values()):
        told["limit"] = {name: value for name, value in limit.items() if value is not None}
    return told if entropy is None else told | {"entropy": entropy}


def parse_info(answer: Json) -> Info | None:
    """What an engine thinks, None if it does not say all of it; its move is not checked."""
    try:
        told = (numbers(answer["win"]), numbers(answer["points"]), int(answer["nodes"]))
        moves = [parse_move_info(move) for move in answer["moves"]]
        seconds, is_exact = float(answer["seconds"]), answer.get("exact") is True
        return Info(str(answer["best"]), *told, seconds, moves, is_exact, answer["final"] is True)
    except (KeyError, TypeError, ValueError, OverflowError):
        return None


def parse_move_info(data: Any) -> MoveInfo:
    line = [str(move) for move in data["line"]]
    told = (int(data["visits"]), numbers(data["win"]), numbers(data["points"]))
    return MoveInfo(str(data["move"]), *told, line)


def numbers(values: Any) -> tuple[float, ...]:
    """Numbers by seat."""
    if not all(math.isfinite(value) for value in values):
        raise ValueError
    return tuple(float(value) for value in values)
