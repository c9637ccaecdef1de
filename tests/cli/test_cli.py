"""The command line as people and programs call it: real processes, exit codes, clear errors."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from azulejos import Position, Record

CONFORMANCE = Path(__file__).parent.parent / "conformance"
PLAIN = {key: value for key, value in os.environ.items() if key not in ("LANGUAGE", "LC_ALL")}
DEAL = "BBYR KKWW BYRW YYYY RRKW"


def azulejos(
    *arguments: str, typed: str = "", language: str = "en_GB.UTF-8"
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "azulejos", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        env=PLAIN | {"LANG": language, "LC_MESSAGES": language},
        check=False,
    )


def refused(process: subprocess.CompletedProcess[str], code: str) -> None:
    """Exit code 2, nothing on standard output, one line with its code on standard error."""
    assert process.returncode == 2, process.stderr
    assert process.stdout == ""
    assert process.stderr.count("\n") == 1
    assert process.stderr.startswith("azulejos: ")
    assert process.stderr.endswith(f"[{code}]\n")


# ---- verify


def test_verify_passes_what_is_right() -> None:
    files = sorted(map(str, CONFORMANCE.glob("azul-*.jsonl")))
    process = azulejos("verify", *files)
    assert (process.returncode, process.stderr) == (0, "")
    lines = sum(len(Path(file).read_text().splitlines()) for file in files)
    assert process.stdout == f"{lines} passed, 0 failed\n"


def test_verify_tells_where_and_why_a_record_fails(tmp_path: Path) -> None:
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
    told = json.loads(azulejos("verify", "--json", str(file)).stdout)
    assert (told["passed"], told["failed"]) == (0, 2)


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
def test_verify_refuses_what_is_no_record(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_bytes(content)
    refused(azulejos("verify", str(file)), "cli.record")


def test_verify_refuses_files_that_are_not_there(tmp_path: Path) -> None:
    refused(azulejos("verify", str(tmp_path / "none")), "cli.file")
    refused(azulejos("verify", str(tmp_path)), "cli.file")
    refused(azulejos("verify"), "cli.arguments")


# ---- show


@pytest.fixture
def record_file(tmp_path: Path) -> Path:
    position = Position("azul")
    for text in (DEAL, "1B2", "CY1"):
        position.push(text)
    file = tmp_path / "game.azul"
    file.write_text(Record.from_position(position).to_text())
    return file


def test_show_tells_a_game_in_the_users_language(record_file: Path) -> None:
    shown = azulejos("show", str(record_file)).stdout
    assert "2. 1B2\n     Seat 0 takes 2 tiles (blue) from display 1." in shown
    assert "Round 1 · To move: Seat 0" in shown
    assert (
        "El asiento 0 toma 2 losetas (azul)"
        in azulejos("show", str(record_file), language="es").stdout
    )
    assert (
        "O lugar 0 pega 2 azulejos (azul)"
        in azulejos("show", str(record_file), language="pt_BR").stdout
    )


def test_show_gives_a_position_as_drawing_and_json(record_file: Path) -> None:
    data = json.loads(azulejos("show", str(record_file), "--ply", "2", "--json").stdout)
    assert data["boards"][0]["lines"][1] == "BB"
    assert azulejos("show", str(record_file), "--svg").stdout.startswith("<svg")
    assert "To move: Seat 1" in azulejos("show", str(record_file), "--ply", "2").stdout


def test_show_refuses_what_it_cannot_read(record_file: Path) -> None:
    refused(azulejos("show", str(record_file), "--number", "2"), "cli.show.none")
    refused(azulejos("show", str(record_file), "--ply", "4"), "cli.show.noply")
    refused(azulejos("show", str(record_file), "--ply", "-1"), "cli.show.noply")
    record_file.write_text(record_file.read_text().replace("CY1", "1Y1"))
    process = azulejos("show", str(record_file))
    refused(process, "cli.record")
    assert "game.azul:7:32" in process.stderr
    assert "A8" in process.stderr
    record_file.write_bytes(b"\x80\x81")
    refused(azulejos("show", str(record_file)), "cli.record")


# ---- play


def test_play_a_whole_game_with_wrong_input_on_the_way(tmp_path: Path) -> None:
    file = tmp_path / "game.azul"
    # each line is tried as a move; most are wrong at most times, the floor takes what is left
    moves = [f"{source}{colour}f" for _ in range(20) for source in "12345C" for colour in "BYRKW"]
    typed = "\n".join(["?", "hello", "9B1", *moves * 4])
    process = azulejos("play", "--save", str(file), typed=typed)
    assert (process.returncode, process.stderr) == (0, "")
    assert "cannot be read as a move" in process.stdout
    assert "The game is over" in process.stdout
    verified = azulejos("show", str(file), "--json")
    assert json.loads(verified.stdout)["phase"] == "over"


def test_play_ends_when_the_input_ends() -> None:
    process = azulejos("play", typed="")
    assert process.returncode == 0
    assert "You have seat 0" in process.stdout


def test_play_refuses_tables_that_cannot_be() -> None:
    refused(azulejos("play", "--players", "7"), "players.number")
    refused(azulejos("play", "wall=pink"), "option.unknown")
    refused(azulejos("play", "--seat", "2"), "cli.play.noseat")
    refused(azulejos("play", "--against", "nobody"), "player.unknown")


# ---- bench, and the command itself


def test_bench_gives_figures_as_json() -> None:
    process = azulejos(
        "bench", "--json", "--seconds", "0.05", "--only", "azul-2-coloured", "azul-3-gray"
    )
    told = json.loads(process.stdout)
    assert list(told) == ["azul-2-coloured", "azul-3-gray"]
    for figures in told.values():
        assert figures["moves_per_s"] > figures["games_per_s"] > 0
        assert figures["copy_ns"] > 0


def test_bench_refuses_what_it_cannot_measure() -> None:
    refused(azulejos("bench", "--only", "chess"), "cli.bench.noname")
    refused(azulejos("bench", "--seconds", "-1"), "cli.bench.seconds.wrong")
    refused(azulejos("bench", "--seconds", "nan"), "cli.bench.seconds.wrong")


def test_help_and_version() -> None:
    assert azulejos("--version").stdout == "azulejos 0.1.0\n"
    assert "azulejos verify" in azulejos("--help").stdout
    assert azulejos("verify", "--help").returncode == 0
    refused(azulejos("fly"), "cli.unknown")
    assert "ninguna orden" in azulejos("fly", language="es_MX").stderr
