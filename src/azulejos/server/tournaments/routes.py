"""Routes about tournaments: create, list, show, take part, records."""

from typing import Annotated

from fastapi import Query, Request, Response
from starlette.responses import StreamingResponse

from azulejos.contract.rules import Json
from azulejos.games import find_game
from azulejos.position import Position
from azulejos.server.accounts.callers import Anybody, Player, Reader
from azulejos.server.accounts.people import Person
from azulejos.server.errors import refusal
from azulejos.server.feature import parts_of
from azulejos.server.ids import make_id
from azulejos.server.play.export_routes import Export, ExportResponse
from azulejos.server.storage.store import Wanted
from azulejos.server.table.clock import ClockPlan
from azulejos.server.table.plan import bot_id
from azulejos.server.timing import now
from azulejos.server.tournaments.plan import PAIRED, TournamentPlan
from azulejos.server.tournaments.store import Tournament
from azulejos.server.tournaments.tournaments import Shown, Tournaments
from azulejos.server.web.limits import Limits, host_of
from azulejos.server.web.problems import LINES, refuses, serves
from azulejos.server.web.routers import make_router
from azulejos.wire.fields import fields_from
from azulejos.wire.tournaments import (
    MeetingAnswer,
    MeetingSeat,
    PlaceAnswer,
    Taking,
    TournamentAnswer,
    TournamentBotForm,
    TournamentForm,
    TournamentId,
    TournamentsAnswer,
    TournamentSummary,
)
from azulejos.wire.views import ClockTerms

router = make_router("tournaments")
PAGE = 100  # standings in one answer
MAX_MEETINGS = 60
MAX_RECORDS = 100_000
FOUND = "tournament.unknown"


@router.get("/tournaments")
async def list_tournaments(request: Request, caller: Anybody) -> TournamentsAnswer:
    """Public tournaments: those that run or will begin, then those that are over; and your own."""
    stored = parts_of(request)[Tournaments].stored
    mine = await stored.list_of(caller.person.id) if caller else []
    return TournamentsAnswer(
        tournaments=[summary_of(each) for each in await stored.list_public()],
        mine=[summary_of(each) for each in mine],
    )


def summary_of(tournament: Tournament) -> TournamentSummary:
    return TournamentSummary.of(tournament, tournament.plan, **computed_fields(tournament))


def computed_fields(tournament: Tournament) -> Json:
    """The fields of a summary that are not attributes of a tournament or its plan."""
    plan = tournament.plan
    rounds = plan.rounds if plan.kind in ("swiss", "rotation") else 0  # that were asked for
    if tournament.status != "open":
        rounds = plan.rounds_for(tournament.entrants)
    return {"tournament": plan.id, "clock": fields_from(ClockTerms, plan.clock), "rounds": rounds}


@router.post(
    "/tournaments",
    status_code=201,
    responses=refuses(
        "tournament.account", "tournament.many", "tournament.players", "tournament.clock"
    ),
)
async def create_tournament(
    form: TournamentForm, request: Request, caller: Player
) -> TournamentSummary:
    """Create a tournament; for accounts only. It begins by itself."""
    parts = parts_of(request)
    if caller.person.kind == "guest":
        raise refusal("tournament.account")
    plan = plan_tournament(form, caller.person)
    parts[Limits].require("tournament", caller.person.id)
    await parts[Tournaments].stored.create(plan)
    return summary_of(await parts[Tournaments].stored.find(plan.id))


def plan_tournament(form: TournamentForm, person: Person) -> TournamentPlan:
    """The plan of a tournament; raises if its game, options, players or clock do not fit."""
    game = find_game(form.game)
    if (form.kind in PAIRED) != (form.players == 2):
        raise refusal("tournament.players")
    if form.kind == "arena" and form.clock.kind != "live":
        raise refusal("tournament.clock")
    game.choose(form.players, form.options)
    chosen = Position(game.name, form.players, **form.options).options or {}
    return TournamentPlan(
        id=make_id(),
        name=" ".join(form.name.split()),
        kind=form.kind,
        game=game.name,
        players=form.players,
        created_by=person.id,
        created_at=now(),
        starts_at=now() + form.starts_in_s,
        minutes=form.minutes,
        rounds=form.rounds,
        options=chosen,
        clock=ClockPlan(**form.clock.model_dump()),
        is_public=form.is_public,
        is_rated=form.is_rated,
        accepts_bots=form.accepts_bots,
    )


@router.get(
    "/tournaments/{tournament}",
    response_model=TournamentAnswer,
    responses=refuses(FOUND) | {204: {"description": "Nothing has changed."}},
)
async def show_tournament(
    tournament: TournamentId,
    request: Request,
    caller: Anybody,
    version: Annotated[int, Query(ge=0)] = 0,
    first: Annotated[int, Query(ge=0, le=1000)] = 0,
) -> TournamentAnswer | Response:
    """A tournament with its standings, from `first` on. If you name the `version` that you have,
    the answer is empty (204) as long as nothing has changed: ask every few seconds.
    """
    shown = await parts_of(request)[Tournaments].show(tournament)
    if version == shown.state.tournament.version:
        return Response(status_code=204)
    return answer(shown, caller.person.id if caller else "", first)


def answer(shown: Shown, viewer: str, first: int) -> TournamentAnswer:
    members = {each.entrant.person: each for each in shown.state.members}

    def standing(number: int) -> PlaceAnswer:
        each = shown.standings[number]
        member = members[each.person]
        more = {"name": member.name, "kind": member.kind, "table": member.table}
        return PlaceAnswer(**vars(each) | more, is_active=member.entrant.is_active)

    mine = [i for i, each in enumerate(shown.standings) if each.person == viewer]
    tournament = shown.state.tournament
    numbers = range(first, min(first + PAGE, len(shown.standings)))
    return TournamentAnswer.of(
        tournament,
        tournament.plan,
        **computed_fields(tournament),
        now=now(),
        standings=[standing(i) for i in numbers],
        first=first,
        you=standing(mine[0]) if mine else None,
        meetings=meetings(shown),
    )


def meetings(shown: Shown) -> list[MeetingAnswer]:
    """The last games and byes, those in progress and the newest first."""
    names = {each.entrant.person: each.name for each in shown.state.members}
    found: dict[tuple[int, str], MeetingAnswer] = {}
    for place in sorted(shown.state.places, key=lambda x: (-x.round, x.table, x.seat)):
        key = (place.round, place.table or f"bye {place.person}")
        if key not in found:
            found[key] = MeetingAnswer(round=place.round, table=place.table, seats=[])
        name = names.get(place.person, "")
        seat = MeetingSeat(person=place.person, name=name, points=place.points)
        found[key].seats.append(seat)
    ordered = sorted(found.values(), key=lambda x: (x.seats[0].points is not None, -x.round))
    return ordered[:MAX_MEETINGS]


@router.post(
    "/tournaments/{tournament}/join",
    responses=refuses(
        FOUND, "tournament.over", "tournament.late", "tournament.full", "tournament.no_programs"
    ),
)
async def join_tournament(tournament: TournamentId, request: Request, caller: Player) -> Taking:
    """Take part in a tournament, or again after having left it. When `you.table` of the tournament
    names a table, join that within 45 seconds.
    """
    tournaments = parts_of(request)[Tournaments]
    plan = (await tournaments.stored.find(tournament)).plan
    if caller.person.kind == "program" and not plan.accepts_bots:
        raise refusal("tournament.no_programs")
    await tournaments.join(plan, caller.person.id)
    return Taking(tournament=tournament, state="in")


@router.post("/tournaments/{tournament}/leave", responses=refuses(FOUND))
async def leave_tournament(tournament: TournamentId, request: Request, caller: Player) -> Taking:
    """Be paired no more. A game in progress goes on."""
    await parts_of(request)[Tournaments].stored.leave(tournament, caller.person.id)
    return Taking(tournament=tournament, state="out")


@router.post(
    "/tournaments/{tournament}/bots",
    responses=refuses(
        FOUND,
        "tournament.over",
        "tournament.late",
        "tournament.full",
        "tournament.no_programs",
        "tournament.not_yours",
    ),
)
async def add_bot(
    tournament: TournamentId, form: TournamentBotForm, request: Request, caller: Player
) -> Taking:
    """Let a built-in bot take part in a tournament that you created and that accepts bots, or take
    it out again. It is always there.
    """
    tournaments = parts_of(request)[Tournaments]
    plan = (await tournaments.stored.find(tournament)).plan
    if plan.created_by != caller.person.id:
        raise refusal("tournament.not_yours")
    if not plan.accepts_bots:
        raise refusal("tournament.no_programs")
    if form.takes_part:
        await tournaments.join_bot(plan, form.bot)
        return Taking(tournament=tournament, state="in")
    await tournaments.stored.leave(tournament, bot_id(form.bot))
    return Taking(tournament=tournament, state="out")


@router.post(
    "/tournaments/{tournament}/close",
    status_code=204,
    responses=refuses(FOUND, "tournament.not_yours", "tournament.begun"),
)
async def close_tournament(tournament: TournamentId, request: Request, caller: Player) -> None:
    """Call off a tournament that you created and that has not begun."""
    stored = parts_of(request)[Tournaments].stored
    found = await stored.find(tournament)
    if found.plan.created_by != caller.person.id:
        raise refusal("tournament.not_yours")
    if found.status != "open" or not await stored.set_status(found, "closed"):
        raise refusal("tournament.begun")


@router.get(
    "/tournaments/{tournament}/records",
    response_class=StreamingResponse,
    responses=refuses(FOUND, "api.one_at_a_time")
    | serves(LINES, "JSON lines, each the record of a game"),
)
async def export_tournament(
    tournament: TournamentId, request: Request, caller: Reader
) -> StreamingResponse:
    """The records of all games of a tournament that have ended, as one file."""
    parts = parts_of(request)
    await parts[Tournaments].stored.find(tournament)
    wanted = Wanted(with_private=True, tournament=tournament)
    export = Export(parts, caller, host_of(request.scope), wanted)
    made = ExportResponse(export, await export.page("", MAX_RECORDS), MAX_RECORDS)
    name = f"tournament-{tournament}.jsonl"
    made.headers["content-disposition"] = f'attachment; filename="{name}"'
    return made
