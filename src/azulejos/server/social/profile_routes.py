"""The route of a person's profile."""

from fastapi import Request

from azulejos.server.accounts.dependencies import Anybody
from azulejos.server.accounts.follows import Follows
from azulejos.server.accounts.people import People
from azulejos.server.feature import parts_of
from azulejos.server.play.audience import online_to
from azulejos.server.ratings.ratings import ratings_of
from azulejos.server.ratings.recent_results import recent_results_of, score_between
from azulejos.server.ratings.statistics import statistics_of
from azulejos.server.storage.database import Database
from azulejos.server.web.problems import refuses
from azulejos.server.web.routers import make_router
from azulejos.wire.fields import PersonId
from azulejos.wire.ratings import RatingAnswer, StatisticsAnswer
from azulejos.wire.social import FormAnswer, PersonPageAnswer, ScoreAnswer

router = make_router("players")


@router.get("/people/{person}", responses=refuses("people.unknown"))
async def show_person(person: PersonId, request: Request, caller: Anybody) -> PersonPageAnswer:
    """A person's profile, with ratings and statistics by pool (game and number of players), how the
    last games went, and what is between you and the person.
    """
    parts, viewer = parts_of(request), caller.person.id if caller else ""
    found = await parts[People].find(person)
    ratings = await ratings_of(parts[Database], person)
    statistics = await statistics_of(parts[Database], person)
    form = await recent_results_of(parts[Database], person, viewer)
    score = await score_between(parts[Database], viewer, person) if viewer != person else None
    return PersonPageAnswer(
        form=FormAnswer(**vars(form) | {"recent": [vars(each) for each in form.recent]}),
        is_online=bool(await online_to(parts, viewer, [person])),
        is_followed=await parts[Follows].is_following(viewer, person),
        may_challenge=bool(viewer and await parts[Follows].challengeable(viewer, [person])),
        score=ScoreAnswer(**vars(score)) if score and score.games else None,
        id=found.id,
        name=found.name,
        kind=found.kind,
        created_at=found.created_at,
        ratings={pool: RatingAnswer.of(rating) for pool, rating in ratings.items()},
        statistics={pool: StatisticsAnswer(**vars(s)) for pool, s in statistics.items()},
    )
