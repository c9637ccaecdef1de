"""The messages of the engine protocol: parsing requests, building answers, and both for clients.

Each line is one JSON object, described in `docs/protocol.md`. A line that is not a valid request
raises `Refused`, from which the error answer is built. Nothing here reads or writes a stream.
"""

import json
import math
from dataclasses import dataclass
from typing import Any

from azulejos import __version__
from azulejos.contract.rules import Json
from azulejos.errors import AzulejosError
from azulejos.games import GAMES
from azulejos.position import Position
from azulejos.search.info import Info, MoveInfo
from azulejos.search.players import Player, find_player
from azulejos.search.reasons import Explanation
from azulejos.text import Text

Id = str | int

MAX_LINE_BYTES = 1 << 20  # bytes
MAX_ID_LENGTH = 200  # characters or digits
MAX_SECONDS = 86_400.0
MAX_NODES = 1_000_000_000  # visits are counted in 32 bits
MAX_LINES = 1_000
MAX_THREADS = 64
OPERATIONS = ("hello", "analyse", "stop", "quit")


@dataclass(frozen=True)
class Hello:
    """Asks for the engine's name; answered when it is ready."""

    id: Id


@dataclass(frozen=True)
class Analyse:
    """Asks for an analysis of a position; players without search need a seat to move."""

    id: Id
    position: Position
    player: Player
    seconds: float | None  # without seconds and nodes, the player's own limit holds
    nodes: int | None
    every: float | None  # seconds between intermediate answers; None: only the final one
    lines: int  # best moves whose expected continuation is included
    entropy: int | None  # seed of random choices
    threads: int  # of the search
    explains: bool  # add the reasons for the best move to the final answer


@dataclass(frozen=True)
class Stop:
    """Ends a running analysis, which is then answered with what it has found."""

    id: Id


@dataclass(frozen=True)
class Quit:
    """Ends all analyses and the engine."""


Request = Hello | Analyse | Stop | Quit


class Refused(AzulejosError):
    """An invalid line. `kind` is the error code documented in the protocol."""

    def __init__(self, kind: str, text: Text, id: Id | None = None):
        super().__init__(text)
        self.kind = kind
        self.id = id


# ---- Requests


def read_request(line: bytes) -> Request:
    """Parse a line into a request."""
    data = parse_line(line)
    id = data.get("id")
    known = id if is_id(id) else None
    try:
        return parse_request(data, known)
    except Refused as error:
        error.id = known
        raise


def parse_line(line: bytes) -> Json:
    """Parse a line into a JSON object."""
    if len(line) > MAX_LINE_BYTES:
        raise Refused("too_long", Text("engine.too_long", {"most": MAX_LINE_BYTES}))
    try:
        data = json.loads(line.decode(), parse_constant=refuse_constant)
    except (ValueError, RecursionError):
        raise Refused("bad_json", Text("engine.bad_json")) from None
    if not isinstance(data, dict):
        raise Refused("bad_json", Text("engine.bad_json"))
    return data


def refuse_constant(name: str) -> None:
    """Refuse NaN and the infinities, which are not JSON although Python reads them."""
    raise ValueError(name)


def parse_request(data: Json, id: Id | None) -> Request:
    """The request in a JSON object."""
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
    """The analysis request in a JSON object; missing fields get their defaults."""
    limit = data.get("limit")
    limit = {} if limit is None else limit
    if not isinstance(limit, dict):
        raise bad_field("limit")
    seconds = optional_number(limit, "seconds", MAX_SECONDS, "limit.seconds")
    nodes = optional_integer(limit, "nodes", 1, MAX_NODES, "limit.nodes")
    every = optional_number(data, "every", MAX_SECONDS)
    lines = optional_integer(data, "lines", 0, MAX_LINES)
    entropy = optional_integer(data, "entropy", 0, 2**64 - 1)
    threads = optional_integer(data, "threads", 1, MAX_THREADS) or 1
    player = parse_player(data.get("player"))
    position = parse_position(data)
    if position.is_over or (position.needs_deal and not player.needs_search(position.game)):
        raise Refused("nothing_to_decide", Text("engine.nothing_to_decide"))
    lines = 3 if lines is None else lines
    explains = data.get("why", False)
    if not isinstance(explains, bool):
        raise bad_field("why")
    return Analyse(id, position, player, seconds, nodes, every, lines, entropy, threads, explains)


def optional_number(data: Json, name: str, most: float, field: str = "") -> float | None:
    """The value of a field that must be a number above 0, or None if it is absent."""
    value = data.get(name)
    if value is None:
        return None
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 < value <= most:
        raise bad_field(field or name)
    return float(value)


def optional_integer(data: Json, name: str, least: int, most: int, field: str = "") -> int | None:
    """The value of a field that must be an integer in a range, or None if it is absent."""
    value = data.get(name)
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise bad_field(field or name)
    return value


def parse_player(name: object) -> Player:
    """The player of a name; `best` if there is none."""
    if not isinstance(name, str | None):
        raise bad_field("player")
    try:
        return find_player("best" if name is None else name[:40])
    except AzulejosError as error:
        raise Refused("unknown_player", error.text) from None


def parse_position(data: Json) -> Position:
    """The position of a request; a seat must be to move."""
    if data.get("position") is None:
        raise bad_field("position")
    try:
        position = Position.from_json(data["position"])
    except AzulejosError as error:
        raise Refused("bad_position", error.text) from None
    except RecursionError:
        raise Refused("bad_position", Text("position.field", {"field": "…"})) from None
    return position


def is_id(value: object) -> bool:
    """Whether a value can be the id of a request."""
    if isinstance(value, str):
        return len(value) <= MAX_ID_LENGTH
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**MAX_ID_LENGTH


def bad_field(field: str) -> Refused:
    """The error for a field that is missing or invalid."""
    return Refused("bad_request", Text("engine.bad_request", {"field": field}))


# ---- Answers


def hello_answer(id: Id) -> Json:
    """The answer to `hello`."""
    return {"id": id, "name": f"azulejos {__version__}", "games": list(GAMES), "ready": True}


def error_answer(error: Refused) -> Json:
    """The answer to an invalid line."""
    return {"id": error.id, "error": {"code": error.kind, "message": error.message()}}


def info_answer(id: Id, info: Info, why: Explanation | None = None) -> Json:
    """The answer to `analyse`, intermediate or final; players without search give only a move."""
    answer: Json = {"id": id, "final": info.is_final, "best": info.best}
    if info.win:
        answer |= {"win": shares(info.win), "points": points(info.points)}
    answer |= {"nodes": info.nodes, "seconds": round(info.seconds, 4)}
    if info.is_exact:
        answer["exact"] = True
    if info.network:
        answer["network"] = info.network
    answer["moves"] = [move_answer(move) for move in info.moves]
    return answer if why is None else answer | {"why": why_answer(why)}


def why_answer(why: Explanation) -> Json:
    """The reasons for the best move, against the best other one."""
    told = [
        {"kind": x.kind, "points": round(x.points, 2), "seat": x.seat, "text": str(x.text)}
        for x in why.reasons
    ]
    return {"other": why.other, "reasons": told}


def move_answer(move: MoveInfo) -> Json:
    """One analysed move."""
    return {
        "move": move.move,
        "visits": move.visits,
        "win": shares(move.win),
        "points": points(move.points),
        "line": move.line,
    }


def shares(values: tuple[float, ...]) -> list[float]:
    """Win shares, rounded for output."""
    return [round(value, 4) for value in values]


def points(values: tuple[float, ...]) -> list[float]:
    """Points, rounded for output."""
    return [round(value, 2) for value in values]


def line_bytes(data: Json) -> bytes:
    """A request or an answer as a line of bytes."""
    return json.dumps(data).encode() + b"\n"


# ---- For clients


def analyse_request(
    id: Id, position: Position, seconds: float | None, nodes: int | None, entropy: int | None
) -> Json:
    """The JSON of a request to analyse a position."""
    request: Json = {"id": id, "op": "analyse", "position": position.to_json(), "lines": 1}
    limit = {"seconds": seconds, "nodes": nodes}
    if any(limit.values()):
        request["limit"] = {name: value for name, value in limit.items() if value is not None}
    return request if entropy is None else request | {"entropy": entropy}


def parse_info(answer: Json) -> Info | None:
    """The analysis in an answer, or None if fields are missing or invalid.

    Whether its moves are legal is not checked.
    """
    try:
        values = (numbers(answer["win"]), numbers(answer["points"]), int(answer["nodes"]))
        moves = [parse_move_info(move) for move in answer["moves"]]
        seconds, is_exact = float(answer["seconds"]), answer.get("exact") is True
        return Info(str(answer["best"]), *values, seconds, moves, is_exact, answer["final"] is True)
    except (KeyError, TypeError, ValueError, OverflowError):
        return None


def parse_move_info(data: Any) -> MoveInfo:
    """One analysed move of an answer."""
    line = [str(move) for move in data["line"]]
    values = (int(data["visits"]), numbers(data["win"]), numbers(data["points"]))
    return MoveInfo(str(data["move"]), *values, line)


def numbers(values: Any) -> tuple[float, ...]:
    """Finite numbers by seat; raises ValueError for others."""
    if not all(math.isfinite(value) for value in values):
        raise ValueError
    return tuple(float(value) for value in values)
