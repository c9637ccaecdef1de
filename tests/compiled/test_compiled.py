"""The built library, Numba and plain Python compute the same bytes, and a change is noticed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import azulejos
from tests.examples import PERCENT
from tests.walk import VARIANTS

ROOT = Path(__file__).parents[2]
CHANGED = "azul-2-coloured"


def computed(way: str, *variants: str, source: Path = ROOT / "src") -> list[str]:
    """The results of a new process in one of the three ways."""
    places = {"PYTHONPATH": os.pathsep.join([str(source), str(ROOT)]), "AZULEJOS_KERNELS": way}
    command = [sys.executable, "-m", "tests.compiled.workload", *variants]
    done = subprocess.run(
        command,
        env=os.environ | places,
        cwd=source,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    first, *lines = done.stdout.splitlines()
    assert first == way
    return lines


@pytest.fixture(scope="module")
def by_library() -> list[str]:
    return computed("library")


def test_the_workload_is_of_every_variant(by_library: list[str]) -> None:
    assert {line.split()[0] for line in by_library} == set(VARIANTS)


def test_plain_python_computes_the_same(by_library: list[str]) -> None:
    for one, other in zip(by_library, computed("plain"), strict=True):
        assert one == other


def test_numba_computes_the_same(by_library: list[str]) -> None:
    """Games alone, as all else takes minutes to compile: `make soak` compares it."""
    part = "" if PERCENT == 100 else ":games"
    by_numba = computed("jit", *(f"{variant}{part}" for variant in VARIANTS))
    assert {line.split()[0] for line in by_numba} == set(VARIANTS)
    assert set(by_numba) <= set(by_library)
    assert part or by_numba == by_library


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a copy of the package."""
    folder = tmp_path_factory.mktemp("copy")
    ignored = shutil.ignore_patterns("__pycache__", "page", "server", "_kernels*")
    shutil.copytree(Path(azulejos.__file__).parent, folder / "azulejos", ignore=ignored)
    return folder


@pytest.mark.parametrize(
    ("file", "text", "planted", "part"),
    [
        ("games/azul/rules.py", "ROW_BONUS * rows +", "ROW_BONUS + rows +", "games"),
        (
            "games/azul/evaluator/handmade.py",
            "STARTED_SHARE = 0.",
            "STARTED_SHARE = 1.",
            "evaluations",
        ),
        ("compiled/rng.py", "0x94D049BB133111EB", "0x94D049BB133111ED", "trees"),
        ("games/azul/rules.py", "ROW_BONUS * rows +", "ROW_BONUS + rows +", "records"),
        ("games/azul/effects.py", 'case = b"tiled"', 'case = b"less"', "steps"),
        ("search/puct.py", "MARGIN_WEIGHT = 0.3 ", "MARGIN_WEIGHT = 0.31 ", "trees"),
        ("search/puct.py", "MARGIN_WEIGHT = 0.3 ", "MARGIN_WEIGHT = 0.31 ", "endings"),
        ("search/puct.py", "EXP_STEPS = 32 ", "EXP_STEPS = 3 ", "trees"),
        ("search/parallel.py", "BATCHES = 192 ", "BATCHES = 2 ", "threaded_trees"),
    ],
)
def test_a_planted_change_is_noticed(
    by_library: list[str], copy: Path, file: str, text: str, planted: str, part: str
) -> None:
    place = copy / "azulejos" / file
    source = place.read_text()
    assert source.count(text) == 1
    place.write_text(source.replace(text, planted))
    try:
        changed = computed("plain", f"{CHANGED}:{part}", source=copy)
    finally:
        place.write_text(source)
    assert changed
    assert not set(changed) <= set(by_library)
