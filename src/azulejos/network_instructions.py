"""The compiled form of the sum that layers of networks are made of; see `network.dot`."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils

from azulejos.compiled.jit import compiles
from azulejos.compiled.numba_bridge import instruction
from azulejos.network import WIDTH, dot


@instruction
def _dot(typing: Any, out: Any, weights: Any, indices: Any, amounts: Any, n: Any) -> Any:
    """All WIDTH sums in vector registers. Two chains of additions run in parallel: each addition of
    one chain would wait for the one before.
    """
    lanes = ir.VectorType(ir.FloatType(), WIDTH)

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        def place(array: int, number: Any) -> Any:
            made = context.make_array(signature.args[array])(context, builder, arguments[array])
            return builder.gep(made.data, [number])

        def splat(number: Any) -> Any:
            one = builder.insert_element(
                ir.Constant(lanes, ir.Undefined), number, ir.Constant(ir.IntType(32), 0)
            )
            zeros = ir.Constant(ir.VectorType(ir.IntType(32), WIDTH), [0] * WIDTH)
            return builder.shuffle_vector(one, one, zeros)

        def whole(number: int) -> Any:
            return ir.Constant(ir.IntType(64), number)

        def add(total: Any, i: Any) -> None:
            number = builder.sext(builder.load(place(2, i)), ir.IntType(64))
            start = builder.mul(number, whole(WIDTH))
            row = builder.load(builder.bitcast(place(1, start), lanes.as_pointer()), align=4)
            amount = splat(builder.load(place(3, i)))
            builder.store(builder.fadd(builder.load(total), builder.fmul(row, amount)), total)

        zeros = ir.Constant(lanes, [0.0] * WIDTH)
        totals = [cgutils.alloca_once_value(builder, zeros) for _ in range(2)]
        n = arguments[4]
        pairs = builder.ashr(n, whole(1))
        with cgutils.for_range(builder, pairs, intp=ir.IntType(64)) as loop:
            twice = builder.shl(loop.index, whole(1))
            add(totals[0], twice)
            add(totals[1], builder.or_(twice, whole(1)))
        with builder.if_then(builder.trunc(n, ir.IntType(1))):
            add(totals[0], builder.sub(n, whole(1)))
        where = builder.bitcast(place(0, whole(0)), lanes.as_pointer())
        both = builder.fadd(*map(builder.load, totals))
        builder.store(both, where, align=4)
        return context.get_dummy_value()

    return types.void(out, weights, indices, amounts, types.int64), build


@compiles(dot)
def _compiled_dot(out: Any, weights: Any, indices: Any, amounts: Any, n: Any) -> Any:
    return lambda out, weights, indices, amounts, n: _dot(out, weights, indices, amounts, n)
