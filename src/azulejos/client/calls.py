"""The requests of a client as data, so that the blocking and the asynchronous one share them."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeVar

from azulejos.client.errors import Refused
from azulejos.client.messages import read
from azulejos.contract.rules import Json
from azulejos.position import Position
from azulejos.record import Record
from azulejos.record_reader import read_records
from azulejos.wire.accounts import MeAnswer
from azulejos.wire.analysis import AnalysisAnswer
from azulejos.wire.games import ServerAnswer
from azulejos.wire.messages import PlayerAct
from azulejos.wire.tables import DoneAnswer
from azulejos.wire.tournaments import TournamentAnswer, TournamentSummary
from azulejos.wire.views import Summary, View

T = TypeVar("T")

PATH = "/api/v1"
RETRIES = 5  # of a request that the server is too busy for
RETRY_S = 2.0  # before the next one, if the server does not say when
ATTEMPT_S = 30.0  # timeout of a request; a stream sends an empty line every 10 s

ME: Json = {"kind": "me"}
OPEN: Json = {"kind": "open"}


def bot_seat(level: int) -> Json:
    """A seat for a built-in bot."""
    return {"kind": "bot", "level": level}


@dataclass(frozen=True)
class Call(Generic[T]):
    """A request and how its answer is read."""

    method: str
    path: str
    read: Callable[[Any], T]
    form: Json | None = None
    query: dict[str, str] = field(default_factory=dict)


def given(**values: Any) -> dict[str, Any]:
    """The values that are not None."""
    return {name: value for name, value in values.items() if value is not None}


def read_view(data: Any) -> View:
    return read(View, data)


def read_done(data: Any) -> DoneAnswer:
    return read(DoneAnswer, data)


def read_tables(data: Any) -> list[Summary]:
    return [read(Summary, each) for each in data["tables"]]


def read_record(text: str) -> Record:
    return read_records(text)[0]


def me() -> Call[MeAnswer]:
    return Call("GET", "/me", lambda data: read(MeAnswer, data))


def server() -> Call[ServerAnswer]:
    return Call("GET", "/server", lambda data: read(ServerAnswer, data))


def tables(status: str) -> Call[list[Summary]]:
    return Call("GET", "/tables", read_tables, query={"status": status})


def games(person: str, status: str | None, before: float | None) -> Call[list[Summary]]:
    query = {name: str(x) for name, x in given(status=status, before=before).items()}
    return Call("GET", f"/people/{person}/tables", read_tables, query=query)


def table(table_id: str) -> Call[View]:
    return Call("GET", f"/tables/{table_id}", read_view)


def create_table(game: str, seats: Sequence[Json], more: Json) -> Call[View]:
    return Call("POST", "/tables", read_view, {"game": game, "seats": list(seats), **more})


def join(table_id: str, form: Json) -> Call[View]:
    return Call("POST", f"/tables/{table_id}/join", read_view, form)


def leave(table_id: str) -> Call[DoneAnswer]:
    return Call("POST", f"/tables/{table_id}/leave", read_done, {})


def reveal(table_id: str, nonce: str, commitment: str) -> Call[View]:
    form = {"nonce": nonce, "commitment": commitment}
    return Call("POST", f"/tables/{table_id}/reveal", read_view, form)


def play(view: View, move: str) -> Call[DoneAnswer]:
    """A move; its id makes it safe to send it again."""
    form = {"id": move_id(view), "version": view.version, "move": move}
    return Call("POST", f"/tables/{view.table}/moves", read_done, form)


def move_id(view: View) -> str:
    return f"{view.version}-{secrets.token_hex(8)}"


def act(table_id: str, what: PlayerAct, seat: int | None) -> Call[DoneAnswer]:
    return Call("POST", f"/tables/{table_id}/acts", read_done, {"act": what, **given(seat=seat)})


def explain(table_id: str, move: str) -> Call[list[Json]]:
    path = f"/tables/{table_id}/explanation"
    return Call("GET", path, lambda data: list(data["steps"]), query={"move": move})


def rematch(table_id: str, pledge: str | None) -> Call[View]:
    return Call("POST", f"/tables/{table_id}/rematch", read_view, given(pledge=pledge))


def record(table_id: str) -> Call[Record]:
    return Call("GET", f"/tables/{table_id}/record", read_record)


def records_query(
    game: str | None, person: str | None, after: str | None, most: int
) -> dict[str, str]:
    query = given(game=game, person=person, after=after, most=most)
    return {name: str(value) for name, value in query.items()}


def analyse(position: Position | None, form: Json) -> Call[AnalysisAnswer]:
    where = given(position=position.to_json() if position else None)
    return Call("POST", "/analysis", lambda data: read(AnalysisAnswer, data), {**form, **where})


def tournaments() -> Call[list[TournamentSummary]]:
    return Call("GET", "/tournaments", read_tournaments)


def read_tournaments(data: Any) -> list[TournamentSummary]:
    return [read(TournamentSummary, each) for each in data["tournaments"]]


def tournament(tournament_id: str, version: int, first: int) -> Call[TournamentAnswer | None]:
    query = {"version": str(version), "first": str(first)}
    return Call("GET", f"/tournaments/{tournament_id}", read_tournament, query=query)


def read_tournament(data: Any) -> TournamentAnswer | None:
    return read(TournamentAnswer, data) if data else None  # empty: nothing has changed


def take_part(tournament_id: str, what: Literal["join", "leave"]) -> Call[None]:
    return Call("POST", f"/tournaments/{tournament_id}/{what}", lambda _: None)


def refused_s(refused: Refused, attempt: int) -> float | None:
    """Seconds until a refused request is sent again; None if it is not."""
    if refused.code != "api.busy" or attempt >= RETRIES:
        return None
    return refused.retry_after_s or RETRY_S
