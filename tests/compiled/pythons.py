"""Installs the wheel into newer Pythons that this machine has, and plays a game there.

`python -m tests.compiled.pythons [VERSION …]` says which of them there are.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
VERSIONS = ("3.12", "3.13", "3.14")
INSTALLED = "import azulejos.compiled.jit as jit; assert jit.library, 'no library'"


def find_python(version: str) -> str | None:
    """The program of a version of Python: on the path, or of pyenv."""
    home = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    places = sorted(home.glob(f"{version}.*/bin/python{version}"))
    return str(places[-1]) if places else shutil.which(f"python{version}")


def run(*command: str | Path, **settings: str) -> None:
    """Run a program without this clone on Python's path."""
    others = {name: x for name, x in os.environ.items() if not name.startswith("PYTHON")}
    subprocess.run(command, env=others | settings, cwd=ROOT, check=True)


def main() -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        program = (sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", folder)
        run(*program, ROOT)
        (wheel,) = folder.glob("*.whl")
        print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB")
        for version in sys.argv[1:] or VERSIONS:
            python = find_python(version)
            if not python:
                print(f"{version}: not on this machine, not tried")
                continue
            run(python, "-m", "venv", folder / version)
            programs = folder / version / "bin"
            run(programs / "pip", "install", "--quiet", wheel)
            run(programs / "python", "-I", "-c", INSTALLED)
            words = ("match", "level1", "greedy", "--games", "2")
            run(programs / "azulejos", *words, AZULEJOS_KERNELS="library")
            print(f"{version}: plays")


if __name__ == "__main__":
    main()
