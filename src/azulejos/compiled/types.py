"""The types of the arguments with which Python calls compiled functions, declared beside them.

`@kernel(state["n"], int16["n", "MAX_MOVES"], int64["n"])` declares three arrays of the same length,
which Python may pass to the function: states of a game, rows with room for every move, numbers. A
size is `:` (any), a small letter (the same wherever it occurs; with `+` not 0), a number or the
name of a number of the game (at least so many). Arrays are contiguous. Other types are records
(`state`, or `of(dtype)`), `int`, `float`, `bool`, an index (`within["n"]`: an int from 0 on and
below a size, which arrays before it have if it is a letter), a tuple of types, and a `NamedTuple`
whose fields are annotated with types: `nodes: Annotated[Any, of(NODE)[:]]`. Arrays and records are
written unless they are `const`.

`kernels.c` compares the arguments of each call with these types, `do_fit` those of calls that no
library answers.
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
    """The type of records, which with sizes in square brackets becomes the type of an array."""

    dtype: np.dtype[Any] | None
    is_written: bool = True

    @property
    def const(self) -> "Element":
        """The type of records that are only read."""
        return replace(self, is_written=False)

    def __getitem__(self, sizes: Size | tuple[Size, ...]) -> Array:
        return Array(self.dtype, sizes if isinstance(sizes, tuple) else (sizes,))


@dataclass(frozen=True)
class Index:
    """The type of indices: ints from 0 on and below a size."""

    size: Size


@dataclass(frozen=True)
class Fields:
    """The type of a `NamedTuple` with other types than its fields are annotated with."""

    named: Any
    kinds: tuple[Any, ...]


class Within:
    """With a size in square brackets the type of an index."""

    def __getitem__(self, size: Size) -> Index:
        return Index(size)


within = Within()


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
    if isinstance(kind, Fields):
        return kind.kinds
    return kind if isinstance(kind, tuple) else fields(kind) if hasattr(kind, "_fields") else ()


def with_fields(named: Any, **others: Any) -> Fields:
    """The type of a `NamedTuple` with other types for some of its fields."""
    kinds = zip(named._fields, fields(named), strict=True)
    return Fields(named, tuple(others.get(name, kind) for name, kind in kinds))


def is_generic(kind: Any) -> bool:
    """Does a type depend on a game?"""
    is_state = isinstance(kind, Array | Element) and kind.dtype is None
    return is_state or any(map(is_generic, parts(kind)))


def example(kind: Any, states: np.dtype[Any]) -> Any:
    """A value of a type, for a game with such states."""
    if isinstance(kind, Array):
        return np.zeros((1,) * len(kind.sizes), kind.dtype or states)
    if isinstance(kind, Element):
        return np.zeros(1, kind.dtype or states)[0]
    if isinstance(kind, Index):
        return 0
    values = [example(part, states) for part in parts(kind)]
    if isinstance(kind, tuple):
        return tuple(values)
    return (kind.named if isinstance(kind, Fields) else kind)(
        *values
    )  # of a NamedTuple, or 0, 0.0, False


# ---- Arguments of a call

state_games: dict[np.dtype[Any], Any] = {}  # the games by the dtype of their states
Sizes = dict[str, int]  # of the arrays of a call, by letter


def number_of(game: Any, name: str) -> int | None:
    """A number of a game by its name, None if the game has no such part."""
    places = (game.rules, game.evaluator, game.encoding) if game else ()
    return next((getattr(place, name) for place in places if hasattr(place, name)), None)


def do_fit(kinds: tuple[Any, ...], values: tuple[Any, ...]) -> bool:
    """Do the arguments of a call have the types that the function declares?"""
    return _fits(kinds, values, _find_game(values), {})


def _find_game(values: tuple[Any, ...]) -> Any:
    """The game whose states are among the arguments of a call."""
    for value in values:
        dtype: Any = getattr(value, "dtype", None)
        game = _find_game(value) if isinstance(value, tuple) else state_games.get(dtype)
        if game:
            return game
    return None


def _fits(kind: Any, value: Any, game: Any, sizes: Sizes) -> bool:
    if isinstance(kind, Array):
        return isinstance(value, np.ndarray) and _fits_array(kind, value, game, sizes)
    if isinstance(kind, Element):
        is_record = isinstance(value, np.void) and _is_of(value.dtype, kind.dtype, game)
        return is_record and (not kind.is_written or bool(value.flags.writeable))
    if isinstance(kind, Index):
        limit = _known(kind.size, game, sizes)
        return limit is not None and _is_integer(value) and 0 <= value < limit
    if isinstance(kind, tuple) or parts(kind):
        inner = parts(kind)
        has_all = isinstance(value, tuple) and len(value) == len(inner)
        return has_all and all(_fits(*each, game, sizes) for each in zip(inner, value, strict=True))
    if kind is int:
        return _is_integer(value) and -(2**63) <= value < 2**63
    return isinstance(value, (bool, np.bool_) if kind is bool else (float, int, np.floating))


def _fits_array(kind: Array, value: Any, game: Any, sizes: Sizes) -> bool:
    flags = value.flags
    if not (flags.c_contiguous and flags.aligned and value.dtype.isnative):
        return False
    if (kind.is_written and not flags.writeable) or not _is_of(value.dtype, kind.dtype, game):
        return False
    return value.ndim == len(kind.sizes) and all(
        _fits_size(size, number, game, sizes)
        for size, number in zip(kind.sizes, value.shape, strict=True)
    )


def _fits_size(size: Size, number: int, game: Any, sizes: Sizes) -> bool:
    if isinstance(size, slice):
        return True
    if isinstance(size, str) and is_letter(size):
        return sizes.setdefault(size[0], number) == number and number >= len(size) - 1
    least = _known(size, game, {})
    return least is not None and number >= least


def is_letter(size: str) -> bool:
    """Is it the same size wherever it occurs?"""
    return size.islower()


def _known(size: Size, game: Any, sizes: Sizes) -> int | None:
    """The number that a size stands for, None if there is none."""
    if isinstance(size, str):
        return sizes.get(size) if is_letter(size) else number_of(game, size)
    return size if isinstance(size, int) else None


def _is_of(dtype: np.dtype[Any], wanted: np.dtype[Any] | None, game: Any) -> bool:
    return bool(game and dtype == game.state) if wanted is None else dtype == wanted


def _is_integer(value: Any) -> bool:
    return isinstance(value, int | np.integer)
