"""A small random number generator (splitmix64) that gives the same numbers compiled and in plain
Python.

Its state is an array of one `uint64` that the caller passes; there is no global generator. It is
for playouts, search and sampled deals, not for secrets.
"""

import secrets
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.compiled.jit import jit, kernel
from azulejos.compiled.types import uint64

Rng = NDArray[np.uint64]

WORD = 0xFFFFFFFFFFFFFFFF
HALF = 0xFFFFFFFF


def make_rng(entropy: int | None = None) -> Rng:
    """A generator started from `entropy`, or from the operating system's randomness."""
    number = secrets.randbits(64) if entropy is None else index(entropy)  # also one of NumPy's
    return np.array([number & WORD], np.uint64)


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
    """A uniform number below `n` from 32 random bits; new bits are drawn in the rare case that
    would make it biased.
    """
    product = np.int64(half) * n
    while product & HALF < n and product & HALF < (HALF + 1) % n:
        product = np.int64(next_word(rng) >> 32) * n
    return product >> 32  # type: ignore[no-any-return]


@kernel(uint64[1], int)
def below(rng: Any, n: Any) -> int:
    """A random number from 0 to n - 1."""
    return scale(next_word(rng) >> 32, n, rng)
