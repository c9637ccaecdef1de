"""Builds the library of a package: its compiled functions as machine code, made ahead of any call.

Every function decorated with `kernel` becomes one or more forms, one for each game if it takes
states. A process for each game collects Numba's intermediate code and makes object files of it;
the C compiler of the machine, or that of `ziglang`, links them with the C files to an extension
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
from azulejos.compiled.types import Array, Element, Size, example, is_generic, parts

OWN = PACKAGE.name
WASM = "wasm"  # instead of the levels of a processor, see `numba_bridge.find_targets`
LEARNING = f"{OWN}.learning."  # what only training calls is left out of WebAssembly
Report = Callable[[int, int], None]


class BuildError(Exception):
    """A library cannot be built; the message says why."""


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
    if isinstance(kind, Element | np.dtype):
        dtype = kind if isinstance(kind, np.dtype) else kind.dtype or game.state
        return encode_element(dtype, records)
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
    if isinstance(size, str) and size.islower():
        return size
    parts = (game.rules, game.evaluator)
    least = (
        size
        if isinstance(size, int)
        else next(getattr(part, size) for part in parts if hasattr(part, size))
    )
    return f"<{least}>"


# ---- One process for each game


def work(package: str, game: str, levels: str, folder: str) -> None:
    """Make the object files of a game in a folder, and a list of what its entries return; print a
    line for each form.
    """
    from azulejos.compiled import numba_bridge

    numba_bridge.collect_only()
    forms = [form for form in list_forms(find_place(package), []) if form.game.name == game]
    if levels == WASM:
        forms = [form for form in forms if not form.name.startswith(LEARNING)]
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
    targets = numba_bridge.find_targets(levels)
    for target, code in zip(
        targets, numba_bridge.emit_objects(targets, set(returned)), strict=True
    ):
        (Path(folder) / f"{game}_{target.name}.o").write_bytes(code)
    names = [target.name for target in targets]
    (Path(folder) / f"{game}.json").write_text(json.dumps([names, returned]))


def environment(place: Place) -> dict[str, str]:
    """The environment of processes that find a package as this one does."""
    paths = [str(PACKAGE.parent), str(place.top), *sys.path[1:]]
    fixed = {
        "PYTHONPATH": os.pathsep.join(dict.fromkeys(paths)),
        "PYTHONHASHSEED": "0",  # or the order of some code would change
        "AZULEJOS_KERNELS": "jit",
    }
    return os.environ | fixed


def start_work(place: Place, game: str, levels: str, folder: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "azulejos.compiled.ahead", place.package, game]
    return subprocess.Popen(
        [*command, levels, folder],
        env=environment(place),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


# ---- The build


def compile_forms(
    place: Place, forms: list[Form], levels: str, folder: str, report: Report | None
) -> tuple[list[str], dict[str, str]]:
    """Make the object files of forms in a folder; return the names of their targets, and what the
    entries return that could be made. `report` is told how many forms are collected, and of how
    many.
    """
    games = list(dict.fromkeys(form.game.name for form in forms))
    workers = [start_work(place, game, levels, folder) for game in games]
    follow(workers, report or (lambda done, total: None))
    made = [json.loads((Path(folder) / f"{game}.json").read_text()) for game in games]
    return made[0][0], {entry: code for _, codes in made for entry, code in codes.items()}


def build(package: str, levels: int = 1, report: Report | None = None) -> Path:
    """Build the library of a package and return its file. With two levels it fits every x86-64
    processor since 2009, with one those like this machine's.
    """
    place = find_place(package)
    digest = digest_files(place.sources, place.top)
    records: list[np.dtype[Any]] = []
    forms = list_forms(place, records)
    with TemporaryDirectory() as folder:
        targets, returned = compile_forms(place, forms, str(levels), folder, report)
        table = write_table(targets, forms, returned)
        described = repr([dtype.descr for dtype in records])
        texts = {"DIGEST": digest, "SOURCES": "\n".join(place.sources), "RECORDS": described}
        head = [f"#define {name} {json.dumps(text)}\n" for name, text in texts.items()]
        numbers = f"#define N_RECORDS {len(records)}\n#define LEVELS {len(targets)}\n"
        (Path(folder) / "table.h").write_text("".join([*head, numbers, *table]))
        linked = Path(folder) / "linked"
        link(Path(folder), linked)
        file = library_file(place.folder)
        shutil.copyfile(linked, file.with_suffix(".new"))
        os.replace(file.with_suffix(".new"), file)  # processes that run keep the old one
    code = f"from azulejos.compiled import ahead; raise SystemExit(not ahead.is_built({package!r}))"
    command = [sys.executable, "-c", code]  # this process may have loaded the old one
    if subprocess.run(command, env=environment(place), check=False).returncode:
        raise BuildError(f"{file} cannot be loaded, or its sources have changed meanwhile")
    return file


def follow(workers: list[subprocess.Popen[str]], report: Report) -> None:
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


def link(folder: Path, linked: Path) -> None:
    """Compile the C files with the table in a folder, and link them with the object files there."""
    include = Path(sysconfig.get_path("include"))
    if not (include / "Python.h").exists():
        raise BuildError(f"{include / 'Python.h'} is needed; on Debian or Ubuntu: python3-dev")
    flags = ["-O2", "-fPIC", "-shared", "-fvisibility=hidden", "-Wno-unused"]
    system = {
        "linux": ["-s", "-Wl,-z,now", "-Wl,--build-id=none"],
        "darwin": ["-Wl,-x", "-undefined", "dynamic_lookup"],
        "win32": ["-s", str(Path(sys.base_prefix) / "libs" / "python3.lib")],
    }[sys.platform]
    places = [f"-I{include}", f"-I{np.get_include()}", f"-I{folder}"]
    files = [PACKAGE.parent / name for name in sources.C_FILES]
    objects = sorted(folder.glob("*.o"))
    command = [*find_compiler(), *flags, *places, *map(str, [*files, *objects]), *system]
    done = subprocess.run(
        [*command, "-o", str(linked)], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise BuildError(f"linking failed:\n{done.stderr.strip()}")


if __name__ == "__main__":
    work(*sys.argv[1:])
