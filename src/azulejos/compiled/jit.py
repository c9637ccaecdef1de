"""The compile decorator of the package.

`@jit` compiles a function to machine code at its first call and stores the result on disk, see
`disk_cache.py`. The same source also runs as plain Python, with the same results: in a process
after `run_plain(True)`, which lets a server answer while its code is still being compiled; in a
block of one thread, see `mode`; and with `NUMBA_DISABLE_JIT=1` in the environment everywhere, for
debuggers and coverage. Numba takes longer to import than everything else here, so that is done when
a compiled function is first called; `backend.py` has all that needs it. Not here: what is compiled;
`contract/verbs.py` shows how compiled code finds the rules of a game.
"""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import update_wrapper
from typing import Any, TypeVar, cast

import numpy as np

F = TypeVar("F", bound=Callable[..., Any])

IS_COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")


# ---- Plain Python or compiled


class _ThreadMode(threading.local):
    """How a thread runs decorated functions."""

    is_plain: bool | None = None  # None: like the process


_process_is_plain = False
_thread_mode = _ThreadMode()


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


class JitFunction:
    """A decorated function, which can be run compiled or as plain Python.

    Calls inside a call that runs as plain Python do so as well, even if the process switches
    meanwhile: compiled code is not called with the arguments that only plain Python passes. Calls
    from compiled code to compiled code do not come here.
    """

    def __init__(self, function: Callable[..., Any]):
        update_wrapper(self, function)
        self.py_func = function
        self._dispatcher: Any = None

    def __call__(self, *args: Any) -> Any:
        is_plain = _thread_mode.is_plain
        if is_plain is None and _process_is_plain:
            with mode(is_plain=True):
                return self.py_func(*args)
        if is_plain:
            return self.py_func(*args)
        return (self._dispatcher or self.dispatcher)(*args)

    def __reduce__(self) -> str:
        return self.py_func.__qualname__  # pickled by name, as functions are

    @property
    def dispatcher(self) -> Any:
        """Numba's form of the function."""
        if self._dispatcher is None:
            from azulejos.compiled.backend import make_dispatcher

            with _making:
                if self._dispatcher is None:
                    self._dispatcher = make_dispatcher(self.py_func)
        return self._dispatcher

    @property
    def _numba_type_(self) -> Any:
        """The Numba type of this function in compiled code."""
        return self.dispatcher._numba_type_


_making = threading.RLock()


# ---- Decorators

jit_modules: set[str] = set()  # the modules that have compiled functions
# What Numba does not know yet; `backend.py` registers it before anything is compiled.
form_modules: list[str] = []  # named by `compiled_in`
forms: list[tuple[Callable[..., Any], Callable[..., Any]]] = []
redirected: list[tuple[Callable[..., Any], Callable[..., Any]]] = []


def jit(function: F) -> F:
    """Compile `function` at its first call with each combination of argument types; for the type
    checker it stays the same function.
    """
    jit_modules.add(function.__module__)
    return cast(F, JitFunction(function)) if IS_COMPILED else function


def compiled_in(module: str) -> Callable[[F], F]:
    """Decorate a plain Python function whose compiled form is in a module of its own, which is
    imported before anything is compiled.
    """

    def decorator(function: F) -> F:
        if module not in form_modules:
            form_modules.append(module)
        return function

    return decorator


def compiles(function: Callable[..., Any]) -> Callable[[F], F]:
    """Decorate a function that, given argument types, returns the compiled form of the plain Python
    `function`.
    """

    def decorator(find: F) -> F:
        forms.append((function, find))
        return find

    return decorator


def redirects(function: Callable[..., Any]) -> Callable[[F], F]:
    """Decorate a function that, given argument types, returns the compiled function that compiled
    code calls instead of the plain Python `function`.
    """

    def decorator(find: F) -> F:
        redirected.append((function, find))
        return find

    return decorator


# ---- Records


def record_dtype(fields: list[Any]) -> np.dtype[Any]:
    """The dtype of a record whose fields read as attributes, compiled and in plain Python alike.

    The fields lie without padding, so put the larger ones first to keep them aligned.
    """
    return np.dtype((np.record, fields))


def state_dtype(fields: list[Any]) -> np.dtype[Any]:
    """The dtype of a game's state: a record padded to whole 64-bit words, by which it is hashed."""
    size = record_dtype(fields).itemsize
    return record_dtype([*fields, ("filling", np.int8, -size % 8)] if size % 8 else fields)


# ---- Progress

watchers: list[Callable[[str], None]] = []  # of compilations; see `backend.py`


@contextmanager
def watch_compilation(report: Callable[[str], None]) -> Iterator[None]:
    """Call `report(name)` for every function decorated with `jit` that is compiled in the block."""
    watchers.append(report)
    try:
        yield
    finally:
        watchers.remove(report)
