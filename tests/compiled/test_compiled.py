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
CHANGED = "azul-2-gray"
COMPILED = [x for x in VARIANTS if x.startswith("blue")]  # Azul takes Numba another half minute


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


@pytest.mark.parametrize(
    ("way", "variants"),
    [("plain", [*VARIANTS]), ("jit", [*VARIANTS] if PERCENT == 100 else COMPILED)],
)
def test_other_ways_compute_the_same(by_library: list[str], way: str, variants: list[str]) -> None:
    expected = [line for line in by_library if line.split()[0] in variants]
    for one, other in zip(expected, computed(way, *variants), strict=True):
        assert one == other


def test_a_change_is_noticed(by_library: list[str], tmp_path: Path) -> None:
    package = Path(azulejos.__file__).parent
    copy = tmp_path / "azulejos"
    shutil.copytree(package, copy, ignore=shutil.ignore_patterns("__pycache__", "page"))
    file = copy / "search" / "puct.py"
    source = file.read_text()
    assert source.count("MARGIN_WEIGHT = 0.3 ") == 1
    file.write_text(source.replace("MARGIN_WEIGHT = 0.3 ", "MARGIN_WEIGHT = 0.31 "))
    changed = computed("plain", CHANGED, source=tmp_path)
    others = [line for line in by_library if line.startswith(f"{CHANGED} ")]
    assert [x for x in changed if " prior " in x] == [x for x in others if " prior " in x]
    assert changed != others
