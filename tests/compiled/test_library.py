"""The built library: of exactly these sources, checked at every call, and built for other games."""

import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import azulejos
from azulejos import GAMES, kernels
from azulejos.compiled import jit
from azulejos.compiled.library import library_file
from azulejos.compiled.sources import package_sources
from tests.outside_game import NO_BYTE_CODE, environment, install, run_python

PACKAGE = Path(azulejos.__file__).parent
ROOT = Path(__file__).parents[2]
WITHOUT_NUMBA = "from azulejos.compiled import jit; jit.find_spec = lambda name: None\n"
SET_UP = """
from azulejos import batch
from azulejos.games import find_game
game = find_game("azul")
states = game.new_states()
batch.setup(states, 2, game.choose(2, {}))
print(states[0].round_number)
"""
PLAY_OUTSIDE = """
import warnings; warnings.simplefilter("error")
from azulejos import Position, analyse, Limit, batch
import numpy as np
position = Position("tideline")
*_, info = analyse(position, Limit(nodes=200), entropy=1)
states = np.repeat(position.states, 20)
print(info.best, info.win, batch.play_out(states, batch.make_rng(3)), states["scores"].tolist())
"""


def run(
    source: Path, code: str, way: str = "", cache: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """A new process with the package in a folder, and caches there or in another."""
    paths = os.pathsep.join([str(source), str(ROOT)])
    places = {"PYTHONPATH": paths, "AZULEJOS_KERNELS": way, "XDG_CACHE_HOME": str(cache or source)}
    return subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | NO_BYTE_CODE | places,
        cwd=source,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def edited(tmp_path: Path) -> Path:
    """A folder with a copy of the package in which a rule is changed, but no size or time."""
    ignored = shutil.ignore_patterns("__pycache__", "page", "networks")
    shutil.copytree(PACKAGE, tmp_path / "azulejos", ignore=ignored)
    file = tmp_path / "azulejos" / "games" / "azul" / "rules.py"
    stamp, text = file.stat(), file.read_text()
    assert text.count("s.round_number = 1\n") == 1
    file.write_text(text.replace("s.round_number = 1\n", "s.round_number = 7\n"))
    os.utime(file, (stamp.st_atime, stamp.st_mtime))
    return tmp_path


# ---- Of exactly these sources


def test_a_library_of_other_sources_never_runs(edited: Path) -> None:
    refused = run(edited, SET_UP, "library")
    assert "missing or stale" in refused.stderr
    by_numba = run(edited, SET_UP)
    assert (by_numba.stdout, by_numba.stderr) == ("7\n", "")


def test_without_library_and_numba_it_runs_as_plain_python_with_one_warning(edited: Path) -> None:
    done = run(edited, WITHOUT_NUMBA + SET_UP)
    assert done.stdout == "7\n"
    assert done.stderr.count("runs as plain Python") == 1


def test_an_unknown_way_is_refused() -> None:
    done = run(PACKAGE.parent, "import azulejos", "fast")
    assert done.stderr.endswith("'fast', not one of library, jit, plain\n")


def test_every_file_with_compiled_code_is_among_the_sources() -> None:
    """Found by another way: the text of the decorators. Relative imports would not be followed."""
    counted = package_sources()
    for file in PACKAGE.rglob("*.py"):
        text, name = file.read_text(encoding="utf-8"), f"azulejos/{file.relative_to(PACKAGE)}"
        words = ("jit\n", "kernel(", "compiles(", "instruction\n")
        is_compiled = any(f"\n@{word}" in text for word in words)
        assert name in counted or not is_compiled, name
        assert "\nfrom ." not in text, name


def test_sources_are_what_compiled_code_depends_on_and_no_more() -> None:
    counted = package_sources()
    for name in ("compiled/number_tables.py", "games/azul/__init__.py", "compiled/kernels.c"):
        assert f"azulejos/{name}" in counted
    for name in ("cli/show.py", "server/app.py", "engine/serve.py", "search/players.py"):
        assert f"azulejos/{name}" not in counted


# ---- Checked at every call


@pytest.mark.parametrize("way", ["", *jit.WAYS])
def test_arguments_that_do_not_fit_are_refused_and_change_nothing(way: str, tmp_path: Path) -> None:
    code = "from tests.compiled.refusals import main; main()"
    done = run(PACKAGE.parent, code, way, tmp_path)
    first, *lines = done.stdout.splitlines()
    assert (first, done.stderr) == (way, "")
    assert len(lines) > 30
    assert [line for line in lines if not line.endswith(": TypeError")] == []


def test_a_refusal_says_what_was_given_and_takes_no_names() -> None:
    states = GAMES["azul"].new_states(2)
    given = re.escape("azulejos.kernels.play(records[2], float64[1])")
    with pytest.raises(TypeError, match=f"do not fit the declared types: {given}"):
        kernels.play(states, np.zeros(1))
    with pytest.raises(TypeError, match="keyword"):
        kernels.play(states, moves=np.zeros(2, np.int64))
    with pytest.raises(TypeError, match="keyword"):
        type(kernels.play).__call__(kernels.play, states, moves=np.zeros(2, np.int64))


def test_python_code_of_the_package_calls_only_what_is_declared() -> None:
    from azulejos.games.azul.rules import drop

    assert not drop.is_kernel  # type: ignore[attr-defined]
    caller = {"__name__": "azulejos.games.azul.steps", "drop": drop, "np": np}
    with pytest.raises(TypeError, match="has 0 forms"):
        exec("drop(np.int64(0), 1, 1)", caller)


def test_every_kernel_of_the_package_was_built() -> None:
    for kernel in jit.kernels:
        if kernel.__module__.startswith("azulejos."):
            assert kernel.forms, kernel.__qualname__


# ---- For this machine


def test_a_library_for_other_processors_is_not_loaded() -> None:
    code = "from azulejos.compiled import jit; print(jit.library is not None)"
    is_x86 = platform.machine() in ("x86_64", "AMD64")
    for most, is_loaded in (("3", True), ("1", not is_x86)):
        done = run(PACKAGE.parent, f"import os; os.environ['X86_LEVEL_AT_MOST'] = '{most}'\n{code}")
        assert (done.stdout, done.stderr) == (f"{is_loaded}\n", ""), most


# what kernels.c may use of Python: functions and types in the stable ABI of 3.11
STABLE = set((Path(__file__).parent / "stable_abi.txt").read_text().split())


def unstable_names(library: bytes) -> set[str]:
    """The names of Python's functions in a library that are not in its stable ABI."""
    return set(re.findall(r"\b_?Py[A-Z]\w*_\w+", library.decode("latin-1"))) - {
        *STABLE,
        "PyInit__kernels",
    }


def test_the_library_uses_the_stable_abi_of_the_oldest_python_alone() -> None:
    content = library_file(PACKAGE / "compiled").read_bytes()
    assert unstable_names(content) == set()
    assert unstable_names(content + b"\0PyVectorcall_Call\0") == {"PyVectorcall_Call"}


def test_the_library_exports_its_start_alone() -> None:
    assert b"PyInit__kernels\0" in (content := library_file(PACKAGE / "compiled").read_bytes())
    assert not re.search(rb"\0k\d+_(azul|blue)", content)
    assert b"NRT_" not in content


# ---- Games from outside


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(tmp_path_factory.mktemp("outside"))


def test_a_game_from_outside_is_built_by_a_command(outside: Path) -> None:
    plain = run_python(outside, "-c", PLAY_OUTSIDE, AZULEJOS_KERNELS="plain")
    without = run_python(outside, "-c", WITHOUT_NUMBA + PLAY_OUTSIDE, AZULEJOS_KERNELS="")
    assert "runs as plain Python" in without.stderr
    built = run_python(outside, "-m", "azulejos", "kernels", "build", "tideline")
    assert built.returncode == 0, built.stderr
    again = run_python(outside, "-m", "azulejos", "kernels", "build", "tideline")
    assert again.stdout == "tideline is compiled already.\n"
    fast = run_python(outside, "-c", WITHOUT_NUMBA + PLAY_OUTSIDE, AZULEJOS_KERNELS="")
    assert (fast.stdout, fast.stderr) == (plain.stdout, "")
    with (outside / "tideline" / "rules.py").open("a") as file:
        file.write("# edited\n")
    stale = run_python(outside, "-c", WITHOUT_NUMBA + PLAY_OUTSIDE, AZULEJOS_KERNELS="")
    assert "runs as plain Python" in stale.stderr


def test_only_packages_with_games_are_built(outside: Path) -> None:
    refused = run_python(outside, "-m", "azulejos", "kernels", "build", "numpy")
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1
    assert "azulejos, tideline" in refused.stderr


# ---- What Numba compiles at run time

ASK = "from asked import answer; print(answer(3))"


@pytest.fixture
def asked(tmp_path: Path) -> Path:
    """A folder with a module that has a compiled function."""
    (tmp_path / "asked.py").write_text(
        "from azulejos.compiled.jit import jit\n@jit\ndef answer(x):\n    return x + 1\n"
    )
    return tmp_path


def answer(folder: Path, cache: Path) -> None:
    places = environment(folder, XDG_CACHE_HOME=str(cache))
    done = subprocess.run(
        [sys.executable, "-c", ASK], env=places, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("4\n", "")


def flip_in_code(content: bytes) -> bytes:
    """A file of the cache in which one bit of its machine code is another."""
    place = content.index(b".text") - 200
    return content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :]


@pytest.mark.parametrize(
    "damage",
    [lambda content: b"", lambda content: b"no machine code", flip_in_code],
    ids=["empty", "text", "a bit"],
)
def test_a_damaged_cache_costs_time_alone_and_heals(
    asked: Path, damage: Callable[[bytes], bytes]
) -> None:
    answer(asked, asked / "cache")
    (file,) = (asked / "cache").rglob("*.nbc")
    whole = file.read_bytes()
    file.write_bytes(damage(whole))
    damaged = file.read_bytes()
    answer(asked, asked / "cache")
    assert file.read_bytes() != damaged
    assert len(file.read_bytes()) == len(whole)


def test_a_cache_folder_that_cannot_be_written_costs_time_alone(asked: Path) -> None:
    (asked / "file").write_text("no folder")
    answer(asked, asked / "file" / "below")
