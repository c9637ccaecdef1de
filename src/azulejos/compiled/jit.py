"""The one compile decorator of the house, and where compiled code is kept on disk.

`@jit` turns a function of the rules into machine code at its first call and keeps the result on
disk. With `NUMBA_DISABLE_JIT=1` in the environment the very same source runs as plain Python, for
debuggers, coverage and differential tests. Not here: what is compiled; see `game.py` for how a
verb finds the rules of a game.
"""

import hashlib
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from numba.core import config, event
from numba.extending import intrinsic, overload

F = TypeVar("F", bound=Callable[..., Any])

IS_COMPILED = not config.DISABLE_JIT

PACKAGE = Path(__file__).parent.parent
UNCOMPILED_ROOMS = (  # hold no compiled code, so an edit keeps the cache; test_house.py checks it
    "cli",
    "engine",
    "match",
    "server",
)
KEPT_SECONDS = (
    30 * 24 * 3600
)  # cache folders of other versions go when they were not used for so long


def compiled_sources() -> list[Path]:
    """Every file whose text can change what compiled code does."""
    files = sorted(PACKAGE.rglob("*.py"))
    return [file for file in files if file.relative_to(PACKAGE).parts[0] not in UNCOMPILED_ROOMS]


def source_digest() -> str:
    """A short name for the exact sources, Python and Numba that compiled code was made from.

    Numba's own cache looks only at the file of the function itself and would answer from stale
    code after an edit in a file it calls.
    """
    digest = hashlib.sha256(f"{sys.version} {numba.__version__}".encode())
    for file in compiled_sources():
        digest.update(file.relative_to(PACKAGE).as_posix().encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def cache_home() -> Path:
    """The folder that holds one folder of compiled code for each digest."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "azulejos"


def open_cache() -> Path:
    """Make this version's cache folder, mark it as used, and drop those not used for long."""
    folder = cache_home() / source_digest()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        for other in folder.parent.iterdir():
            if time.time() - other.stat().st_mtime > KEPT_SECONDS:
                shutil.rmtree(other, ignore_errors=True)
    except OSError:  # a read-only home: Numba then looks for a place of its own
        return Path()
    return folder


CACHE = open_cache() if IS_COMPILED else Path()


def jit(function: F) -> F:
    """Compile `function` at its first call with each combination of argument types; typed as
    itself.
    """
    others, config.CACHE_DIR = config.CACHE_DIR, str(CACHE) if CACHE.name else ""
    try:
        compiled: F = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    finally:
        config.CACHE_DIR = others
    return compiled


def compiles(function: Callable[..., Any]) -> Callable[[F], F]:
    """`function` is plain Python; the decorated one, given argument types, returns its compiled
    form.
    """
    decorator: Callable[[F], F] = overload(function, strict=False)
    return decorator


def instruction(build: Callable[..., Any]) -> Callable[..., Any]:
    """A function for compiled code alone that is built from single machine instructions."""
    built: Callable[..., Any] = intrinsic(build)
    return built


def record_dtype(fields: list[Any]) -> np.dtype[Any]:
    """The dtype of a record whose fields read as attributes, compiled and in plain Python alike.

    It has no gaps, whose bytes would differ from copy to copy: put the larger fields first.
    """
    return np.dtype((np.record, fields))


def state_dtype(fields: list[Any]) -> np.dtype[Any]:
    """The dtype of a game's state: a record filled up to whole 64-bit words, to be digested by."""
    size = record_dtype(fields).itemsize
    return record_dtype([*fields, ("filling", np.int8, -size % 8)] if size % 8 else fields)


class _Watch(event.Listener):  # type: ignore[misc]  # Numba is untyped
    """Reports the start of each compilation that the disk cache could not answer."""

    def __init__(self, report: Callable[[str], None]):
        self.report = report

    def on_start(self, event: event.Event) -> None:
        dispatcher = event.data["dispatcher"]
        if dispatcher.__module__.startswith("azulejos."):
            self.report(dispatcher.__name__)

    def on_end(self, event: event.Event) -> None:
        pass


@contextmanager
def watch_compilation(report: Callable[[str], None]) -> Iterator[None]:
    """Call `report(name)` for every function of this package that is compiled in the block."""
    watch = _Watch(report)
    event.register("numba:compile", watch)
    try:
        yield
    finally:
        event.unregister("numba:compile", watch)
