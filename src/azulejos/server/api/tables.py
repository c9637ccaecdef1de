"""Routes about tables: create, show, join, leave, play, rematch, records."""

from typing import Annotated, Any, Literal

from fastapi import Query, Request
from starlette.responses import PlainTextResponse, Response

from azulejos.server.api.problems import SENDS, SIGNED_IN, problems, respond
from azulejos.server.api.routers import Anybody, Player, make_router
from azulejos.server.api.schemas import (
    ActForm,
    DoneAnswer,
    ExplainAnswer,
    JoinForm,
    MoveForm,
    TableForm,
    TablesAnswer,
)
from azulejos.server.ids import make_id
from azulejos.server.live.creation import (
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
from azulejos.server.live.tables import Decide
from azulejos.server.people.callers import Caller
from azulejos.server.services import Services, services_of
from azulejos.server.socket.messages import MoveText, Summary, TableId
from azulejos.server.storage.store import Conflict, NoTable
from azulejos.server.table import fair, verbs
from azulejos.server.table.clock import ClockPlan
from azulejos.server.table.replay import Replay, make_record, make_replay
from azulejos.server.table.table import Table
from azulejos.server.table.verbs import Decision, Newcomer, Repeated, Stale
from azulejos.server.table.verbs.actions import decide_action
from azulejos.server.table.view import View, explanation, make_view
from azulejos.server.wall_clock import now

router = make_router("tables")
FOUND = "table.unknown"
SITTING = (
    *("table.not_open", "table.seated", "table.no_place", "table.no_programs"),
    *("table.rated_bots", "table.reserved", "people.name", "people.name_scripts"),
)


def view_for(table: Table, caller: Caller | None) -> View:
    return make_view(table, caller.person.id if caller else "", now())


# ---- Before the start


@router.get("/tables", responses=problems("people.token"))
async def list_tables(
    request: Request, caller: Anybody, status: Literal["open", "playing"] = "open"
) -> TablesAnswer:
    """The lobby: public tables that are open or being played, the newest first."""
    tables = await services_of(request).store.lobby(status)
    return TablesAnswer(tables=[Summary(**table) for table in tables])


@router.post(
    "/tables",
    status_code=201,
    responses=problems(*SENDS, *SIGNED_IN, *SITTING, "api.edition", "api.no_seat"),
)
async def create_table(form: TableForm, request: Request, caller: Player) -> View:
    """Create a table. The game starts when every seat is taken; against bots only, at once."""
    services, seed = services_of(request), fair.make_seed()
    services.limits.require("table", caller.person.id)
    wanted = table_request(form)
    plan = plan_table(wanted, caller.person, seed, now())
    live = await services.tables.create(plan, seed, first_newcomers(wanted, caller.person))
    return view_for(live.table, caller)


def table_request(form: TableForm) -> TableRequest:
    seats = tuple(SeatRequest(**seat.model_dump()) for seat in form.seats)
    clock = ClockPlan(**form.clock.model_dump())
    return TableRequest(**dict(form) | {"seats": seats, "clock": clock})


@router.get("/tables/{table}", responses=problems(FOUND, "people.token"))
async def show_table(table: TableId, request: Request, caller: Anybody) -> View:
    """The current state of a table as you may see it."""
    return view_for((await services_of(request).tables.get(table)).table, caller)


@router.post("/tables/{table}/join", responses=problems(*SENDS, *SIGNED_IN, *SITTING, FOUND))
async def join_table(table: TableId, form: JoinForm, request: Request, caller: Player) -> View:
    """Join a table. In a rematch the places are reserved."""
    services = services_of(request)
    plan = (await services.tables.get(table)).table.plan
    if plan.rematch_of:
        old = (await services.tables.get(plan.rematch_of)).table
        return view_for(
            await take_places(services, table, rematch_person(old, caller.person)), caller
        )
    who = make_newcomer(caller.person, None if plan.is_rated else form.name, form.text)
    joined = await services.tables.act(table, decide_join(who, form.place))
    return view_for(joined, caller)


@router.post(
    "/tables/{table}/leave",
    responses=problems(*SENDS, *SIGNED_IN, "table.not_open", "table.not_seated", FOUND),
)
async def leave_table(table: TableId, request: Request, caller: Player) -> DoneAnswer:
    """Leave a table before the start; a table without people is closed."""
    return await act(services_of(request), table, decide_action("leave", caller.person.id))


# ---- Playing


async def act(services: Services, table: str, decide: Decide) -> DoneAnswer:
    """Act at a table; answer with the version of the action's own event, not of later ones."""
    versions: list[int] = []
    after = await services.tables.act(
        table, decide, lambda events: versions.append(events[0].version)
    )
    return DoneAnswer(table=table, version=versions[0] if versions else after.version)


@router.post(
    "/tables/{table}/moves",
    response_model=DoneAnswer,
    responses=problems(*SENDS, *SIGNED_IN, "table.stale", "table.not_your_turn", FOUND),
)
async def play_move(
    table: TableId, form: MoveForm, request: Request, caller: Player
) -> DoneAnswer | Response:
    """Play a move. A move that is sent again with the same id is played once. A move for an older
    position is refused with the current table in `view`.
    """
    services, person = services_of(request), caller.person.id

    def decide(at_table: Table, at: float) -> Decision:
        return verbs.move(at_table, person, form.move, form.version, at, client_id=form.id)

    try:
        return await act(services, table, decide)
    except Repeated as before:
        return DoneAnswer(table=table, version=before.version)
    except Stale as stale:
        return respond(stale, view_for((await services.tables.get(table)).table, caller))


@router.post(
    "/tables/{table}/acts",
    responses=problems(
        *(*SENDS, *SIGNED_IN, FOUND, "table.not_playing", "table.not_seated", "table.out"),
        *("table.offer_open", "table.offer_declined", "table.rated_takeback"),
        *("table.no_takeback", "table.no_offer", "table.no_claim", "table.no_return"),
    ),
)
async def act_at_table(
    table: TableId, form: ActForm, request: Request, caller: Player
) -> DoneAnswer:
    """Resign, offer to take a move back or to end the game, answer an offer, claim an absent
    player's seat for a bot, or return to your own seat.
    """
    decide = decide_action(form.act, caller.person.id, form.seat)
    return await act(services_of(request), table, decide)


@router.get(
    "/tables/{table}/explanation",
    responses=problems(FOUND, "people.token", "table.not_playing"),
)
async def explain_move(
    table: TableId, move: Annotated[MoveText, Query()], request: Request, caller: Anybody
) -> ExplainAnswer:
    """Explain what a move would do now, or which clause of the rules forbids it."""
    found = (await services_of(request).tables.get(table)).table
    verbs.require_status(found, "playing")
    return ExplainAnswer(steps=explanation(found, move))


# ---- After the game


@router.post(
    "/tables/{table}/rematch",
    responses=problems(*SENDS, *SIGNED_IN, "table.not_over", "table.not_seated", FOUND),
)
async def play_again(table: TableId, request: Request, caller: Player) -> View:
    """Start or join a rematch: the same people, each one seat further. The first request creates
    the table; the game starts when everybody has joined.
    """
    services, new = services_of(request), fair.make_seed()
    services.limits.require("table", caller.person.id)
    old = await agree_on_rematch(services, table, caller)
    plan = plan_rematch(old, old.rematch, caller.person.id, new, now())
    mine = rematch_person(old, caller.person)
    try:
        started = (await services.tables.get(old.rematch)).table
    except NoTable:
        try:
            live = await services.tables.create(plan, new, [*rematch_bots(old), *mine])
            return view_for(live.table, caller)
        except Conflict:  # another request has created it meanwhile
            started = (await services.tables.get(old.rematch)).table
    if started.status != "open":
        return view_for(started, caller)
    return view_for(await take_places(services, old.rematch, mine), caller)


async def agree_on_rematch(services: Services, table: str, caller: Caller) -> Table:
    """The finished table, with the id of the rematch."""
    new_id, person = make_id(), caller.person.id
    try:
        return await services.tables.act(table, lambda t, at: verbs.rematch(t, person, new_id, at))
    except Repeated:
        return (await services.tables.get(table)).table


async def take_places(services: Services, table: str, placed: list[Placed]) -> Table:
    """Let newcomers join at those of their places that are still open."""
    joined = (await services.tables.get(table)).table
    for newcomer, place in still_open(joined, placed):
        joined = await services.tables.act(table, decide_join(newcomer, place))
    return joined


def decide_join(who: Newcomer, place: int | None) -> Decide:
    return lambda table, at: verbs.join(table, who, at, place)


@router.get("/tables/{table}/replay", responses=problems(FOUND, "people.token"))
async def replay_table(table: TableId, request: Request, caller: Anybody) -> Replay:
    """Every position of the game so far, with the move or deal before it."""
    services = services_of(request)
    live = await services.tables.get(table)
    return make_replay(live.table, tuple(live.history.events))


@router.get(
    "/tables/{table}/record",
    response_class=PlainTextResponse,
    responses=problems(FOUND, "people.token"),
)
async def show_record(table: TableId, request: Request, caller: Anybody) -> str:
    """The record of the game as text; once it is over, with what proves its deals."""
    return make_record((await services_of(request).tables.get(table)).table).to_text()


@router.get("/tables/{table}/record.json", responses=problems(FOUND, "people.token"))
async def show_record_json(table: TableId, request: Request, caller: Anybody) -> dict[str, Any]:
    """The record of the game as JSON."""
    return make_record((await services_of(request).tables.get(table)).table).to_json()
