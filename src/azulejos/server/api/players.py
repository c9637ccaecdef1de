"""The API of players: their games, ratings and statistics, and who is the strongest."""

from typing import Annotated, Literal

from fastapi import Path, Query, Request

from azulejos.catalog import GAMES
from azulejos.server.api.problems import answers
from azulejos.server.api.routers import Anybody, make_router
from azulejos.server.api.schemas import (
    BestAnswer,
    PersonId,
    PointAnswer,
    ProfileAnswer,
    RatingAnswer,
    TablesAnswer,
)
from azulejos.server.people.ratings import best_of, history_of, pool_of, ratings_of
from azulejos.server.people.statistics import statistics_of
from azulejos.server.services import house_of

router = make_router("players")
POOLS = tuple(pool_of(game.name, n) for game in GAMES.values() for n in sorted(game.players))
Pool = Annotated[
    str, Path(json_schema_extra={"enum": list(POOLS)}, pattern=f"^({'|'.join(POOLS)})$")
]
Moment = Annotated[float, Query(ge=0, le=1e11, allow_inf_nan=False)]


@router.get("/people/{person}", responses=answers("people.unknown", "people.token"))
async def show_person(person: PersonId, request: Request, caller: Anybody) -> ProfileAnswer:
    """Somebody, with ratings and statistics by game and number of players."""
    house = house_of(request)
    found = await house.people.find(person)
    ratings = await ratings_of(house.database, person)
    return ProfileAnswer(
        id=found.id,
        name=found.name,
        kind=found.kind,
        created_at=found.created_at,
        ratings={pool: RatingAnswer.of(rating) for pool, rating in ratings.items()},
        statistics=await statistics_of(house.database, person),
    )


@router.get("/people/{person}/tables", responses=answers("people.unknown", "people.token"))
async def list_games(
    person: PersonId,
    request: Request,
    caller: Anybody,
    status: Literal["open", "playing", "over"] | None = None,
    before: Moment | None = None,
    most: Annotated[int, Query(ge=1, le=100)] = 50,
) -> TablesAnswer:
    """The tables at which somebody sits or sat, the last moved first. Those that are found by
    link alone are shown to whoever sits there.
    """
    house = house_of(request)
    await house.people.find(person)
    tables = await house.store.games_of(person, most, before, status)
    me = caller.person.id if caller else ""
    seen = [t for t in tables if t.is_public or any(me and s["person"] == me for s in t.seats)]
    return TablesAnswer(tables=seen)


@router.get("/people/{person}/ratings/{pool}", responses=answers("people.token"))
async def show_rating_history(
    person: PersonId, pool: Pool, request: Request, caller: Anybody
) -> list[PointAnswer]:
    """How a rating came about, game by game."""
    history = await history_of(house_of(request).database, person, pool)
    return [
        PointAnswer(table=table, at=at, rating=RatingAnswer.of(rating))
        for table, at, rating in history
    ]


@router.get("/leaderboards/{pool}", responses=answers("people.token"))
async def show_leaderboard(pool: Pool, request: Request, caller: Anybody) -> list[BestAnswer]:
    """The strongest of a game with a number of players."""
    best = await best_of(house_of(request).database, pool)
    return [
        BestAnswer(place=place, person=person, name=name, kind=kind, rating=RatingAnswer.of(rating))
        for place, (person, name, kind, rating) in enumerate(best, 1)
    ]
