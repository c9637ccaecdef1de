"""The example game, installed as a package beside Azulejos, and processes that know it.

An installed package is its files and a folder of metadata with its entry points. Both are written
here from `pyproject.toml`, as an installer would, without a build tool or a network.
"""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "examples" / "third_game"
PROJECT = tomllib.loads((EXAMPLE / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def install(target: Path) -> Path:
    """Install the example into a folder that is put on the path; return that folder.

    Times of files are kept, so that compiled code in the cache stays valid.
    """
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(EXAMPLE / "src", target, ignore=shutil.ignore_patterns("__pycache__"))
    metadata = target / f"{PROJECT['name'].replace('-', '_')}-{PROJECT['version']}.dist-info"
    metadata.mkdir()
    head = f"Metadata-Version: 2.1\nName: {PROJECT['name']}\nVersion: {PROJECT['version']}\n"
    (metadata / "METADATA").write_text(head)
    groups = [
        f"[{group}]\n" + "".join(f"{name} = {place}\n" for name, place in points.items())
        for group, points in PROJECT["entry-points"].items()
    ]
    (metadata / "entry_points.txt").write_text("\n".join(groups))
    return target


NO_BYTE_CODE = {"PYTHONDONTWRITEBYTECODE": "1"}  # which misses two edits within a second


def environment(target: Path, **more: str) -> dict[str, str]:
    """The environment of a process that finds the packages in a folder."""
    paths = [str(target), str(ROOT / "src"), str(ROOT)]
    fixed = {"PYTHONPATH": os.pathsep.join(paths), "LANG": "C.UTF-8"}
    return os.environ | fixed | NO_BYTE_CODE | more


def run_python(
    target: Path, *arguments: str, given: str = "", **more: str
) -> subprocess.CompletedProcess[str]:
    """Run Python with arguments in such a process."""
    return subprocess.run(
        [sys.executable, *arguments],
        input=given,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment(target, **more),
        timeout=900,
        check=False,
    )
