"""R21, R39: no help with a rated game in progress, whoever asks and whatever else they play."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.conftest import Deployment
from tests.server.forker import Forked
from tests.server.running import FOR_TWO, ON_ONE_DEVICE, Browser, code, create, look, ok, play_on

HOME, CAFE = "198.51.100.7", "203.0.113.9"
CASUAL = 66  # more tables than a page of a list has


opened: list[Browser] = []  # to be closed in the end


@pytest.fixture(scope="module")
def servers(deployment: Deployment) -> Iterator[tuple[Forked, Forked]]:
    """Two processes behind a proxy; on SQLite the same process twice."""
    first = deployment.start(trusted_proxies="127.0.0.1")
    is_shared = "redis" in deployment.settings
    second = deployment.start(trusted_proxies="127.0.0.1") if is_shared else first
    yield first, second
    while opened:
        opened.pop().close()
    first.kill()
    second.kill()


@pytest.fixture(scope="module")
def busy(servers: tuple[Forked, Forked]) -> tuple[Browser, set[str]]:
    """A guest with many casual games in progress, and their tables."""
    person = guest(servers[0], HOME)
    return person, {create(person, ON_ONE_DEVICE)["table"] for _ in range(CASUAL)}


def guest(server: Forked, address: str) -> Browser:
    """A guest whose requests come from an address."""
    client = visit(server, {"x-forwarded-for": address})
    ok(client.post("/api/v1/guests", json={}), 201)
    return client


def move_to(client: Browser, server: Forked, address: str) -> Browser:
    """The same person at another server process and address."""
    return visit(server, {"x-forwarded-for": address, "cookie": client.cookie})


def visit(server: Forked, headers: dict[str, str]) -> Browser:
    opened.append(Browser((), base_url=server.url, headers=headers, timeout=60))
    return opened[-1]


def ask(client: Browser, position: dict[str, Any]) -> Any:
    form = {"position": position, "player": "level1", "seconds": 0.1}
    return client.post("/api/v1/analysis", json=form)


def is_refused(client: Browser, position: dict[str, Any]) -> bool:
    answer = ask(client, position)
    return answer.status_code == 403 and code(answer) == (403, "analysis.rated")


def is_no_practice(client: Browser, position: dict[str, Any]) -> bool:
    """Does the server refuse to let a bot move in a position?"""
    answer = client.post("/api/v1/practice", json={"position": position, "bot": "greedy"})
    return bool(answer.status_code == 403 and answer.json()["code"] == "analysis.rated")


def test_help_is_refused_to_the_players_of_a_rated_game(
    servers: tuple[Forked, Forked], busy: tuple[Browser, set[str]]
) -> None:
    here, there = servers
    (ana, casual), bia = busy, guest(here, CAFE)
    rated = create(ana, FOR_TWO, is_rated=True)["table"]
    ok(bia.post(f"/api/v1/tables/{rated}/join", json={}))
    play_on([ana], max(casual), 1)  # so that the rated game is not the one that moved last
    other = look(ana, max(casual))["position"]  # of no rated game
    stranger = guest(there, "192.0.2.1")
    first = look(ana, rated)["position"]

    # the players, at other processes and addresses too, about any position
    assert is_refused(ana, first)
    assert is_refused(ana, other)
    assert is_refused(move_to(bia, there, "192.0.2.77"), other)
    assert is_no_practice(ana, first)
    assert is_no_practice(move_to(bia, there, "192.0.2.77"), other)
    assert is_no_practice(visit(there, {"x-forwarded-for": "192.0.2.1"}), first)
    assert not is_no_practice(stranger, other)
    # others at a player's address
    assert is_refused(guest(there, HOME), other)
    assert is_refused(guest(here, CAFE), first)
    # everybody about a position of the game, also in disguise and some moves later
    assert is_refused(stranger, first)
    assert ok(ask(stranger, other))["best"]
    disguised = json.loads(json.dumps(first))
    disguised["displays"].reverse()
    disguised |= {"turn": 1 - first["turn"], "first": 1 - first["first"]}
    assert is_refused(stranger, disguised)
    current = play_on([ana, bia], rated, 3)["position"]
    assert is_refused(stranger, current)
    assert is_refused(stranger, first)
    # somebody who moves from a new address takes the refusal along
    play_on([move_to(ana, there, "192.0.2.2"), move_to(bia, there, "192.0.2.3")], rated, 2)
    assert is_refused(guest(here, "192.0.2.2"), other)
    # until the game is over
    ok(ana.post(f"/api/v1/tables/{rated}/acts", json={"act": "resign"}))
    for client, position in ((ana, other), (stranger, first), (guest(there, CAFE), current)):
        assert ok(ask(client, position))["best"]


def test_the_stream_tells_of_every_table(busy: tuple[Browser, set[str]]) -> None:
    person, tables = busy
    missing = set(tables)
    with person.stream("GET", "/api/v1/stream") as stream:
        for line in stream.iter_lines():
            missing.discard(json.loads(line).get("table", "") if line else "")
            if not missing:
                break
    assert not missing
