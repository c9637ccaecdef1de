"""The cache of compiled code: used when nothing changed, never stale, and never an obstacle."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import azulejos
from azulejos.compiled.disk_cache import compiled_sources
from tests.outside_game import NO_BYTE_CODE

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
ASK_OUTSIDE_GAME = """
from azulejos.compiled.jit import watch_compilation
from outside_game import answer
compiled = []
with watch_compilation(compiled.append):
    print(answer(), *compiled)
"""
DIGEST = "from azulejos.compiled.disk_cache import source_digest; print(source_digest())"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A folder with a copy of the package and an empty cache of its own."""
    shutil.copytree(PACKAGE, tmp_path / "azulejos", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


@pytest.fixture
def outside_game(copy: Path) -> Path:
    """The folder of an installed package that offers a game by its entry point.

    It is not a whole game: a compiled function that calls another file is enough here.
    """
    folder, installed = copy / "outside_game", copy / "outside_game-1.dist-info"
    folder.mkdir()
    (folder / "__init__.py").write_text(
        "from azulejos.compiled.jit import jit\n"
        "from outside_game.rules import number\n"
        "@jit\ndef answer():\n    return number()\n"
    )
    (folder / "rules.py").write_text(
        "from azulejos.compiled.jit import jit\n@jit\ndef number():\n    return 1\n"
    )
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: outside-game\nVersion: 1\n")
    (installed / "entry_points.txt").write_text("[azulejos.games]\nany = outside_game:GAME\n")
    return folder


def run(copy: Path, code: str, cache: str = "cache", **environment: str) -> list[str]:
    """What a new process that uses the copy prints."""
    inherited = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    places = {"PYTHONPATH": str(copy), "XDG_CACHE_HOME": str(copy / cache)}
    command = [sys.executable, "-c", code]
    environment = inherited | places | NO_BYTE_CODE | environment
    return subprocess.check_output(command, env=environment, text=True, cwd=copy).split()


def digest(copy: Path) -> str:
    return run(copy, DIGEST, NUMBA_DISABLE_JIT="1")[0]


def edit_unnoticed(file: Path, old: str, new: str) -> None:
    """Change a file but keep its size and time of modification."""
    stamp, source = file.stat(), file.read_text()
    assert source.count(old) == 1
    assert len(old) == len(new)
    file.write_text(source.replace(old, new))
    os.utime(file, (stamp.st_atime, stamp.st_mtime))


def test_the_second_process_compiles_nothing(copy: Path) -> None:
    first = run(copy, SET_UP)
    assert int(first[1]) > 0
    assert first[2] == "setup"  # progress is reported by name
    assert run(copy, SET_UP) == ["1", "0"]


def test_an_edit_in_a_called_file_is_never_answered_from_a_stale_cache(copy: Path) -> None:
    run(copy, SET_UP)
    rules = copy / "azulejos" / "games" / "azul" / "rules.py"
    edit_unnoticed(rules, "s.round_number = 1\n", "s.round_number = 7\n")
    assert run(copy, SET_UP)[0] == "7"


def test_an_edit_in_a_game_outside_the_package_is_noticed(copy: Path, outside_game: Path) -> None:
    assert run(copy, ASK_OUTSIDE_GAME) == ["1", "answer", "number"]
    assert run(copy, ASK_OUTSIDE_GAME) == ["1"]
    edit_unnoticed(outside_game / "rules.py", "return 1\n", "return 2\n")
    assert run(copy, ASK_OUTSIDE_GAME) == ["2", "answer", "number"]


def test_a_game_that_is_one_file_outside_the_package_is_part_of_the_digest(
    copy: Path, outside_game: Path
) -> None:
    shutil.rmtree(outside_game)
    outside_game.with_suffix(".py").write_text("NUMBER = 1\n")
    before = digest(copy)
    edit_unnoticed(outside_game.with_suffix(".py"), "1", "2")
    assert digest(copy) != before


@pytest.mark.parametrize(
    "file", ["cli/show.py", "server/app.py", "engine/serve.py", "search/players.py"]
)
def test_an_edit_of_a_file_that_no_compiled_code_imports_keeps_the_digest(
    copy: Path, file: str
) -> None:
    before = digest(copy)
    with (copy / "azulejos" / file).open("a") as opened:
        opened.write("# a remark\n")
    assert digest(copy) == before


@pytest.mark.parametrize(
    "file",
    [
        "compiled/number_tables.py",  # imported by a file that is imported by compiled code
        "games/azul/__init__.py",  # says which functions are the rules of the game
        "games/blue/evaluator/handmade.py",
        "search/puct.py",
    ],
)
def test_an_edit_of_a_file_that_compiled_code_depends_on_changes_the_digest(
    copy: Path, file: str
) -> None:
    before = digest(copy)
    with (copy / "azulejos" / file).open("a") as opened:
        opened.write("# a remark\n")
    assert digest(copy) != before


def test_every_file_with_compiled_code_is_part_of_the_digest() -> None:
    """Found by another way: the text of the decorators. Relative imports would not be followed."""
    counted = compiled_sources()
    for file in PACKAGE.rglob("*.py"):
        text, name = file.read_text(encoding="utf-8"), file.relative_to(PACKAGE).as_posix()
        is_compiled = any(f"\n@{name}" in text for name in ("jit\n", "compiles(", "instruction\n"))
        assert name in counted or not is_compiled, name
        assert "\nfrom ." not in text, name


def test_a_cache_folder_that_cannot_be_written_is_no_obstacle(copy: Path) -> None:
    (copy / "file").write_text("no folder")
    assert run(copy, SET_UP, cache="file/below")[0] == "1"


def test_cache_folders_that_were_not_used_for_long_are_deleted(copy: Path) -> None:
    cache = copy / "cache" / "azulejos"
    for name, age_days in {"old": 31, "recent": 1}.items():
        (cache / name).mkdir(parents=True)
        then = time.time() - age_days * 24 * 3600
        os.utime(cache / name, (then, then))
    run(copy, SET_UP)
    assert not (cache / "old").exists()
    assert (cache / "recent").exists()
