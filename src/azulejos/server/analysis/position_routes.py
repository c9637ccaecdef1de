"""Routes about positions that a caller sends: what follows from them by the rules, without search,
and how a board shows them. Nothing is hidden: the request gave the position.

Nothing is stored. Answers are made outside the event loop, one after another, and the last ones are
kept, see `web/documents.py`.
"""

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import asdict
from hashlib import sha256
from typing import Any, Literal

from fastapi import Request
from pydantic import BaseModel
from starlette.responses import PlainTextResponse, Response

from azulejos.contract.rules import Json
from azulejos.errors import BadPosition
from azulejos.position import Position
from azulejos.record import Record
from azulejos.server.accounts.callers import Anybody
from azulejos.server.analysis.tree import nodes_of, read_record, with_nodes
from azulejos.server.errors import refusal
from azulejos.server.feature import parts_of
from azulejos.server.play.tables import Tables
from azulejos.server.table.view import drawing_of
from azulejos.server.thinking.workers import Workers, draw_png
from azulejos.server.web.documents import Documents
from azulejos.server.web.problems import PNG, SVG, refuses
from azulejos.server.web.routers import make_router
from azulejos.wire.boards import (
    DealAnswer,
    EntryView,
    FaultsView,
    NodeAnswer,
    PictureForm,
    PositionForm,
    PositionView,
    QuestionForm,
    RecordTextForm,
    ScoreView,
    SetupForm,
    TreeAnswer,
    TreeForm,
)
from azulejos.wire.fields import Request as RequestBody
from azulejos.wire.fields import sentence, step_facts
from azulejos.wire.tables import ExplainAnswer

router = make_router("positions")
REFUSED = refuses()
TREE_REFUSED = refuses("board.full", "board.nodes", "board.one_record")


async def answer(
    request: Request, kind: str, form: RequestBody, make: Callable[[], BaseModel], salt: int = 0
) -> Response:
    """The JSON of an answer, made outside the event loop unless it is kept from before."""
    made = await document(request, kind, form, lambda: make().model_dump_json().encode(), salt)
    return Response(made, media_type="application/json")


async def document(
    request: Request, kind: str, form: RequestBody, make: Callable[[], bytes], salt: int = 0
) -> bytes:
    asked = sha256(form.model_dump_json().encode(errors="surrogatepass")).digest()
    return await parts_of(request)[Documents].get((kind, asked, salt), make)


# ---- Positions


@router.post("/positions", response_model=PositionView, responses=REFUSED)
async def show_position(form: PositionForm, request: Request, caller: Anybody) -> Response:
    """A position after some moves and deals: its view, the legal moves, and what the last one
    did.
    """
    return await answer(
        request, "position", form, lambda: view_position(*follow(form.position, form.moves))
    )


@router.post("/positions/explanation", response_model=ExplainAnswer, responses=REFUSED)
async def explain_move_of(form: QuestionForm, request: Request, caller: Anybody) -> Response:
    """Explain what a move would do in a position, or which clause of the rules forbids it."""
    return await answer(
        request,
        "explain",
        form,
        lambda: ExplainAnswer(steps=explain(form.position, form.move)),
    )


@router.post("/positions/deal", response_model=DealAnswer, responses=REFUSED)
async def draw_deal(form: SetupForm, request: Request, caller: Anybody) -> Response:
    """Draw the deal that is due in a position, at random, without applying it."""
    entropy = secrets.randbits(63)
    return await answer(
        request,
        "deal",
        form,
        lambda: DealAnswer(deal=Position.from_json(form.position).draw_deal(entropy)),
        entropy,
    )


@router.post("/positions/faults", response_model=FaultsView, responses=REFUSED)
async def check_position(form: SetupForm, request: Request, caller: Anybody) -> Response:
    """Complete a position that was set up, as far as it follows from what is given, and say what
    makes it impossible.
    """
    return await answer(request, "faults", form, lambda: view_faults(form.position))


@router.post("/positions/score", response_model=ScoreView, responses=REFUSED)
async def score_position(form: SetupForm, request: Request, caller: Anybody) -> Response:
    """Score boards as they lie at the end of a round, step by step, with the bonuses if the game
    ends. If a player has a choice, the position after the steps awaits it as a move.
    """
    return await answer(request, "score", form, lambda: view_score(form.position))


# ---- Pictures


@router.post(
    "/positions/picture.svg",
    response_class=Response,
    responses=REFUSED | SVG,
)
async def draw_position(form: PictureForm, request: Request, caller: Anybody) -> Response:
    """A position as a picture."""
    return Response(await svg_of(request, form), media_type="image/svg+xml")


@router.post(
    "/positions/picture.png",
    response_class=Response,
    responses=REFUSED | PNG,
)
async def draw_position_png(form: PictureForm, request: Request, caller: Anybody) -> Response:
    """A position as a picture of pixels."""
    svg = (await svg_of(request, form)).decode()
    png = await parts_of(request)[Workers].run(draw_png, svg)
    return Response(png, media_type="image/png")


async def svg_of(request: Request, form: PictureForm) -> bytes:
    def draw() -> bytes:
        return Position.from_json(form.position).svg(form.language).encode()

    return await document(request, "svg", form, draw)


# ---- Records


@router.post("/trees", response_model=TreeAnswer, responses=TREE_REFUSED)
async def read_game(form: RecordTextForm, request: Request, caller: Anybody) -> Response:
    """Read a game or a position in any of its written forms, as a tree of variations."""
    return await answer(request, "record", form, lambda: show_tree(read_record(form.text)))


@router.post(
    "/trees/text",
    response_class=PlainTextResponse,
    responses=TREE_REFUSED,
)
async def write_game(form: TreeForm, request: Request, caller: Anybody) -> Response:
    """Write a tree of variations as a record."""
    made = await document(request, "tree", form, lambda: record_of(form).to_text().encode())
    return Response(made, media_type="text/plain")


def show_tree(record: Record) -> TreeAnswer:
    """The tree of variations of a record."""
    first = record.first()
    return TreeAnswer(
        game=record.game,
        players=record.players or first.players,
        options=record.options,
        start=record.start,
        headers=record.headers,
        first=view_position(first),
        nodes=[NodeAnswer(**asdict(node)) for node in nodes_of(record)],
    )


def record_of(form: TreeForm) -> Record:
    """The record of a tree of variations, checked."""
    known: dict[str, Any] = {} if form.start else {"options": form.options}
    record = Record(form.game, form.players, start=form.start, headers=form.headers, **known)
    return with_nodes(record, [(node.parent, node.text, node.comment) for node in form.nodes])


# ---- What a board shows


async def find_position(
    tables: Tables, table_id: str | None, ply: int | None, given: Json | None
) -> Position:
    """The given position, or the one of a table after some plies.

    The table of a rated game in progress is refused to everybody.
    """
    if (table_id is None) == (given is None):
        raise refusal("api.form", where="body.table", what="one_of")
    if table_id is None:
        return await asyncio.to_thread(Position.from_json, given or {})
    table = (await tables.get_current(table_id)).table
    if table.status == "playing" and (table.plan.is_rated or table.plan.tournament):
        raise refusal("analysis.rated")
    position = table.position.copy()
    while ply is not None and len(position.history) > ply:
        position.pop()
    return position


# ---- Positions as a board shows them


def follow(data: Json, texts: list[str]) -> tuple[Position, EntryView | None]:
    """The position after moves and deals from another one, and what the last of them did."""
    position = Position.from_json(data)
    for text in texts[:-1]:
        position.push(text)
    if not texts:
        return position, None
    seat, steps = position.turn, position.steps(texts[-1])
    position.push(texts[-1])
    last = EntryView(text=position.history[-1], seat=seat, steps=step_facts(steps))
    return position, last


def view_position(position: Position, last: EntryView | None = None) -> PositionView:
    """A position as a board shows it."""
    needs: Literal["move", "deal", "nothing"] = "deal" if position.needs_deal else "move"
    outcome = position.outcome
    return PositionView(
        position=position.view(),
        drawing=drawing_of(position),
        turn=position.turn,
        needs="nothing" if outcome else needs,
        moves=position.legal_moves if position.turn is not None else [],
        scores=list(position.scores),
        shares=list(outcome.shares) if outcome else [],
        last=last,
    )


def explain(data: Json, move: str) -> list[Json]:
    """The steps of a move, and the points that its player would then be certain of."""
    position = Position.from_json(data)
    return step_facts((*position.steps(move), position.forecast(move)))


def view_faults(data: Json) -> FaultsView:
    """A position that was set up, completed, and why it is impossible."""
    completed = Position.complete(data)
    wrong = [sentence(fault) for fault in Position.status(completed)]
    view = None if wrong else view_position(Position.from_json(completed))
    return FaultsView(position=completed, faults=wrong, view=view)


def view_score(data: Json) -> ScoreView:
    """The scoring of boards that were set up at the end of a round."""
    try:
        position, steps = Position.score(data)
    except BadPosition as wrong:
        return ScoreView(faults=[sentence(wrong.text)], steps=[], after=None)
    return ScoreView(faults=[], steps=step_facts(steps), after=view_position(position))
