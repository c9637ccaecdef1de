"""Routes for programs: games and bots, event stream, analysis, fairness, message types."""

from typing import Any

from fastapi import Request
from starlette.responses import StreamingResponse

from azulejos import __version__
from azulejos.game import Game
from azulejos.games import GAMES
from azulejos.record_reader import read_records
from azulejos.search.players import PLAYERS
from azulejos.server.api.analysis import answer_analysis
from azulejos.server.api.problems import SENDS, SIGNED_IN, problems
from azulejos.server.api.routers import Anybody, Reader, make_router
from azulejos.server.api.schemas import (
    AnalysisAnswer,
    AnalysisForm,
    FairAnswer,
    GameAnswer,
    Language,
    OptionAnswer,
    PluralAnswer,
    PreparationAnswer,
    RecordForm,
    ServerAnswer,
)
from azulejos.server.api.stream import Stream
from azulejos.server.errors import refusal
from azulejos.server.people.callers import address_of
from azulejos.server.services import services_of
from azulejos.server.socket.messages import CLIENT_MESSAGE, SERVER_MESSAGE
from azulejos.server.table import fair
from azulejos.server.thinking.readiness import Readiness
from azulejos.text import sentences_of

BOTS = [name for name in PLAYERS if name.startswith("level")]

router = make_router("programs")


@router.get("/server", responses=problems("people.token"))
async def show_server(request: Request, caller: Anybody, language: Language = "en") -> ServerAnswer:
    """The games, options and bots that this server offers, and what is ready of them."""
    readiness = services_of(request).readiness
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
    )


def describe_preparation(game: Game, readiness: Readiness) -> PreparationAnswer:
    done, total = readiness.preparation.progress(game.name)
    bots = [bot for bot in BOTS if readiness.can_play(bot, game)]
    is_ready = readiness.has_search(game.name)
    return PreparationAnswer(is_ready=is_ready, done=done, total=total, bots=bots)


@router.get(
    "/stream",
    response_class=StreamingResponse,
    responses={
        **problems(*SIGNED_IN),
        200: {
            "description": "JSON lines, each a message of the server; empty lines keep it alive",
            "content": {"application/x-ndjson": {"schema": {"type": "string"}}},
        },
    },
)
async def stream_events(request: Request, caller: Reader, lobby: bool = False) -> StreamingResponse:
    """Stream the updates of all tables at which you sit, and with `lobby` the open tables."""
    lines = Stream(services_of(request), caller).lines(lobby)
    return StreamingResponse(lines, media_type="application/x-ndjson")


@router.post(
    "/analysis",
    responses=problems(
        *(*SENDS, *SIGNED_IN, "analysis.rated", "analysis.nobody"),
        *("table.unknown", "api.one_at_a_time"),
    ),
)
async def analyse_position(form: AnalysisForm, request: Request, caller: Reader) -> AnalysisAnswer:
    """Analyse a position, except of rated games in progress. 40 a day, one at a time."""
    limits, person = services_of(request).limits, caller.person.id
    with limits.exclusive("analysis", person):
        limits.require("analysis_person", person)
        limits.require("analysis_address", address_of(request))
        return await answer_analysis(services_of(request), person, form)


@router.post(
    "/fair",
    responses=problems(
        *(*SENDS, "people.token", "fair.headers", "fair.commitment", "fair.seating", "fair.deal"),
    ),
)
async def check_fairness(form: RecordForm, caller: Anybody) -> FairAnswer:
    """Check that the seating and deals of a record follow from its published commitment."""
    records = read_records(form.record)
    if len(records) != 1:
        raise refusal("api.form", where="body.record", what="one_record")
    return FairAnswer(deals=fair.check(records[0]))


@router.get("/messages.schema.json", responses=problems("people.token"))
async def show_message_schema(caller: Anybody) -> dict[str, Any]:
    """The messages of the WebSocket and the stream, as JSON Schema."""
    return message_schema()


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
            "ClientMessage": client,
            "ServerMessage": server,
        },
        "anyOf": [{"$ref": "#/$defs/ClientMessage"}, {"$ref": "#/$defs/ServerMessage"}],
    }
