"""Routes about friends, challenges, profiles, vacations, and the chat at tables."""

from contextlib import suppress

from fastapi import Request

from azulejos.server.accounts.callers import Anybody, Owner, Player, Reader
from azulejos.server.accounts.conduct import Reports
from azulejos.server.accounts.people import People
from azulejos.server.accounts.relations import Blocks, Follows, Friend
from azulejos.server.feature import Parts, parts_of
from azulejos.server.play.creation import SeatRequest, TableRequest, first_newcomers, plan_table
from azulejos.server.play.presence import online_to
from azulejos.server.play.routes import SITTING, show_seated
from azulejos.server.play.tables import Tables
from azulejos.server.ratings.ratings import ratings_of
from azulejos.server.ratings.recent_results import recent_results_of, score_between
from azulejos.server.ratings.statistics import statistics_of
from azulejos.server.social.challenges import Challenges, Inbox
from azulejos.server.social.chat import Chat
from azulejos.server.social.vacations import Vacation, Vacations
from azulejos.server.storage.database import Database
from azulejos.server.storage.store import Quarantined
from azulejos.server.table import fair, verbs
from azulejos.server.table.clock import ClockPlan
from azulejos.server.timing import now
from azulejos.server.web.limits import Limits
from azulejos.server.web.problems import refuses
from azulejos.server.web.routers import make_router
from azulejos.wire.chat import BlockAnswer, BlockForm, ChatAnswer, ChatForm, ReportForm
from azulejos.wire.fields import PersonId, TableId
from azulejos.wire.messages import ChallengeView, ChatMessageView
from azulejos.wire.ratings import RatingAnswer, StatisticsAnswer
from azulejos.wire.social import (
    ChallengeForm,
    ChallengesAnswer,
    FollowsAnswer,
    FormAnswer,
    FriendAnswer,
    PersonPageAnswer,
    ScoreAnswer,
    VacationAnswer,
    VacationForm,
)
from azulejos.wire.views import View

router = make_router("friends")


@router.get("/follows")
async def list_follows(request: Request, caller: Owner) -> FollowsAnswer:
    """The people whom you follow, your followers, and who of them is online."""
    parts, person = parts_of(request), caller.person.id
    following = await parts[Follows].following(person)
    followers = await parts[Follows].followers(person)
    ids = [friend.person for friend in (*following, *followers)]
    online = await online_to(parts, person, ids)
    challenged = await parts[Follows].challengeable(person, ids)
    followed = {friend.person for friend in following}

    def answer(friend: Friend) -> FriendAnswer:
        who = friend.person
        return FriendAnswer(
            **vars(friend),
            is_online=who in online,
            is_followed=who in followed,
            may_challenge=who in challenged,
        )

    return FollowsAnswer(
        following=[answer(each) for each in following],
        followers=[answer(each) for each in followers],
    )


@router.put(
    "/follows/{person}",
    status_code=204,
    responses=refuses("people.unknown", "people.blocked", "people.many_follows"),
)
async def follow_person(person: PersonId, request: Request, caller: Owner) -> None:
    """Follow a person, who can see it."""
    parts = parts_of(request)
    parts[Limits].require("follow", caller.person.id)
    await parts[Follows].put(caller.person.id, person)


@router.delete("/follows/{person}", status_code=204)
async def unfollow_person(person: PersonId, request: Request, caller: Owner) -> None:
    """Stop following a person."""
    await parts_of(request)[Follows].remove(caller.person.id, person)


# ---- Challenges


@router.get("/challenges")
async def list_challenges(request: Request, caller: Reader) -> ChallengesAnswer:
    """The challenges that wait for your answer. `join` their tables to accept."""
    found = await parts_of(request)[Challenges].to([caller.person.id])
    mine = found.get(caller.person.id, [])
    return ChallengesAnswer(
        challenges=[ChallengeView.of(each, table=each.summary) for each in mine]
    )


@router.post(
    "/challenges",
    status_code=201,
    responses=refuses(*SITTING, "people.unknown", "people.no_challenge", "people.many_challenges"),
)
async def challenge_person(form: ChallengeForm, request: Request, caller: Player) -> View:
    """Challenge a person to a game of two. It starts when they join the table."""
    parts, person, seed = parts_of(request), caller.person, fair.make_seed()
    parts[Limits].require("challenge", person.id)
    await parts[People].find(form.person)
    await parts[Challenges].require_allowed(person.id, form.person)
    wanted = challenge_request(form)
    plan = plan_table(wanted, person, seed, now())
    live = await parts[Tables].create(plan, seed, first_newcomers(wanted, plan, person))
    await parts[Inbox].deliver(form.person)
    return await show_seated(request, live.table, caller)


def challenge_request(form: ChallengeForm) -> TableRequest:
    """A private table for two, with a place for the person who is challenged."""
    return TableRequest(
        game=form.game,
        seats=(SeatRequest("me"), SeatRequest("open")),
        edition=None,
        options=form.options,
        clock=ClockPlan(**form.clock.model_dump()),
        seating="lot",
        is_public=False,
        is_rated=form.is_rated,
        accepts_bots=True,
        text=form.text,
        pledge=form.pledge,
        invited=form.person,
    )


@router.post(
    "/challenges/{table}/decline",
    status_code=204,
    responses=refuses("table.unknown", "table.not_open", "table.reserved"),
)
async def decline_challenge(table: TableId, request: Request, caller: Player) -> None:
    """Decline a challenge; its table is closed."""
    parts, person = parts_of(request), caller.person.id
    await parts[Tables].act(table, lambda t, at: verbs.decline(t, person, at))
    await parts[Inbox].deliver(person)


# ---- Profiles

profiles_router = make_router("players")


@profiles_router.get("/people/{person}", responses=refuses("people.unknown"))
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


# ---- Vacations

vacations_router = make_router("vacations")


@vacations_router.get("/vacation")
async def show_vacation(request: Request, caller: Owner) -> VacationAnswer:
    """Whether you are on vacation, and how many days you have left."""
    present, days_left = await parts_of(request)[Vacations].of(caller.person.id)
    return VacationAnswer(until=present.until if present else None, days_left=days_left)


@vacations_router.put("/vacation", responses=refuses("people.no_vacation"))
async def begin_vacation(form: VacationForm, request: Request, caller: Owner) -> VacationAnswer:
    """Go on vacation, or change how long it lasts from now on: your clocks with days for a turn
    stand still, and nobody can claim your seats there.
    """
    parts, person = parts_of(request), caller.person.id
    await tell_tables(parts, person, await parts[Vacations].begin(person, form.days))
    return await show_vacation(request, caller)


@vacations_router.delete("/vacation")
async def end_vacation(request: Request, caller: Owner) -> VacationAnswer:
    """Come back early; you keep the days that are left."""
    parts, person = parts_of(request), caller.person.id
    ended = await parts[Vacations].end(person)
    if ended:
        await tell_tables(parts, person, ended)
    return await show_vacation(request, caller)


async def tell_tables(parts: Parts, person: str, vacation: Vacation) -> None:
    """Stop or start a person's clocks. A game that begins later learns of it when time is up."""
    for table in await parts[Vacations].slow_games(person):
        with suppress(Quarantined):
            await parts[Tables].act(
                table,
                lambda t, at: verbs.take_vacation(t, person, vacation.start, vacation.until, at),
            )


# ---- Chat

chat_router = make_router("talk")


@chat_router.get("/tables/{table}/words", responses=refuses("table.unknown"))
async def list_words(table: TableId, request: Request, caller: Reader) -> ChatAnswer:
    """The chat at a table, as far as it reached you. Spectators get nothing."""
    parts, person = parts_of(request), caller.person.id
    people = (await parts[Tables].get_current(table)).table.people()
    if person not in people:
        return ChatAnswer(words=[], writable=[])
    messages = parts[Chat].messages
    heard = await messages.heard(table, person)
    writable = await messages.writable(person, people)
    return ChatAnswer(words=[ChatMessageView.of(message) for message in heard], writable=writable)


@chat_router.post(
    "/tables/{table}/words",
    status_code=201,
    responses=refuses("table.unknown", "table.not_seated", "talk.closed", "talk.length"),
)
async def say_words(
    table: TableId, form: ChatForm, request: Request, caller: Player
) -> ChatMessageView:
    """Say something at a table at which you sit: a phrase, or free text to those who exchange it
    with you. People who have muted or blocked you do not get it.
    """
    parts, person = parts_of(request), caller.person.id
    parts[Limits].require("talk", person)
    message = await parts[Chat].say(table, person, form.phrase or "", form.text or "")
    return ChatMessageView.of(message)


@chat_router.get("/blocks")
async def list_blocks(request: Request, caller: Owner) -> list[BlockAnswer]:
    """The people whom you have muted or blocked."""
    found = await parts_of(request)[Blocks].list(caller.person.id)
    return [BlockAnswer(**vars(each)) for each in found]


@chat_router.put(
    "/blocks/{person}", status_code=204, responses=refuses("people.unknown", "people.many_blocks")
)
async def put_block(person: PersonId, form: BlockForm, request: Request, caller: Owner) -> None:
    """Mute a person: you do not get their messages. Or block: you are also not paired with them,
    and they can neither join a table at which you sit nor ask you for a rematch. They are not told.
    """
    parts = parts_of(request)
    parts[Limits].require("block", caller.person.id)
    await parts[Blocks].put(caller.person.id, person, form.kind)


@chat_router.delete("/blocks/{person}", status_code=204)
async def remove_block(person: PersonId, request: Request, caller: Owner) -> None:
    """End the mute or block of a person."""
    await parts_of(request)[Blocks].remove(caller.person.id, person)


@chat_router.post("/reports", status_code=204, responses=refuses("people.unknown", "table.unknown"))
async def report_person(form: ReportForm, request: Request, caller: Owner) -> None:
    """Report a person to the moderators of this server, who see the chat at the table."""
    parts = parts_of(request)
    parts[Limits].require("report", caller.person.id)
    await parts[Reports].make(caller.person.id, form.person, form.table, form.reason)


@chat_router.post("/warnings/{warning}", status_code=204)
async def confirm_warning(warning: PersonId, request: Request, caller: Owner) -> None:
    """Confirm that you have read a warning."""
    await parts_of(request)[Reports].confirm(caller.person.id, warning)
