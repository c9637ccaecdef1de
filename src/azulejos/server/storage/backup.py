"""Everything that a database holds as one file, and back, also into a database of the other kind.

The file is gzipped JSON, a line each: first what it is, then every row as `[table, values]`, at the
end how many there were, so that a file that was cut off is seen. It holds hashes of passwords and
the seeds of running games: whoever can read it must be trusted as the database is.
"""

import base64
import gzip
import json
import os
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import groupby, islice
from pathlib import Path
from typing import IO, Any

import sqlalchemy as sa

from azulejos.errors import AzulejosError
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

FORM = 1  # of the file
CHUNK = 500  # rows handed to the database at once
FAULTS = (EOFError, zlib.error, ValueError, TypeError, KeyError, IndexError, AttributeError)

Row = tuple[str, list[Any]]  # a table's name and the values in the order of its columns


class BackupError(AzulejosError):
    """A backup that cannot be made or read; its code says why."""


def refuse(code: str, **args: object) -> BackupError:
    return BackupError(Text(f"backup.{code}", args))


# ---- Out


def write_backup(url: str, file: Path) -> int:
    """Write a database to a file, as it is at one moment, while servers go on; how many rows."""
    part = file.with_name(file.name + ".part")
    part.touch(mode=0o600)
    try:
        with snapshot(url) as connection, gzip.open(part, "wt", encoding="utf-8") as out:
            count = write_rows(connection, out)
        with part.open("rb+") as written:
            os.fsync(written.fileno())
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
    return count


@contextmanager
def snapshot(url: str) -> Iterator[sa.Connection]:
    """A connection that sees a database at one moment, if it is one of this version."""
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
    tables = metadata.sorted_tables  # those that others refer to come first
    columns = {table.name: [column.name for column in table.columns] for table in tables}
    write_line(out, {"azulejos": FORM, "revision": newest_revision(), "tables": columns})
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


# ---- In


def read_backup(file: Path, url: str) -> int:
    """Fill an empty database from a file, all or nothing, and bring it up to date; how many rows.

    A file that an older version wrote is put into the tables of that version first.
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
    if first["azulejos"] != FORM:
        raise ValueError(first["azulejos"])
    upgrade(connection, str(first["revision"]))
    tables = sa.MetaData()
    tables.reflect(connection)
    count = 0
    for name, rows in groupby(rows_to_the_end(lines), key=lambda row: row[0]):
        table, columns = tables.tables[name], first["tables"][name]
        while chunk := list(islice(rows, CHUNK)):
            connection.execute(
                sa.insert(table), [row_values(table, columns, values) for _, values in chunk]
            )
            count += len(chunk)
    return count


def rows_to_the_end(lines: Iterable[Any]) -> Iterator[Row]:
    """The rows of a file that is whole."""
    for count, line in enumerate(lines):
        if isinstance(line, dict):
            if line["rows"] != count:
                raise ValueError(count)
            return
        name, values = line
        yield name, values
    raise EOFError


def row_values(table: sa.Table, columns: list[str], values: list[Any]) -> dict[str, Any]:
    """A row as the database takes it."""
    return {
        name: base64.b64decode(value, validate=True)
        if isinstance(table.columns[name].type, sa.LargeBinary) and value is not None
        else value
        for name, value in zip(columns, values, strict=True)
    }
