"""Learning runs: continued after being killed, with the right replay window."""

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
from azulejos.learning.run import Run, RunPlan
from azulejos.learning.selfplay import SelfplayPlan, make_shards
from azulejos.match.match import play_games
from azulejos.network import make_network
from azulejos.progress import no_progress
from tests.cli.command import call

QUICK = ("--nodes", "4", "--settings", "deep_nodes=8", "deal_nodes=4", "deals=1")
SMALL = ("--games", "200", "--gate-games", "4", "--gate-nodes", "8", "--jobs", "1", "--json")
COMMAND = ("learn", *QUICK, "off_line_share=0.1", *SMALL, "--generations", "2")


def make_run(root: Path) -> Run:
    plan = RunPlan(SelfplayPlan("azul", 2))
    return Run(root, plan, make_shards, partial(play_games, jobs=1), no_progress)


def kill_when(root: Path, pattern: str) -> None:
    """Learn in a new process, and kill it as soon as a file exists."""
    command = [sys.executable, "-m", "azulejos", *COMMAND, "--out", str(root)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        while not list(root.glob(pattern)):
            assert process.poll() is None, "it ended before that"
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)


def contents(root: Path) -> dict[str, Any]:
    """The weights that were learned, and the samples that it was learned from."""
    shards = [path.relative_to(root) for path in sorted(root.glob("azul-2/*/*.npz"))]
    assert len(shards) == 3  # a quarter and a half of four
    state = json.loads((root / "azul-2" / "learn.json").read_text())
    networks = [path.read_bytes() for path in sorted(root.glob("azul-2/gen-*.net"))]
    samples = {path: (root / path).read_bytes() for path in shards}
    return {"state": state, "networks": networks, "samples": samples}


def count_positions(folder: Path) -> int:
    """The positions in the shards of a generation."""
    return sum(len(np.load(path)["states"]) for path in folder.glob("*.npz"))


def test_a_killed_run_continues_with_the_same_result(tmp_path: Path) -> None:
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    process = call(*COMMAND, "--out", str(whole))
    assert process.returncode == 0, process.stderr
    results = [json.loads(line) for line in process.stdout.splitlines()]
    assert [result["generation"] for result in results] == [0, 1]
    positions = [count_positions(whole / "azul-2" / f"gen-{n:03}") for n in range(2)]
    summary = json.loads((whole / "azul-2" / "gen-001.json").read_text())
    window = positions[1] if results[0]["is_better"] else sum(positions)
    assert summary["positions"] == window
    for pattern in ("azul-2/gen-001/shard-00000.npz", "azul-2/gen-001.net"):
        kill_when(killed, pattern)
    last = call(*COMMAND, "--out", str(killed))
    assert json.loads(last.stdout) == results[1]
    assert contents(killed) == contents(whole)
    best = contents(killed)["state"]["best"]
    assert (killed / "azul-2" / "best.net").exists() == (best is not None)


def test_a_run_stops_at_its_deadline(tmp_path: Path) -> None:
    process = call(*COMMAND, "--out", str(tmp_path), "--hours", "0")
    assert (process.returncode, process.stdout) == (0, "")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("content", ["[]", "{", '{"terms": {}}'])
def test_a_folder_of_something_else_is_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / "azul-2").mkdir()
    (tmp_path / "azul-2" / "learn.json").write_text(content)
    with pytest.raises(AzulejosError) as error:
        make_run(tmp_path)
    assert error.value.code == "learning.terms"


def test_the_replay_window_holds_the_generations_of_the_best_network(tmp_path: Path) -> None:
    """And the one before, but games of the handmade network only while it is the best."""
    run = make_run(tmp_path)
    plan = run.plan.selfplay
    handmade = plan.network(None)
    networks = [handmade, *(make_network(handmade.weights, handmade.prior + n) for n in (1, 2, 3))]
    best = (0, 0, 1, 2, 2, 3, 3)  # by generation: the network that played it
    windows = ([0], [0, 1], [2], [2, 3], [3, 4], [4, 5], [5, 6])
    for generation, (network, window) in enumerate(zip(best, windows, strict=True)):
        run.folder(generation).open(plan.terms(networks[network]))
        folders = run.replay_window(networks[network])
        assert [folder.path.name for folder in folders] == [f"gen-{n:03}" for n in window]
        run.state["generations"].append({})
