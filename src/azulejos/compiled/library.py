"""The functions that were compiled when a package was built: its library, if of these sources.

`ahead.py` builds a library as an extension module beside the sources, and `kernels.c` is its side
of the calls. The library has a digest of the sources that it was built from; one of other sources
is not used. Not here: what happens without, see `jit.py`.
"""

import ast
import hashlib
from collections.abc import Iterable
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import numpy as np

NAME = "_kernels"
PACKAGE = Path(__file__).parent.parent


def digest_files(files: Iterable[str], folder: Path) -> str:
    """A digest of source files: of the package, or in a folder with another; empty if one is
    missing.
    """
    digest = hashlib.sha256()
    for name in files:
        home = PACKAGE.parent if name.startswith(f"{PACKAGE.name}/") else folder
        try:
            with open(home / name, "rb") as file:
                digest.update(name.encode() + b"\0" + file.read())
        except OSError:
            return ""
    return digest.hexdigest()


def library_file(folder: Path) -> Path:
    """The file of the library in a folder of a package."""
    suffix = next(name for name in EXTENSION_SUFFIXES if "abi3" in name or name == ".pyd")
    return folder / f"{NAME}{suffix}"


def load_library(folder: Path, top: Path) -> Any:
    """The library in a folder of a package, whose modules are in the folder `top`; None if it was
    not built, or of other sources, or for another system.
    """
    file = library_file(folder)
    if not file.exists():
        return None
    name = ".".join((*folder.relative_to(top).parts, NAME))
    spec = spec_from_file_location(name, file, loader=ExtensionFileLoader(name, str(file)))
    assert spec
    try:
        library: Any = module_from_spec(spec)
    except ImportError:
        return None
    if digest_files(library.sources.split(), top) != library.digest:
        return None
    library.dtypes = [make_dtype(descr) for descr in ast.literal_eval(library.records)]
    library.set_records(library.dtypes)
    return library


def make_dtype(descr: list[Any]) -> np.dtype[Any]:
    """A record with the fields that the `descr` of its dtype lists."""
    return np.dtype((np.record, descr))
