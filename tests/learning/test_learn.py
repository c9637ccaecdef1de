"""Generations end to end, killed at several moments: the same in the end as without."""

import json
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from azulejos.errors import AzulejosError
from azulejos.learning.run import Program, School
from azulejos.learning.selfplay import Lesson, make_shards
from azulejos.match.match import play_all
from azulejos.network import make_network
from azulejos.work import look_on
from tests.cli.test_cli import azulejos

QUICK = ("--nodes", "4", "--effort", "deep_nodes=8", "deal_nodes=4", "stray_share=0.2")
SMALL = ("--games", "200", "--gate-games", "4", "--gate-nodes", "8", "--jobs", "1", "--json")
COMMAND = ("learn", *QUICK, *SMALL, "--generations", "2")


def kill_when(place: Path, pattern: str) -> None:
    """Learn until a file is there, and then not even to the end of a line."""
    command = [sys.executable, "-m", "azulejos", *COMMAND, "--out", str(place)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        while not list(place.glob(pattern)):
            assert process.poll() is None, "it ended before that"
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)


def kept(place: Path) -> dict[str, Any]:
    """What was learned, and all that it was learned from."""
    shards = [path.relative_to(place) for path in sorted(place.glob("azul-2/*/*.npz"))]
    assert len(shards) == 3  # a quarter and a half of four
    state = json.loads((place / "azul-2" / "learn.json").read_text())
    networks = [path.read_bytes() for path in sorted(place.glob("azul-2/gen-*.net"))]
    rows = {path: (place / path).read_bytes() for path in shards}
    return {"state": state, "networks": networks, "rows": rows}


def rows_in(folder: Path) -> int:
    """The positions in the shards of a generation."""
    return sum(len(np.load(path)["states"]) for path in folder.glob("*.npz"))


def test_learning_goes_on_after_any_end(tmp_path: Path) -> None:
    whole = azulejos(*COMMAND, "--out", str(tmp_path / "whole"))
    assert whole.returncode == 0, whole.stderr
    told = [json.loads(line) for line in whole.stdout.splitlines()]
    assert [each["generation"] for each in told] == [0, 1]
    rows = [rows_in(tmp_path / "whole" / "azul-2" / f"gen-{n:03}") for n in range(2)]
    summary = json.loads((tmp_path / "whole" / "azul-2" / "gen-001.json").read_text())
    learned_from = rows[1] if told[0]["is_better"] else sum(rows)
    assert summary["positions"] == learned_from
    killed = tmp_path / "killed"
    for pattern in ("azul-2/gen-000/shard-00000.npz", "azul-2/gen-001.net"):
        kill_when(killed, pattern)
    last = azulejos(*COMMAND, "--out", str(killed))
    assert json.loads(last.stdout) == told[1]
    assert kept(killed) == kept(tmp_path / "whole")
    best = kept(killed)["state"]["best"]
    assert (killed / "azul-2" / "best.net").exists() == (best is not None)


def test_learning_stops_when_its_time_is_over(tmp_path: Path) -> None:
    process = azulejos(*COMMAND, "--out", str(tmp_path), "--hours", "0")
    assert (process.returncode, process.stdout) == (0, "")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("content", ["[]", "{", '{"terms": {}}'])
def test_a_folder_of_something_else_is_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / "azul-2").mkdir()
    (tmp_path / "azul-2" / "learn.json").write_text(content)
    program = Program(Lesson("azul", 2))
    with pytest.raises(AzulejosError) as wrong:
        School(tmp_path, program, make_shards, partial(play_all, jobs=1), look_on)
    assert wrong.value.code == "net.other"


def test_the_generations_of_the_best_network_are_learned_from(tmp_path: Path) -> None:
    """And the one before; those played by hand only at first."""
    lesson = Lesson("azul", 2)
    hand = lesson.network(None)
    school = School(tmp_path, Program(lesson), make_shards, partial(play_all, jobs=1), look_on)
    networks = [hand, *(make_network(hand.weights, hand.prior + n) for n in (1, 2, 3))]
    players = (0, 0, 1, 2, 2, 3, 3)
    expected = ([0], [0, 1], [2], [2, 3], [3, 4], [4, 5], [5, 6])
    for number, (who, chosen) in enumerate(zip(players, expected, strict=True)):
        school.folder(number).open(lesson.terms(networks[who]))
        found = school.folders(networks[who])
        assert [folder.path.name for folder in found] == [f"gen-{n:03}" for n in chosen]
        school.state["generations"].append({})
