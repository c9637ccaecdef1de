"""The API of tables: create, look at, join, leave, play, play again; and their records."""

from typing import Annotated, Any, Literal

from fastapi import Query, Request
from starlette.responses import PlainTextResponse, Response

from azulejos.server.api.problems import SENDS, SIGNED_IN, answers, respond
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
    bots_again,
    newcomer,
    person_again,
    plan_rematch,
    plan_table,
    seat_people,
    still_to_come,
)
from azulejos.server.live.tables import Decide
from azulejos.server.people.callers import Caller
from azulejos.server.services import House, house_of
from azulejos.server.socket.messages import MoveText, Replay, TableId, View
from azulejos.server.storage.store import Conflict, NoTable
from azulejos.server.table import fair, verbs
from azulejos.server.table.table import Event, Table
from azulejos.server.table.verbs import Newcomer, Repeated, Stale
from azulejos.server.table.verbs.actions import decide_act
from azulejos.server.table.view import explanation, make_record, make_replay, make_view
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


@router.get("/tables", responses=answers("people.token"))
async def list_tables(
    request: Request, caller: Anybody, status: Literal["open", "playing"] = "open"
) -> TablesAnswer:
    """The lobby: tables that everybody may join, or may watch, the newest first."""
    return TablesAnswer(tables=await house_of(request).store.lobby(status))


@router.post(
    "/tables",
    status_code=201,
    responses=answers(*SENDS, *SIGNED_IN, *SITTING, "api.edition", "api.no_seat"),
)
async def create_table(form: TableForm, request: Request, caller: Player) -> View:
    """A new table; it starts by itself when every seat is taken, so against bots at once."""
    house, seed = house_of(request), fair.make_seed()
    house.limits.require("table", caller.person.id)
    plan = plan_table(form, caller.person, seed, now())
    live = await house.tables.create(plan, seed, seat_people(form, caller.person))
    return view_for(live.table, caller)


@router.get("/tables/{table}", responses=answers(FOUND, "people.token"))
async def show_table(table: TableId, request: Request, caller: Anybody) -> View:
    """A table as you may see it now."""
    return view_for((await house_of(request).tables.get(table)).table, caller)


@router.post("/tables/{table}/join", responses=answers(*SENDS, *SIGNED_IN, *SITTING, FOUND))
async def join_table(table: TableId, form: JoinForm, request: Request, caller: Player) -> View:
    """Sit down. In a rematch everybody has a place already."""
    house = house_of(request)
    plan = (await house.tables.get(table)).table.plan
    if plan.rematch_of:
        old = (await house.tables.get(plan.rematch_of)).table
        return view_for(await sit_down(house, table, person_again(old, caller.person)), caller)
    who = newcomer(caller.person, None if plan.is_rated else form.name, form.text)
    joined = await house.tables.act(table, decide_join(who, form.place))
    return view_for(joined, caller)


@router.post(
    "/tables/{table}/leave",
    responses=answers(*SENDS, *SIGNED_IN, "table.not_open", "table.not_seated", FOUND),
)
async def leave_table(table: TableId, request: Request, caller: Player) -> DoneAnswer:
    """Stand up before the start; a table that nobody is left at is closed."""
    return await do(house_of(request), table, decide_act("leave", caller.person.id))


# ---- Playing


async def do(house: House, table: str, decide: Decide) -> DoneAnswer:
    """Let something happen. The version told is that of the thing itself, whatever followed."""
    versions: list[int] = []
    after = await house.tables.act(table, decide, lambda events: versions.append(events[0].version))
    return DoneAnswer(table=table, version=versions[0] if versions else after.version)


@router.post(
    "/tables/{table}/moves",
    response_model=DoneAnswer,
    responses=answers(*SENDS, *SIGNED_IN, "table.stale", "table.not_your_turn", FOUND),
)
async def play_move(
    table: TableId, form: MoveForm, request: Request, caller: Player
) -> DoneAnswer | Response:
    """Play a move. Sent again under the same id it is the same move; one made on an older
    position is refused with the table as it is, in `view`.
    """
    house, person = house_of(request), caller.person.id

    def decide(at_table: Table, at: float) -> list[Event]:
        return verbs.move(at_table, person, form.move, form.version, at, client_id=form.id)

    try:
        return await do(house, table, decide)
    except Repeated as before:
        return DoneAnswer(table=table, version=before.version)
    except Stale as stale:
        return respond(stale, view_for((await house.tables.get(table)).table, caller))


@router.post(
    "/tables/{table}/acts",
    responses=answers(
        *(*SENDS, *SIGNED_IN, FOUND, "table.not_playing", "table.not_seated", "table.out"),
        *("table.offer_open", "table.offer_declined", "table.rated_takeback"),
        *("table.no_takeback", "table.no_offer", "table.no_claim", "table.no_return"),
    ),
)
async def act_at_table(
    table: TableId, form: ActForm, request: Request, caller: Player
) -> DoneAnswer:
    """Resign, ask for a move to be taken back or for the end, answer, claim a seat, return."""
    decide = decide_act(form.act, caller.person.id, form.seat)
    return await do(house_of(request), table, decide)


@router.get(
    "/tables/{table}/explanation",
    responses=answers(FOUND, "people.token", "table.not_playing"),
)
async def explain_move(
    table: TableId, move: Annotated[MoveText, Query()], request: Request, caller: Anybody
) -> ExplainAnswer:
    """What a move would do now, line by line; or the clause that forbids it."""
    found = (await house_of(request).tables.get(table)).table
    verbs.require_status(found, "playing")
    return ExplainAnswer(lines=explanation(found, move))


# ---- Afterwards


@router.post(
    "/tables/{table}/rematch",
    responses=answers(*SENDS, *SIGNED_IN, "table.not_over", "table.not_seated", FOUND),
)
async def play_again(table: TableId, request: Request, caller: Player) -> View:
    """Play again: everybody moves on by one seat. The first to ask opens the table, the others
    sit down at it; it starts when all have come.
    """
    house, new = house_of(request), fair.make_seed()
    house.limits.require("table", caller.person.id)
    old = await agree_on_rematch(house, table, caller)
    plan = plan_rematch(old, old.rematch, caller.person.id, new, now())
    mine = person_again(old, caller.person)
    try:
        started = (await house.tables.get(old.rematch)).table
    except NoTable:
        try:
            live = await house.tables.create(plan, new, [*bots_again(old), *mine])
            return view_for(live.table, caller)
        except Conflict:  # somebody else was quicker by a moment
            started = (await house.tables.get(old.rematch)).table
    if started.status != "open":
        return view_for(started, caller)
    return view_for(await sit_down(house, old.rematch, mine), caller)


async def agree_on_rematch(house: House, table: str, caller: Caller) -> Table:
    """The finished game, which says at which table it goes on."""
    new_id, person = make_id(), caller.person.id
    try:
        return await house.tables.act(table, lambda t, at: verbs.rematch(t, person, new_id, at))
    except Repeated:
        return (await house.tables.get(table)).table


async def sit_down(house: House, table: str, placed: list[Placed]) -> Table:
    """Take one's places, those that are still open."""
    seated = (await house.tables.get(table)).table
    for newcomer_at in still_to_come(seated, placed):
        seated = await house.tables.act(table, decide_join(*newcomer_at))
    return seated


def decide_join(who: Newcomer, place: int | None) -> Decide:
    return lambda table, at: verbs.join(table, who, at, place)


@router.get("/tables/{table}/replay", responses=answers(FOUND, "people.token"))
async def replay_table(table: TableId, request: Request, caller: Anybody) -> Replay:
    """Every position of the game so far and what led to it."""
    house = house_of(request)
    live = await house.tables.get(table)
    return make_replay(live.table, tuple(live.history.events))


@router.get(
    "/tables/{table}/record",
    response_class=PlainTextResponse,
    responses=answers(FOUND, "people.token"),
)
async def show_record(table: TableId, request: Request, caller: Anybody) -> str:
    """The game as text; once it is over, with what its deals can be checked by."""
    return make_record((await house_of(request).tables.get(table)).table).to_text()


@router.get("/tables/{table}/record.json", responses=answers(FOUND, "people.token"))
async def show_record_json(table: TableId, request: Request, caller: Anybody) -> dict[str, Any]:
    """The game as JSON."""
    return make_record((await house_of(request).tables.get(table)).table).to_json()
