"""Routes for analyses, hints, reviews and shared boards.

An analysis answers with the last result of a search, or with every result as a stream of JSON
lines. The WebSocket has the same as messages (`socket.py`).
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from functools import partial

from fastapi import Request
from starlette.responses import Response, StreamingResponse

from azulejos.contract.rules import Json
from azulejos.errors import AzulejosError
from azulejos.server.accounts.callers import Anybody, Caller, Player, Reader
from azulejos.server.analysis.analyses import Analyses, Asker
from azulejos.server.analysis.boards import Boards, Change, SharedBoard
from azulejos.server.analysis.hints import HintSearch
from azulejos.server.analysis.position_routes import document, find_position, record_of, show_tree
from azulejos.server.analysis.reviews import NODES, Reviews, play_line
from azulejos.server.analysis.socket import EVERY_S, question_of
from azulejos.server.analysis.tree import add_move, find, nodes_of, read_record, remove_line
from azulejos.server.errors import refusal
from azulejos.server.feature import Parts, parts_of
from azulejos.server.play.connections import Connections
from azulejos.server.play.tables import Tables
from azulejos.server.timing import now
from azulejos.server.web.documents import Documents
from azulejos.server.web.encoding import Raw, json_response
from azulejos.server.web.limits import Limits, address_of, host_of
from azulejos.server.web.problems import LINES, refuses, serves
from azulejos.server.web.routers import make_router
from azulejos.wire.analysis import (
    AnalysisAnswer,
    AnalysisForm,
    AttemptForm,
    HintAnswer,
    HintForm,
    JudgementView,
    LineAnswer,
    LineForm,
    ReviewEntry,
    ReviewStart,
)
from azulejos.wire.boards import BoardAnswer, BoardForm, BoardLineForm, BoardMoveForm
from azulejos.wire.fields import TableId, sentence
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


# ---- Hints and reviews

reviews_router = make_router("reviews")
OVER = ("table.unknown", "table.not_over")


@reviews_router.post(
    "/tables/{table}/hint",
    responses=refuses(
        "table.unknown",
        "table.not_playing",
        "table.not_seated",
        "table.not_your_turn",
        "table.rated_hint",
        "table.stale",
        "api.one_at_a_time",
    ),
)
async def give_hint(table: TableId, form: HintForm, request: Request, caller: Player) -> HintAnswer:
    """A hint when it is your turn, except in rated games: where to look, which move, or why. The
    record and the result show that you got it.
    """
    hints = parts_of(request)[HintSearch]
    return HintAnswer(**await hints.give(table, caller.person.id, form.depth))


@reviews_router.post(
    "/tables/{table}/review",
    response_class=StreamingResponse,
    responses=refuses(*OVER, "people.sign_in", "analysis.too_many", "api.one_at_a_time")
    | serves(LINES, "JSON lines: a message `review`, then an `entry` for each ply from 0 on"),
)
async def review_game(table: TableId, request: Request, caller: Anybody) -> StreamingResponse:
    """The review of a finished game as JSON lines. It is made once: whoever asks first starts it,
    20 a day, and everybody reads it, also without a session. If it stops the last line is a
    message `refused`; ask again to continue.
    """
    reviews = parts_of(request)[Reviews]
    game = await reviews.find_game(table)
    asker = Asker(caller.person.id if caller else "", address_of(request.scope))
    entries = reviews.stream(asker, game)
    first = await anext(entries)  # what is refused is answered as a problem
    start = ReviewStart(table=table, plies=len(game.position.history), nodes=NODES)
    return StreamingResponse(review_lines(start, first, entries), media_type=LINES)


async def review_lines(
    start: ReviewStart, first: Json, entries: AsyncGenerator[Json, None]
) -> AsyncIterator[str]:
    """A review as JSON lines."""
    try:
        yield start.model_dump_json() + "\n"
        yield ReviewEntry(**first).model_dump_json() + "\n"
        async for entry in entries:
            yield ReviewEntry(**entry).model_dump_json() + "\n"
    except AzulejosError as error:
        yield Refusal(id="", error=sentence(error.text)).model_dump_json() + "\n"
    finally:
        await entries.aclose()


@reviews_router.post(
    "/tables/{table}/review/attempt",
    responses=refuses(*OVER, "analysis.nobody", "api.one_at_a_time"),
)
async def try_move(
    table: TableId, form: AttemptForm, request: Request, caller: Reader
) -> JudgementView:
    """Judge a move instead of the one that was made at a ply of a finished game."""
    reviews = parts_of(request)[Reviews]
    game = await reviews.find_game(table)
    found = await reviews.try_move(caller.person.id, game, form.ply, form.move)
    return JudgementView(**found)


@reviews_router.post("/tables/{table}/review/line", responses=refuses(*OVER, "analysis.nobody"))
async def show_line(
    table: TableId, form: LineForm, request: Request, caller: Anybody
) -> LineAnswer:
    """The positions of a line that begins instead of the move of a ply of a finished game."""
    game = await parts_of(request)[Reviews].find_game(table)
    steps, moves = await asyncio.to_thread(play_line, game, form.ply, form.moves)
    return LineAnswer(steps=steps, moves=moves)


# ---- Shared boards

boards_router = make_router("boards")
CHANGES = refuses("board.unknown", "board.full", "board.line", "board.nodes")


@boards_router.post(
    "/boards",
    status_code=201,
    response_model=BoardAnswer,
    responses=refuses("board.full", "board.line", "board.nodes"),
)
async def share_board(form: BoardForm, request: Request, caller: Player) -> Response:
    """Store a tree of variations, so that others with its link see it and add moves."""
    parts, person = parts_of(request), caller.person.id
    parts[Limits].require("board_person", person)
    parts[Limits].require("board_address", address_of(request.scope))

    def check() -> bytes:
        record = record_of(form.tree)
        find(nodes_of(record), form.cursor)
        return record.to_text().encode()

    record = (await document(request, "share", form, check)).decode()
    return await show(
        request, caller, await parts[Boards].create(record, form.cursor, person, now()), 201
    )


@boards_router.get(
    "/boards/{board}", response_model=BoardAnswer, responses=refuses("board.unknown")
)
async def show_board(board: TableId, request: Request, caller: Anybody) -> Response:
    """A shared board with all its variations."""
    return await show(request, caller, await parts_of(request)[Boards].get(board, now()))


@boards_router.post("/boards/{board}/additions", response_model=BoardAnswer, responses=CHANGES)
async def add_board_move(
    board: TableId, form: BoardMoveForm, request: Request, caller: Player
) -> Response:
    """Add a move or deal after a line of a shared board. One that is there already is only where
    you look now.
    """
    change = partial(add_move, path=form.path, text=form.move)
    return await change_board(request, caller, board, "add", [form.path, form.move], change)


@boards_router.post(
    "/boards/{board}/removals",
    response_model=BoardAnswer,
    responses=CHANGES | refuses("board.unknown", "board.not_yours", "board.line"),
)
async def remove_board_line(
    board: TableId, form: BoardLineForm, request: Request, caller: Player
) -> Response:
    """Remove the last move of a line and all that follows it, from a board that you shared."""
    stored = await parts_of(request)[Boards].get(board, now())
    if stored.person != caller.person.id:
        raise refusal("board.not_yours")
    change = partial(remove_line, path=form.path)
    return await change_board(request, caller, board, "remove", [form.path], change)


async def change_board(
    request: Request, caller: Caller, board: str, name: str, args: list[object], change: Change
) -> Response:
    parts = parts_of(request)
    parts[Limits].require("board_change", caller.person.id)
    changed = await parts[Boards].change(board, name, args, change, now())
    return await show(request, caller, changed)


async def show(
    request: Request, caller: Caller | None, board: SharedBoard, status: int = 200
) -> Response:
    """A board as the caller may see it."""
    documents = parts_of(request)[Documents]
    tree = await documents.get(
        ("tree", board.id, board.version),
        lambda: show_tree(read_record(board.record)).model_dump_json().encode(),
    )
    own = {
        "board": board.id,
        "version": board.version,
        "cursor": board.cursor,
        "is_yours": caller is not None and caller.person.id == board.person,
    }
    return json_response({**own, "tree": Raw(tree)}, status)
