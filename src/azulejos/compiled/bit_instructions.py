"""The compiled forms of the functions in `bits.py`."""

from typing import Any

from llvmlite import binding, ir
from numba import types
from numba.core import cgutils

from azulejos.compiled import numba_bridge
from azulejos.compiled.bits import count_ones, find, lowest_one, nth_one, write_row
from azulejos.compiled.jit import compiles
from azulejos.compiled.numba_bridge import instruction


@instruction
def _population(typing: Any, word: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), build


@instruction
def _trailing_zeros(typing: Any, word: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), build


@instruction
def _deposit(typing: Any, word: Any, mask: Any) -> Any:
    """The lowest bits of a word, moved to where a mask has ones (BMI2)."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = ir.FunctionType(ir.IntType(64), [ir.IntType(64)] * 2)
        name = "llvm.x86.bmi.pdep.64"
        return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), arguments)

    return types.int64(types.int64, types.int64), build


@instruction
def _write_row(typing: Any, out: Any, n: Any, rows: Any, i: Any, plus: Any) -> Any:
    eight = ir.VectorType(ir.IntType(16), 8)

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        def place(array: Any, number: Any) -> Any:
            data = context.make_array(signature.args[array])(
                context, builder, arguments[array]
            ).data
            return builder.bitcast(builder.gep(data, [number]), eight.as_pointer())

        row = builder.load(
            place(2, builder.mul(arguments[3], ir.Constant(ir.IntType(64), 8))), align=2
        )
        added = ir.Constant(eight, ir.Undefined)
        for lane in range(8):
            added = builder.insert_element(added, arguments[4], ir.Constant(ir.IntType(32), lane))
        builder.store(builder.add(row, added), place(0, arguments[1]), align=2)
        return context.get_dummy_value()

    return types.void(out, types.int64, rows, types.int64, types.int16), build


@instruction
def _matches(typing: Any, row: Any, i: Any, number: Any) -> Any:
    lanes = ir.VectorType(ir.IntType(16), 32)

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        place = builder.bitcast(builder.gep(data, [arguments[1]]), lanes.as_pointer())
        wanted = ir.Constant(lanes, ir.Undefined)
        for lane in range(32):
            wanted = builder.insert_element(wanted, arguments[2], ir.Constant(ir.IntType(32), lane))
        same = builder.icmp_signed("==", builder.load(place, align=2), wanted)
        return builder.zext(builder.bitcast(same, ir.IntType(32)), ir.IntType(64))

    return types.int64(row, types.int64, types.int16), build


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
        kind = ir.FunctionType(ir.IntType(64), [ir.IntType(64)] * 2)
        name = numba_bridge.NTH_ONE
        return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), arguments)

    return types.int64(types.int64, types.int64), build


@compiles(nth_one)
def _compiled_nth_one(word: Any, n: Any) -> Any:
    if numba_bridge.is_collecting:
        return lambda word, n: _nth_one_of_target(word, n)
    if binding.get_host_cpu_features().get("bmi2"):
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
