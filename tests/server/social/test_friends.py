"""Friends: following, who is online, challenges, how a person plays; and that a block holds."""

import asyncio
import itertools
from typing import Any

import pytest

from azulejos.contract.rules import Json
from azulejos.server.ratings.recent_results import count_results, count_score
from azulejos.server.timing import TIMING
from tests.server.clients import Guest, open_socket
from tests.server.running import FOR_TWO, Browser, Running, code, create, lose, me, ok
from tests.server.services import wait_for

LIVE = {"kind": "live", "bank_s": 300, "increment_s": 5}


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """People without a connection are not marked as away."""
    monkeypatch.setattr(TIMING, "leave_s", 3600.0)


def follow(client: Browser, other: Browser, status: int = 204) -> None:
    ok(client.put(f"/api/v1/follows/{me(other)}"), status)


def follows(client: Browser) -> dict[str, list[str]]:
    """Ids of those whom a person follows, and of those who follow the person."""
    found = ok(client.get("/api/v1/follows"))
    return {key: [each["person"] for each in friends] for key, friends in found.items()}


def block(client: Browser, other: Browser) -> None:
    ok(client.put(f"/api/v1/blocks/{me(other)}", json={"kind": "block"}), 204)


def challenge(client: Browser, other: Browser, **form: Any) -> Any:
    return client.post("/api/v1/challenges", json={"person": me(other), "game": "azul"} | form)


def challengers(client: Browser) -> list[str]:
    found = ok(client.get("/api/v1/challenges"))["challenges"]
    return [each["by"] for each in found]


def profile(client: Browser, other: Browser) -> dict[str, Any]:
    found: dict[str, Any] = ok(client.get(f"/api/v1/people/{me(other)}"))
    return found


# ---- Following


def test_following_is_seen_by_both(running: Running) -> None:
    ana, bia = running.guest(), running.guest()
    for _ in range(2):
        follow(ana, bia)
    assert follows(ana) == {"following": [me(bia)], "followers": []}
    assert follows(bia) == {"following": [], "followers": [me(ana)]}
    assert (profile(ana, bia)["is_followed"], profile(bia, ana)["is_followed"]) == (True, False)
    ok(ana.delete(f"/api/v1/follows/{me(bia)}"), 204)
    assert follows(ana) == follows(bia) == {"following": [], "followers": []}
    assert code(ana.put(f"/api/v1/follows/{me(ana)}")) == (404, "people.unknown")


@pytest.mark.parametrize("is_blocker", [True, False])
def test_a_block_ends_following_and_forbids_it(running: Running, is_blocker: bool) -> None:
    ana, bia = running.guest(), running.guest()
    follow(ana, bia)
    follow(bia, ana)
    block(ana, bia)
    assert follows(ana) == follows(bia) == {"following": [], "followers": []}
    who, whom = (ana, bia) if is_blocker else (bia, ana)
    assert code(who.put(f"/api/v1/follows/{me(whom)}")) == (403, "people.blocked")


# ---- Who is online


def test_only_those_see_somebody_online_whom_the_person_allows(running: Running) -> None:
    ana, friend, stranger, blocked = (running.guest() for _ in range(4))
    follow(ana, friend)
    viewers = {"friend": friend, "stranger": stranger, "blocked": blocked}

    async def run() -> None:
        async with open_socket(running.url, Guest(me(ana), ana.cookie)):
            await asyncio.to_thread(wait_for, "online", lambda: profile(ana, ana)["is_online"])
            for group, seen in (
                ("friends", {"friend"}),
                ("everybody", {"friend", "stranger", "blocked"}),
                ("nobody", set()),
            ):
                await asyncio.to_thread(show_to, ana, group)
                assert {n for n, who in viewers.items() if profile(who, ana)["is_online"]} == seen
            await asyncio.to_thread(show_to, ana, "everybody")
            await asyncio.to_thread(block, ana, blocked)
            assert not profile(blocked, ana)["is_online"]
            anonymous = ok(running.client().get(f"/api/v1/people/{me(ana)}"))
            assert anonymous["is_online"]

    asyncio.run(run())
    wait_for("offline", lambda: not profile(friend, ana)["is_online"])


def show_to(client: Browser, group: str) -> None:
    ok(client.patch("/api/v1/me", json={"seen_by": group}))


# ---- Challenges


def test_a_challenge_is_accepted_by_the_one_who_was_meant(running: Running) -> None:
    ana, bia, eva = (running.guest() for _ in range(3))
    table = ok(challenge(ana, bia, clock=LIVE, is_rated=True), 201)
    assert (table["status"], table["invited"], table["is_public"]) == ("open", me(bia), False)
    assert challengers(bia) == [me(ana)]
    assert challengers(eva) == []
    join = f"/api/v1/tables/{table['table']}/join"
    assert code(eva.post(join, json={})) == (409, "table.reserved")
    assert ok(bia.post(join, json={}))["status"] == "playing"
    assert challengers(bia) == []


def test_a_challenge_is_declined(running: Running) -> None:
    ana, bia = running.guest(), running.guest()
    table = ok(challenge(ana, bia), 201)["table"]
    assert code(challenge(ana, bia)) == (409, "people.many_challenges")
    decline = f"/api/v1/challenges/{table}/decline"
    assert code(ana.post(decline)) == (409, "table.reserved")
    ok(bia.post(decline), 204)
    assert challengers(bia) == []
    assert ok(ana.get(f"/api/v1/tables/{table}"))["status"] == "closed"


def test_a_challenge_reaches_the_page_at_once(running: Running) -> None:
    ana, bia = running.guest(), running.guest()

    async def run() -> None:
        async with open_socket(running.url, Guest(me(bia), bia.cookie)) as socket:
            made = await asyncio.to_thread(challenge, ana, bia)
            message = await socket.next("challenged")
            assert [each["by"] for each in message["challenges"]] == [me(ana)]
            await asyncio.to_thread(ana.post, f"/api/v1/tables/{ok(made, 201)['table']}/leave")
            assert (await socket.next("challenged"))["challenges"] == []

    asyncio.run(run())


def test_whom_somebody_allows_to_challenge(running: Running) -> None:
    ana, bia, eva = (running.guest() for _ in range(3))
    ok(bia.patch("/api/v1/me", json={"challenged_by": "friends"}))
    follow(bia, ana)
    ok(challenge(ana, bia), 201)
    assert code(challenge(eva, bia)) == (403, "people.no_challenge")
    assert (profile(ana, bia)["may_challenge"], profile(eva, bia)["may_challenge"]) == (True, False)


def test_the_blocked_challenge_nobody_and_nobody_them(running: Running) -> None:
    ana, bia = running.guest(), running.guest()
    ok(challenge(bia, ana), 201)
    block(ana, bia)
    assert challengers(ana) == []
    for who, whom in itertools.permutations((ana, bia)):
        assert code(challenge(who, whom)) == (403, "people.no_challenge")
        assert not profile(who, whom)["may_challenge"]


# ---- How somebody plays


def test_a_profile_shows_results_and_those_between_two(running: Running) -> None:
    ana, bia, eva = (running.guest() for _ in range(3))
    table = create(ana, FOR_TWO, is_public=True)["table"]
    ok(bia.post(f"/api/v1/tables/{table}/join", json={}))
    lose(ana, bia, table)
    found = profile(ana, bia)
    assert [(each["table"], each["rank"]) for each in found["form"]["recent"]] == [(table, 1)]
    assert (found["form"]["streak"], found["form"]["finished"]) == (1, None)
    assert found["score"] == {"games": 1, "wins": 0, "losses": 1, "ties": 0}
    assert profile(bia, bia)["score"] is None
    assert profile(eva, bia)["score"] is None


def test_private_games_are_listed_for_those_who_played_them(running: Running) -> None:
    ana, bia, eva = (running.guest() for _ in range(3))
    table = create(ana, FOR_TWO)["table"]
    ok(bia.post(f"/api/v1/tables/{table}/join", json={}))
    lose(ana, bia, table)
    assert len(profile(ana, bia)["form"]["recent"]) == 1
    assert profile(eva, bia)["form"]["recent"] == []
    assert profile(eva, bia)["form"]["streak"] == 1


def played(ranks: tuple[int, ...], reason: str = "played", left: tuple[int, ...] = ()) -> Json:
    """The summary of a game of ann, bob and others."""
    seats = [
        {"person": name, "has_left": i in left}
        for i, name in zip(range(len(ranks)), ("ann", "bob", "cat"), strict=False)
    ]
    first = [float(rank == 1) for rank in ranks]
    finish = {"reason": reason, "ranks": ranks, "shares": [x / sum(first) for x in first]}
    return {
        "table": "t",
        "moved_at": 1.0,
        "game": "azul",
        "players": len(ranks),
        "seats": seats,
        "finish": finish,
    }


def test_a_streak_is_of_games_won_alone() -> None:
    won, lost, shared = played((1, 2)), played((2, 1)), played((1, 1))
    aborted = played((1, 1), "aborted")
    form = count_results([won, aborted, won, shared, won, won, won, lost], "ann")
    assert (form.streak, form.best_streak) == (2, 3)
    assert count_results([], "ann").streak == 0


def test_leaving_shows_after_some_games_and_resigning_does_not() -> None:
    left, resigned = played((2, 1), "deserted", left=(0,)), played((2, 1), "resigned")
    assert count_results([left] * 9, "ann").finished is None
    assert count_results([left] * 2 + [resigned] * 8, "ann").finished == pytest.approx(0.8)
    assert count_results([left] * 10, "bob").finished == 1


def test_two_people_compare_by_rank_whoever_else_plays() -> None:
    games = [played((2, 3, 1)), played((3, 2, 1)), played((1, 1, 3)), played((1, 2), "annulled")]
    score = count_score(games, "ann", "bob")
    assert (score.games, score.wins, score.losses, score.ties) == (3, 1, 1, 1)
