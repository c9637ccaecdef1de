"""The compile decorators of the package, and the choice between three ways to run a function.

A function decorated with `jit` or `kernel` runs as machine code that was built with the package
(see `library.py`); else Numba compiles it at its first call, if that is installed; else it runs as
plain Python, with the same results. A library that does not have the function, or is of other
sources, is no obstacle. `AZULEJOS_KERNELS` chooses one way for the whole process: `library` makes
it an error that the library lacks a function of the package, `jit` asks for Numba, `plain` for
plain Python, for debuggers and coverage.

Compiled code calls functions of `jit`; Python calls those of `kernel`, which declare the types of
their arguments (see `types.py`). In each way a call whose arguments do not fit is refused before
anything runs: compiled code would read and write beyond the end of arrays. `contract/verbs.py`
shows how compiled code finds the rules of a game, `numba_bridge.py` has all that needs Numba.
"""

import os
import sys
import threading
import warnings
from collections.abc import Callable
from functools import cache, update_wrapper, wraps
from importlib.util import find_spec
from pathlib import Path
from types import FrameType
from typing import Any, TypeVar, cast

import numpy as np

from azulejos.compiled.library import PACKAGE, load_library
from azulejos.compiled.types import do_fit

F = TypeVar("F", bound=Callable[..., Any])

WAYS = ("library", "jit", "plain")
way = os.environ.get("AZULEJOS_KERNELS", "")
if way and way not in WAYS:
    raise ImportError(f"AZULEJOS_KERNELS is {way!r}, not one of {', '.join(WAYS)}")

library = load_library(PACKAGE / "compiled", PACKAGE.parent) if way in ("", "library") else None
outside_libraries: list[Any] = []


@cache
def add_library(package: str) -> None:
    """Use the library of an imported package from outside, if it was built."""
    for folder in map(Path, getattr(sys.modules[package], "__path__", ())):
        if way in ("", "library") and (found := load_library(folder, folder.parent)):
            outside_libraries.append(found)


# ---- Functions


class _NoKernel:
    """The base class of functions without a library."""

    def __init__(self, name: str):
        pass

    def __call__(self, *args: Any) -> Any:
        return self.otherwise(*args)  # type: ignore[attr-defined]  # of the subclass


class JitFunction(library.Kernel if library else _NoKernel):  # type: ignore[misc]  # an extension
    """A decorated function. A call that the library of the package cannot answer goes to
    `otherwise`; calls from compiled code to compiled code do not come here.
    """

    def __init__(self, function: Callable[..., Any], kinds: tuple[Any, ...] | None = None):
        super().__init__(f"{function.__module__}.{function.__qualname__}")
        update_wrapper(self, function)
        self.py_func = function
        self.is_kernel = kinds is not None  # does Python call it?
        self.kinds = kinds or ()  # the types of its arguments
        self.in_parts = False  # see `in_parts`
        self._elsewhere: dict[Any, Any] = {}  # the same function in libraries from outside
        self._dispatcher: Any = None

    def otherwise(self, *args: Any) -> Any:
        """Answer a call for which the library has no form."""
        for other in outside_libraries:
            if other not in self._elsewhere:
                self._elsewhere[other] = make_outside_kernel(other, self)
            answer = self._elsewhere[other](*args)
            if answer is not NotImplemented:
                return answer
        if self.is_kernel and not do_fit(self.kinds, args):
            raise TypeError(refusal(self.py_func, args))
        if way == "library" and self.is_expected(sys._getframe(1)) and is_own(args):
            raise TypeError(missing(self, args))
        if self.in_parts:
            return self.py_func(*args)
        return (self._dispatcher or self.dispatcher)(*args)

    def is_expected(self, caller: FrameType) -> bool:
        """Should the library have the function? It has those of the package that Python code of the
        package calls, and all that declare their types.
        """
        is_inside = caller.f_globals.get("__name__", "").startswith("azulejos.")
        return self.__module__.startswith("azulejos.") and (is_inside or self.is_kernel)

    def __reduce__(self) -> str:
        return self.py_func.__qualname__  # pickled by name, as functions are

    @property
    def dispatcher(self) -> Any:
        """Numba's form of the function, or the function itself if there is no Numba."""
        if self._dispatcher is None:
            with _making:
                if self._dispatcher is None:
                    self._dispatcher = make_dispatcher(self.py_func)
        return self._dispatcher

    @property
    def _numba_type_(self) -> Any:
        """The Numba type of this function in compiled code."""
        return self.dispatcher._numba_type_


_making = threading.RLock()


def make_dispatcher(function: Callable[..., Any]) -> Any:
    if not has_numba():
        return function
    from azulejos.compiled.numba_bridge import make_dispatcher

    return make_dispatcher(function)


@cache
def has_numba() -> bool:
    """Can Numba compile what the library lacks? If not, a warning says so, once."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return False
    if find_spec("numba") is None:
        words = "some code of azulejos or of a game runs as plain Python, slowly: no library was"
        hint = "built of its sources (`azulejos kernels build`), and azulejos[jit] is not installed"
        warnings.warn(f"{words} {hint}", RuntimeWarning, stacklevel=5)
        return False
    return True


def make_outside_kernel(other: Any, function: JitFunction) -> Any:
    """A function in the library of a package from outside."""

    class OutsideKernel(other.Kernel):  # type: ignore[misc]  # an extension
        def otherwise(self, *args: Any) -> Any:
            return NotImplemented

    return OutsideKernel(f"{function.__module__}.{function.__qualname__}")


def is_own(args: Any) -> bool:
    """Are all records in arguments of types that the library of the package knows?"""
    if isinstance(args, tuple):
        return all(map(is_own, args))
    dtype = getattr(args, "dtype", None)
    return library is None or dtype is None or dtype.names is None or dtype in library.dtypes


def refusal(function: Callable[..., Any], args: tuple[Any, ...]) -> str:
    return f"arguments that do not fit the declared types: {described(function, args)}"


def missing(function: JitFunction, args: tuple[Any, ...]) -> str:
    state = f"has {function.forms} forms of" if library else "is missing or stale, asked for"
    return f"the built library {state} {described(function.py_func, args)}"


def described(function: Callable[..., Any], args: tuple[Any, ...]) -> str:
    """A call, with its arguments."""
    given = ", ".join(map(kind_text, args))
    return f"{function.__module__}.{function.__qualname__}({given[:300]})"


def kind_text(x: Any) -> str:
    """The type of an argument, and the sizes of an array."""
    if isinstance(x, np.ndarray):
        return f"{'records' if x.dtype.names else x.dtype}{list(x.shape)}"
    return type(x).__name__


class _Calls(threading.local):
    """The calls of a thread in plain Python."""

    is_inside = False  # in a function that Python called


_calls = _Calls()


def check_calls(function: Callable[..., Any], kinds: tuple[Any, ...]) -> Callable[..., Any]:
    """A function in plain Python that refuses what its compiled form would; not when another one
    calls it, as compiled code does not check calls of its own.
    """

    @wraps(function)
    def checked(*args: Any) -> Any:
        if _calls.is_inside:
            return function(*args)
        if not do_fit(kinds, args):
            raise TypeError(refusal(function, args))
        _calls.is_inside = True
        try:
            return function(*args)
        finally:
            _calls.is_inside = False

    return checked


# ---- Decorators

kernels: list[JitFunction] = []  # the functions that Python calls
# What Numba does not know yet; `numba_bridge.py` registers it before anything is compiled.
form_modules: list[str] = []  # named by `compiled_in`
forms: list[tuple[Callable[..., Any], Callable[..., Any]]] = []
redirected: list[tuple[Callable[..., Any], Callable[..., Any]]] = []


def jit(function: F) -> F:
    """Compile a function that compiled code calls; for the type checker it stays the same."""
    return function if way == "plain" else cast(F, JitFunction(function))


def kernel(*kinds: Any) -> Callable[[F], F]:
    """Compile a function that Python calls with arguments of these types."""

    def decorator(function: F) -> F:
        if way == "plain":
            return cast(F, check_calls(function, kinds))
        kernels.append(JitFunction(function, kinds))
        return cast(F, kernels[-1])

    return decorator


def in_parts(function: F) -> F:
    """Let Python run a compiled function that the library lacks: Numba then compiles the functions
    that it calls, each at its first call, instead of the whole.
    """
    if isinstance(function, JitFunction):
        function.in_parts = True
    return function


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
