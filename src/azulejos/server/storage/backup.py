"""Backups: a whole database as one file, which can be restored on either kind of database.

The file is gzipped JSON lines: a header with format and revision, every row as `[table, values]`,
a footer with the number of rows, and a trailer with the SHA-256 of all bytes before it. The trailer
is a gzip member of its own, so ordinary tools read the file, and no byte of it can change
unnoticed. A restore checks it first and replays every game before it commits. The file contains
password hashes and the seeds of running games: protect it as you protect the database.
"""

import base64
import gzip
import hashlib
import json
import os
import struct
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import groupby, islice
from pathlib import Path
from typing import IO, Any

import sqlalchemy as sa

from azulejos.contract.rules import Json
from azulejos.errors import AzulejosError
from azulejos.files import atomic_file
from azulejos.server.storage.database import make_engine, sync_url
from azulejos.server.storage.migrations import (
    connect,
    is_current,
    locked_connection,
    newest_revision,
    upgrade,
)
from azulejos.server.storage.schema import metadata, tables
from azulejos.server.storage.store import read_plan, select_events
from azulejos.server.table.table import Table
from azulejos.text import Text

FORMAT = 2  # version of the file's format
OLD_FORMAT = 1  # without a trailer; only gzip's own checksum protects it
CHUNK = 500  # rows in one statement
FAULTS = (
    *(EOFError, gzip.BadGzipFile, zlib.error, ValueError, TypeError, LookupError, AttributeError),
    *(ArithmeticError, RecursionError),
)

Row = tuple[str, list[Any]]  # a table's name and the values in the order of its columns


class BackupError(AzulejosError):
    """A backup that cannot be written or restored; the code says why."""


def refuse(code: str, **args: object) -> BackupError:
    return BackupError(Text(f"backup.{code}", args))


# ---- Writing


def write_backup(url: str, file: Path) -> int:
    """Write a consistent snapshot of a database to a file; return the number of rows.

    Servers may go on using the database meanwhile.
    """
    with snapshot(url) as connection, atomic_file(file, mode=0o600) as part:
        with gzip.open(part, "wt", encoding="utf-8") as out:
            count = write_rows(connection, out)
        with part.open("rb+") as whole:
            digest = hashlib.file_digest(whole, "sha256").hexdigest()
            whole.write(trailer(digest))
    return count


@contextmanager
def snapshot(url: str) -> Iterator[sa.Connection]:
    """A connection in one read-only snapshot of a database, which must have our schema."""
    address = sync_url(url)
    is_sqlite = address.get_backend_name() == "sqlite"
    if is_sqlite and not Path(address.database or "").is_file():
        raise refuse("not_current")
    engine = make_engine(address)
    options = {"is_reading": True} if is_sqlite else {"isolation_level": "REPEATABLE READ"}
    try:
        with connect(engine) as connection:
            reading = connection.execution_options(**options)
            with reading.begin():
                if not is_current(reading):
                    raise refuse("not_current")
                yield reading
    finally:
        engine.dispose()


def write_rows(connection: sa.Connection, out: IO[str]) -> int:
    tables = metadata.sorted_tables  # referenced tables first
    columns = {table.name: [column.name for column in table.columns] for table in tables}
    write_line(out, {"azulejos": FORMAT, "revision": newest_revision(), "tables": columns})
    count = 0
    for table in tables:
        rows = connection.execution_options(yield_per=CHUNK).execute(sa.select(table))
        for row in rows:
            write_line(out, [table.name, [plain(value) for value in row]])
            count += 1
    write_line(out, {"rows": count})
    return count


def write_line(out: IO[str], data: object) -> None:
    out.write(json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n")


def trailer(digest: str) -> bytes:
    """A gzip member with the digest of everything before it, the same bytes on every machine."""
    line = json.dumps({"sha256": digest}).encode() + b"\n"
    header = b"\x1f\x8b\x08" + bytes(6) + b"\xff"  # no name, no time, unknown system
    block = b"\x01" + struct.pack("<HH", len(line), len(line) ^ 0xFFFF) + line  # not compressed
    return header + block + struct.pack("<II", zlib.crc32(line), len(line))


def plain(value: Any) -> Any:
    return base64.b64encode(value).decode() if isinstance(value, bytes) else value


# ---- Restoring


def read_backup(file: Path, url: str) -> int:
    """Fill an empty database from a file in one transaction; return the number of rows.

    The file of an older version is restored into the schema of that version and then upgraded.
    Nothing is stored unless the whole file is intact and every game in it can be replayed.
    """
    file_format = FORMAT if has_valid_trailer(file) else OLD_FORMAT
    with locked_connection(url) as connection:
        if sa.inspect(connection).get_table_names():
            raise refuse("not_empty")
        try:
            with gzip.open(file, "rt", encoding="utf-8") as lines:
                count = read_rows(connection, map(json.loads, lines), file_format)
        except (sa.exc.StatementError, *FAULTS) as wrong:
            if isinstance(wrong, AzulejosError):
                raise
            raise refuse("unreadable", file=file) from None
        upgrade(connection)
        check_games(connection, file)
    return count


def verify_backup(file: Path) -> int:
    """Restore a file into a temporary database; return the number of rows."""
    with tempfile.TemporaryDirectory() as folder:
        return read_backup(file, f"sqlite:///{folder}/verify.db")


def has_valid_trailer(file: Path) -> bool:
    """Does a file end with the digest of everything before it?"""
    length = len(trailer("0" * 64))
    with file.open("rb") as whole:
        rest = whole.seek(0, os.SEEK_END) - length
        whole.seek(0)
        digest = hashlib.sha256()
        while rest > 0 and (chunk := whole.read(min(rest, 1 << 20))):
            digest.update(chunk)
            rest -= len(chunk)
        return whole.read() == trailer(digest.hexdigest())


def read_rows(connection: sa.Connection, lines: Iterator[Any], file_format: int) -> int:
    first: Json = next(lines, {})
    if first["azulejos"] != file_format:
        raise ValueError(first["azulejos"])
    upgrade(connection, str(first["revision"]))
    stored = sa.MetaData()
    stored.reflect(connection)
    count = 0
    for name, rows in groupby(checked_rows(lines, file_format), key=lambda row: row[0]):
        table, columns = stored.tables[name], first["tables"][name]
        while chunk := list(islice(rows, CHUNK)):
            connection.execute(
                sa.insert(table), [row_values(table, columns, values) for _, values in chunk]
            )
            count += len(chunk)
    return count


def checked_rows(lines: Iterator[Any], file_format: int) -> Iterator[Row]:
    """The rows of a file; raises unless its footer is there and the number of rows is right.

    Reads the file to its end, because gzip compares its own checksum only there.
    """
    lines_after = 1 if file_format == FORMAT else 0  # the trailer
    for count, line in enumerate(lines):
        if isinstance(line, dict):
            if line["rows"] != count or len(list(lines)) != lines_after:
                raise ValueError(count)
            return
        name, values = line
        yield name, values
    raise EOFError


def check_games(connection: sa.Connection, file: Path) -> None:
    """Raise unless every game can be replayed and ends as its row says; not if in quarantine."""
    query = sa.select(tables.c.id, tables.c.plan, tables.c.seed, tables.c.version, tables.c.status)
    query = query.where(tables.c.quarantined_at.is_(None))  # the others were damaged before
    for row in connection.execution_options(yield_per=CHUNK).execute(query):
        try:
            replayed = Table(
                read_plan(row.plan), bytes(row.seed), select_events(connection, row.id, 0)
            )
        except (AzulejosError, *FAULTS):
            raise refuse("game", file=file, table=row.id) from None
        if (replayed.version, replayed.status) != (row.version, row.status):
            raise refuse("game", file=file, table=row.id)


def row_values(table: sa.Table, columns: list[str], values: list[Any]) -> dict[str, Any]:
    """The values of a row as parameters of an insert."""
    return {
        name: base64.b64decode(value, validate=True)
        if isinstance(table.columns[name].type, sa.LargeBinary) and value is not None
        else value
        for name, value in zip(columns, values, strict=True)
    }
