"""`azulejos analyse`: its text and JSON output, and what it refuses."""

import json
import re
from pathlib import Path

import pytest

from azulejos import Position, Record, read_records
from azulejos.search.annotation import read_annotation
from tests.cli.command import DEAL, azulejos, call, refused

QUICK = ("--nodes", "50")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A short game with a bad move, the second."""
    position = Position("azul")
    for text in (DEAL, "1B2", "3YF", "2K3", "CR1"):
        position.push(text)
    file = tmp_path / "game.azul"
    file.write_text(Record.from_position(position).to_text())
    return file


def test_the_json_output_has_every_entry_and_a_summary(game: Path) -> None:
    process = azulejos("analyse", str(game), "--json", *QUICK)
    assert (process.returncode, process.stderr) == (0, "")
    *entries, last = map(json.loads, process.stdout.splitlines())
    assert [entry["ply"] for entry in entries] == [1, 2, 3, 4, 5]
    assert entries[0].keys() == {"ply", "steps", "deal", "win", "points", "spread", "exact"}
    assert entries[0]["steps"][0]["kind"] == "deal"
    assert entries[0]["deal"] == DEAL
    assert [entry["move"] for entry in entries[1:]] == ["1B2", "3YF", "2K3", "CR1"]
    assert [entry["seat"] for entry in entries[1:]] == [0, 1, 0, 1]
    bad = entries[2]
    assert bad["grade"] in ("mistake", "blunder")
    assert bad["best"] == bad["line"][0] != "3YF"
    assert bad["loss"] == pytest.approx((bad["lead_lost"] + 30 * bad["win_lost"]) / 2, abs=0.01)
    assert bad["reasons"]
    assert all(reason.endswith(".") for reason in bad["reasons"])
    assert [seat["seat"] for seat in last["summary"]] == [0, 1]
    seat = last["summary"][1]
    assert seat["decisions"] == 2
    assert seat["grades"][bad["grade"]] >= 1
    assert 0 < seat["accuracy"] < 1
    assert 3 in [swing["ply"] for swing in seat["swings"]]
    assert call("analyse", str(game), "--json", *QUICK).stdout == process.stdout


def test_the_text_output_is_in_the_chosen_language(game: Path) -> None:
    lines = call("analyse", str(game), *QUICK).stdout.splitlines()
    assert lines[1].endswith(f"<{DEAL}>")
    at = next(n for n, line in enumerate(lines) if "1: 3YF ?" in line)
    assert "Better was" in lines[at + 1]
    assert "Seat 1: accuracy" in "\n".join(lines)
    spanish = call("analyse", str(game), *QUICK, language="es_ES.UTF-8").stdout
    assert "Mejor era" in spanish
    assert "Asiento 1: precisión" in spanish
    chosen = call("analyse", str(game), *QUICK, "--language", "pt-BR", language="es_ES.UTF-8")
    assert "Melhor era" in chosen.stdout
    assert "Assento 1: precisão" in chosen.stdout


def test_one_position_is_analysed_or_the_average_over_its_deals(game: Path) -> None:
    best = call("analyse", str(game), "--ply", "3", "--nodes", "200").stdout.splitlines()
    assert "Seat 0 is to move" in best[0]
    assert best[2 + 5].startswith("Why ")
    assert best[2 + 5 + 1].endswith(".")
    process = call("analyse", str(game), "--ply", "0", "--json", "--nodes", "240")
    found = json.loads(process.stdout)
    assert (found["final"], found["best"], len(found["moves"])) == (True, "", 24)
    refused(call("analyse", str(game), "--ply", "9"), "cli.show.noply")


def test_a_time_limit_for_each_evaluation(game: Path) -> None:
    process = call("analyse", str(game), "--seconds", "0.01", "--json")
    assert len(process.stdout.splitlines()) == 6


def test_a_game_of_a_file_is_chosen_by_number(game: Path) -> None:
    two = Position("blue", players=2)
    two.push(two.legal_moves[0])
    game.write_text(game.read_text() + Record.from_position(two).to_text())
    first, last = call("analyse", str(game), "--number", "2", "--json", *QUICK).stdout.splitlines()
    assert json.loads(first)["move"] == two.history[0]
    assert [seat["decisions"] for seat in json.loads(last)["summary"]] == [1, 0]


def test_input_that_cannot_be_reviewed_is_refused(game: Path, tmp_path: Path) -> None:
    refused(call("analyse"), "cli.arguments")
    refused(call("analyse", str(tmp_path / "none")), "cli.file")
    refused(call("analyse", str(game), "--number", "2"), "cli.show.none")
    for wrong in (
        ("--nodes", "0"),
        ("--seconds", "nan"),
        ("--nodes", "5", "--seconds", "1"),
        ("--language", "fr"),
    ):
        refused(call("analyse", str(game), *wrong), "cli.arguments")
    for content, code in {
        b"\x80": "cli.record",
        b"": "cli.show.none",
        b'[game "azul"] <BBYR KKWW BYRW YYYY RRKW> 9B9': "cli.record",
        b'[game "azul"] *': "cli.analyse.nothing",
        b"{" * 100_000: "cli.record",
    }.items():
        game.write_bytes(content)
        refused(call("analyse", str(game)), code)


def test_it_writes_an_annotated_record_and_a_page(game: Path, tmp_path: Path) -> None:
    record, page = tmp_path / "annotated.azul", tmp_path / "review.html"
    process = call("analyse", str(game), *QUICK, "--record", str(record), "--html", str(page))
    assert (process.returncode, process.stderr) == (0, "")
    again = read_records(record.read_text())[0]
    annotation = read_annotation(again.entries[2].comment)
    assert annotation
    assert annotation.grade in ("mistake", "blunder")
    html = page.read_text()
    assert "<h3>Move 3, seat 1: 3YF ?" in html
    assert html.count("<svg") >= 3  # two graphs and a board
    assert not re.search(r"""(?:src|href)=["'](?!#)""", html)  # it loads nothing


def test_the_graph_draws_every_seat(game: Path) -> None:
    lines = call("analyse", str(game), *QUICK).stdout.splitlines()
    drawn = [line.partition("┤")[2] for line in lines if "┤" in line]
    assert any("0" in line for line in drawn)
    assert any(line.strip("0").startswith("·") or "·" in line for line in drawn)


def test_a_file_that_cannot_be_written_is_refused(game: Path) -> None:
    process = call("analyse", str(game), *QUICK, "--html", "/no/such/folder/review.html")
    assert process.returncode == 2
    assert len(process.stderr.splitlines()) == 1
