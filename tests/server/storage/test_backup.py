"""Backup and restore (R9): a restored database has all rows of the old one."""

import asyncio
import gzip
import hashlib
import json
import stat
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from azulejos.server.accounts.credentials import Sessions
from azulejos.server.accounts.people import People
from azulejos.server.storage.backup import (
    BackupError,
    read_backup,
    trailer,
    verify_backup,
    write_backup,
)
from azulejos.server.storage.database import Database
from azulejos.server.storage.migrations import UnknownDatabase, locked_connection, migrate
from azulejos.server.storage.schema import metadata
from azulejos.server.storage.store import Store
from azulejos.server.table.table import Table
from tests.server.damage import attack
from tests.server.script import LIVE, Script, contents, variant_script
from tests.server.services import Postgres, clean_environment
from tests.walk import VARIANTS

pytestmark = pytest.mark.databases("sqlite", "postgresql")

Place = Callable[[], str]  # makes a new, empty database


@pytest.fixture(params=["sqlite", "postgresql"])
def elsewhere(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """The URL of the database to restore into, which may be of the other kind."""
    if request.param == "sqlite":
        return lambda: f"sqlite:///{tmp_path / 'restored' / 'new.db'}"
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.create


def play(variant: str, number: int, moves: int | None = None) -> Script:
    """Play a table to the end or for some moves."""
    script = variant_script(variant, seed=number, clock=LIVE)
    script.plan = replace(script.plan, id=f"Tab1eTab1e{number:02}")
    script.table = Table(script.plan, script.seed)
    script.hot_seat("ann")
    for _ in range(moves if moves is not None else 0):
        script.move(number)
    return script if moves is not None else script.finish((number, 3, 0))


async def fill(url: str) -> list[Script]:
    """Fill a database with people and games."""
    migrate(url)
    database = Database(url)
    store, people = Store(database), People(database)
    person = await people.make_guest("Añá 石 “x”", "es")
    await Sessions(database).open(person, "a browser")
    scripts = [play(variant, n) for n, variant in enumerate(VARIANTS)]
    scripts += [play(variant, 50 + n, moves=5) for n, variant in enumerate(VARIANTS)]
    for script in scripts:
        await store.create(script.table, script.events)
    people.close()
    database.close()
    return scripts


def rows_of(url: str) -> dict[str, list[Any]]:
    """All rows of a database, by table."""
    with locked_connection(url) as connection:
        return {
            table.name: [
                tuple(row)
                for row in connection.execute(sa.select(table).order_by(*table.primary_key))
            ]
            for table in metadata.sorted_tables
        }


async def load(url: str, table_id: str) -> Table:
    database = Database(url)
    table, _ = await Store(database).load(table_id)
    database.close()
    return table


def test_a_restored_database_has_the_same_rows(
    database_url: str, elsewhere: Place, tmp_path: Path, postgres: Postgres
) -> None:
    scripts, file = asyncio.run(fill(database_url)), tmp_path / "backup.gz"
    before = rows_of(database_url)
    count = write_backup(database_url, file)
    assert count == sum(map(len, before.values())) > 500
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert not file.with_name("backup.gz.part").exists()
    wipe(database_url, postgres)
    url = elsewhere()
    assert read_backup(file, url) == count
    assert rows_of(url) == before
    for script in scripts:
        table = asyncio.run(load(url, script.plan.id))
        assert contents(table) == contents(script.table)


def wipe(url: str, postgres: Postgres) -> None:
    if url.startswith("sqlite"):
        for file in Path(url.removeprefix("sqlite:///")).parent.glob("azulejos.db*"):
            file.unlink()
    else:
        postgres.drop(url)


def test_a_backup_is_one_snapshot(database_url: str, tmp_path: Path) -> None:
    """Changes during the backup are not in it, not even in tables that are written later."""
    asyncio.run(fill(database_url))
    before = rows_of(database_url)
    file = tmp_path / "backup.gz"
    program = (
        "import sys, azulejos.server.storage.backup as b\n"
        "whole = b.write_line\n"
        "def slow(out, data):\n"
        "    whole(out, data)\n"
        "    if data[0] == 'people' if isinstance(data, list) else False:\n"
        "        print('here', flush=True); sys.stdin.readline()\n"
        "b.write_line = slow\n"
        f"from pathlib import Path; b.write_backup({database_url!r}, Path({str(file)!r}))"
    )
    words = [sys.executable, "-c", program]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        assert process.stdin
        assert process.stdout.readline() == "here\n"
        with locked_connection(database_url) as connection:
            connection.execute(sa.text("DELETE FROM events"))
            connection.execute(sa.text("DELETE FROM seats"))
        process.communicate("\n")
    assert process.returncode == 0
    lines = [json.loads(line) for line in lines_of(file)]
    for name, rows in before.items():
        assert sum(line[0] == name for line in lines[1:-1]) == len(rows), name


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """The backup of a database with one person."""
    url = f"sqlite:///{tmp_path / 'one.db'}"
    migrate(url)
    with locked_connection(url) as connection:
        person = {"id": "p1", "name": "Ana", "kind": "guest", "language": "en", "created_at": 7.0}
        connection.execute(sa.insert(metadata.tables["people"]), person)
    write_backup(url, tmp_path / "backup.gz")
    return tmp_path / "backup.gz"


def test_a_database_that_is_not_empty_is_not_overwritten(backup: Path, database_url: str) -> None:
    migrate(database_url)
    before = rows_of(database_url)
    with pytest.raises(BackupError) as caught:
        read_backup(backup, database_url)
    assert caught.value.code == "backup.not_empty"
    assert rows_of(database_url) == before


def lines_of(backup: Path) -> list[str]:
    """The lines of a backup without its trailer."""
    return gzip.decompress(backup.read_bytes()).decode().splitlines()[:-1]


def pack(file: Path, lines: list[str]) -> None:
    """Write lines as a backup with a valid trailer."""
    packed = gzip.compress("".join(f"{line}\n" for line in lines).encode())
    file.write_bytes(packed + trailer(hashlib.sha256(packed).hexdigest()))


def test_a_file_that_is_packed_again_is_restored(backup: Path, database_url: str) -> None:
    pack(backup, lines_of(backup))
    assert read_backup(backup, database_url) == 1


@pytest.mark.parametrize(
    "fault", ["cut off", "no trailer", "a line gone", "a row gone", "a word", "a type", "no"]
)
def test_a_damaged_file_is_refused_and_changes_nothing(
    backup: Path, postgres_url: str, fault: str
) -> None:
    whole, lines = backup.read_bytes(), lines_of(backup)
    if fault == "cut off":
        backup.write_bytes(whole[: len(whole) // 2])
    elif fault == "no trailer":
        backup.write_bytes(whole[: -len(trailer("0" * 64))])
    elif fault == "a line gone":
        pack(backup, lines[:-1])
    elif fault == "a row gone":
        pack(backup, [lines[0], lines[-1]])
    elif fault == "a word":
        pack(backup, [line.replace("people", "peple") for line in lines])
    elif fault == "a type":
        pack(backup, [line.replace("7.0", '"seven"') for line in lines])
    else:
        backup.write_bytes(b"no backup")
    with pytest.raises(BackupError) as caught:
        read_backup(backup, postgres_url)
    assert caught.value.code == "backup.unreadable"
    assert tables_in(postgres_url) == []


def tables_in(url: str) -> list[str]:
    with locked_connection(url) as connection:
        return sa.inspect(connection).get_table_names()


def test_no_damaged_file_is_restored(tmp_path: Path) -> None:
    refused = attack(tmp_path, 400, seed=1)
    assert refused == {"backup.unreadable": 400}


def test_a_file_of_the_first_format_is_read_to_its_end(backup: Path, sqlite_url: str) -> None:
    """It has no trailer, so gzip's own checksum must be compared."""
    first, *lines = lines_of(backup)
    first = json.dumps(json.loads(first) | {"azulejos": 1})
    whole = gzip.compress("\n".join([first, *lines]).encode())
    backup.write_bytes(whole[:-8] + bytes([whole[-8] ^ 1]) + whole[-7:])
    with pytest.raises(BackupError):
        read_backup(backup, sqlite_url)
    backup.write_bytes(whole)
    assert read_backup(backup, sqlite_url) == 1


@pytest.mark.parametrize("fault", ["an illegal move", "an event gone", "another end"])
def test_a_game_that_cannot_be_replayed_is_refused(
    database_url: str, tmp_path: Path, postgres: Postgres, fault: str
) -> None:
    migrate(database_url)
    database, script = Database(database_url), Script().sit("ann", "ben")
    for choice in range(3):
        script.move(choice)
    asyncio.run(Store(database).create(script.table, script.events))
    events, tables = metadata.tables["events"], metadata.tables["tables"]
    last = sa.and_(events.c.kind == "moved", events.c.version == script.table.version)
    change = {
        "an illegal move": sa.update(events)
        .where(last)
        .values(data=script.events[-1].data | {"move": "1B9"}),
        "an event gone": sa.delete(events).where(last),
        "another end": sa.update(tables).values(status="over"),
    }
    assert database.run_now(lambda c: c.execute(change[fault]).rowcount) == 1
    database.close()
    file = tmp_path / "backup.gz"
    write_backup(database_url, file)
    elsewhere = f"sqlite:///{tmp_path / 'new.db'}"
    for restore in (verify_backup, lambda file: read_backup(file, elsewhere)):
        with pytest.raises(BackupError) as caught:
            restore(file)
        assert caught.value.code == "backup.game"
    assert tables_in(elsewhere) == []


def test_a_file_of_a_newer_version_is_refused(backup: Path, database_url: str) -> None:
    first, *lines = lines_of(backup)
    pack(backup, [json.dumps(json.loads(first) | {"revision": "9999"}), *lines])
    with pytest.raises(UnknownDatabase):
        read_backup(backup, database_url)


# ---- As commands


def azulejos(*arguments: object, language: str = "en") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "azulejos", *map(str, arguments)],
        capture_output=True,
        text=True,
        env=clean_environment() | {"LANGUAGE": language},
        check=False,
    )


def test_the_backup_and_restore_commands(backup: Path, database_url: str, tmp_path: Path) -> None:
    restored = azulejos("restore", backup, "--database", database_url, language="pt_BR")
    assert (restored.returncode, restored.stderr) == (0, "")
    assert restored.stdout == "1 linha foi restaurada.\n"
    again = tmp_path / "again.gz"
    written = azulejos("backup", again, "--database", database_url)
    assert (written.returncode, written.stdout) == (0, "1 row was written.\n")
    assert lines_of(again) == lines_of(backup)
    verified = azulejos("backup", "--verify", again, language="es")
    assert (verified.returncode, verified.stderr) == (0, "")
    assert verified.stdout.startswith("1 fila está intacta")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["backup", "x.gz", "--database", "sqlite:///nothing.db"], "backup.not_current"),
        (["restore", "nothing.gz", "--database", "sqlite:///x.db"], "cli.file"),
        (["restore", __file__, "--database", "sqlite:///x.db"], "backup.unreadable"),
        (["backup", __file__, "--verify"], "backup.unreadable"),
        (["backup", "--verify", "nothing.gz"], "cli.file"),
        (
            ["backup", "x.gz", "--database", "postgresql://nobody@127.0.0.1:1/x"],
            "database.unreachable",
        ),
    ],
)
def test_errors_are_reported_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], code: str
) -> None:
    monkeypatch.chdir(tmp_path)
    process = azulejos(*arguments)
    assert (process.returncode, process.stdout) == (2, "")
    assert process.stderr.count("\n") == 1
    assert process.stderr.endswith(f"[{code}]\n")
    assert not list(tmp_path.glob("*.part"))
