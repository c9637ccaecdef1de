"""One line adds a feature to a server: its route, tables, hook, channel and rows about people."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
import sqlalchemy as sa

from azulejos.server import app
from azulejos.server.app import FEATURES
from azulejos.server.cluster.channel import EVERYTHING
from azulejos.server.storage import store
from azulejos.server.storage.database import Database
from azulejos.server.storage.growth import FeatureRows, delete_old
from azulejos.server.timing import now
from tests.server.extra_feature import tally
from tests.server.running import ON_ONE_DEVICE, Running, create, me, ok, resign, run_server
from tests.server.services import wait_for

WITH_TALLY = (*FEATURES, tally.make_feature)
WAIT_S = 15


@contextmanager
def run_two(database: str, redis: str = "") -> Iterator[tuple[Running, Running]]:
    """Run two servers with the feature on one database."""
    with ExitStack() as stack:
        first, second = (
            stack.enter_context(run_server(database, features=WITH_TALLY, redis=redis))
            for _ in range(2)
        )
        yield first, second


def finish_game(running: Running) -> None:
    ana = running.guest()
    resign(ana, create(ana, ON_ONE_DEVICE)["table"])


def listen(running: Running) -> list[tally.Counts]:
    """The counts that a listener in the process of a server hears from now on."""
    heard: list[tally.Counts] = []
    running.parts[tally.Tally].channel.listen(EVERYTHING, heard.append)
    return heard


def test_a_route_shows_what_a_hook_has_counted_in_a_table_of_its_own(database_url: str) -> None:
    with run_server(database_url, features=WITH_TALLY) as running:
        assert ok(running.client().get("/api/v1/tally")) == {}
        finish_game(running)
        finish_game(running)
        assert ok(running.client().get("/api/v1/tally")) == {"azul": 2}
        described = ok(running.client().get("/api/v1/openapi.json"))
        operation = described["paths"]["/api/v1/tally"]["get"]
        assert (operation["operationId"], operation["tags"]) == ("show_tally", ["tally"])


def test_a_hook_is_undone_with_the_commit_that_it_belongs_to(sqlite_url: str) -> None:
    with run_server(sqlite_url, features=WITH_TALLY) as running:
        ana = running.guest()
        table = create(ana, ON_ONE_DEVICE)["table"]

        def fail(*_: object) -> None:
            raise store.Conflict

        hooks = running.parts[store.Store].hooks
        hooks.append(fail)
        ana.post(f"/api/v1/tables/{table}/acts", json={"act": "resign"})
        assert ok(ana.get("/api/v1/tally")) == {}
        hooks.remove(fail)
        resign(ana, table)
        assert ok(ana.get("/api/v1/tally")) == {"azul": 1}


def test_another_process_hears_of_the_subject(
    sqlite_url: str, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "POLL_S", 3600.0)
    with run_two(sqlite_url, redis_url) as (first, second):
        heard = listen(second)
        finish_game(first)
        wait_for("hint", lambda: bool(heard), WAIT_S)
        assert heard == [{"azul": 1}]


def test_a_poll_finds_what_a_lost_hint_has_not_brought(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "POLL_S", 0.05)
    with run_two(sqlite_url) as (first, second):
        heard = listen(second)
        wait_for("poll", lambda: {} in heard, WAIT_S)
        finish_game(first)
        wait_for("count", lambda: {"azul": 1} in heard, WAIT_S)


def test_people_download_and_delete_what_the_feature_has_stored_about_them(
    sqlite_url: str,
) -> None:
    with run_server(sqlite_url, features=WITH_TALLY) as running:
        ana, bia = running.guest(), running.guest()
        for client in (ana, ana, bia):
            resign(client, create(client, ON_ONE_DEVICE)["table"])
        rows = ok(ana.get("/api/v1/me/data"))["extra_players"]
        assert [set(row) for row in rows] == [{"id", "at"}] * 4  # two seats at each table
        ok(ana.post("/api/v1/me/deletion", json={}), 204)
        assert players_of(running) == {me(bia)}


def test_old_rows_of_the_feature_are_deleted(sqlite_url: str) -> None:
    with run_server(sqlite_url, features=WITH_TALLY) as running:
        ana = running.guest()
        resign(ana, create(ana, ON_ONE_DEVICE)["table"])
        database, kinds = running.parts[Database], running.parts[FeatureRows].expired
        assert asyncio.run(delete_old(database, kinds, now())) == {}
        later = now() + tally.KEEP_S + 1
        assert asyncio.run(delete_old(database, kinds, later)) == {"extra_players": 2}
        assert players_of(running) == set()


def players_of(running: Running) -> set[str]:
    """The people in the feature's rows about them."""
    query = sa.select(tally.players.c.person)
    return asyncio.run(running.parts[Database].read(lambda c: set(c.scalars(query))))


def test_a_server_without_the_line_has_none_of_it(sqlite_url: str) -> None:
    with run_server(sqlite_url) as running:
        finish_game(running)
        assert running.client().get("/api/v1/tally").status_code == 404
