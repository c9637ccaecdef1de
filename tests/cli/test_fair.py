"""`azulejos fair`: records of a server's games, honest ones and others."""

import json
from pathlib import Path

import pytest

from azulejos.server.table.replay import make_record
from tests.cli.command import azulejos, call, refused
from tests.server.script import variant_script


@pytest.fixture(scope="module", params=["azul-2-coloured", "blue-3"])
def record(request: pytest.FixtureRequest) -> str:
    """The record of a finished game."""
    script = variant_script(request.param, seed=7).hot_seat("ann").finish((1, 5, 0, 2))
    return make_record(script.table).to_text()


def test_a_consistent_record_passes(tmp_path: Path, record: str) -> None:
    file = tmp_path / "game.txt"
    file.write_text(record, encoding="utf-8")
    told = azulejos("fair", "--json", str(file))
    assert (told.returncode, told.stderr) == (0, "")
    answer = json.loads(told.stdout)
    expected = {"fair": True, "code": "cli.fair.passed", "n": record.count("<")}
    assert answer == expected | {"proof": "record", "seats": 0, "retries": 0}
    process = call("fair", str(file), language="pt_BR.UTF-8")
    assert process.returncode == 0
    assert process.stdout.startswith("Coerente: ")


def test_a_record_with_another_seed_fails(tmp_path: Path, record: str) -> None:
    file = tmp_path / "game.txt"
    place = record.index('[fair_seed "') + len('[fair_seed "')
    file.write_text(record[:place] + "ff" + record[place + 2 :], encoding="utf-8")
    process = call("fair", str(file), language="es_ES.UTF-8")
    assert (process.returncode, process.stderr) == (1, "")
    assert process.stdout.count("\n") == 1
    assert "semilla" in process.stdout


def test_a_file_that_promises_nothing_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text('[game "azul"] [players "2"]\n<BBYR KKWW BYRW YYYY RRKW> 1B2 *')
    refused(call("fair", str(file)), "fair.headers")
    file.write_text("nonsense")
    refused(call("fair", str(file)), "cli.record")
    refused(call("fair", str(tmp_path / "nothing")), "cli.file")
