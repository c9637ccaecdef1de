"""Backups: a whole database as one file, which can be restored on either kind of database.

The file is gzipped JSON lines: a header with format and revision, every row as `[table, values]`,
and a footer with the number of rows, so that a truncated file is recognised. It contains password
hashes and the seeds of running games: protect it as you protect the database.
"""

import base64
import gzip
import json
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import groupby, islice
from pathlib import Path
from typing import IO, Any

import sqlalchemy as sa

from azulejos.errors import AzulejosError
from azulejos.files import atomic_file
from azulejos.game import Json
from azulejos.server.storage.database import make_engine, sync_url
from azulejos.server.storage.migrations import (
    connect,
    is_current,
    locked_connection,
    newest_revision,
    upgrade,
)
from azulejos.server.storage.schema import metadata
from azulejos.text import Text

FORMAT = 1  # version of the file's format
CHUNK = 500  # rows in one statement
FAULTS = (EOFError, zlib.error, ValueError, TypeError, KeyError, IndexError, AttributeError)

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
    with (
        snapshot(url) as connection,
        atomic_file(file, mode=0o600) as part,
        gzip.open(part, "wt", encoding="utf-8") as out,
    ):
        return write_rows(connection, out)


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


def plain(value: Any) -> Any:
    return base64.b64encode(value).decode() if isinstance(value, bytes) else value


# ---- Restoring


def read_backup(file: Path, url: str) -> int:
    """Fill an empty database from a file in one transaction; return the number of rows.

    The file of an older version is restored into the schema of that version and then upgraded.
    """
    with locked_connection(url) as connection:
        if sa.inspect(connection).get_table_names():
            raise refuse("not_empty")
        try:
            with gzip.open(file, "rt", encoding="utf-8") as lines:
                count = read_rows(connection, map(json.loads, lines))
        except (gzip.BadGzipFile, sa.exc.StatementError, *FAULTS) as wrong:
            if isinstance(wrong, AzulejosError):
                raise
            raise refuse("unreadable", file=file) from None
        upgrade(connection)
    return count


def read_rows(connection: sa.Connection, lines: Iterator[Any]) -> int:
    first: Json = next(lines, {})
    if first["azulejos"] != FORMAT:
        raise ValueError(first["azulejos"])
    upgrade(connection, str(first["revision"]))
    tables = sa.MetaData()
    tables.reflect(connection)
    count = 0
    for name, rows in groupby(checked_rows(lines), key=lambda row: row[0]):
        table, columns = tables.tables[name], first["tables"][name]
        while chunk := list(islice(rows, CHUNK)):
            connection.execute(
                sa.insert(table), [row_values(table, columns, values) for _, values in chunk]
            )
            count += len(chunk)
    return count


def checked_rows(lines: Iterable[Any]) -> Iterator[Row]:
    """The rows of a file; raises unless its footer is there and the number of rows is right."""
    for count, line in enumerate(lines):
        if isinstance(line, dict):
            if line["rows"] != count:
                raise ValueError(count)
            return
        name, values = line
        yield name, values
    raise EOFError


def row_values(table: sa.Table, columns: list[str], values: list[Any]) -> dict[str, Any]:
    """The values of a row as parameters of an insert."""
    return {
        name: base64.b64decode(value, validate=True)
        if isinstance(table.columns[name].type, sa.LargeBinary) and value is not None
        else value
        for name, value in zip(columns, values, strict=True)
    }
