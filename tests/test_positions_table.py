"""Records and tables of positions are the same games."""

from pathlib import Path

import numpy as np
import pytest

from azulejos import GAMES, Position, Record, find_player, read_records
from azulejos.positions_table import (
    COLUMNS,
    positions_table,
    read_parquet,
    table_records,
    write_parquet,
)


def played(game: str, events: int) -> Record:
    position = Position(game)
    for i in range(events):
        if position.is_over:
            break
        if position.needs_deal:
            position.deal(i)
        else:
            position.push(find_player("random").choose(position, entropy=i).move)
    return Record.from_position(position)


@pytest.mark.parametrize("game", GAMES)
def test_a_row_is_a_decision(game: str) -> None:
    record = played(game, 1000)
    table = positions_table([record])
    assert list(table) == list(COLUMNS)
    moves = [entry.text for entry in record.entries if not entry.is_deal]
    assert table["move"].tolist() == moves
    outcome = record.position().outcome
    assert outcome
    for seat, share in enumerate(outcome.shares):
        assert (table["share"][table["seat"] == seat] == np.float32(share)).all()
    row = len(moves) // 2
    position = Position.from_text(table["position"][row])
    assert position.turn == table["seat"][row]
    position.push(table["move"][row])


def test_a_table_with_deals_is_the_records(tmp_path: Path) -> None:
    records = [played(game, n) for game in GAMES for n in (30, 1000)]
    table = positions_table(records, has_deals=True)
    write_parquet(table, tmp_path / "games.parquet")
    again = read_parquet(tmp_path / "games.parquet")
    for name, column in table.items():
        np.testing.assert_array_equal(column, again[name])
    for record, back in zip(records, table_records(again), strict=True):
        assert back.entries == record.entries
        assert back.position() == record.position()


def test_no_records_are_an_empty_table() -> None:
    assert all(len(column) == 0 for column in positions_table([]).values())


def test_evaluations_of_a_record_are_columns() -> None:
    """A comment is about the position after its move; a row about the position before its own."""
    text = """[game "azul"] [players "2"]
    <BBYR KKWW BYRW YYYY RRKW> {[%eval 0.6000/50.00 0.4000/45.00]} 1B2 {safe} CY1 *"""
    table = positions_table(read_records(text))
    assert table["win"].tolist() == [np.float32(0.6), pytest.approx(np.nan, nan_ok=True)]
    assert table["points"].tolist() == [50, pytest.approx(np.nan, nan_ok=True)]
    assert np.isnan(table["share"]).all()
