"""Routes for quick pairing, and for watching games in progress."""

from collections import Counter

from fastapi import Request

from azulejos.contract.rules import Json
from azulejos.server.accounts.callers import Anybody, Player
from azulejos.server.accounts.people import People
from azulejos.server.accounts.relations import Follows
from azulejos.server.feature import Parts, parts_of
from azulejos.server.play.creation import (
    SeatRequest,
    TableRequest,
    first_newcomers,
    make_newcomer,
    plan_table,
)
from azulejos.server.play.lobby import Pairing, Seeker
from azulejos.server.play.presence import Audience
from azulejos.server.play.routes import SITTING, show_seated
from azulejos.server.play.tables import Tables
from azulejos.server.ratings.ratings import Rating, pool_of, ratings_in
from azulejos.server.storage.database import Database
from azulejos.server.storage.store import Store
from azulejos.server.table import fair
from azulejos.server.table.clock import ClockPlan
from azulejos.server.timing import now
from azulejos.server.web.limits import Limits
from azulejos.server.web.problems import refuses
from azulejos.server.web.routers import make_router
from azulejos.wire.fields import TableId
from azulejos.wire.ratings import RatingAnswer
from azulejos.wire.social import SpectatorAnswer, SpectatorsAnswer, WatchAnswer, WatchedAnswer
from azulejos.wire.tables import PairingForm
from azulejos.wire.views import Summary, View

router = make_router("tables")


@router.post("/pairing", responses=refuses(*SITTING, "table.unknown", "api.one_at_a_time"))
async def play_somebody(form: PairingForm, request: Request, caller: Player) -> View:
    """Sit down with a person who waits for the same kind of game, or wait for one. While the table
    is open, ask again every few seconds: the range of ratings widens with the time.
    """
    parts, person, seed = parts_of(request), caller.person, fair.make_seed()
    parts[Limits].require("pairing", person.id)
    wanted = pairing_request(form)
    plan = plan_table(wanted, person, seed, now())
    seeker = Seeker(person, make_newcomer(person, None, form.text, form.pledge), plan, form.table)
    async with parts[Pairing].turn_of(person):
        table = await parts[Pairing].find(seeker, now())
        if table is None:
            parts[Limits].require("table", person.id)
            live = await parts[Tables].create(plan, seed, first_newcomers(wanted, plan, person))
            table = live.table
    return await show_seated(request, table, caller)


def pairing_request(form: PairingForm) -> TableRequest:
    """A public table with one person at it."""
    seats = (SeatRequest("me"), *[SeatRequest("open")] * (form.players - 1))
    return TableRequest(
        game=form.game,
        seats=seats,
        edition=None,
        options=form.options,
        clock=ClockPlan(**form.clock.model_dump()),
        seating="lot",
        is_public=True,
        is_rated=form.is_rated,
        accepts_bots=False,
        text=form.text,
        pledge=form.pledge,
        is_pairing=True,
    )


# ---- Games in progress

watching_router = make_router("watching")
FRESH_S = 600.0  # a game without a move for longer is not featured
MAX_NAMED = 50  # spectators whose names are sent
Ratings = dict[tuple[str, str], Rating]  # by pool and person


@watching_router.get("/watch")
async def list_games_to_watch(request: Request, caller: Anybody) -> WatchAnswer:
    """Public games in progress, the newest first, with the ratings of their players and the number
    of spectators. The featured one is that of the strongest people who have moved lately.
    """
    parts = parts_of(request)
    tables = await parts[Store].lobby("playing")
    ratings = await ratings_at(parts, tables)
    audience = await parts[Audience].at(table["table"] for table in tables)
    shown = [
        WatchedAnswer(
            table=Summary(**table),
            ratings=[
                RatingAnswer.of(rating) if (rating := ratings.get((pool, person))) else None
                for pool, person in players_of(table)
            ],
            spectators=sum(
                connections if not person else 1
                for person, connections in audience.get(table["table"], {}).items()
                if not person or person not in people_of(table)
            ),
        )
        for table in tables
    ]
    return WatchAnswer(
        featured=featured(tables, ratings, now()),
        games=shown,
        online=await parts[Audience].count(),
        playing=await parts[Store].count("playing"),
    )


async def ratings_at(parts: Parts, tables: list[Json]) -> Ratings:
    """The ratings of the people at some tables, in the pools of these."""
    pools: dict[str, set[str]] = {}
    for table in tables:
        for pool, person in players_of(table):
            pools.setdefault(pool, set()).add(person)
    found: Ratings = {}
    for pool, people in pools.items():
        here = await ratings_in(parts[Database], pool, sorted(people - {""}))
        found |= {(pool, person): rating for person, rating in here.items()}
    return found


def players_of(table: Json) -> list[tuple[str, str]]:
    """The pool and person of each seat; the person is "" for a built-in bot."""
    pool = pool_of(table["game"], table["players"])
    return [(pool, seat["person"]) for seat in table["seats"]]


def people_of(table: Json) -> set[str]:
    return {seat["person"] for seat in table["seats"]} - {""}


def featured(tables: list[Json], ratings: Ratings, at: float) -> str | None:
    """The id of the game of the strongest people among those that moved lately; None if none."""

    def strength(table: Json) -> float:
        here = [ratings.get(player, Rating()).ordinal for player in players_of(table)]
        return sum(here) / len(here)

    fresh = [
        table
        for table in tables
        if table["moved_at"] > at - FRESH_S and len(people_of(table)) == table["players"]
    ]
    return max(fresh, key=strength)["table"] if fresh else None


@watching_router.get("/tables/{table}/spectators", responses=refuses("table.unknown"))
async def list_spectators(table: TableId, request: Request, caller: Anybody) -> SpectatorsAnswer:
    """How many people watch a game, and the names of those who show them to you."""
    parts, viewer = parts_of(request), caller.person.id if caller else ""
    players = (await parts[Tables].get(table)).table.people()
    here = (await parts[Audience].at([table])).get(table, Counter[str]())
    strangers = here.get("", 0)
    people = here.keys() - players - {""}
    named = sorted(await parts[Follows].visible(viewer, people))[:MAX_NAMED]
    names = await parts[People].names(named)
    return SpectatorsAnswer(
        count=strangers + len(people),
        people=[SpectatorAnswer(person=person, name=names[person]) for person in named],
    )
