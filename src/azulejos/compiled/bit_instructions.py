"""The compiled forms of the functions in `bits.py`."""

from typing import Any

from azulejos.compiled import numba_bridge
from azulejos.compiled.bits import count_ones, find, lowest_one, nth_one, write_row
from azulejos.compiled.jit import compiles
from azulejos.compiled.numba_bridge import (
    INT,
    NOTHING,
    SHORT,
    call_by_name,
    constant,
    instruction,
    no_result,
    place,
    splat,
    vector,
)


@instruction
def _population(typing: Any, word: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return INT(INT), build


@instruction
def _trailing_zeros(typing: Any, word: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], constant(1, 1))

    return INT(INT), build


@instruction
def _deposit(typing: Any, word: Any, mask: Any) -> Any:
    """The lowest bits of a word, moved to where a mask has ones (BMI2)."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return call_by_name(builder, "llvm.x86.bmi.pdep.64", arguments)

    return INT(INT, INT), build


@instruction
def _write_row(typing: Any, out: Any, n: Any, rows: Any, i: Any, plus: Any) -> Any:
    eight = vector(int, 16, 8)

    def build(*code: Any) -> Any:
        context, builder, _, (_, n, _, i, plus) = code
        row = builder.load(place(code, 2, builder.mul(i, constant(8)), eight), align=2)
        added = splat(builder, plus, eight)
        builder.store(builder.add(row, added), place(code, 0, n, eight), align=2)
        return no_result(context)

    return NOTHING(out, INT, rows, INT, SHORT), build


@instruction
def _matches(typing: Any, row: Any, i: Any, number: Any) -> Any:
    lanes = vector(int, 16, 32)

    def build(*code: Any) -> Any:
        _, builder, _, (_, i, number) = code
        wanted = splat(builder, number, lanes)
        same = builder.icmp_signed("==", builder.load(place(code, 0, i, lanes), align=2), wanted)
        return builder.zext(builder.bitcast(same, constant(0, 32).type), constant(0).type)

    return INT(row, INT, SHORT), build


@compiles(count_ones)
def _compiled_count_ones(word: Any) -> Any:
    return lambda word: _population(word)


@compiles(lowest_one)
def _compiled_lowest_one(word: Any) -> Any:
    return lambda word: _trailing_zeros(word)


@instruction
def _nth_one_of_target(typing: Any, word: Any, n: Any) -> Any:
    """The form that `numba_bridge` defines for the processor for which code is built."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return call_by_name(builder, numba_bridge.NTH_ONE, arguments)

    return INT(INT, INT), build


@compiles(nth_one)
def _compiled_nth_one(word: Any, n: Any) -> Any:
    if numba_bridge.is_collecting:
        return lambda word, n: _nth_one_of_target(word, n)
    if numba_bridge.has_bmi2():
        return lambda word, n: lowest_one(_deposit(1 << n, word))

    def skip(word: Any, n: Any) -> Any:
        for _ in range(n):
            word &= word - 1
        return lowest_one(word)

    return skip


@compiles(write_row)
def _compiled_write_row(out: Any, n: Any, rows: Any, i: Any, plus: Any) -> Any:
    return lambda out, n, rows, i, plus: _write_row(out, n, rows, i, plus)


@compiles(find)
def _compiled_find(row: Any, number: Any) -> Any:
    def find_by_32(row: Any, number: Any) -> Any:
        i = 0
        matches = _matches(row, i, number)
        while matches == 0:
            i += 32
            matches = _matches(row, i, number)
        return i + lowest_one(matches)

    return find_by_32
