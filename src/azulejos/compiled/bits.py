"""Bit operations and operations on rows of moves, single machine instructions when compiled."""

from typing import Any

import numpy as np

from azulejos.compiled.jit import compiled_in

# Marks an index that is never negative: compiled code then need not check for one that counts from
# the end.
index = np.uint64

COMPILED_FORMS = "azulejos.compiled.bit_instructions"


@compiled_in(COMPILED_FORMS)
def count_ones(word: Any) -> int:
    """The number of set bits."""
    return int(word).bit_count()


@compiled_in(COMPILED_FORMS)
def lowest_one(word: Any) -> int:
    """The index of the lowest set bit; `word` must not be 0."""
    return (int(word) & -int(word)).bit_length() - 1


@compiled_in(COMPILED_FORMS)
def nth_one(word: Any, n: Any) -> int:
    """The index of the n-th set bit, counted from 0 at the lowest; it must exist."""
    for _ in range(n):
        word &= word - 1
    return lowest_one(word)


@compiled_in(COMPILED_FORMS)
def write_row(out: Any, n: Any, rows: Any, i: Any, plus: Any) -> None:
    """Write row i of a table with eight int16 in a row to `out` from place n on, each increased by
    `plus`.
    """
    out[n : n + 8] = rows[i] + np.int16(plus)


@compiled_in(COMPILED_FORMS)
def find(row: Any, number: Any) -> int:
    """The first index of a number that occurs in a row of int16; the length of the row is a
    multiple of 32.
    """
    return int(np.flatnonzero(row == number)[0])
