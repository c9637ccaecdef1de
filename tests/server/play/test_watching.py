"""Watching: rated games are seen late by whoever does not play, who watches, which are listed."""

import asyncio
from typing import Any

import pytest

from azulejos.contract.rules import Json
from azulejos.server.play.lobby_routes import featured
from azulejos.server.ratings.ratings import Rating
from azulejos.server.timing import TIMING
from tests.server.clients import Guest, open_socket
from tests.server.running import (
    FOR_TWO,
    Browser,
    Running,
    code,
    create,
    look,
    lose,
    me,
    ok,
    play_on,
)
from tests.server.services import wait_for


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """People without a connection are not marked as away."""
    monkeypatch.setattr(TIMING, "leave_s", 3600.0)


def sit(running: Running, **form: Any) -> tuple[list[Browser], str]:
    """Two guests at a table that has started."""
    pair = [running.guest(), running.guest()]
    table = create(pair[0], FOR_TWO, **form)["table"]
    ok(pair[1].post(f"/api/v1/tables/{table}/join", json={}))
    return pair, table


def guest_of(client: Browser) -> Guest:
    return Guest(me(client), client.cookie)


# ---- Delay


def test_spectators_see_nothing_of_a_rated_game_before_its_time(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TIMING, "spectator_delay_s", 3600.0)
    pair, table = sit(running, is_rated=True)
    stranger, path = running.client(), f"/api/v1/tables/{table}"
    view = play_on(pair, table, 3)
    assert view["delay_s"] == 0
    assert look(pair[0], table)["ply"] == view["ply"]
    shown = look(stranger, table)
    assert (shown["status"], shown["ply"], shown["delay_s"]) == ("open", 0, 3600)
    assert len(ok(stranger.get(f"{path}/replay"))["steps"]) <= 1
    record = stranger.get(f"{path}/record").text
    assert record != pair[0].get(f"{path}/record").text
    assert stranger.get(f"{path}/picture.svg").text != pair[0].get(f"{path}/picture.svg").text
    asked = stranger.get(f"{path}/explanation?move=1B1")
    assert code(asked) == (409, "table.not_playing")
    lose(pair[0], pair[1], table)
    assert look(stranger, table)["status"] == "over"


def test_spectators_get_every_event_late_and_the_end_at_once(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TIMING, "spectator_delay_s", 0.3)
    pair, table = sit(running, is_rated=True)
    watcher = guest_of(running.guest())

    async def run() -> None:
        async with open_socket(running.url, watcher) as socket:
            first = await socket.watch(table)
            view = await asyncio.to_thread(play_on, pair, table, 4)
            seen, events = first["version"], first["events"]
            while seen < view["version"]:
                update = await socket.next("update")
                seen, events = update["version"], events + update["events"]
                assert update["view"]["delay_s"] == 0.3
            monkeypatch.setattr(TIMING, "spectator_delay_s", 3600.0)
            await asyncio.to_thread(play_on, pair, table, 2)
            await asyncio.to_thread(lose, pair[0], pair[1], table)
            while not (update := await socket.next("update"))["view"]["finish"]:
                events += update["events"]
            events += update["events"]
            versions = [event["version"] for event in events]
            assert versions == list(range(1, update["version"] + 1))

    asyncio.run(run())


def test_a_casual_game_is_seen_at_once(running: Running) -> None:
    pair, table = sit(running)
    view = play_on(pair, table, 2)
    assert look(running.client(), table)["ply"] == view["ply"]


# ---- Who watches


def test_spectators_are_counted_and_named_if_they_allow_it(running: Running) -> None:
    pair, table = sit(running, is_public=True)
    named, hidden, blocked = (running.guest() for _ in range(3))
    for client in (named, blocked):
        ok(client.patch("/api/v1/me", json={"seen_by": "everybody"}))
    ok(pair[0].put(f"/api/v1/blocks/{me(blocked)}", json={"kind": "block"}), 204)

    def spectators(client: Browser) -> tuple[int, set[str]]:
        found = ok(client.get(f"/api/v1/tables/{table}/spectators"))
        return found["count"], {each["person"] for each in found["people"]}

    async def run() -> None:
        people = [guest_of(client) for client in (*pair, named, hidden, blocked)]
        sockets = [open_socket(running.url, person) for person in people]
        for socket in sockets:
            await (await socket.__aenter__()).watch(table)
        await asyncio.to_thread(wait_for, "them", lambda: spectators(pair[1])[0] == 3)
        assert spectators(pair[1]) == (3, {me(named), me(blocked)})
        assert spectators(pair[0]) == (3, {me(named)})
        watch = ok(running.client().get("/api/v1/watch"))
        shown = {each["table"]["table"]: each["spectators"] for each in watch["games"]}
        assert shown[table] == 3
        assert watch["online"] >= len(people)
        assert watch["playing"] >= 1
        for socket in sockets:
            await socket.__aexit__(None, None, None)

    asyncio.run(run())
    wait_for("nobody", lambda: spectators(pair[1])[0] == 0)


# ---- Which games


def summary(name: str, people: tuple[str, ...], moved_at: float = 1000.0) -> Json:
    seats = [{"person": person} for person in people]
    fixed = {"game": "azul", "players": len(people), "moved_at": moved_at}
    return {"table": name, "seats": seats, **fixed}


def test_the_featured_game_is_that_of_the_strongest_who_moved_lately() -> None:
    ratings = {("azul-2", "ann"): Rating(40, 1, 9), ("azul-2", "bob"): Rating(35, 1, 9)}
    strong, weak = summary("strong", ("ann", "bob")), summary("weak", ("ann", "cat"))
    assert featured([weak, strong], ratings, 1001.0) == "strong"
    assert featured([weak, strong | {"moved_at": 1.0}], ratings, 1001.0) == "weak"
    assert featured([summary("bot", ("ann", ""))], ratings, 1001.0) is None
    assert featured([], ratings, 1001.0) is None
