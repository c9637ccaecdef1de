"""Statements of every move, compiled once.

SQLAlchemy takes several times as long for a statement as SQLite does, so on SQLite its driver runs
them. On PostgreSQL, where a connection can break in the middle, SQLAlchemy does.
"""

import sqlite3
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.sqlite import pysqlite


class Prepared:
    """An insert or update of rows whose values have certain names."""

    def __init__(self, statement: sa.Insert | sa.Update, names: Sequence[str]):
        self.statement, self.names = statement, names

    @cached_property
    def _compiled(self) -> Any:
        return self.statement.compile(dialect=pysqlite.dialect(), column_keys=list(self.names))

    def run(self, connection: sa.Connection, rows: Sequence[dict[str, Any]]) -> int:
        """Run the statement with each row, in a transaction that has begun; return how many rows of
        the database it has added or changed.
        """
        if connection.dialect.name != "sqlite":
            return connection.execute(self.statement, rows if rows[1:] else rows[0]).rowcount
        text, order = self._compiled.string, self._compiled.positiontup
        converters = self._compiled._bind_processors  # such as that of JSON
        driver: Any = connection.connection.dbapi_connection
        values = [
            [converters[name](row[name]) if name in converters else row[name] for name in order]
            for row in rows
        ]
        try:
            return int(driver.executemany(text, values).rowcount)
        except sqlite3.Error as error:
            raise sa.exc.DBAPIError.instance(
                text, None, error, sqlite3.Error, hide_parameters=True
            ) from error
