"""The side of compiled code that needs Numba: dispatchers, the files of the disk cache, and what
compiled code calls instead of some plain Python functions.

Imported when a function decorated with `jit` is first called as compiled code.
"""

import hashlib
import threading
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import numba
import numba.cpython.hashing  # registers symbols that loaded code may need
from numba.core import config, event, types
from numba.core.caching import FunctionCache, IndexDataCacheFile, NullCache
from numba.core.registry import CPUDispatcher
from numba.core.runtime.nrt import rtsys
from numba.core.typing.templates import infer_global
from numba.extending import intrinsic, models, overload, register_model

from azulejos.compiled.disk_cache import open_cache
from azulejos.compiled.jit import form_modules, forms, jit_modules, redirected, watchers

# ---- The cache


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


class _Cache(FunctionCache):  # type: ignore[misc]  # Numba is untyped
    """Loads code without what only compilation needs: Numba would import all that it can compile,
    which takes half of the time until a first answer. A compilation does so by itself.
    """

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        rtsys.initialize(target_context)
        with self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)


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
        folder = open_cache()
        with _opening:
            others, config.CACHE_DIR = config.CACHE_DIR, str(folder) if folder.name else ""
            try:
                self.dispatcher.enable_caching()
            finally:
                config.CACHE_DIR = others
        cache = self.dispatcher._cache
        cache.__class__ = _Cache
        cache._cache_file.__class__ = _CacheFiles
        if folder.name:
            place = str(folder / self.dispatcher.py_func.__module__)
            cache._impl.locator._cache_path = cache._cache_file._cache_path = place
        return cache


_opening = threading.Lock()  # of caches, which changes a setting of Numba for a moment


# ---- Dispatchers


class _Dispatcher(CPUDispatcher):  # type: ignore[misc]  # Numba is untyped
    def get_call_template(self, args: Any, kws: Any) -> Any:
        """How compiled code calls the function with arguments of some types: with all signed
        integers as 64-bit ones, or it would be compiled once more for each size and constant.
        """
        return super().get_call_template(tuple(map(_widened, args)), kws)


def _widened(argument: Any) -> Any:
    """The type in which an argument is passed to a compiled function."""
    if isinstance(argument, types.Integer) and argument.signed:  # type: ignore[attr-defined]
        return types.int64
    return types.unliteral(argument)  # type: ignore[attr-defined]


def make_dispatcher(function: Callable[..., Any]) -> Any:
    """Numba's form of a function, with the disk cache of the package."""
    _register_forms()
    # without a wrapper for C, which nobody calls, compilation takes a tenth less
    compiled = numba.njit(nogil=True, error_model="numpy", no_cfunc_wrapper=True)(function)
    compiled.__class__ = _Dispatcher
    compiled._cache = _LazyCache(compiled)
    return compiled


# ---- What compiled code calls instead of plain Python


def _register_forms() -> None:
    while form_modules:
        import_module(form_modules.pop())
    while forms:
        function, find = forms.pop()
        overload(function, strict=False)(find)
    while redirected:
        function, find = redirected.pop()
        infer_global(function, _Redirected(function, find))


def instruction(build: Callable[..., Any]) -> Callable[..., Any]:
    """A function that only compiled code can call, written as LLVM instructions."""
    built: Callable[..., Any] = intrinsic(build)
    return built


class _Redirected(types.Callable, types.Dummy):
    """The Numba type of a function whose calls go to another. With an overload there would be one
    more function to compile, into which all code that it calls is copied.
    """

    def __init__(self, function: Callable[..., Any], find: Callable[..., Any]):
        self.find = find
        super().__init__(f"redirected({function.__qualname__} {id(function)})")

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        return context.resolve_value_type(self.find(*args)).get_call_type(context, args, kws)

    def get_call_signatures(self) -> Any:
        return (), True

    def get_impl_key(self, sig: Any) -> Any:
        return self.find(*sig.args).dispatcher.get_overload(sig.args)


register_model(_Redirected)(models.OpaqueModel)


# ---- Progress


class _Watch(event.Listener):  # type: ignore[misc]  # Numba is untyped
    """Reports the start of each compilation that the disk cache did not avoid."""

    def on_start(self, event: event.Event) -> None:
        dispatcher = event.data["dispatcher"]
        if dispatcher.__module__ in jit_modules:
            for report in watchers:
                report(dispatcher.__name__)

    def on_end(self, event: event.Event) -> None:
        pass


event.register("numba:compile", _Watch())
