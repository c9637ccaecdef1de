"""Migrations upgrade a database to the schema, in one transaction."""

import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from azulejos.contract.rules import Json
from azulejos.server.accounts.names import name_key
from azulejos.server.ratings.ratings import Rating
from azulejos.server.storage.migrations import (
    UnknownDatabase,
    is_current,
    locked_connection,
    migrate,
    upgrade,
)
from azulejos.server.storage.schema import metadata, people, puzzle_people, tables
from tests.server.running import look, ok, play_on, run_server

pytestmark = pytest.mark.databases("sqlite", "postgresql")

RELEASED = Path(__file__).parent / "v0.1.0.sql"  # written by a server of version 0.1.0
LOGIN = {"name": "Inês", "password": "correct horse battery"}
OVER, PLAYING = "vmQ2FcjkDe97", "nwRmJcpzwhX3"  # a rated game of Azul, and one of BLUE


def differences(url: str) -> list[object]:
    """The differences between a database and the schema, with types and defaults."""
    with locked_connection(url) as connection:
        options = {"compare_type": True, "compare_server_default": True}
        return list(
            compare_metadata(MigrationContext.configure(connection, opts=options), metadata)
        )


@pytest.mark.parametrize("first", ["", "0001"])
def test_a_migrated_database_equals_the_schema(database_url: str, first: str) -> None:
    """A new one and one of the first version."""
    if first:
        with locked_connection(database_url) as connection:
            upgrade(connection, first)
    migrate(database_url)
    assert differences(database_url) == []
    with locked_connection(database_url) as connection:
        assert is_current(connection)


def test_ratings_at_puzzles_are_moved_to_the_scale_of_the_players(database_url: str) -> None:
    """A person who solved like a level gets the rating of this level as a player."""
    with locked_connection(database_url) as connection:
        upgrade(connection, "0019")
        person = {"id": "p", "name": "P", "kind": "guest", "language": "en", "created_at": 0.0}
        connection.execute(sa.insert(people), person)
        for game, mu in (("azul", 14.5), ("blue", 35.5)):  # level 1, level 8
            values = {"person": "p", "game": game, "mu": mu, "sigma": 2.0, "attempts": 30}
            counts = dict.fromkeys(("solved", "streak", "best_streak", "best_race"), 0)
            connection.execute(sa.insert(puzzle_people), values | counts)
        upgrade(connection)
        found = {
            row.game: (Rating(row.mu).shown, row.sigma)
            for row in connection.execute(sa.select(puzzle_people))
        }
    assert found["azul"][0] == pytest.approx(1_119, abs=2)
    assert found["blue"][0] == pytest.approx(3_670, abs=2)
    assert all(2.0 < sigma < 25 / 3 for _, sigma in found.values())


def test_open_tables_are_counted_as_the_lobby_finds_them(database_url: str) -> None:
    seats = [{"person": "a", "bot": ""}, {"person": "", "bot": "b"}, {"person": "", "bot": ""}]
    with locked_connection(database_url) as connection:
        upgrade(connection, "0020")
        columns = [c for c in tables.c if c.name != "open_seats"]
        for status in ("open", "playing"):
            values: Json = {"id": status, "plan": {}, "seed": b"", "game": "g", "status": status}
            values |= {"is_public": True, "version": 1, "summary": {"seats": seats}}
            values |= {"created_at": 1.0, "moved_at": 1.0}
            old = sa.table("tables", *(sa.column(c.name, c.type) for c in columns))
            connection.execute(sa.insert(old), values)
        upgrade(connection)
        found = connection.execute(sa.select(tables.c.id, tables.c.open_seats))
        assert {row.id: row.open_seats for row in found} == {"open": 1, "playing": 0}


def definitions(file: Path) -> dict[str, set[str]]:
    """The lines that define each table and index of an SQLite file; constraints in any order."""
    query = "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"
    with sqlite3.connect(file) as connection:
        return {
            name: {line.strip(" \t,") for line in sql.splitlines()}
            for name, sql in connection.execute(query)
        }


@pytest.fixture
def released_url(tmp_path: Path) -> str:
    """A database of version 0.1.0 with a finished game and one in progress."""
    with sqlite3.connect(tmp_path / "released.db") as connection:
        connection.executescript(RELEASED.read_text(encoding="utf-8"))
    return f"sqlite:///{tmp_path / 'released.db'}"


def test_the_first_migration_makes_the_tables_of_the_first_release(
    released_url: str, tmp_path: Path
) -> None:
    with locked_connection(f"sqlite:///{tmp_path / 'made.db'}") as connection:
        upgrade(connection, "0001")
    assert released_url.endswith(str(tmp_path / "released.db"))
    assert definitions(tmp_path / "made.db") == definitions(tmp_path / "released.db")


def test_a_released_database_equals_the_schema_and_its_games_go_on(released_url: str) -> None:
    with run_server(released_url) as server:
        ana = server.client()
        person = ok(ana.post("/api/v1/sessions", json=LOGIN), 201)["id"]
        assert look(ana, OVER)["finish"]["scores"] == [7, 8]
        record = ana.get(f"/api/v1/tables/{OVER}/record").text
        assert ok(ana.post("/api/v1/fair", json={"record": record}))["deals"] == 8
        assert ok(ana.get(f"/api/v1/people/{person}"))["ratings"]
        assert play_on([ana], PLAYING)["status"] == "over"
    assert differences(released_url) == []


@pytest.mark.parametrize("revision", ["0002", "0018"])
def test_a_database_between_two_releases_is_refused(database_url: str, revision: str) -> None:
    migrate(database_url)
    with locked_connection(database_url) as connection:
        connection.execute(sa.text(f"UPDATE alembic_version SET version_num = '{revision}'"))
    with pytest.raises(UnknownDatabase, match=revision) as refused:
        migrate(database_url)
    assert refused.value.text.code == "database.unreleased"


def test_the_comparison_finds_a_difference(database_url: str) -> None:
    migrate(database_url)
    with locked_connection(database_url) as connection:
        connection.execute(sa.text("DROP INDEX ix_tables_lobby"))
    assert len(differences(database_url)) == 1


def test_migrating_again_changes_nothing(database_url: str) -> None:
    migrate(database_url)
    with locked_connection(database_url) as connection:
        person = {"id": "p1", "name": "Ana", "kind": "guest", "created_at": 7.0}
        connection.execute(sa.insert(people).values(person))
    migrate(database_url)
    with locked_connection(database_url) as connection:
        assert connection.execute(sa.select(people.c.id, people.c.name)).one() == ("p1", "Ana")


def test_servers_that_start_at_the_same_time_take_turns(database_url: str) -> None:
    program = f"from azulejos.server.storage.migrations import migrate; migrate({database_url!r})"
    with ThreadPoolExecutor(3) as pool:
        ends = pool.map(
            lambda _: subprocess.run([sys.executable, "-c", program], check=False).returncode,
            range(3),
        )
        assert list(ends) == [0, 0, 0]
    assert differences(database_url) == []


def test_a_database_of_a_newer_version_is_left_alone(database_url: str) -> None:
    migrate(database_url)
    with locked_connection(database_url) as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = 'later'"))
        assert not is_current(connection)
    with pytest.raises(UnknownDatabase, match="newer"):
        migrate(database_url)


def test_a_migration_that_fails_is_rolled_back(database_url: str) -> None:
    with locked_connection(database_url) as connection:  # something in the way of a later table
        connection.execute(sa.text("CREATE TABLE tokens (id INTEGER)"))
    with pytest.raises(sa.exc.DBAPIError):
        migrate(database_url)
    with locked_connection(database_url) as connection:
        assert sa.inspect(connection).get_table_names() == ["tokens"]


def test_keys_of_names_lose_what_is_not_seen(database_url: str) -> None:
    """Accounts of the first schema can log in afterwards, and nobody can look like them."""
    names = {"heart": "❤\ufe0f Ana", "dot": "Jạcinto", "small": "ᴍᴀʀᴛᴀ", "plain": "Rita"}
    with locked_connection(database_url) as connection:
        upgrade(connection, "0001")
        accounts = [
            {"id": name, "name": shown, "key": key, "kind": "account", "created_at": 1.0}
            for name, shown, key in (
                ("heart", names["heart"], "❤\ufe0fana"),
                ("dot", names["dot"], "jạclnto"),
                ("small", names["small"], "ᴍᴀʀᴛᴀ"),
                ("plain", names["plain"], "rlta"),
                ("later", "Rịta", "rịta"),
            )
        ]
        connection.execute(sa.insert(people), accounts)
    migrate(database_url)
    with locked_connection(database_url) as connection:
        keys = {row.id: row.key for row in connection.execute(sa.select(people.c.id, people.c.key))}
    assert keys == {name: name_key(shown) for name, shown in names.items()} | {"later": "rịta"}
