"""Routes for programs: games and bots, event stream, fairness, message types."""

import json
from hashlib import sha256
from itertools import islice
from typing import Any

from fastapi import Request
from starlette.responses import Response, StreamingResponse

from azulejos import __version__
from azulejos.contract.game import Game
from azulejos.games import GAMES
from azulejos.position import Position
from azulejos.record_reader import iter_records
from azulejos.search.players import ADAPTIVE, CHARACTERS, LEVELS, OPPONENTS
from azulejos.search.ratings import curve_of
from azulejos.search.warmup import SEARCH
from azulejos.server.accounts.dependencies import Anybody, Reader
from azulejos.server.bots.stream import Stream
from azulejos.server.errors import refusal
from azulejos.server.feature import parts_of
from azulejos.server.table import fair_check
from azulejos.server.thinking.readiness import Readiness
from azulejos.server.web.documents import Documents
from azulejos.server.web.problems import LINES, refuses, serves
from azulejos.server.web.routers import make_router
from azulejos.text import sentences_of
from azulejos.wire.fields import Language
from azulejos.wire.games import (
    GameAnswer,
    OpponentAnswer,
    OptionAnswer,
    PluralAnswer,
    PreparationAnswer,
    ServerAnswer,
)
from azulejos.wire.messages import CLIENT_MESSAGE, SERVER_MESSAGE
from azulejos.wire.positions import position_schemas
from azulejos.wire.tables import FairAnswer, RecordForm

BOTS = [f"level{n}" for n in range(1, LEVELS + 1)]

router = make_router("programs")


@router.get("/server")
async def show_server(request: Request, caller: Anybody, language: Language = "en") -> ServerAnswer:
    """The games, options and bots that this server offers, and what is ready of them."""
    readiness = parts_of(request)[Readiness]
    games = [describe_game(game, language, readiness) for game in GAMES.values()]
    return ServerAnswer(version=__version__, games=games, bots=BOTS)


def describe_game(game: Game, language: str, readiness: Readiness) -> GameAnswer:
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
        preparation=describe_preparation(game, readiness),
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


def describe_preparation(game: Game, readiness: Readiness) -> PreparationAnswer:
    done, total = readiness.preparation.progress(game.name, SEARCH)
    bots = [bot for bot in (*BOTS, *OPPONENTS) if readiness.can_play(bot, game)]
    is_ready = readiness.has_search(game.name)
    return PreparationAnswer(is_ready=is_ready, done=done, total=total, bots=bots)


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
