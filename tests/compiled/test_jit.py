"""The cache of compiled code: quick when nothing changed, never stale, and never in the way."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import azulejos

PACKAGE = Path(azulejos.__file__).parent
SET_UP = """
from azulejos import batch
from azulejos.games import find_game
from azulejos.compiled.jit import watch_compilation
compiled = []
game = find_game("azul")
states = game.new_states()
with watch_compilation(compiled.append):
    batch.setup(states, 2, game.choose(2, {}))
print(states[0].round_number, len(compiled), *compiled[:1])
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of the package with an empty cache of its own."""
    shutil.copytree(PACKAGE, tmp_path / "azulejos", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def set_up(house: Path, cache: str = "cache") -> list[str]:
    """What a new process prints: the number of the first round, and what it had to compile."""
    environment = os.environ | {"PYTHONPATH": str(house), "XDG_CACHE_HOME": str(house / cache)}
    environment.pop("NUMBA_DISABLE_JIT", None)
    command = [sys.executable, "-c", SET_UP]
    return subprocess.check_output(command, env=environment, text=True, cwd=house).split()


def test_the_second_process_compiles_nothing(house: Path) -> None:
    first = set_up(house)
    assert int(first[1]) > 0
    assert first[2] == "setup"  # progress is reported by name
    assert set_up(house) == ["1", "0"]


def test_an_edit_in_a_called_file_is_never_answered_from_a_stale_cache(house: Path) -> None:
    set_up(house)
    rules = house / "azulejos" / "azul" / "rules.py"
    stamp = rules.stat()
    source = rules.read_text()
    assert source.count("s.round_number = 1\n") == 1
    rules.write_text(source.replace("s.round_number = 1\n", "s.round_number = 7\n"))
    os.utime(rules, (stamp.st_atime, stamp.st_mtime))  # even one that hides: same time, same size
    assert set_up(house)[0] == "7"


def test_an_edit_of_a_command_keeps_the_cache(house: Path) -> None:
    set_up(house)
    with (house / "azulejos" / "cli" / "show.py").open("a") as file:
        file.write("# a remark\n")
    assert set_up(house) == ["1", "0"]


def test_a_home_that_cannot_be_written_does_no_harm(house: Path) -> None:
    (house / "file").write_text("no folder")
    assert set_up(house, cache="file/below")[0] == "1"


def test_caches_that_nobody_used_for_long_go(house: Path) -> None:
    cache = house / "cache" / "azulejos"
    for name, age_days in {"old": 31, "recent": 1}.items():
        (cache / name).mkdir(parents=True)
        then = time.time() - age_days * 24 * 3600
        os.utime(cache / name, (then, then))
    set_up(house)
    assert not (cache / "old").exists()
    assert (cache / "recent").exists()
