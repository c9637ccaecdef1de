"""Builds the library in two folders, with other settings in the environment, and compares them.

`python -m tests.compiled.reproduce` takes minutes: the same bytes, and no folder named inside.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import azulejos
from azulejos.compiled.library import library_file

OTHERS = {"NUMBA_OPT": "0", "NUMBA_DISABLE_JIT": "1", "CPATH": "/nowhere", "PYTHONHASHSEED": "7"}


def build(folder: Path, settings: dict[str, str]) -> bytes:
    """The library, built of a copy of the package in a folder."""
    ignored = shutil.ignore_patterns("__pycache__", "page", "_kernels*")
    shutil.copytree(Path(azulejos.__file__).parent, folder / "azulejos", ignore=ignored)
    command = [sys.executable, "-m", "azulejos", "kernels", "build"]
    places = {"PYTHONPATH": str(folder), "AZULEJOS_KERNELS": ""}
    subprocess.run(command, env=os.environ | places | settings, cwd=folder, check=True)
    return library_file(folder / "azulejos" / "compiled").read_bytes()


def names_a_folder(library: bytes, *folders: Path) -> bool:
    """Is a folder of this machine named in a library?"""
    return any(
        os.fsencode(place) in library for folder in folders for place in (folder, folder.name)
    )


def main() -> None:
    with TemporaryDirectory(prefix="first-place-") as one, TemporaryDirectory() as other:
        folders = (Path(one), Path(other) / "elsewhere-deeper")
        first, second = build(folders[0], {}), build(folders[1], OTHERS)
        known = (*folders, Path.cwd(), Path.home(), Path(sys.prefix))
        assert first == second, "two builds differ"
        assert not names_a_folder(first, *folders)
        assert not any(os.fsencode(place) in first for place in known)
        assert names_a_folder(first + os.fsencode(folders[1] / "puct.py"), *folders)
    print(f"two builds have the same {len(first):,} bytes")


if __name__ == "__main__":
    main()
