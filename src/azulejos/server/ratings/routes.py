"""Routes about results: the games of a person, ratings, leaderboards."""

from typing import Annotated, Literal

from fastapi import Path, Query, Request, Response

from azulejos.games import GAMES, find_game
from azulejos.server.accounts.callers import Anybody
from azulejos.server.accounts.people import People
from azulejos.server.feature import parts_of
from azulejos.server.ratings.rated_results import Change, explain_ratings
from azulejos.server.ratings.ratings import bot_ratings, history_of, pool_of, ratings_in
from azulejos.server.ratings.statistics import Period, best_since, strongest, week_start
from azulejos.server.storage.database import Database
from azulejos.server.storage.store import Store
from azulejos.server.timing import now
from azulejos.server.web.encoding import json_response
from azulejos.server.web.problems import refuses
from azulejos.server.web.routers import make_router
from azulejos.wire.fields import PersonId, TableId
from azulejos.wire.ratings import (
    BestAnswer,
    GameRatingsAnswer,
    PointAnswer,
    RatingAnswer,
    RatingChangeAnswer,
)
from azulejos.wire.tables import TablesAnswer

router = make_router("players")
POOLS = {pool_of(game.name, n): (game.name, n) for game in GAMES.values() for n in game.players}
Pool = Annotated[
    str, Path(json_schema_extra={"enum": list(POOLS)}, pattern=f"^({'|'.join(POOLS)})$")
]
Ids = Annotated[str, Query(pattern=r"^[A-Za-z0-9]{8,32}(,[A-Za-z0-9]{8,32}){0,99}$")]
Options = Annotated[str, Query(pattern=r"^([a-z_]{1,20}=[a-z0-9_]{1,20}(,|$)){0,8}$")]
Time = Annotated[float, Query(ge=0, le=1e11, allow_inf_nan=False)]


@router.get(
    "/people/{person}/tables", response_model=TablesAnswer, responses=refuses("people.unknown")
)
async def list_games(
    person: PersonId,
    request: Request,
    caller: Anybody,
    status: Literal["open", "playing", "over"] | None = None,
    before: Time | None = None,
    most: Annotated[int, Query(ge=1, le=100)] = 50,
) -> Response:
    """The tables of a person, the last moved first. Private tables are listed only if you sit
    at them.
    """
    parts = parts_of(request)
    await parts[People].find(person)
    tables = await parts[Store].games_of(person, most, before, status)
    me = caller.person.id if caller else ""
    seen = [
        table
        for table in tables
        if table["is_public"] or any(me and seat["person"] == me for seat in table["seats"])
    ]
    return json_response({"tables": seen})


@router.get("/ratings/{pool}")
async def list_ratings(
    pool: Pool, people: Ids, request: Request, caller: Anybody
) -> dict[str, RatingAnswer]:
    """The ratings of some people in a pool, by id; without those who have none. The ids of up to
    100 people are separated by commas.
    """
    found = await ratings_in(parts_of(request)[Database], pool, people.split(","))
    return {person: RatingAnswer.of(rating) for person, rating in found.items()}


@router.get("/people/{person}/ratings/{pool}")
async def show_rating_history(
    person: PersonId, pool: Pool, request: Request, caller: Anybody
) -> list[PointAnswer]:
    """The history of a rating, game by game."""
    history = await history_of(parts_of(request)[Database], person, pool)
    return [
        PointAnswer(table=table, at=at, rating=RatingAnswer.of(rating))
        for table, at, rating in history
    ]


@router.get("/tables/{table}/ratings", responses=refuses("table.unknown"))
async def explain_game(table: TableId, request: Request, caller: Anybody) -> GameRatingsAnswer:
    """The effect of a rated game on the ratings of its players and the expected result, or why it
    does not count: it is casual or still going on, had no result, a seat moved less than twice,
    its players are not rated, or the same players have played three rated games within a day.
    """
    parts = parts_of(request)
    found, _ = await parts[Store].load(table)
    told = await explain_ratings(parts[Database], found)
    if isinstance(told, str):
        return GameRatingsAnswer(table=table, reason=told, changes=[])
    return GameRatingsAnswer(table=table, reason=None, changes=[answer_change(x) for x in told])


def answer_change(change: Change) -> RatingChangeAnswer:
    ratings = {name: RatingAnswer.of(getattr(change, name)) for name in ("before", "after")}
    return RatingChangeAnswer(**vars(change) | ratings)


@router.get("/bots/{pool}")
async def list_bots(
    pool: Pool, request: Request, caller: Anybody, options: Options = ""
) -> dict[str, int]:
    """The ratings of the built-in bots in a pool, as far as they are measured for these options
    (`name=value`, separated by commas; by default the usual ones). Rated games are played with
    these.
    """
    game, players = POOLS[pool]
    chosen = dict(part.split("=", 1) for part in options.split(",") if part)
    find_game(game).choose(players, chosen)
    return bot_ratings(game, players, chosen)


@router.get("/leaderboards/{pool}")
async def show_leaderboard(
    pool: Pool, request: Request, caller: Anybody, period: Period = "all"
) -> list[BestAnswer]:
    """The leaderboard of a pool: the strongest players of a game with a number of players, by the
    lower end of their rating's range, with the bots whose rating is measured; or those who have won
    most rated games since Monday.
    """
    database = parts_of(request)[Database]
    best = (
        await strongest(database, pool, bot_ratings(*POOLS[pool], {}))
        if period == "all"
        else await best_since(database, pool, week_start(now()))
    )
    return [
        BestAnswer(place=place, **vars(each) | {"rating": RatingAnswer.of(each.rating)})
        for place, each in enumerate(best, 1)
    ]
