"""Routes about tables: create, show, join, leave, play, rematch, records."""

import gzip
import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from fastapi import Query, Request
from starlette.responses import PlainTextResponse, Response

from azulejos.server.accounts.callers import Anybody, Caller, Player
from azulejos.server.accounts.people import People
from azulejos.server.accounts.relations import Blocks
from azulejos.server.feature import Parts, parts_of
from azulejos.server.ids import make_id
from azulejos.server.play.creation import (
    Placed,
    SeatRequest,
    TableRequest,
    first_newcomers,
    make_newcomer,
    plan_rematch,
    plan_table,
    rematch_bots,
    rematch_person,
    still_open,
)
from azulejos.server.play.presence import Presence
from azulejos.server.play.rated_games import RatedGames
from azulejos.server.play.tables import Decide, Tables
from azulejos.server.storage.store import Conflict, NoTable, Store
from azulejos.server.table import fair, verbs
from azulejos.server.table.clock import ClockPlan
from azulejos.server.table.events import Event
from azulejos.server.table.replay import make_record, make_replay
from azulejos.server.table.table import Table
from azulejos.server.table.verbs import Decision, Newcomer, Repeated, Stale, decide_action
from azulejos.server.table.view import explanation, make_view
from azulejos.server.thinking.workers import Pictures
from azulejos.server.timing import now
from azulejos.server.web.documents import Documents
from azulejos.server.web.encoding import json_response
from azulejos.server.web.limits import Limits, address_of
from azulejos.server.web.load import Load
from azulejos.server.web.problems import PNG, SVG, refuses, respond
from azulejos.server.web.routers import make_router
from azulejos.wire.fields import MoveText, TableId
from azulejos.wire.tables import (
    ActForm,
    DoneAnswer,
    ExplainAnswer,
    JoinForm,
    MoveForm,
    PledgeForm,
    RematchForm,
    RevealForm,
    TableForm,
    TablesAnswer,
)
from azulejos.wire.views import Replay, View

router = make_router("tables")
NO_FORM = RematchForm()  # of a request without a body
FOUND = ("table.unknown", "table.quarantined")
JSON_TYPE, TEXT_TYPE = "application/json", "text/plain"
SITTING = (
    *("table.not_open", "table.seated", "table.no_place", "table.no_programs"),
    *("table.rated_bots", "table.reserved", "people.name", "people.name_scripts"),
    *("people.name_taken", "people.blocked", "table.long_text", "table.odd_text"),
)


async def show(request: Request, table: Table, caller: Caller | None) -> View:
    """A table as the caller may see it."""
    await note_address(request, table, caller)
    return make_view(table, caller.person.id if caller else "", now())


async def show_seated(request: Request, table: Table, caller: Caller) -> View:
    """A table for a person who has just sat down, and is expected to open a connection."""
    parts_of(request)[Presence].expect(table.plan.id, caller.person.id)
    return await show(request, table, caller)


async def note_address(request: Request, table: Table, caller: Caller | None) -> None:
    """Remember from where a rated game is played: nobody there gets help with it."""
    if caller:
        rated_games = parts_of(request)[RatedGames]
        await rated_games.add_address(table, caller.person.id, address_of(request.scope))


# ---- Before the start


@router.get("/tables", response_model=TablesAnswer)
async def list_tables(
    request: Request, caller: Anybody, status: Literal["open", "playing"] = "open"
) -> Response:
    """The lobby: public tables that are open or being played, the newest first."""
    return json_response({"tables": await parts_of(request)[Store].lobby(status)})


@router.post("/tables", status_code=201, responses=refuses(*SITTING, "api.edition", "api.no_seat"))
async def create_table(form: TableForm, request: Request, caller: Player) -> View:
    """Create a table. The game starts when every seat is taken; against bots only, at once. If
    you send a `pledge` it starts when you have revealed its nonce.
    """
    parts, seed = parts_of(request), fair.make_seed()
    parts[Limits].require("table", caller.person.id)
    wanted = table_request(form)
    for seat in wanted.seats:
        await parts[People].check_label(caller.person, seat.name)
    plan = plan_table(wanted, caller.person, seed, now())
    live = await parts[Tables].create(plan, seed, first_newcomers(wanted, plan, caller.person))
    return await show_seated(request, live.table, caller)


def table_request(form: TableForm) -> TableRequest:
    seats = tuple(SeatRequest(**seat.model_dump()) for seat in form.seats)
    clock = ClockPlan(**form.clock.model_dump())
    return TableRequest(**dict(form) | {"seats": seats, "clock": clock})


@router.get("/tables/{table}", response_model=View, responses=refuses(*FOUND))
async def show_table(table: TableId, request: Request, caller: Anybody) -> Response:
    """The current state of a table as you may see it."""
    live = await parts_of(request)[Tables].get_current(table)
    await note_address(request, live.table, caller)
    person = caller.person.id if caller else ""
    shown = live.seen_by(person, now()).encode(person, now())
    return Response(shown, media_type=JSON_TYPE)


@router.post("/tables/{table}/join", responses=refuses(*SITTING, *FOUND))
async def join_table(table: TableId, form: JoinForm, request: Request, caller: Player) -> View:
    """Join a table. In a rematch the places are reserved."""
    parts = parts_of(request)
    now_there = (await parts[Tables].get_current(table)).table
    plan = now_there.plan
    if not plan.tournament:  # in which one does not choose one's opponents
        await parts[Blocks].require_none(caller.person.id, now_there.people())
    if plan.rematch_of:
        old = (await parts[Tables].get(plan.rematch_of)).table
        mine = rematch_person(old, caller.person, form.pledge)
        return await show_seated(request, await take_places(parts, table, mine), caller)
    await parts[People].check_label(caller.person, form.name)
    name = None if plan.is_rated or plan.tournament else form.name
    who = make_newcomer(caller.person, name, form.text, form.pledge)
    joined = await parts[Tables].act(table, decide_join(who, form.place))
    return await show_seated(request, joined, caller)


@router.post(
    "/tables/{table}/leave", responses=refuses("table.not_open", "table.not_seated", *FOUND)
)
async def leave_table(table: TableId, request: Request, caller: Player) -> DoneAnswer:
    """Leave a table before the start; a table without people is closed."""
    return await act(request, table, caller, decide_action("leave", caller.person.id))


@router.post(
    "/tables/{table}/pledge",
    responses=refuses("table.not_open", "table.not_seated", "table.late_pledge", *FOUND),
)
async def pledge_nonce(table: TableId, form: PledgeForm, request: Request, caller: Player) -> View:
    """Give or replace your pledge before the start, if you sent none or lost its nonce."""
    person = caller.person.id
    return await prepare(
        request, table, caller, lambda t, at: verbs.pledge(t, person, form.pledge, at)
    )


@router.post(
    "/tables/{table}/reveal",
    responses=refuses(
        "table.not_open",
        "table.not_seated",
        "table.early_reveal",
        "table.other_pledge",
        "table.other_commitment",
        *FOUND,
    ),
)
async def reveal_nonce(table: TableId, form: RevealForm, request: Request, caller: Player) -> View:
    """Reveal your nonce once every seat is taken; with the last nonce the game starts."""
    person = caller.person.id
    return await prepare(
        request,
        table,
        caller,
        lambda t, at: verbs.reveal(t, person, form.nonce, form.commitment, at),
    )


async def prepare(request: Request, table: str, caller: Caller, decide: Decide) -> View:
    """Prepare the start of a game; the same request again changes nothing."""
    tables = parts_of(request)[Tables]
    try:
        return await show(request, await tables.act(table, decide), caller)
    except Repeated:
        return await show(request, (await tables.get(table)).table, caller)


# ---- Playing


async def act(request: Request, table: str, caller: Caller, decide: Decide) -> DoneAnswer:
    """Act at a table; answer with the version of the action's own event, not of later ones."""
    versions: list[int] = []
    after = await parts_of(request)[Tables].act(
        table, decide, lambda events: versions.append(events[0].version)
    )
    await note_address(request, after, caller)
    return DoneAnswer(table=table, version=versions[0] if versions else after.version)


@router.post(
    "/tables/{table}/moves",
    response_model=DoneAnswer,
    responses=refuses(
        *("table.stale", "table.id_used", "table.not_playing", "table.not_seated"),
        *("table.not_your_turn", "table.stand_in", "table.time_up", *FOUND),
    ),
)
async def play_move(
    table: TableId, form: MoveForm, request: Request, caller: Player
) -> DoneAnswer | Response:
    """Play a move. A move that is sent again with the same id is played once. A move for an older
    position is refused with the current table in `view`.
    """
    person = caller.person.id

    def decide(at_table: Table, at: float) -> Decision:
        return verbs.move(at_table, person, form.move, form.version, at, client_id=form.id)

    try:
        with parts_of(request)[Load].moving(table):
            return await act(request, table, caller, decide)
    except Repeated as before:
        return DoneAnswer(table=table, version=before.version)
    except Stale as stale:
        found = (await parts_of(request)[Tables].get(table)).table
        return respond(stale, await show(request, found, caller))


@router.post(
    "/tables/{table}/acts",
    responses=refuses(
        *("table.not_open", "table.not_playing", "table.not_seated", "table.not_your_seat"),
        *("table.offer_open", "table.offer_declined", "table.rated_takeback", "table.rated_end"),
        *("table.no_takeback", "table.tournament", "table.no_offer", "table.agreed"),
        *("table.no_claim", "table.not_away", "table.claim_early", "table.vacation"),
        *("table.no_win", "table.no_return", "table.no_abort"),
        *("table.out", "table.stand_in", *FOUND),
    ),
)
async def act_at_table(
    table: TableId, form: ActForm, request: Request, caller: Player
) -> DoneAnswer:
    """Resign, offer to take a move back or to end the game, answer an offer, claim an absent
    player's seat for a bot or, with two players, the win, return to your own seat, abort a game in
    which nobody has moved, or let a simpler bot move while the bot whose turn it is gets ready.
    """
    decide = decide_action(form.act, caller.person.id, form.seat)
    return await act(request, table, caller, decide)


@router.get("/tables/{table}/explanation", responses=refuses(*FOUND, "table.not_playing"))
async def explain_move(
    table: TableId, move: Annotated[MoveText, Query()], request: Request, caller: Anybody
) -> ExplainAnswer:
    """Explain what a move would do now, or which clause of the rules forbids it."""
    found = await seen_table(parts_of(request), table, caller)
    verbs.require_status(found, "playing")
    return ExplainAnswer(steps=explanation(found, move))


# ---- After the game


@router.post(
    "/tables/{table}/rematch",
    responses=refuses("table.not_over", "table.not_seated", "people.blocked", *FOUND),
)
async def play_again(
    table: TableId, request: Request, caller: Player, form: RematchForm = NO_FORM
) -> View:
    """Start or join a rematch: the same people, each one seat further. The first request creates
    the table; the game starts when everybody has joined.
    """
    parts, new = parts_of(request), fair.make_seed()
    parts[Limits].require("table", caller.person.id)
    people = (await parts[Tables].get(table)).table.people()
    await parts[Blocks].require_none(caller.person.id, people)
    old = await agree_on_rematch(parts, table, caller)
    plan = plan_rematch(old, old.rematch, caller.person.id, new, now())
    mine = rematch_person(old, caller.person, form.pledge)
    try:
        started = (await parts[Tables].get_current(old.rematch)).table
    except NoTable:
        try:
            live = await parts[Tables].create(plan, new, [*rematch_bots(old), *mine])
            return await show_seated(request, live.table, caller)
        except Conflict:  # another request has created it meanwhile
            started = (await parts[Tables].get(old.rematch)).table
    if started.status != "open":
        return await show(request, started, caller)
    return await show_seated(request, await take_places(parts, old.rematch, mine), caller)


async def agree_on_rematch(parts: Parts, table: str, caller: Caller) -> Table:
    """The finished table, with the id of the rematch."""
    new_id, person = make_id(), caller.person.id
    try:
        return await parts[Tables].act(table, lambda t, at: verbs.rematch(t, person, new_id, at))
    except Repeated:
        return (await parts[Tables].get(table)).table


async def take_places(parts: Parts, table: str, placed: list[Placed]) -> Table:
    """Let newcomers join at those of their places that are still open."""
    joined = (await parts[Tables].get(table)).table
    for newcomer, place in still_open(joined, placed):
        joined = await parts[Tables].act(table, decide_join(newcomer, place))
    return joined


def decide_join(who: Newcomer, place: int | None) -> Decide:
    return lambda table, at: verbs.join(table, who, at, place)


@router.get("/tables/{table}/replay", response_model=Replay, responses=refuses(*FOUND))
async def replay_table(table: TableId, request: Request, caller: Anybody) -> Response:
    """Every position of the game so far, with the move or deal before it."""
    return await document(request, caller, table, "replay", JSON_TYPE, "json")


@router.get("/tables/{table}/record", response_class=PlainTextResponse, responses=refuses(*FOUND))
async def show_record(table: TableId, request: Request, caller: Anybody) -> Response:
    """The record of the game as text; once it is over, with what proves its deals."""
    return await document(request, caller, table, "record", TEXT_TYPE, "txt")


@router.get("/tables/{table}/record.json", response_model=dict[str, Any], responses=refuses(*FOUND))
async def show_record_json(table: TableId, request: Request, caller: Anybody) -> Response:
    """The record of the game as JSON."""
    return await document(request, caller, table, "record.json", JSON_TYPE, "json")


@router.get(
    "/tables/{table}/picture.svg",
    response_class=Response,
    responses=refuses(*FOUND) | SVG,
)
async def show_picture(table: TableId, request: Request, caller: Anybody) -> Response:
    """The position as a picture."""
    is_packed = "gzip" in request.headers.get("accept-encoding", "")
    kind = "picture.svg.gz" if is_packed else "picture.svg"
    shown = await document(request, caller, table, kind, "image/svg+xml", "svg")
    shown.headers.update({"cache-control": "max-age=60", "vary": "Accept-Encoding"})
    if is_packed:
        shown.headers["content-encoding"] = "gzip"
    return shown


@router.get(
    "/tables/{table}/picture.png",
    response_class=Response,
    responses=refuses(*FOUND) | PNG,
)
async def show_png(table: TableId, request: Request, caller: Anybody) -> Response:
    """The position as a picture for previews of links."""
    parts = parts_of(request)
    found = await seen_table(parts, table, caller)
    headers = {"cache-control": "max-age=60"}
    png = await parts[Pictures].png(found)
    return Response(png, media_type="image/png", headers=headers)


DOCUMENTS: dict[str, Callable[[Table, Sequence[Event]], bytes]] = {
    "replay": lambda table, events: make_replay(table, events).model_dump_json().encode(),
    "record": lambda table, _: make_record(table).to_text().encode(),
    "record.json": lambda table, _: json.dumps(make_record(table).to_json()).encode(),
    "picture.svg": lambda table, _: table.position.svg().encode(),
    "picture.svg.gz": lambda table, _: gzip.compress(table.position.svg().encode()),
}


async def seen_table(parts: Parts, table_id: str, caller: Caller | None) -> Table:
    """A table as the caller may see it now: a spectator sees a rated game late."""
    live = await parts[Tables].get_current(table_id)
    return live.seen_by(caller.person.id if caller else "", now()).table


async def document(
    request: Request,
    caller: Caller | None,
    table_id: str,
    kind: str,
    media_type: str,
    ending: str,
) -> Response:
    """A document about a table at the version that the caller may see."""
    parts = parts_of(request)
    table = await seen_table(parts, table_id, caller)
    live = await parts[Tables].get(table_id)
    events = tuple(live.history.events[: table.version])
    key = (kind, table_id, table.version)
    made = await parts[Documents].get(key, lambda: DOCUMENTS[kind](table, events))
    headers = {"content-disposition": f'inline; filename="{file_name(table)}.{ending}"'}
    return Response(made, media_type=media_type, headers=headers)


def file_name(table: Table) -> str:
    """The name of a game's files without an ending: the game and the day on which it was opened."""
    day = datetime.fromtimestamp(table.plan.created_at, UTC)
    return f"{table.plan.game}-{day:%Y-%m-%d}-{table.plan.id[:6]}"
