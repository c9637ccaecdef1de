"""`azulejos warmup`: compiles what is missing, says what failed, and stops at Ctrl-C."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep

import psutil  # type: ignore[import-untyped]

from azulejos.search.warmup import warm_up
from tests.cli.command import azulejos, call, refused

# marks all steps but one as done in an empty cache; prints the file that would mark this one
PRETEND = """
from azulejos.games import GAMES
from azulejos.search.warmup import STEPS, Step
missing = Step("blue", "rollout")
missing.done_file.parent.mkdir()
for step in {Step(game, name) for game in GAMES for name in STEPS} - {missing}:
    step.done_file.touch()
print(missing.done_file)
"""


def almost_warm(cache: Path) -> Path:
    """Make a cache in which one small step is missing; return the file that will mark it."""
    environment = os.environ | {"XDG_CACHE_HOME": str(cache)}
    made = subprocess.check_output([sys.executable, "-c", PRETEND], env=environment, text=True)
    return Path(made.strip())


def test_warmup_compiles_what_is_missing_once(tmp_path: Path) -> None:
    mark = almost_warm(tmp_path)
    process = azulejos("warmup", "--json", XDG_CACHE_HOME=str(tmp_path))
    assert (process.returncode, process.stderr) == (0, "")
    figures = json.loads(process.stdout)
    assert (figures["functions"], figures["failed"]) == (1, [])
    assert mark.exists()
    again = azulejos("warmup", "--json", XDG_CACHE_HOME=str(tmp_path))
    assert json.loads(again.stdout)["functions"] == 0


def test_warmup_names_a_step_that_failed(tmp_path: Path) -> None:
    mark = almost_warm(tmp_path)
    mark.with_name(f"{mark.name}.lock").mkdir()  # where the step wants to open a file
    process = azulejos("warmup", "--json", XDG_CACHE_HOME=str(tmp_path))
    assert process.returncode == 1
    assert json.loads(process.stdout)["failed"] == ["blue.rollout"]
    assert "IsADirectoryError" in process.stderr


def test_warmup_says_what_it_did_and_refuses_other_arguments() -> None:
    warm_up()
    process = call("warmup", "--jobs", "2")
    assert (process.returncode, process.stderr) == (0, "")
    assert "0" in process.stdout
    assert process.stdout.count("\n") == 1
    refused(call("warmup", "--jobs", "0"), "cli.arguments")


def test_ctrl_c_ends_warmup_and_its_processes(tmp_path: Path) -> None:
    environment = os.environ | {"XDG_CACHE_HOME": str(tmp_path)}
    words = [sys.executable, "-m", "azulejos", "warmup"]
    with subprocess.Popen(words, env=environment, stderr=subprocess.PIPE, text=True) as process:
        steps = list[psutil.Process]()
        while not steps:
            assert process.poll() is None
            sleep(0.05)
            steps = psutil.Process(process.pid).children()
        process.send_signal(signal.SIGINT)
        try:
            _, errors = process.communicate(timeout=60)
        finally:
            process.kill()  # or nobody would notice that it hangs
    assert process.returncode != 0
    assert "Traceback" not in errors
    _, alive = psutil.wait_procs(steps, timeout=30)
    assert not alive
