"""The same source compiled and in plain Python plays the same games, event by event."""

import os
import subprocess
import sys
from pathlib import Path

from tests.walk import VARIANTS

SEEDS = tuple(map(str, range(8)))


def played(**environment: str) -> list[str]:
    """What a new process prints about the games of these seeds."""
    inherited = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    command = [sys.executable, "-m", "tests.playthrough", *SEEDS]
    run = subprocess.run(
        command,
        env=inherited | environment,
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stderr == ""
    return run.stdout.splitlines()


def test_compiled_and_plain_python_play_the_same_games() -> None:
    compiled, plain = played(), played(NUMBA_DISABLE_JIT="1")
    assert (compiled[0], plain[0]) == ("compiled", "plain")
    for one, other in zip(compiled[1:], plain[1:], strict=True):
        assert one == other
    assert {line.split()[0] for line in plain[1:]} == set(VARIANTS)
