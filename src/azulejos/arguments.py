"""Checks of arguments that callers pass to the public functions: types, integers, languages.

Each returns the argument in the one form that the code behind it uses, or raises `BadArgument`.
Not here: checks of arrays of states, see `batch.py`.
"""

import operator

import numpy as np

from azulejos.compiled.rng import Rng, make_rng
from azulejos.errors import BadArgument, BadNotation
from azulejos.text import LANGUAGES, Text


def check_integer(name: str, value: object, least: int | None = None) -> int:
    """A Python or NumPy integer as an `int`, at least `least`; a bool or a float is refused."""
    if not isinstance(value, int | np.integer) or isinstance(value, bool):
        raise BadArgument(Text("argument.integer", {"name": name, "given": type_name(value)}))
    if least is not None and value < least:
        args = {"name": name, "least": least, "given": str(value)[:40]}
        raise BadArgument(Text("argument.least", args))
    return operator.index(value)


def check_text(name: str, value: object) -> str:
    """A `str`."""
    if isinstance(value, str):
        return value
    raise BadArgument(Text("argument.text", {"name": name, "given": type_name(value)}))


def check_language(language: object) -> str:
    """The code of a language that there are sentences in."""
    if isinstance(language, str) and language in LANGUAGES:
        return language
    args = {"name": str(language)[:40], "languages": ", ".join(LANGUAGES)}
    raise BadNotation(Text("language.unknown", args), str(language)[:40])


def check_rng(rng: object) -> Rng:
    """A generator made by `make_rng`: a writeable array of one `uint64`."""
    is_array = isinstance(rng, np.ndarray) and rng.dtype == np.uint64 and rng.shape == (1,)
    if is_array and rng.flags.writeable and rng.flags.aligned:  # type: ignore[attr-defined]
        return rng  # type: ignore[return-value]
    raise BadArgument(Text("argument.rng", {"given": type_name(rng)}))


def open_rng(entropy: object) -> Rng:
    """A generator from an integer, from the operating system (None), or the one that is given."""
    if entropy is None:
        return make_rng()
    if isinstance(entropy, np.ndarray):
        return check_rng(entropy)
    return make_rng(check_integer("entropy", entropy))


def type_name(value: object) -> str:
    """How a message names the type of an argument."""
    if isinstance(value, np.ndarray):
        return f"array of {value.dtype.name[:40]} {value.shape}"
    return type(value).__name__
