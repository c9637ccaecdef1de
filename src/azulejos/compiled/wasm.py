"""Builds WebAssembly modules of a package: its compiled functions for browsers, from one source.

There are two modules with the same functions, one for machines with SIMD instructions, and a table
in JSON. An entry takes the place of 64-bit words in the memory of its module: there the arguments
stand one after another, as `kernels.c` says, arrays and records as places in the same memory, then
the sizes of an array; what is returned replaces them. It returns 0 unless it failed. Memory from
`__heap_base` on belongs to the caller. A module has its own arena for what a call needs meanwhile;
code that would leave it, or any memory of the module, ends the call with a trap.
"""

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from azulejos.compiled.ahead import (
    WASM,
    BuildError,
    Form,
    Machine,
    Report,
    compile_forms,
    find_place,
    list_forms,
)
from azulejos.compiled.library import PACKAGE, digest_files
from azulejos.compiled.sources import RUN_TIME

TABLE = "kernels.json"
STACK = 1 << 20  # bytes
WASM_MACHINE = Machine(WASM, "wasm32")
Json = dict[str, Any]


def build_modules(package: str, folder: Path, report: Report | None = None) -> list[Path]:
    """Write the modules of a package and their table to a folder; return the files."""
    if not find_spec("ziglang"):
        raise BuildError("a linker for WebAssembly is needed; `pip install ziglang` brings one")
    place = find_place(package)
    records: list[np.dtype[Any]] = []
    forms = list_forms(place, records)
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as objects:
        targets, returned = compile_forms(place, forms, Path(objects), report, machine=WASM_MACHINE)
        modules = [folder / f"{target}.wasm" for target in targets]
        for target, module in zip(targets, modules, strict=True):
            link(Path(objects), target, [*returned], module)
    table = {
        "digest": digest_files(place.sources, place.top),
        "modules": [module.name for module in modules],
        "records": [describe(record) for record in records],
        "forms": list_entries(forms, returned),
    }
    (folder / TABLE).write_text(json.dumps(table) + "\n")
    return [*modules, folder / TABLE]


def list_entries(forms: list[Form], returned: dict[str, str]) -> Json:
    """The entry and the signature of each function, by its name and that of a game; one that takes
    no states has a single game.
    """
    entries: Json = {}
    for form in forms:
        if form.entry in returned:
            row = {"entry": form.entry, "signature": f"{form.signature}>{returned[form.entry]}"}
            entries.setdefault(form.name, {})[form.game.name] = row
    return entries


def describe(dtype: np.dtype[Any]) -> Json:
    """The size of a record, and of each field its place, its type and its shape."""
    fields: Json = {}
    for name in dtype.names or ():
        kind, place = dtype.fields[name][:2]  # type: ignore[index]  # it has names
        element = describe(kind.base) if kind.base.names else kind.base.str
        fields[name] = {"place": place, "type": element, "shape": kind.shape}
    return {"size": dtype.itemsize, "fields": fields}


def link(objects: Path, target: str, entries: list[str], module: Path) -> None:
    """Link the object files of a target in a folder with the run time."""
    run_time = objects / "runtime.o"
    compiler = ["cc", "-target", "wasm32-freestanding", "-mbulk-memory", "-O2", "-c"]
    run_zig(objects, *compiler, str(PACKAGE.parent / RUN_TIME), "-o", str(run_time))
    files = [run_time, *sorted(objects.glob(f"*_{target}.o"))]
    layout = ["--no-entry", "--stack-first", "-z", f"stack-size={STACK}", "--strip-all"]
    exports = [f"--export={name}" for name in ("__heap_base", *entries)]
    run_zig(objects, "wasm-ld", *layout, *exports, *map(str, files), "-o", str(module))


def run_zig(folder: Path, *arguments: str) -> None:
    """Run a tool of Zig, whose caches are in a folder that is deleted afterwards."""
    caches = dict.fromkeys(["ZIG_GLOBAL_CACHE_DIR", "ZIG_LOCAL_CACHE_DIR"], str(folder))
    done = subprocess.run(
        [sys.executable, "-m", "ziglang", *arguments],
        env=os.environ | caches,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise BuildError(f"linking failed:\n{done.stderr.strip()}")
