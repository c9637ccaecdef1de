"""Records as a table of positions, for machine learning: one row for each decision.

    >>> from azulejos.record_reader import read_records
    >>> text = '[game "azul"] [players "2"] <BBYR KKWW BYRW YYYY RRKW> 1B2 CY1 *'
    >>> table = positions_table(read_records(text))
    >>> table["move"].tolist(), table["seat"].tolist()
    (['1B2', 'CY1'], [0, 1])

A table is a dictionary of NumPy arrays of equal length. `table_records` turns it back into records.
Evaluations are those that comments of the records hold (`azulejos.search.annotation`). With the
extra `azulejos[data]`, `write_parquet` and `read_parquet` keep a table in a file.
"""

import os
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.record import Entry, Record
from azulejos.search.annotation import read_annotation

Table = dict[str, NDArray[Any]]
COLUMNS = {  # by name: the type, and what a row holds
    "game": np.dtype("U20"),  # the name of the game
    "number": np.dtype(np.int64),  # of the record among those given, from 0
    "ply": np.dtype(np.int32),  # moves and deals before
    "seat": np.dtype(np.int8),  # that decides; -1 in a row that only deals
    "position": np.dtype(object),  # before the move, as one line
    "move": np.dtype(object),  # that was played, or the deal
    "score": np.dtype(np.float32),  # of the seat at the end; NaN while a game goes on
    "share": np.dtype(np.float32),  # of the win of the seat; NaN while a game goes on
    "win": np.dtype(np.float32),  # the share that the seat can expect here; NaN if not evaluated
    "points": np.dtype(np.float32),  # the score that the seat can expect here; NaN if not evaluated
}


def positions_table(records: Iterable[Record], has_deals: bool = False) -> Table:
    """The decisions of records, in order; with deals as rows of their own if wanted."""
    rows: list[tuple[Any, ...]] = []
    for number, record in enumerate(records):
        outcome, comment = record.position().outcome, record.comment
        positions = zip(record.entries, record.positions(), strict=False)
        for ply, (entry, position) in enumerate(positions):
            seat, before = -1 if entry.is_deal else position.actor, comment
            comment = entry.comment
            if seat < 0 and not has_deals:
                continue
            said = read_annotation(before)
            ended = (outcome.scores, outcome.shares) if outcome else None
            expected = (said.win, said.points) if said else None
            values = (*values_of(seat, ended), *values_of(seat, expected))
            rows.append((record.game, number, ply, seat, position.to_text(), entry.text, *values))
    columns = zip(*rows, strict=True) if rows else ((),) * len(COLUMNS)
    return {
        name: np.array(list(column), dtype)
        for (name, dtype), column in zip(COLUMNS.items(), columns, strict=True)
    }


def values_of(seat: int, by_seat: tuple[Sequence[float], Sequence[float]] | None) -> list[float]:
    """The two values of a seat, or twice NaN if there are none or it is no seat."""
    return [values[seat] for values in by_seat] if by_seat and seat >= 0 else [np.nan] * 2


def table_records(table: Table) -> list[Record]:
    """The records of a table that was made with deals; each starts with its first position."""
    records: list[Record] = []
    for number in dict.fromkeys(table["number"].tolist()):
        rows = np.flatnonzero(table["number"] == number).tolist()
        record = Record(str(table["game"][rows[0]]), start=str(table["position"][rows[0]]))
        record.players = record.first().players
        record.entries = [Entry(table["move"][row], bool(table["seat"][row] < 0)) for row in rows]
        records.append(record)
    return records


def write_parquet(table: Table, path: str | os.PathLike[str]) -> None:
    """Write a table to a Parquet file."""
    import pyarrow
    import pyarrow.parquet

    columns = {name: pyarrow.array(column.tolist()) for name, column in table.items()}
    pyarrow.parquet.write_table(pyarrow.table(columns), path)


def read_parquet(path: str | os.PathLike[str]) -> Table:
    """Read a table from a Parquet file."""
    import pyarrow.parquet

    table = pyarrow.parquet.read_table(path)
    return {name: np.array(table[name].to_pylist(), dtype) for name, dtype in COLUMNS.items()}
