"""Old rows are deleted in small steps; games and accounts stay."""

import asyncio
from typing import Any

import pytest
import sqlalchemy as sa

from azulejos.server.accounts.credentials import Sessions, Tokens
from azulejos.server.accounts.people import People
from azulejos.server.analysis.boards import Boards, NoBoard
from azulejos.server.app import Server
from azulejos.server.settings import Settings
from azulejos.server.storage import growth, schema
from azulejos.server.storage.analyses import StoredAnalyses
from azulejos.server.storage.database import Database
from azulejos.server.storage.growth import LOCK, FeatureRows, abandoned_tables, delete_old
from azulejos.server.storage.migrations import migrate
from azulejos.server.timing import DAY_S, TIMING, now
from azulejos.server.web.documents import Documents
from tests.server.running import FOR_TWO, create, look, ok, run_server
from tests.server.services import wait_for

KEEP = {
    "keep_guests_days": 10,
    "keep_open_days": 5,
    "keep_tokens_days": 20,
    "keep_analyses_days": 15,
    "keep_boards_days": 7,
}
pytestmark = [
    pytest.mark.usefixtures("patient_database"),
    pytest.mark.databases("sqlite", "postgresql"),
]
NEVER = dict.fromkeys(KEEP, 0)


async def counts(database: Database) -> dict[str, int]:
    def work(connection: sa.Connection) -> dict[str, int]:
        tables = schema.metadata.sorted_tables
        return {
            table.name: connection.execute(
                sa.select(sa.func.count()).select_from(table)
            ).scalar_one()
            for table in tables
        }

    return await database.read(work)


async def run_days(database: Database, days: float, **keep: int) -> dict[str, int]:
    """Delete what is old after some days."""
    settings = Settings(database=str(database.url), **keep)  # type: ignore[arg-type]
    server = Server(settings)
    server.parts[Database].close()
    return await delete_old(database, server.parts[FeatureRows].expired, now() + days * DAY_S)


def test_old_guests_tokens_and_sessions_go_and_accounts_stay(database_url: str) -> None:
    async def check(database: Database) -> None:
        people, sessions, tokens = People(database), Sessions(database), Tokens(database)
        for _ in range(3):
            await sessions.open(await people.make_guest(None, "en"), "a browser")
        account = await people.claim(await people.make_guest(None, "en"), "Keeper", "long enough")
        program = await people.become_program(account)
        await tokens.make(program, "used", ["read"])
        people.close()
        assert await run_days(database, 9, **KEEP) == {}
        assert await run_days(database, 500, **NEVER) == {"sessions": 3}
        assert await run_days(database, 11, **KEEP) == {"people": 3}
        assert await run_days(database, 19, **KEEP) == {}
        assert await run_days(database, 21, **KEEP) == {"tokens": 1}
        left = await counts(database)
        assert (left["people"], left["sessions"], left["tokens"]) == (1, 0, 0)

    use(database_url, check)


def test_old_answers_of_searches_go(database_url: str) -> None:
    async def check(database: Database) -> None:
        stored = StoredAnalyses(database)
        await stored.add("a", {"best": "1B1"})
        await stored.add("a", {"best": "1B2"})  # of another request; the first one stays
        assert await stored.find("a") == {"best": "1B1"}
        assert await stored.find("b") is None
        assert await run_days(database, 14, **KEEP) == {}
        assert await run_days(database, 16, **NEVER) == {}
        assert await run_days(database, 16, **KEEP) == {"analyses": 1}

    use(database_url, check)


def use(url: str, check: Any) -> None:
    migrate(url)
    database = Database(url)
    try:
        asyncio.run(check(database))
    finally:
        database.close()


def test_a_guest_who_comes_back_is_kept(database_url: str) -> None:
    async def check(database: Database) -> None:
        people, sessions = People(database), Sessions(database)
        await sessions.open(await people.make_guest(None, "en"), "a browser")
        people.close()
        seen = sa.update(schema.sessions).values(seen_at=now() + 8 * DAY_S)
        await database.run(lambda c: c.execute(seen))
        assert await run_days(database, 17, **KEEP) == {}
        assert await run_days(database, 19, **KEEP) == {"people": 1}

    use(database_url, check)


def test_deletion_is_done_in_small_steps(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(growth, "BATCH", 2)

    async def check(database: Database) -> None:
        people = People(database)
        for _ in range(5):
            await people.make_guest(None, "en")
        people.close()
        found = [(await run_days(database, 11, **KEEP)).get("people", 0) for _ in range(4)]
        assert found == [2, 2, 1, 0]

    use(database_url, check)


def test_two_processes_do_not_delete_at_the_same_time(postgres_url: str) -> None:
    async def check(database: Database) -> None:
        people = People(database)
        await people.make_guest(None, "en")
        people.close()
        with database.engine.begin() as other:  # stands for another process
            other.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))
            assert await run_days(database, 11, **KEEP) == {}
        assert await run_days(database, 11, **KEEP) == {"people": 1}

    use(postgres_url, check)


def test_abandoned_tables_are_closed_and_later_deleted_and_games_stay(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TIMING, "close_s", 0.2)
    monkeypatch.setattr(TIMING, "delete_s", 0.2)
    with run_server(database_url, **KEEP) as running:
        guest = running.guest()
        table = create(guest, FOR_TWO)["table"]
        game = create(guest, {"game": "azul", "seats": [{"kind": "me"}, {"kind": "me"}]})["table"]
        database, settings = running.parts[Database], running.parts[Settings]
        assert asyncio.run(abandoned_tables(database, settings, now() + 6 * DAY_S)) == [table]
        age(database, days=6)
        wait_for("end", lambda: look(guest, table)["status"] == "closed", 30)
        assert asyncio.run(run_days(database, 0, **KEEP)) == {}  # it was closed only now
        assert asyncio.run(run_days(database, 6, **KEEP)) == {"tables": 1}
        assert look(guest, game)["status"] == "playing"
        assert asyncio.run(counts(database))["tables"] == 1
        assert ok(guest.get("/api/v1/me"))


def age(database: Database, days: float) -> None:
    """Let everything at tables have happened some days earlier."""
    past = days * DAY_S
    for column in (schema.tables.c.created_at, schema.tables.c.moved_at, schema.events.c.at):
        update = sa.update(column.table).values({column: column - past})
        database.run_now(lambda c, update=update: c.execute(update))  # type: ignore[misc]


def test_shared_boards_that_nobody_opens_are_deleted(database_url: str) -> None:
    async def check(database: Database) -> None:
        documents = Documents()
        boards = Boards(database, documents, lambda board, version: None)
        first, second = [await boards.create('[game "azul"] *', [], "ana", now()) for _ in "12"]
        assert await run_days(database, 6, **KEEP) == {}
        await boards.get(first.id, now() + 6 * DAY_S)  # counts as opened
        assert await run_days(database, 8, **KEEP) == {"boards": 1}
        with pytest.raises(NoBoard):
            await boards.get(second.id, now())
        documents.close()

    use(database_url, check)
