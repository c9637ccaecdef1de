"""Text written by compiled code, above all JSON: the last argument is the buffer to write to.

Fixed text is given as bytes, which compiled code takes as constants. A JSON value is separated from
the one before by the function that writes it, so lists and objects are written value by value. A
buffer that is too small gets as much as fits, and the rest is counted, with a few bytes too many.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.compiled.bits import index
from azulejos.compiled.jit import jit

QUOTE, SPACE, COMMA, COLON, MINUS, ZERO = b'" ,:-0'
OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT = b"[]{}"


class Buffer(NamedTuple):
    """Bytes that compiled code writes."""

    data: NDArray[np.uint8]
    length: NDArray[np.int64]  # of one: how many bytes were written, with those that did not fit


@jit
def buffer_of(data: Any) -> Any:
    """An empty buffer that writes to an array of bytes."""
    return Buffer(data, np.zeros(1, np.int64))


# ---- Text


@jit
def write_byte(value: Any, out: Any) -> None:
    n = out.length[0]
    if n < len(out.data):
        out.data[index(n)] = value
    out.length[0] = n + 1


@jit
def write(text: Any, out: Any) -> None:
    """Write bytes."""
    for value in text:
        write_byte(value, out)


@jit
def write_digits(x: Any, out: Any) -> None:
    """Write an integer."""
    left = np.int64(x)
    if left < 0:
        write_byte(MINUS, out)
        left = -left
    power = np.int64(1)
    while power * 10 <= left:
        power *= 10
    while power:
        write_byte(ZERO + left // power % 10, out)
        power //= 10


# ---- JSON


@jit
def separate(out: Any) -> None:
    """Write a comma if the value to be written follows another; where nothing fits any more, count
    one.
    """
    n = out.length[0]
    last = COMMA if n > len(out.data) else COLON if n == 0 else out.data[index(n - 1)]
    if last != OPEN_LIST and last != OPEN_OBJECT and last != COLON:
        write_byte(COMMA, out)


@jit
def open_list(out: Any) -> None:
    separate(out)
    write_byte(OPEN_LIST, out)


@jit
def close_list(out: Any) -> None:
    write_byte(CLOSE_LIST, out)


@jit
def open_object(out: Any) -> None:
    separate(out)
    write_byte(OPEN_OBJECT, out)


@jit
def close_object(out: Any) -> None:
    write_byte(CLOSE_OBJECT, out)


@jit
def open_text(out: Any) -> None:
    separate(out)
    write_byte(QUOTE, out)


@jit
def close_text(out: Any) -> None:
    write_byte(QUOTE, out)


@jit
def write_text(text: Any, out: Any) -> None:
    """Write bytes that need no escapes."""
    open_text(out)
    write(text, out)
    close_text(out)


@jit
def write_letter(letters: Any, i: Any, out: Any) -> None:
    """Write letter i of several as a text."""
    open_text(out)
    write_byte(letters[i], out)
    close_text(out)


@jit
def write_word(words: Any, i: Any, out: Any) -> None:
    """Write word i of several, which are separated by spaces."""
    left = np.int64(i)
    open_text(out)
    for value in words:
        if value == SPACE:
            left -= 1
        elif left == 0:
            write_byte(value, out)
    close_text(out)


@jit
def write_number(x: Any, out: Any) -> None:
    """Write an integer."""
    separate(out)
    write_digits(x, out)


@jit
def write_numbers(numbers: Any, n: Any, out: Any) -> None:
    """Write a list of the first n integers of an array."""
    open_list(out)
    for i in range(n):
        write_number(numbers[i], out)
    close_list(out)


@jit
def write_optional(x: Any, out: Any) -> None:
    """Write an integer, or null in the place of a negative one."""
    separate(out)
    if x < 0:
        write(b"null", out)
    else:
        write_digits(x, out)


# ---- Fields of objects


@jit
def write_name(name: Any, out: Any) -> None:
    """Write the name of the field whose value comes next."""
    write_text(name, out)
    write_byte(COLON, out)


@jit
def text_field(name: Any, text: Any, out: Any) -> None:
    write_name(name, out)
    write_text(text, out)


@jit
def word_field(name: Any, words: Any, i: Any, out: Any) -> None:
    """Write a field with word i of several."""
    write_name(name, out)
    write_word(words, i, out)


@jit
def number_field(name: Any, x: Any, out: Any) -> None:
    write_name(name, out)
    write_number(x, out)
