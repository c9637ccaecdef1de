"""The disk cache of compiled code: one folder for each state of the sources.

Numba's own cache checks only the file of the function itself and would answer from stale code after
an edit in a file that it calls. So the cache has one folder for each digest of all sources that
compiled code depends on:

- files of the package that use a decorator of `jit.py`, and what these import, directly or
  transitively;
- files of the package that register a game, since they say which functions a verb calls;
- all files of other packages that offer a game by an entry point of the group `azulejos.games`. A
  game that is registered without an entry point is not part of the digest.
"""

import hashlib
import os
import re
import shutil
import sys
import time
from collections.abc import Iterator
from functools import cache
from importlib.metadata import EntryPoints, entry_points, version
from importlib.util import find_spec
from pathlib import Path

PACKAGE = Path(__file__).parent.parent
GAMES_GROUP = "azulejos.games"  # of entry points
KEPT_SECONDS = 30 * 24 * 3600  # cache folders that were not used for longer are deleted

DECORATORS = {
    "azulejos.compiled.jit",
    *(f"azulejos.compiled.jit.{name}" for name in ("jit", "compiled_in", "compiles", "redirects")),
}
IMPORTS = re.compile(  # begins with a literal, which makes the search fast
    r"\n[ \t]*(?:"
    r"from[ \t]+([\w.]+)[ \t]+import\b[ \t]*(\((?:[^)#]|#.*)*\)|(?:[^\n\\]|\\\n)*)"
    r"|import[ \t]+((?:[^\n\\]|\\\n)*))"
)
NAMES = re.compile(r"([\w.]+)(?:\s+as\s+\w+)?")


# ---- What compiled code depends on


def compiled_sources() -> dict[str, bytes]:
    """The contents of every file that can change what compiled code does, by a name that does not
    depend on where it is installed.
    """
    return package_sources(PACKAGE) | outside_sources()


def package_sources(package: Path) -> dict[str, bytes]:
    """Those of the package, by their paths in it."""
    files = {_module_name(package, file): file for file in _python_files(package)}
    contents = {module: _read(file) for module, file in files.items()}
    names = {  # what they import, by module
        module: _imported_names(content)
        for module, content in contents.items()
        if b"compiled" in content or b"register" in content
    }
    register = f"{package.name}.contract.registry.register"
    found = {module for module in names if register in names[module]}
    waiting = [module for module in names if names[module] & DECORATORS]
    followed: set[str] = set()
    while waiting:
        module = waiting.pop()
        if module not in followed:
            followed.add(module)
            for name in names.get(module) or _imported_names(contents[module]):
                parent = name.rpartition(".")[0]
                waiting += [name] if name in files else [parent] if parent in files else []
    start = len(str(package)) + 1
    return {files[module][start:]: contents[module] for module in sorted(found | followed)}


def _python_files(folder: Path) -> Iterator[str]:
    """All Python files in a folder; `os.walk` is several times as fast as `Path.rglob`."""
    for place, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if name != "__pycache__"]
        yield from (os.path.join(place, name) for name in files if name.endswith(".py"))


def _read(file: str) -> bytes:
    with open(file, "rb") as opened:
        return opened.read()


def _module_name(package: Path, file: str) -> str:
    path = file[len(str(package.parent)) + 1 : -len(".py")].replace(os.sep, ".")
    return path.removesuffix(".__init__")


def _imported_names(content: bytes) -> set[str]:
    """The full names of what a file imports; the package has no relative imports."""
    found = set()
    for source, names, modules in IMPORTS.findall("\n" + content.decode()):
        listed = NAMES.findall(re.sub(r"#.*", "", names or modules))
        found |= {f"{source}.{name}" if source else name for name in listed or ["*"]}
    return found


def outside_sources() -> dict[str, bytes]:
    """All files of other packages that offer games, by their paths beside the package; none of them
    is imported.
    """
    found: dict[str, bytes] = {}
    for top in sorted({point.module.partition(".")[0] for point in game_entry_points()}):
        spec = None if top == PACKAGE.name else find_spec(top)
        if spec and spec.submodule_search_locations is not None:
            for folder in spec.submodule_search_locations:
                start = len(str(Path(folder).parent)) + 1
                found |= {file[start:]: _read(file) for file in sorted(_python_files(Path(folder)))}
        elif spec and spec.origin:
            found[f"{top}.py"] = _read(spec.origin)
    return found


@cache
def game_entry_points() -> EntryPoints:
    """The entry points of games outside the package; reading them takes milliseconds."""
    return entry_points(group=GAMES_GROUP)


def source_digest() -> str:
    """A short name for the exact sources, Python and Numba that compiled code is made from, and the
    processor that it is made for.
    """
    from llvmlite.binding import get_host_cpu_features, get_host_cpu_name

    processor = f"{get_host_cpu_name()} {get_host_cpu_features().flatten()}"
    digest = hashlib.sha256(f"{sys.version} {version('numba')} {processor}".encode())
    for name, content in compiled_sources().items():
        digest.update(name.encode())
        digest.update(content)
    return digest.hexdigest()[:16]


# ---- The cache


def cache_home() -> Path:
    """The folder with one folder of compiled code for each digest."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "azulejos"


@cache
def open_cache() -> Path:
    """Create the cache folder of this digest, mark it as used, and delete those unused for long;
    the empty path if there can be none.
    """
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
