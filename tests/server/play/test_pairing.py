"""Quick pairing: strangers meet, also on several processes, and nobody sits at two tables."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import sqlalchemy as sa

from azulejos.server.play import lobby
from azulejos.server.ratings.ratings import Rating
from azulejos.server.storage import schema
from azulejos.server.storage.database import Database
from azulejos.server.timing import TIMING
from azulejos.server.web.limits import Limits
from tests.server.clients import Guest, ask, make_guest, open_socket
from tests.server.conftest import Deployment
from tests.server.running import Browser, Running, code, look, me, ok
from tests.server.services import wait_for

pytestmark = pytest.mark.databases("sqlite", "postgresql")

SEEKERS = 12
ASK_S = 0.5  # between two requests of a client that waits


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """People without a connection are not marked as away."""
    monkeypatch.setattr(TIMING, "leave_s", 3600.0)


def seek(client: Browser, **form: Any) -> dict[str, Any]:
    view: dict[str, Any] = ok(client.post("/api/v1/pairing", json={"game": "azul"} | form))
    return view


def give_rating(running: Running, client: Browser, mu: float) -> None:
    row: dict[str, Any] = {"person": me(client), "pool": "azul-2", "mu": mu, "sigma": 1.0}
    row |= {"games": 50, "ordinal": Rating(mu, 1.0).ordinal}
    running.parts[Database].run_now(lambda c: c.execute(sa.insert(schema.ratings), row))


@pytest.mark.usefixtures("patient")
def test_two_strangers_meet_and_a_third_waits(running: Running) -> None:
    ana, bia, eva = (running.guest() for _ in range(3))
    waiting = seek(ana)
    assert (waiting["status"], waiting["is_pairing"]) == ("open", True)
    assert seek(ana)["table"] == waiting["table"]
    started = seek(bia)
    assert (started["table"], started["status"]) == (waiting["table"], "playing")
    assert seek(eva)["status"] == "open"
    ok(eva.post(f"/api/v1/tables/{seek(eva)['table']}/leave"))


@pytest.mark.usefixtures("patient")
def test_only_those_meet_who_want_the_same(running: Running) -> None:
    forms: list[dict[str, Any]] = [
        {},
        {"players": 3},
        {"options": {"wall": "gray"}},
        {"clock": {"kind": "live", "bank_s": 300, "increment_s": 5}},
        {"is_rated": True},
        {"game": "blue"},
    ]
    waiting = [(running.guest(), form) for form in forms]
    tables = [seek(client, **form)["table"] for client, form in waiting]
    assert len(set(tables)) == len(forms)
    for table, form in zip(tables, forms, strict=True):
        assert seek(running.guest(), **form)["table"] == table
    third = seek(running.guest(), players=3)
    assert (third["table"], third["status"]) == (tables[1], "playing")


@pytest.mark.usefixtures("patient")
def test_strangers_of_unlike_strength_meet_after_a_while(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    weak, strong = running.guest(), running.guest()
    give_rating(running, weak, 10.0)
    give_rating(running, strong, 40.0)
    first, second = seek(weak), seek(strong)
    assert first["table"] != second["table"]
    assert seek(strong)["table"] == second["table"]
    monkeypatch.setattr(lobby, "NEAR_PER_S", 1e6)
    assert seek(weak)["table"] == first["table"]  # whoever waits at the older table stays there
    assert seek(strong)["table"] == first["table"]
    assert look(weak, first["table"])["status"] == "playing"
    assert look(strong, second["table"])["status"] == "closed"


def test_nobody_is_paired_with_somebody_who_has_gone(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TIMING, "leave_s", 0.0)
    gone, ana = running.guest(), running.guest()
    left = seek(gone)["table"]
    wait_for("the end", lambda: look(gone, left)["status"] == "closed", 30)
    assert seek(ana)["table"] != left


@pytest.mark.usefixtures("patient")
def test_people_who_want_something_else_are_no_obstacle(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A list of waiting tables is cut somewhere; only those on the same terms may be in it."""
    flood = running.guest()
    monkeypatch.setattr(running.parts[Limits], "is_on", False)
    for n in range(55):
        clock = {"kind": "live", "bank_s": 300 + n, "increment_s": 3}
        assert seek(flood, clock=clock)["status"] == "open"
    ana, bia = running.guest(), running.guest()
    clock = {"kind": "live", "bank_s": 900, "increment_s": 3}
    waiting = seek(ana, clock=clock)
    assert seek(bia, clock=clock)["table"] == waiting["table"]


@pytest.mark.usefixtures("patient")
def test_somebody_who_asks_many_times_at_once_waits_at_one_table(running: Running) -> None:
    ana, form = running.guest(), {"game": "azul", "options": {"wall": "gray"}, "players": 4}
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda _: ana.post("/api/v1/pairing", json=form), range(16)))
    assert len({ok(answer)["table"] for answer in answers}) == 1


def test_what_is_wanted_must_exist(running: Running) -> None:
    ana = running.guest()
    assert code(ana.post("/api/v1/pairing", json={"game": "chess"}))[0] == 422
    assert code(ana.post("/api/v1/pairing", json={"game": "blue", "players": 4}))[0] == 422
    assert code(running.client().post("/api/v1/pairing", json={"game": "azul"}))[0] == 401


# ---- Several processes


async def find_game(url: str, guest: Guest) -> str:
    """Ask until a game has started, as the page does; the id of its table."""
    table: str | None = None
    while True:
        view = await ask(url, guest, "POST", "/pairing", {"game": "azul", "table": table})
        table = view["table"]
        async with open_socket(url, guest) as socket:
            update = await socket.watch(view["table"])
            if update["view"]["status"] == "playing":
                return str(table)
            await asyncio.sleep(ASK_S)


async def find_all(servers: list[str]) -> None:
    guests = [await make_guest(servers[0]) for _ in range(SEEKERS)]
    async with asyncio.timeout(120):
        tables = await asyncio.gather(
            *(find_game(servers[i % len(servers)], each) for i, each in enumerate(guests))
        )
    assert all(tables.count(table) == 2 for table in tables)
    for guest, table in zip(guests, tables, strict=True):
        mine = await ask(servers[0], guest, "GET", f"/people/{guest.id}/tables?status=playing")
        assert [each["table"] for each in mine["tables"]] == [table]


def test_many_strangers_on_two_processes_meet_in_pairs(deployment: Deployment) -> None:
    servers = [deployment.start(), deployment.start()]
    asyncio.run(find_all([server.url for server in servers]))
    for server in servers:
        server.kill()
