"""Routes about friends: whom you follow, who is online, challenges."""

from fastapi import Request

from azulejos.server.accounts.dependencies import Owner, Player, Reader
from azulejos.server.accounts.follows import Follows, Friend
from azulejos.server.accounts.people import People
from azulejos.server.feature import parts_of
from azulejos.server.play.audience import online_to
from azulejos.server.play.creation import SeatRequest, TableRequest, first_newcomers, plan_table
from azulejos.server.play.routes import SITTING, show_seated
from azulejos.server.play.tables import Tables
from azulejos.server.social.challenges import Challenges
from azulejos.server.social.inbox import Inbox
from azulejos.server.table import fair, verbs
from azulejos.server.table.clock import ClockPlan
from azulejos.server.wall_clock import now
from azulejos.server.web.limits import Limits
from azulejos.server.web.problems import refuses
from azulejos.server.web.routers import make_router
from azulejos.wire.fields import PersonId, TableId
from azulejos.wire.messages import ChallengeView
from azulejos.wire.social import ChallengeForm, ChallengesAnswer, FollowsAnswer, FriendAnswer
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
