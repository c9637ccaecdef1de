"""Routes for learning: hints during a game, and its review when it is over."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator

from fastapi import Request
from starlette.responses import StreamingResponse

from azulejos.contract.rules import Json
from azulejos.errors import AzulejosError
from azulejos.server.accounts.dependencies import Anybody, Player, Reader
from azulejos.server.analysis.analyses import Asker
from azulejos.server.analysis.hints import HintSearch
from azulejos.server.analysis.review import NODES
from azulejos.server.analysis.reviews import Reviews, play_line
from azulejos.server.feature import parts_of
from azulejos.server.web.addresses import address_of
from azulejos.server.web.problems import LINES, refuses, serves
from azulejos.server.web.routers import make_router
from azulejos.wire.analysis import (
    AttemptForm,
    HintAnswer,
    HintForm,
    JudgementView,
    LineAnswer,
    LineForm,
    ReviewEntry,
    ReviewStart,
)
from azulejos.wire.fields import TableId, sentence
from azulejos.wire.messages import Refusal

router = make_router("reviews")
OVER = ("table.unknown", "table.not_over")


@router.post(
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


@router.post(
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


@router.post(
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


@router.post("/tables/{table}/review/line", responses=refuses(*OVER, "analysis.nobody"))
async def show_line(
    table: TableId, form: LineForm, request: Request, caller: Anybody
) -> LineAnswer:
    """The positions of a line that begins instead of the move of a ply of a finished game."""
    game = await parts_of(request)[Reviews].find_game(table)
    steps, moves = await asyncio.to_thread(play_line, game, form.ply, form.moves)
    return LineAnswer(steps=steps, moves=moves)
