"""The compiled form of the sum that layers of networks are made of; see `network.dot`."""

from typing import Any

from azulejos.compiled.jit import compiles
from azulejos.compiled.numba_bridge import (
    INT,
    NOTHING,
    constant,
    count_to,
    instruction,
    new_variable,
    no_result,
    place,
    splat,
    vector,
)
from azulejos.network import WIDTH, dot


@instruction
def _dot(typing: Any, out: Any, weights: Any, indices: Any, amounts: Any, n: Any) -> Any:
    """All WIDTH sums in vector registers. Two chains of additions run in parallel: each addition of
    one chain would wait for the one before.
    """
    lanes = vector(float, 32, WIDTH)

    def build(*code: Any) -> Any:
        context, builder, _, (*_, n) = code

        def add(total: Any, i: Any) -> None:
            number = builder.sext(builder.load(place(code, 2, i)), constant(0).type)
            start = builder.mul(number, constant(WIDTH))
            row = builder.load(place(code, 1, start, lanes), align=4)
            amount = splat(builder, builder.load(place(code, 3, i)), lanes)
            builder.store(builder.fadd(builder.load(total), builder.fmul(row, amount)), total)

        totals = [new_variable(builder, lanes([0.0] * WIDTH)) for _ in range(2)]
        with count_to(builder, builder.ashr(n, constant(1))) as loop:
            twice = builder.shl(loop.index, constant(1))
            add(totals[0], twice)
            add(totals[1], builder.or_(twice, constant(1)))
        with builder.if_then(builder.trunc(n, constant(0, 1).type)):
            add(totals[0], builder.sub(n, constant(1)))
        both = builder.fadd(*map(builder.load, totals))
        builder.store(both, place(code, 0, constant(0), lanes), align=4)
        return no_result(context)

    return NOTHING(out, weights, indices, amounts, INT), build


@compiles(dot)
def _compiled_dot(out: Any, weights: Any, indices: Any, amounts: Any, n: Any) -> Any:
    return lambda out, weights, indices, amounts, n: _dot(out, weights, indices, amounts, n)
