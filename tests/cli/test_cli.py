"""The command `azulejos` as people and programs call it: output, exit codes, clear errors."""

import json
from pathlib import Path

import pytest

from azulejos import Position, Record, __version__
from azulejos.cli import COMMANDS
from tests.cli.command import DEAL, azulejos, call, refused

CONFORMANCE = Path(__file__).parent.parent / "conformance"


# ---- verify


def test_verify_passes_correct_records() -> None:
    files = sorted(map(str, CONFORMANCE.glob("azul-*.jsonl")))
    process = call("verify", *files)
    assert (process.returncode, process.stderr) == (0, "")
    lines = sum(len(Path(file).read_text().splitlines()) for file in files)
    assert process.stdout == f"{lines} passed, 0 failed\n"


def test_verify_prints_where_and_why_a_record_fails(tmp_path: Path) -> None:
    record = json.loads((CONFORMANCE / "azul-games.jsonl").read_text().splitlines()[0])
    record["final"]["winners"] = []
    illegal = json.loads((CONFORMANCE / "azul-illegal.jsonl").read_text().splitlines()[0])
    illegal["illegal"]["clause"] = "A11"
    file = tmp_path / "wrong.jsonl"
    file.write_text("\n".join(map(json.dumps, [record, illegal])))
    process = azulejos("verify", str(file))
    assert process.returncode == 1
    first, second, total = process.stdout.splitlines()
    assert first.startswith(f"{file}:1: final: ")
    assert second.startswith(f"{file}:2: ")
    assert "A8" in second
    assert total == "0 passed, 2 failed"
    counts = json.loads(call("verify", "--json", str(file)).stdout)
    assert (counts["passed"], counts["failed"]) == (0, 2)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe\x00binary",
        b"not json\n",
        b'{"game": "azul"',
        b"[]",
        b"7",
        b'{"game": "chess"}',
        b'{"game": "azul", "players": 9, "wall": "gray", "first": 0, "rounds": []}',
        b'{"game": "azul", "players": 1e400, "wall": "gray", "first": 0, "rounds": []}',
        b'{"game": "azul", "players": 2, "wall": "gray", "first": 0, "rounds": [{}]}',
        b"[" * 100_000,
    ],
)
def test_verify_refuses_files_without_records(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_bytes(content)
    refused(call("verify", str(file)), "cli.record")


def test_verify_refuses_missing_files(tmp_path: Path) -> None:
    refused(call("verify", str(tmp_path / "none")), "cli.file")
    refused(call("verify", str(tmp_path)), "cli.file")
    refused(call("verify"), "cli.arguments")


# ---- show


@pytest.fixture
def record_file(tmp_path: Path) -> Path:
    position = Position("azul")
    for text in (DEAL, "1B2", "CY1"):
        position.push(text)
    file = tmp_path / "game.azul"
    file.write_text(Record.from_position(position).to_text())
    return file


def test_show_prints_a_game_in_the_users_language(record_file: Path) -> None:
    shown = call("show", str(record_file)).stdout
    assert "2. 1B2\n     Seat 0 takes 2 blue tiles from display 1." in shown
    assert "Round 1 · To move: Seat 0" in shown
    assert (
        "El asiento 0 toma 2 losetas azules" in call("show", str(record_file), language="es").stdout
    )
    assert (
        "O assento 0 pega 2 azulejos azuis"
        in call("show", str(record_file), language="pt_BR").stdout
    )


def test_show_prints_a_position_as_json_svg_and_text(record_file: Path) -> None:
    data = json.loads(call("show", str(record_file), "--ply", "2", "--json").stdout)
    assert data["boards"][0]["lines"][1] == "BB"
    assert call("show", str(record_file), "--svg").stdout.startswith("<svg")
    assert "To move: Seat 1" in call("show", str(record_file), "--ply", "2").stdout


def test_show_refuses_what_it_cannot_read(record_file: Path) -> None:
    refused(call("show", str(record_file), "--number", "2"), "cli.show.none")
    refused(call("show", str(record_file), "--ply", "4"), "cli.show.noply")
    refused(call("show", str(record_file), "--ply", "-1"), "cli.show.noply")
    record_file.write_text(record_file.read_text().replace("CY1", "1Y1"))
    process = call("show", str(record_file))
    refused(process, "cli.record")
    assert "game.azul:7:32" in process.stderr
    assert "A8" in process.stderr
    record_file.write_bytes(b"\x80\x81")
    refused(call("show", str(record_file)), "cli.record")


# ---- bench, and the command itself


def test_bench_prints_measurements_as_json() -> None:
    process = call(
        "bench", "--json", "--seconds", "0.05", "--only", "azul-2-coloured", "azul-3-gray"
    )
    measured = json.loads(process.stdout)
    assert list(measured) == ["azul-2-coloured", "azul-3-gray"]
    for figures in measured.values():
        assert figures["moves_per_s"] > figures["games_per_s"] > 0
        assert figures["copy_ns"] > 0


def test_bench_refuses_invalid_arguments() -> None:
    refused(call("bench", "--only", "chess"), "cli.bench.noname")
    refused(call("bench", "--seconds", "-1"), "cli.bench.seconds.wrong")
    refused(call("bench", "--seconds", "nan"), "cli.bench.seconds.wrong")


def test_help_and_version() -> None:
    assert azulejos("--version").stdout == f"azulejos {__version__}\n"
    refused(call("fly"), "cli.unknown")
    assert "ninguna orden" in call("fly", language="es_MX").stderr
    assert all(f"azulejos {command}" in call("--help").stdout for command in COMMANDS)


@pytest.mark.parametrize("language", ["en", "es", "pt_BR"])
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_help_text(command: str, language: str) -> None:
    process = call(command, "--help", language=language)
    assert (process.returncode, process.stderr) == (0, "")
    assert process.stdout.startswith(f"usage: azulejos {command}")
