"""The source files that compiled code depends on: a library or a cache is of exactly these.

- Files of the package that use a decorator of `jit.py`, and what these import, directly or
  transitively, so also every constant that compiled code was compiled with;
- files of the package that register a game, since they say which functions a verb calls, and
  the C files;
- all files of other packages that offer a game by an entry point of the group `azulejos.games`. A
  game that is registered without an entry point is not among them.
"""

import hashlib
import os
import re
from collections.abc import Iterator
from functools import cache
from importlib.metadata import EntryPoints, entry_points
from importlib.util import find_spec
from pathlib import Path

from azulejos.compiled.library import PACKAGE, digest_files

GAMES_GROUP = "azulejos.games"  # of entry points
RUN_TIME = "azulejos/compiled/runtime.c"
C_FILES = ["azulejos/compiled/kernels.c", RUN_TIME]

DECORATORS = {
    "azulejos.compiled.jit",
    *(
        f"azulejos.compiled.jit.{name}"
        for name in ("jit", "kernel", "compiled_in", "compiles", "redirects")
    ),
}
IMPORTS = re.compile(  # begins with a literal, which makes the search fast
    r"\n[ \t]*(?:"
    r"from[ \t]+([\w.]+)[ \t]+import\b[ \t]*(\((?:[^)#]|#.*)*\)|(?:[^\n\\]|\\\n)*)"
    r"|import[ \t]+((?:[^\n\\]|\\\n)*))"
)
NAMES = re.compile(r"([\w.]+)(?:\s+as\s+\w+)?")


@cache
def package_sources() -> list[str]:
    """The files of the package, by paths that begin with its name."""
    files = {module_name(name): name for name in python_files(PACKAGE)}
    contents = {module: (PACKAGE.parent / name).read_text() for module, name in files.items()}
    names = {  # what they import, by module
        module: imported_names(content)
        for module, content in contents.items()
        if "compiled" in content or "register" in content
    }
    found = {module for module in names if "azulejos.contract.registry.register" in names[module]}
    waiting = [module for module in names if names[module] & DECORATORS]
    followed: set[str] = set()
    while waiting:
        module = waiting.pop()
        if module not in followed:
            followed.add(module)
            for name in names.get(module) or imported_names(contents[module]):
                parent = name.rpartition(".")[0]
                waiting += [name] if name in files else [parent] if parent in files else []
    return [*C_FILES, *sorted(files[module] for module in found | followed)]


def python_files(folder: Path) -> Iterator[str]:
    """All Python files of a package, by paths that begin with its name; `os.walk` is several times
    as fast as `Path.rglob`.
    """
    start = len(str(folder.parent)) + 1
    for place, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if name != "__pycache__"]
        for name in files:
            if name.endswith(".py"):
                yield os.path.join(place, name)[start:].replace(os.sep, "/")


def module_name(file: str) -> str:
    """The module that is in a file."""
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def imported_names(content: str) -> set[str]:
    """The full names of what a file imports; the package has no relative imports."""
    found = set()
    for source, names, modules in IMPORTS.findall("\n" + content):
        listed = NAMES.findall(re.sub(r"#.*", "", names or modules))
        found |= {f"{source}.{name}" if source else name for name in listed or ["*"]}
    return found


def outside_folders() -> dict[str, Path]:
    """The folders with the packages that offer games, by name; none of them is imported."""
    found = {}
    for top in sorted({point.module.partition(".")[0] for point in game_entry_points()}):
        spec = None if top == PACKAGE.name else find_spec(top)
        if spec and spec.origin:
            places = spec.submodule_search_locations
            found[top] = Path(places[0] if places else spec.origin).parent
    return found


def outside_sources(top: str, folder: Path) -> list[str]:
    """All files of a package from outside, by paths that begin with its name."""
    return sorted(python_files(folder / top)) or [f"{top}.py"]


@cache
def game_entry_points() -> EntryPoints:
    """The entry points of games outside the package; reading them takes milliseconds."""
    return entry_points(group=GAMES_GROUP)


@cache
def source_digest() -> str:
    """A short name for the exact sources of the package and of the games from outside."""
    digest = hashlib.sha256(digest_files(package_sources(), PACKAGE.parent).encode())
    for top, folder in outside_folders().items():
        digest.update(digest_files(outside_sources(top, folder), folder).encode())
    return digest.hexdigest()[:16]
