"""Builds the library of a package: its compiled functions as machine code, made ahead of any call.

Every function decorated with `kernel` becomes one or more forms, one for each game if it takes
states. A process for each game collects Numba's intermediate code and makes object files of it;
the C compiler of the machine, or that of `ziglang`, links them with `kernels.c` to an extension
module beside the sources. Two builds of the same sources give the same bytes. `numba_bridge.py`
makes the code; `library.py` uses what was built.
"""

import json
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np

from azulejos.compiled import jit, sources
from azulejos.compiled.library import PACKAGE, digest_files, library_file, load_library
from azulejos.compiled.types import (
    Array,
    Element,
    Index,
    Size,
    example,
    is_generic,
    is_letter,
    number_of,
    parts,
)

OWN = PACKAGE.name


class BuildError(Exception):
    """A library cannot be built; the message says why."""


class Machine(NamedTuple):
    """Where a library will run."""

    system: str  # as `sys.platform` names it
    processor: str  # as `platform.machine` names it


OWN_MACHINE = Machine(sys.platform, platform.machine())


class Place(NamedTuple):
    """Where a package and its library are."""

    package: str
    top: Path  # the folder with the package
    folder: Path  # the folder with the library

    @property
    def sources(self) -> list[str]:
        """The files of which the library is made."""
        own = sources.package_sources()
        if self.package == OWN:
            return own
        return own + sources.outside_sources(self.package, self.top)


def find_place(package: str) -> Place:
    """The place of a package: this one, or one that offers games."""
    if package == OWN:
        return Place(package, PACKAGE.parent, PACKAGE / "compiled")
    top = sources.outside_folders().get(package)
    if top is None or not (top / package).is_dir():
        known = ", ".join([OWN, *sources.outside_folders()])
        raise BuildError(f"no package {package!r} with games is installed; there are: {known}")
    return Place(package, top, top / package)


def is_built(package: str, levels: int = 1) -> bool:
    """Is there a library of the present sources of a package, for so many levels of x86-64?"""
    place = find_place(package)
    library = load_library(place.folder, place.top)
    has_levels = platform.machine().lower() in ("x86_64", "amd64")
    return library is not None and library.levels >= (levels if has_levels else 1)


# ---- Forms


class Form(NamedTuple):
    """A function for arguments of certain types."""

    entry: str  # the name of its machine code
    function: jit.JitFunction
    game: Any
    signature: str  # of the arguments, for `kernels.c`

    @property
    def name(self) -> str:
        return f"{self.function.__module__}.{self.function.__qualname__}"


def list_forms(place: Place, records: list[np.dtype[Any]]) -> list[Form]:
    """The forms of a package, by name; their records are added to a list."""
    games = load_games(place.package)
    for file in place.sources:
        home = PACKAGE.parent if file.startswith(f"{OWN}/") else place.top
        if "\n@kernel(" in (home / file).read_text(encoding="utf-8"):
            import_module(sources.module_name(file))
    found: list[Form] = []
    for function in sorted(jit.kernels, key=lambda f: f"{f.__module__}.{f.__qualname__}"):
        for game in games_of(function, games, place.package):
            signature = "".join(encode(kind, game, records) for kind in function.kinds)
            if "?" not in signature:
                found.append(Form(f"k{len(found)}_{game.name}", function, game, signature))
    return found


def load_games(package: str) -> list[Any]:
    """The games of a package."""
    games = import_module("azulejos.games")
    if package == OWN:
        return list(games.BUILT_IN)
    points = [p for p in sources.game_entry_points() if p.module.partition(".")[0] == package]
    loaded = map(games.load_game, sorted(points, key=lambda point: point.name))
    return [game for game in loaded if game is not None]


def games_of(function: jit.JitFunction, games: list[Any], package: str) -> list[Any]:
    """The games for which a function is built: all if it takes states, else its own or any."""
    if any(map(is_generic, function.kinds)):
        return games
    if function.__module__.partition(".")[0] != package:
        return []
    return [game for game in games if f".{game.name}." in function.__module__][:1] or games[:1]


def encode(kind: Any, game: Any, records: list[np.dtype[Any]]) -> str:
    """The signature of an argument, see `kernels.c`."""
    if isinstance(kind, Array):
        sizes = "".join(encode_size(size, game) for size in kind.sizes)
        element = encode_element(kind.dtype or game.state, records)
        return f"{'w' if kind.is_written else 'r'}{element}{sizes};"
    if isinstance(kind, Element):
        element = encode_element(kind.dtype or game.state, records)
        return element if kind.is_written else element.replace("s", "c", 1)
    if isinstance(kind, Index):
        return f"n{encode_size(kind.size, game)}"
    if parts(kind):
        return f"({''.join(encode(part, game, records) for part in parts(kind))})"
    return {int: "i", float: "f", bool: "b"}[kind]


def encode_element(dtype: np.dtype[Any], records: list[np.dtype[Any]]) -> str:
    if dtype.names is None:
        return f"{dtype.kind}{dtype.itemsize}"
    if dtype not in records:
        records.append(dtype)
    return f"s{chr(ord('A') + records.index(dtype))}"


def encode_size(size: Size, game: Any) -> str:
    if isinstance(size, slice):
        return ":"
    if isinstance(size, str) and is_letter(size):
        return size
    least = size if isinstance(size, int) else number_of(game, size)
    return "?" if least is None else f"<{least}>"  # of a part that the game leaves out


# ---- One process for each game


def work(package: str, game: str, levels: str, folder: str, system: str, machine: str) -> None:
    """Make the object files of a game in a folder, for machines of a system, and a list of what its
    entries return; print a line for each form.
    """
    from azulejos.compiled import numba_bridge

    numba_bridge.collect_only()
    forms = [form for form in list_forms(find_place(package), []) if form.game.name == game]
    print(len(forms), flush=True)
    returned = {}
    for form in forms:
        examples = [example(kind, form.game.state) for kind in form.function.kinds]
        try:
            returned[form.entry] = numba_bridge.collect(form.function, examples, form.entry)
        except Exception:
            if form.name.startswith(f"{package}."):
                raise
            # a part that the game leaves out, for example its encoding
        print(form.name, flush=True)
    targets = numba_bridge.find_targets(int(levels), system, machine)
    for target, code in zip(
        targets, numba_bridge.emit_objects(targets, set(returned)), strict=True
    ):
        (Path(folder) / f"{game}_{target.name}.o").write_bytes(code)
    names = [target.name for target in targets]
    (Path(folder) / f"{game}.json").write_text(json.dumps([names, returned]))


SETTINGS = ("NUMBA_", "LLVM")  # of processes, by beginning
PATHS = ("CPATH", "C_INCLUDE_PATH", "LIBRARY_PATH", "COMPILER_PATH", "GCC_EXEC_PREFIX")  # of C


def own_environment() -> dict[str, str]:
    """The environment without settings that would change what is built."""
    unwanted = (*SETTINGS, *PATHS)
    return {name: value for name, value in os.environ.items() if not name.startswith(unwanted)}


def environment(place: Place) -> dict[str, str]:
    """The environment of processes that find a package as this one does."""
    paths = [str(PACKAGE.parent), str(place.top), *map(os.path.abspath, sys.path[1:])]
    fixed = {
        "PYTHONPATH": os.pathsep.join(dict.fromkeys(paths)),
        "PYTHONHASHSEED": "0",  # or the order of some code would change
        "AZULEJOS_KERNELS": "jit",
    }
    return own_environment() | fixed


def start_work(
    place: Place, game: str, levels: int, folder: Path, machine: Machine
) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "azulejos.compiled.ahead", place.package, game]
    return subprocess.Popen(
        [*command, str(levels), str(folder), *machine],
        env=environment(place),
        cwd=folder,  # Numba reads settings from a file in the current folder, too
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


# ---- The build


def build(package: str, levels: int = 1, report: Callable[[int, int], None] | None = None) -> Path:
    """Build the library of a package and return its file; `report` is told how many forms are
    collected, and of how many. With two levels it fits every x86-64 processor since 2009, with one
    those like this machine's.
    """
    place = find_place(package)
    with TemporaryDirectory() as folder:
        make_parts(place, levels, Path(folder), report or (lambda done, total: None))
        linked = Path(folder) / "linked"
        link(Path(folder), linked, find_compiler())
        file = library_file(place.folder)
        shutil.copyfile(linked, file.with_suffix(".new"))
        os.replace(file.with_suffix(".new"), file)  # processes that run keep the old one
    code = f"from azulejos.compiled import ahead; raise SystemExit(not ahead.is_built({package!r}))"
    command = [sys.executable, "-c", code]  # this process may have loaded the old one
    if subprocess.run(command, env=environment(place), check=False).returncode:
        raise BuildError(f"{file} cannot be loaded, or its sources have changed meanwhile")
    return file


def make_parts(
    place: Place,
    levels: int,
    folder: Path,
    report: Callable[[int, int], None],
    machine: Machine = OWN_MACHINE,
) -> None:
    """Make the object files of a library in a folder, and its table."""
    digest = digest_files(place.sources, place.top)
    records: list[np.dtype[Any]] = []
    forms = list_forms(place, records)
    games = list(dict.fromkeys(form.game.name for form in forms))
    follow([start_work(place, game, levels, folder, machine) for game in games], report)
    made = [json.loads((folder / f"{game}.json").read_text()) for game in games]
    returned = {entry: code for _, codes in made for entry, code in codes.items()}
    targets, described = made[0][0], repr([dtype.descr for dtype in records])
    texts = {"DIGEST": digest, "SOURCES": "\n".join(place.sources), "RECORDS": described}
    needed = int(targets[0][1:]) if targets[0] in ("v2", "v3") else 0  # of x86-64
    numbers = {"N_RECORDS": len(records), "LEVELS": len(targets), "NEEDED": needed}
    head = [f"#define {name} {json.dumps(value)}\n" for name, value in (texts | numbers).items()]
    (folder / "table.h").write_text("".join([*head, *write_table(targets, forms, returned)]))


def follow(workers: list[subprocess.Popen[str]], report: Callable[[int, int], None]) -> None:
    """Report the progress of processes until they end."""
    counts = [(0, 0)] * len(workers)

    def read(i: int) -> str:
        lines = workers[i].stdout
        assert lines
        total = int(lines.readline() or 0)
        for done, _ in enumerate(lines):
            counts[i] = (done + 1, total)
            report(sum(n for n, _ in counts), sum(n for _, n in counts))
        return workers[i].communicate()[1]

    with ThreadPoolExecutor(len(workers)) as threads:
        errors = list(threads.map(read, range(len(workers))))
    for worker, error in zip(workers, errors, strict=True):
        if worker.returncode:
            raise BuildError(f"compilation failed:\n{error.strip()}")


def write_table(targets: list[str], forms: list[Form], returned: dict[str, str]) -> Iterator[str]:
    """The table of forms as C; it has two levels, which may be the same."""
    rows = [form for form in forms if form.entry in returned]
    yield f"#define N_FORMS {len(rows)}\n"
    for form in rows:
        yield "".join(f"extern int {form.entry}_{target}(int64_t *);\n" for target in targets)
    yield "static const Form FORMS[] = {\n"
    for form in rows:
        entries = f"{form.entry}_{targets[0]}, {form.entry}_{targets[-1]}"
        yield f'{{"{form.name}", "{form.signature}>{returned[form.entry]}", {{{entries}}}}},\n'
    yield "};\n"


def find_compiler() -> list[str]:
    """The command of a C compiler: that of the environment or the machine, or of `ziglang`."""
    if os.environ.get("CC"):
        return os.environ["CC"].split()
    for name in () if sys.platform == "win32" else ("cc", "gcc", "clang"):
        if shutil.which(name):
            return [name]
    if find_spec("ziglang"):
        oldest = ["-target", f"{platform.machine()}-linux-gnu.2.28"]  # version of the C library
        return [sys.executable, "-m", "ziglang", "cc", *(oldest if sys.platform == "linux" else [])]
    raise BuildError("a C compiler is needed; `pip install ziglang` brings one")


def link(folder: Path, linked: Path, compiler: list[str], system: str = sys.platform) -> None:
    """Compile `kernels.c` with the table in a folder, and link it with the object files there, for
    machines of a system.
    """
    include = Path(sysconfig.get_path("include"))
    if not (include / "Python.h").exists():
        raise BuildError(f"{include / 'Python.h'} is needed; on Debian or Ubuntu: python3-dev")
    flags = ["-O2", "-shared", "-fvisibility=hidden", "-Wno-unused"]
    own = {
        "linux": ["-fPIC", "-s", "-Wl,-z,now", "-Wl,--build-id=none"],
        "darwin": ["-fPIC", "-mmacosx-version-min=11.0", "-Wl,-x", "-Wl,-undefined,dynamic_lookup"],
        "win32": ["-s", f"-L{Path(sys.base_prefix) / 'libs'}", f"-L{folder}", "-lpython3"],
    }[system]
    places = [f"-I{include}", f"-I{np.get_include()}", f"-I{folder}"]
    files = [str(PACKAGE.parent / sources.BRIDGE), *map(str, sorted(folder.glob("*.o")))]
    command = [*compiler, *flags, *places, *files, *own]
    done = subprocess.run(
        [*command, "-o", str(linked)],
        env=own_environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise BuildError(f"linking failed:\n{done.stderr.strip()}")


if __name__ == "__main__":
    work(*sys.argv[1:])
