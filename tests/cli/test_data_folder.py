"""Commands where nothing can be written: they end in one clear line, or do without."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import ENGLISH, environment

RUN = """
import resource, sys
if sys.argv.pop(1) == "full":  # no file may have a byte
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
from azulejos.cli import main
sys.exit(main())
"""
PLACES = ("blocked", "full")
COMMANDS = [
    ["serve", "--port", "0"],
    ["play", "greedy", "--save", "{data}/game.txt"],
    ["selfplay", "--out", "{data}/shards", "--games", "1"],
    ["learn", "--out", "{data}/run"],
    ["backup", "{data}/backup.zip"],
]


def run(place: str, words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command with a data folder below a file, or on a full disk."""
    data = folder / ("file/data" if place == "blocked" else "data")
    (folder / "file").touch()
    (folder / "data").mkdir()
    homes = {"XDG_DATA_HOME": str(data), "XDG_CACHE_HOME": str(folder / "cache")}
    return subprocess.run(
        [sys.executable, "-B", "-c", RUN, place, *(word.format(data=data) for word in words)],
        input="",
        capture_output=True,
        text=True,
        env=environment(ENGLISH) | homes,
        cwd=folder,
        check=False,
    )


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
@pytest.mark.parametrize("place", PLACES)
def test_a_command_that_cannot_write_says_so_in_one_line(
    tmp_path: Path, place: str, words: list[str]
) -> None:
    done = run(place, words, tmp_path)
    assert done.returncode in (1, 2), done.stdout
    assert done.stderr.startswith("azulejos: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("place", PLACES)
def test_a_command_that_only_reads_does_without(tmp_path: Path, place: str) -> None:
    done = run(place, ["mistakes"], tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
