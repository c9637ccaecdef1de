"""The documentation site, built once for all tests of a run, also by several processes."""

import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parent.parent / "docs"
SPHINX = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html"]


def build_site(factory: pytest.TempPathFactory) -> Path:
    """The folder of the built site; a warning fails the test."""
    folder = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent  # which the processes of a run share
    site, said = folder / "site", folder / "site.log"
    with (folder / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not said.exists():
            words = [*SPHINX, "-d", str(folder / "trees"), str(DOCS), str(site)]
            built = subprocess.run(words, capture_output=True, text=True, check=False)
            said.write_text(built.stderr or f"exit {built.returncode}", encoding="utf-8")
    assert said.read_text(encoding="utf-8") == "exit 0"
    return site
