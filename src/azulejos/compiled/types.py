"""The types of the arguments with which Python calls compiled functions, declared beside them.

`@kernel(state["n"], int16["n", "MAX_MOVES"], int64["n"])` declares three arrays of the same length,
which Python may pass to the function: states of a game, rows with room for every move, numbers. A
size is `:` (any), a small letter (the same wherever it occurs), a number or the name of a number of
the game (at least so many). Arrays are contiguous, and written unless they are `const`. Other types
are `int`, `float`, `bool`, a record (`state`, or a dtype), a tuple of types, and a `NamedTuple`
whose fields are annotated with types: `nodes: Annotated[Any, of(NODE)[:]]`.
"""

from dataclasses import dataclass, replace
from functools import cache
from typing import Any, get_type_hints

import numpy as np

Size = str | int | slice


@dataclass(frozen=True)
class Array:
    """The type of arrays of records or numbers."""

    dtype: np.dtype[Any] | None  # None: the states of a game
    sizes: tuple[Size, ...]
    is_written: bool = True

    @property
    def const(self) -> "Array":
        """The type of arrays that are only read."""
        return replace(self, is_written=False)


@dataclass(frozen=True)
class Element:
    """A dtype, which with sizes in square brackets becomes the type of an array."""

    dtype: np.dtype[Any] | None

    def __getitem__(self, sizes: Size | tuple[Size, ...]) -> Array:
        return Array(self.dtype, sizes if isinstance(sizes, tuple) else (sizes,))


def of(dtype: np.dtype[Any]) -> Element:
    """A record or number as the element of arrays."""
    return Element(dtype)


state = Element(None)
boolean = Element(np.dtype(np.bool_))
int8, int16, int32, int64 = (Element(np.dtype(f"i{size}")) for size in (1, 2, 4, 8))
uint8, uint64 = Element(np.dtype(np.uint8)), Element(np.dtype(np.uint64))
float32, float64 = Element(np.dtype(np.float32)), Element(np.dtype(np.float64))


@cache
def fields(named: Any) -> tuple[Any, ...]:
    """The types of the fields of a `NamedTuple`."""
    hints = get_type_hints(named, include_extras=True)
    return tuple(getattr(hints[name], "__metadata__", (hints[name],))[0] for name in named._fields)


def parts(kind: Any) -> tuple[Any, ...]:
    """The types of which a tuple consists; none for other types."""
    return kind if isinstance(kind, tuple) else fields(kind) if hasattr(kind, "_fields") else ()


def is_generic(kind: Any) -> bool:
    """Does a type depend on a game?"""
    is_state = isinstance(kind, Array | Element) and kind.dtype is None
    return is_state or any(map(is_generic, parts(kind)))


def example(kind: Any, states: np.dtype[Any]) -> Any:
    """A value of a type, for a game with such states."""
    if isinstance(kind, Array):
        return np.zeros((1,) * len(kind.sizes), kind.dtype or states)
    if isinstance(kind, Element | np.dtype):
        return np.zeros(1, kind if isinstance(kind, np.dtype) else kind.dtype or states)[0]
    values = [example(part, states) for part in parts(kind)]
    if isinstance(kind, tuple):
        return tuple(values)
    return kind(*values)  # of a NamedTuple, or 0, 0.0, False
