"""A tiny random number generator (splitmix64) that gives the same numbers compiled and in plain
Python.

Its state is an array of one `uint64`, handed in by the caller: no generator lives in a state or in
a module. It is for playouts, search and sampled deals; it is not a source of secrets.
"""

import secrets
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.compiled.jit import jit

Rng = NDArray[np.uint64]

WORD = 0xFFFFFFFFFFFFFFFF
HALF = 0xFFFFFFFF


def make_rng(entropy: int | None = None) -> Rng:
    """A generator started from `entropy`, or from the operating system's randomness."""
    return np.array([secrets.randbits(64) if entropy is None else entropy & WORD], np.uint64)


@jit
def next_word(rng: Any) -> Any:
    """64 random bits."""
    z = (int(rng[0]) + 0x9E3779B97F4A7C15) & WORD
    rng[0] = z
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & WORD
    return z ^ (z >> 31)


@jit
def scale(half: Any, n: Any, rng: Any) -> int:
    """A number below `n`, every one as likely: 32 random bits scaled down, drawn anew in the rare
    unfair case.
    """
    product = np.int64(half) * n
    while product & HALF < n and product & HALF < (HALF + 1) % n:
        product = np.int64(next_word(rng) >> 32) * n
    return product >> 32  # type: ignore[no-any-return]


@jit
def below(rng: Any, n: Any) -> int:
    """A random number from 0 to n - 1."""
    return scale(next_word(rng) >> 32, n, rng)
