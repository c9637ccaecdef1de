"""Routes for programs: games and bots, fairness, message types, and the stream of events.

The lines are the same `update` messages as on the WebSocket, so a program needs no WebSocket.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from hashlib import sha256
from itertools import islice
from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from azulejos import __version__
from azulejos.contract.game import Game
from azulejos.errors import AzulejosError
from azulejos.games import GAMES
from azulejos.position import Position
from azulejos.record_reader import iter_records
from azulejos.search.players import ADAPTIVE, CHARACTERS, LEVELS
from azulejos.search.ratings import curve_of
from azulejos.server.accounts.callers import Anybody, Caller, Reader
from azulejos.server.errors import refusal
from azulejos.server.feature import Parts, parts_of
from azulejos.server.play.connections import Connections
from azulejos.server.play.lobby import Lobby
from azulejos.server.play.presence import Presence
from azulejos.server.play.rated_games import RatedGames
from azulejos.server.play.tables import Tables
from azulejos.server.storage.store import Quarantined, Store
from azulejos.server.table import fair_check
from azulejos.server.table.table import Table
from azulejos.server.timing import now
from azulejos.server.web.documents import Documents
from azulejos.server.web.limits import address_of, host_of
from azulejos.server.web.problems import LINES, refuses, serves
from azulejos.server.web.routers import make_router
from azulejos.text import sentences_of
from azulejos.wire.fields import Language, sentence
from azulejos.wire.games import (
    GameAnswer,
    OpponentAnswer,
    OptionAnswer,
    PluralAnswer,
    ServerAnswer,
)
from azulejos.wire.messages import CLIENT_MESSAGE, SERVER_MESSAGE, Hello, Refusal
from azulejos.wire.positions import position_schemas
from azulejos.wire.tables import FairAnswer, RecordForm

BOTS = [f"level{n}" for n in range(1, LEVELS + 1)]

router = make_router("programs")


@router.get("/server")
async def show_server(request: Request, caller: Anybody, language: Language = "en") -> ServerAnswer:
    """The games, options and bots that this server offers."""
    games = [describe_game(game, language) for game in GAMES.values()]
    return ServerAnswer(version=__version__, games=games, bots=BOTS)


def describe_game(game: Game, language: str) -> GameAnswer:
    is_drawn = bool(game.art)  # by the page, which then has its texts as well
    return GameAnswer(
        name=game.name,
        editions=list(game.editions),
        players=list(game.players),
        options={
            n: [OptionAnswer(name=o.name, choices=list(o.choices)) for o in game.options(n)]
            for n in game.players
        },
        words={
            code: sentence if isinstance(sentence, str) else PluralAnswer(**sentence)
            for code, sentence in ({} if is_drawn else sentences_of(game.name, language)).items()
        },
        opponents=describe_opponents(game),
    )


def describe_opponents(game: Game) -> list[OpponentAnswer]:
    """The named opponents, with their ratings in a game of the usual number of players."""
    if not game.human_bias:
        return []
    curve, styles = curve_of(Position(game.name).states), game.human_bias.CHARACTERS
    rated = [
        OpponentAnswer(name=name, rating=curve.character_rating(name), style=styles.get(name, ""))
        for name in CHARACTERS
    ]
    return [*rated, OpponentAnswer(name=ADAPTIVE, rating=None, style="")]


@router.get(
    "/stream",
    response_class=StreamingResponse,
    responses=serves(LINES, "JSON lines, each a message of the server; empty lines keep it alive"),
)
async def stream_events(request: Request, caller: Reader, lobby: bool = False) -> StreamingResponse:
    """Stream the updates of all tables at which you sit, and with `lobby` the open tables."""
    stream = Stream(parts_of(request), caller, request)
    return StreamingResponse(stream.lines(lobby), media_type="application/x-ndjson")


@router.post(
    "/fair",
    response_model=FairAnswer,
    responses=refuses(
        "fair.headers",
        "fair.commitment",
        "fair.seating",
        "fair.deal",
        "fair.pledge",
        "fair.unreadable",
        "fair.other_commitment",
        "fair.other_contributions",
        "fair.hidden_retries",
    ),
)
async def check_fairness(form: RecordForm, request: Request, caller: Anybody) -> Response:
    """Check that the seating and deals of a record follow from its seed, and from what your client
    kept from before the game.
    """
    asked = form.model_dump_json().encode(errors="surrogatepass")
    key = ("fair", sha256(asked).digest())
    checked = await parts_of(request)[Documents].get(key, lambda: check_record(form))
    return Response(checked, media_type="application/json")


def check_record(form: RecordForm) -> bytes:
    """Check the one record of a form; the answer as JSON."""
    records = list(islice(iter_records(form.record), 2))
    if len(records) != 1:
        raise refusal("api.form", where="body.record", what="one_record")
    kept = None if form.kept is None else fair_check.read_kept(form.kept)
    return FairAnswer(**vars(fair_check.check(records[0], kept))).model_dump_json().encode()


@router.get("/messages.schema.json", response_model=dict[str, Any])
async def show_message_schema(request: Request, caller: Anybody) -> Response:
    """The messages of the WebSocket and the stream, as JSON Schema."""
    documents = parts_of(request)[Documents]
    made = await documents.get("messages", lambda: json.dumps(message_schema()).encode())
    return Response(made, media_type="application/json")


def message_schema() -> dict[str, Any]:
    """The JSON Schema of all messages of clients and server."""
    where = "#/$defs/{model}"
    client = CLIENT_MESSAGE.json_schema(ref_template=where)
    server = SERVER_MESSAGE.json_schema(ref_template=where, mode="serialization")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages of Azulejos",
        "$defs": {
            **client.pop("$defs"),
            **server.pop("$defs"),
            **position_schemas("#/$defs/"),
            "ClientMessage": client,
            "ServerMessage": server,
        },
        "anyOf": [{"$ref": "#/$defs/ClientMessage"}, {"$ref": "#/$defs/ServerMessage"}],
    }


# ---- The stream of events

POLL_S = 1.0  # between two queries for tables that the person joined
POLL_TABLES = 64  # new tables after one query, so that their updates fit into the queue
KEEPALIVE_S = 10.0  # between two empty lines while nothing happens
MAX_QUEUED = 256  # messages that were not read yet; a slower reader is disconnected


class Stream:
    """The stream of one request."""

    def __init__(self, parts: Parts, caller: Caller, request: Request):
        self.parts = parts
        self.host, self.address = host_of(request.scope), address_of(request.scope)
        self.caller: Caller | None = caller
        self.person = caller.person.id
        self._drop: Callable[[str], None] = request.scope["state"]["drop"]
        self._lines: asyncio.Queue[str] = asyncio.Queue(MAX_QUEUED)
        self._tables: set[str] = set()
        self._has_more = False  # tables of the person that are not listened to yet
        self._is_ended = False  # by the server: the person was signed out

    def send(self, message: str) -> None:
        """Queue a message."""
        try:
            self._lines.put_nowait(message)
        except asyncio.QueueFull:  # the response may wait for the client, so it cannot just end
            self._drop("unread")

    def close(self, code: int) -> None:
        """End the stream at once; a stream has no close codes."""
        self._is_ended = True
        self.send("")  # so that `lines` does not wait for the next message

    def send_update(self, table: Table, message: str) -> None:
        """Queue an update of a table."""
        self.send(message)

    def send_problem(self, problem: AzulejosError) -> None:
        """Say that a table cannot be shown any more, as on the WebSocket."""
        self.send(Refusal(id="", error=sentence(problem.text)).model_dump_json())

    async def lines(self, with_lobby: bool) -> AsyncIterator[str]:
        """Yield messages and empty lines until the client or the server ends the stream."""
        self.send(Hello(server=__version__, person=self.person, now=now()).model_dump_json())
        if with_lobby:
            await self.parts[Lobby].listen(self)
        self.parts[Connections].add(self)
        polled_at = sent_at = 0.0
        try:
            while not (self._is_ended or self.parts[Presence].is_closing):
                if now() >= polled_at + POLL_S or (self._has_more and self._lines.empty()):
                    await self._poll()
                    polled_at = now()
                line = await self._next()
                if self._is_ended:
                    return
                if line is not None or now() >= sent_at + KEEPALIVE_S:
                    sent_at = now()
                    yield (line or "") + "\n"
        finally:
            self._end()

    async def _next(self) -> str | None:
        """The next line; None if there is none for a while."""
        with suppress(TimeoutError):
            return await asyncio.wait_for(self._lines.get(), POLL_S)
        return None

    async def _poll(self) -> None:
        """Listen to the tables at which the person sits now, and to no others."""
        seated = await self.parts[Store].tables_of(self.person)
        new = sorted(seated - self._tables)
        self._has_more = len(new) > POLL_TABLES
        for table_id in new[:POLL_TABLES]:
            try:
                live = await self.parts[Tables].get(table_id)
                await self.parts[Tables].listen(table_id, self, live.table.version)
            except Quarantined:
                continue
            self._tables.add(table_id)
            await self.parts[RatedGames].add_address(live.table, self.person, self.address)
            self.parts[Presence].add(live.table, self.person)
        for table_id in self._tables - seated:
            self._leave(table_id)
        self._tables &= seated

    def _leave(self, table_id: str) -> None:
        self.parts[Tables].unlisten(table_id, self)
        self.parts[Presence].remove(table_id, self.person)

    def _end(self) -> None:
        self.parts[Connections].discard(self)
        self.parts[Lobby].unlisten(self)
        for table_id in self._tables:
            self._leave(table_id)
