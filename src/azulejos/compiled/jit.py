"""The compile decorator of the package, and the disk cache of compiled code.

`@jit` compiles a function to machine code at its first call and stores the result on disk. The same
source also runs as plain Python, with the same results: in a process after `run_plain(True)`, which
lets a server answer while its code is still being compiled; in a block of one thread, see `mode`;
and with `NUMBA_DISABLE_JIT=1` in the environment everywhere, for debuggers and coverage. Not here:
what is compiled; `game.py` shows how compiled code finds the rules of a game.

Numba's own cache checks only the file of the function itself and would answer from stale code after
an edit in a file that it calls. So the cache has one folder for each digest of all sources that
compiled code depends on:

- files of the package that use a decorator of this module, and what these import, directly or
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
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.metadata import EntryPoints, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from llvmlite.binding import get_host_cpu_features, get_host_cpu_name
from numba.core import config, event, types
from numba.core.caching import IndexDataCacheFile, NullCache
from numba.core.registry import CPUDispatcher
from numba.core.typing.templates import infer_global
from numba.extending import intrinsic, models, overload, register_model

F = TypeVar("F", bound=Callable[..., Any])

IS_COMPILED = not config.DISABLE_JIT

PACKAGE = Path(__file__).parent.parent
GAMES_GROUP = "azulejos.games"  # of entry points
KEPT_SECONDS = 30 * 24 * 3600  # cache folders that were not used for longer are deleted

DECORATORS = {
    __name__,
    *(f"{__name__}.{name}" for name in ("jit", "compiles", "redirects", "instruction")),
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
        if b"jit" in content or b"register" in content
    }
    found = {module for module in names if f"{package.name}.game.register" in names[module]}
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
    processor = f"{get_host_cpu_name()} {get_host_cpu_features().flatten()}"
    digest = hashlib.sha256(f"{sys.version} {numba.__version__} {processor}".encode())
    for name, content in compiled_sources().items():
        digest.update(name.encode())
        digest.update(content)
    return digest.hexdigest()[:16]


# ---- The cache


def cache_home() -> Path:
    """The folder with one folder of compiled code for each digest."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "azulejos"


def open_cache() -> Path:
    """Create the cache folder of this digest, mark it as used, and delete those unused for long."""
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


class _CacheFiles(IndexDataCacheFile):  # type: ignore[misc]  # Numba is untyped
    """The compiled code of a function on disk, one file for each combination of argument types.

    Numba's own class numbers the files and lists them in an index. Two processes that store at the
    same time could then overwrite each other's file, and one of them would be listed for the wrong
    types. Here the name follows from the types. The folder follows from the sources and not, as
    with Numba, from the path of the source file: two copies of the package share compiled code.
    """

    def load(self, key: Any) -> Any:
        try:
            return self._load_data(self._file_name(key))
        except OSError:
            return None

    def save(self, key: Any, data: Any) -> None:
        self._save_data(self._file_name(key), data)

    def _file_name(self, key: Any) -> str:
        digest = hashlib.sha256(repr(key).encode()).hexdigest()[:16]
        return f"{Path(self._index_name).stem}.{digest}.nbc"


class _LazyCache(NullCache):  # type: ignore[misc]  # Numba is untyped
    """Opens the cache of a function when it is first compiled or loaded: to open those of all
    functions when they are defined would take a tenth of the import.
    """

    def __init__(self, dispatcher: Any):
        self.dispatcher = dispatcher

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        return self._open().load_overload(sig, target_context)

    def save_overload(self, sig: Any, data: Any) -> None:
        self._open().save_overload(sig, data)

    def _open(self) -> Any:
        with _opening:
            others, config.CACHE_DIR = config.CACHE_DIR, str(CACHE) if CACHE.name else ""
            try:
                self.dispatcher.enable_caching()
            finally:
                config.CACHE_DIR = others
        cache = self.dispatcher._cache
        cache._cache_file.__class__ = _CacheFiles
        if CACHE.name:
            folder = str(CACHE / self.dispatcher.py_func.__module__)
            cache._impl.locator._cache_path = cache._cache_file._cache_path = folder
        return cache


_opening = threading.Lock()  # of caches, which changes a setting of Numba for a moment


# ---- Plain Python or compiled


class _ThreadMode(threading.local):
    """How a thread runs decorated functions."""

    is_plain: bool | None = None  # None: like the process


_process_is_plain = False
_thread_mode = _ThreadMode()


class _Switch(CPUDispatcher):  # type: ignore[misc]  # Numba is untyped
    """A decorated function that can be run as plain Python.

    Calls inside a call that runs as plain Python do so as well, even if the process switches
    meanwhile: compiled code is not called with the arguments that only plain Python passes. Calls
    from compiled code to compiled code do not come here.
    """

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """How compiled code calls the function with arguments of some types: with all signed
        integers as 64-bit ones, or it would be compiled once more for each size and constant.
        """
        return super().get_call_template(tuple(map(_widened, args)), kws)

    def __call__(self, *args: Any) -> Any:
        is_plain = _thread_mode.is_plain
        if is_plain is None and _process_is_plain:
            with mode(is_plain=True):
                return self.py_func(*args)
        return self.py_func(*args) if is_plain else CPUDispatcher.__call__(self, *args)


def _widened(argument: Any) -> Any:
    """The type in which an argument is passed to a compiled function."""
    if isinstance(argument, types.Integer) and argument.signed:  # type: ignore[attr-defined]
        return types.int64
    return types.unliteral(argument)  # type: ignore[attr-defined]


def run_plain(is_plain: bool) -> None:
    """Run decorated functions in this process as plain Python from now on, or compiled again."""
    global _process_is_plain
    _process_is_plain = is_plain


@contextmanager
def mode(*, is_plain: bool) -> Iterator[None]:
    """In the block, this thread runs decorated functions as plain Python, or compiled."""
    before, _thread_mode.is_plain = _thread_mode.is_plain, is_plain
    try:
        yield
    finally:
        _thread_mode.is_plain = before


# ---- Decorators

_jit_modules: set[str] = set()  # the modules that have compiled functions


def jit(function: F) -> F:
    """Compile `function` at its first call with each combination of argument types; for the type
    checker it stays the same function.
    """
    _jit_modules.add(function.__module__)
    # without a wrapper for C, which nobody calls, compilation takes a tenth less
    compiled = numba.njit(nogil=True, error_model="numpy", no_cfunc_wrapper=True)(function)
    if IS_COMPILED:
        compiled.__class__ = _Switch
        compiled._cache = _LazyCache(compiled)
    return cast(F, compiled)


def compiles(function: Callable[..., Any]) -> Callable[[F], F]:
    """Decorate a function that, given argument types, returns the compiled form of the plain Python
    `function`.
    """
    decorator: Callable[[F], F] = overload(function, strict=False)
    return decorator


class _Redirected(types.Callable, types.Dummy):
    """The Numba type of a function whose calls go to another."""

    def __init__(self, function: Callable[..., Any], find: Callable[..., Any]):
        self.find = find
        super().__init__(f"redirected({function.__qualname__} {id(function)})")

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        return context.resolve_value_type(self.find(*args)).get_call_type(context, args, kws)

    def get_call_signatures(self) -> Any:
        return (), True

    def get_impl_key(self, sig: Any) -> Any:
        return self.find(*sig.args).get_overload(sig.args)


register_model(_Redirected)(models.OpaqueModel)


def redirects(function: Callable[..., Any]) -> Callable[[F], F]:
    """Decorate a function that, given argument types, returns the compiled function that compiled
    code calls instead of the plain Python `function`. With `compiles` there would be one more
    function to compile, into which all code that it calls is copied.
    """

    def decorator(find: F) -> F:
        infer_global(function, _Redirected(function, find))
        return find

    return decorator


def instruction(build: Callable[..., Any]) -> Callable[..., Any]:
    """A function that only compiled code can call, written as LLVM instructions."""
    built: Callable[..., Any] = intrinsic(build)
    return built


def record_dtype(fields: list[Any]) -> np.dtype[Any]:
    """The dtype of a record whose fields read as attributes, compiled and in plain Python alike.

    The fields lie without padding, so put the larger ones first to keep them aligned.
    """
    return np.dtype((np.record, fields))


def state_dtype(fields: list[Any]) -> np.dtype[Any]:
    """The dtype of a game's state: a record padded to whole 64-bit words, by which it is hashed."""
    size = record_dtype(fields).itemsize
    return record_dtype([*fields, ("filling", np.int8, -size % 8)] if size % 8 else fields)


class _Watch(event.Listener):  # type: ignore[misc]  # Numba is untyped
    """Reports the start of each compilation that the disk cache did not avoid."""

    def __init__(self, report: Callable[[str], None]):
        self.report = report

    def on_start(self, event: event.Event) -> None:
        dispatcher = event.data["dispatcher"]
        if dispatcher.__module__ in _jit_modules:
            self.report(dispatcher.__name__)

    def on_end(self, event: event.Event) -> None:
        pass


@contextmanager
def watch_compilation(report: Callable[[str], None]) -> Iterator[None]:
    """Call `report(name)` for every function decorated with `jit` that is compiled in the block."""
    watch = _Watch(report)
    event.register("numba:compile", watch)
    try:
        yield
    finally:
        event.unregister("numba:compile", watch)
