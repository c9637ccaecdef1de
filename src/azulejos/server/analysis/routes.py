"""Routes for analysis: the last answer of a search, or every answer as a stream of JSON lines.

The WebSocket has the same as messages (`socket.py`).
"""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing

from fastapi import Request
from starlette.responses import StreamingResponse

from azulejos.contract.rules import Json
from azulejos.errors import AzulejosError
from azulejos.server.accounts.callers import Caller
from azulejos.server.accounts.dependencies import Reader
from azulejos.server.analysis.analyses import Analyses, Asker
from azulejos.server.analysis.positions import find_position
from azulejos.server.analysis.socket import EVERY_S, question_of
from azulejos.server.feature import Parts, parts_of
from azulejos.server.play.connections import Connections
from azulejos.server.play.tables import Tables
from azulejos.server.web.addresses import address_of, host_of
from azulejos.server.web.problems import LINES, refuses, serves
from azulejos.server.web.routers import make_router
from azulejos.wire.analysis import AnalysisAnswer, AnalysisForm
from azulejos.wire.fields import sentence
from azulejos.wire.messages import Info, Refusal

router = make_router("analysis")
EXPECTED = refuses(
    "analysis.rated", "analysis.nobody", "analysis.too_many", "analysis.replaced", "table.unknown"
)


async def search(
    form: AnalysisForm, request: Request, caller: Caller, every: float | None
) -> AsyncGenerator[Json, None]:
    """The answers of the search that a form asks for."""
    parts = parts_of(request)
    position = await find_position(parts[Tables], form.table, form.ply, form.position)
    asker = Asker(caller.person.id, address_of(request.scope))
    infos = parts[Analyses].stream(asker, position, question_of(form, every))
    async with aclosing(infos):
        async for info in infos:
            yield info


@router.post("/analysis", responses=EXPECTED)
async def analyse_position(form: AnalysisForm, request: Request, caller: Reader) -> AnalysisAnswer:
    """Analyse a position, except of rated games in progress, and answer at the end. 40 a day, one
    at a time: a new analysis ends the one before.
    """
    infos = [info async for info in search(form, request, caller, None)]
    return AnalysisAnswer(**{name: x for name, x in infos[-1].items() if name != "is_final"})


@router.post(
    "/analysis/stream",
    response_class=StreamingResponse,
    responses=EXPECTED | serves(LINES, "JSON lines, each a message `info`; the last one is final"),
)
async def stream_analysis(
    form: AnalysisForm, request: Request, caller: Reader
) -> StreamingResponse:
    """The same as `POST /analysis`, with an answer every quarter of a second. Disconnect to cancel.
    If it cannot be finished the last line is a message `refused`.
    """
    infos = search(form, request, caller, EVERY_S)
    first = await anext(infos)  # what is refused is answered as a problem
    reader = Reading(parts_of(request), caller, host_of(request.scope))
    return StreamingResponse(info_lines(reader, first, infos), media_type=LINES)


class Reading:
    """The stream of an analysis, which ends when the session or token of its reader does."""

    def __init__(self, parts: Parts, caller: Caller, host: str):
        self.parts, self.host = parts, host
        self.caller: Caller | None = caller
        self.person = caller.person.id

    def close(self, code: int) -> None:
        """End the analysis; its stream has no close codes."""
        self.parts[Analyses].end(self.person, "people.sign_in")


async def info_lines(
    reader: Reading, first: Json, infos: AsyncGenerator[Json, None]
) -> AsyncIterator[str]:
    """Answers as JSON lines."""
    reader.parts[Connections].add(reader)
    try:
        yield Info(id="", **first).model_dump_json() + "\n"
        async for info in infos:
            yield Info(id="", **info).model_dump_json() + "\n"
    except AzulejosError as error:
        yield Refusal(id="", error=sentence(error.text)).model_dump_json() + "\n"
    finally:
        reader.parts[Connections].discard(reader)
        await infos.aclose()
