"""Networks: what a game learned about good play, as numbers, and how they are read.

A state is looked at in one aspect or several, say each seat's board. A network is a table of
`rows`, WIDTH numbers each, and a `prior`. One row for each input of an aspect, of which a few dozen
are active, each in some amount: all aspects share them. Then a row for each aspect, which always
counts. What they sum up to are the units of the first layer, WIDTH for each aspect. A row for each
of them and one that always counts make the WIDTH units of the second layer, and so once more. What
comes out at last corrects what the game knows by hand, by role (0: the seat that leads, then the
others in turn): logits of winning, and points in units of POINTS. The prior is how much each input
of a move counts for how good it looks. A network without rows leaves estimates as they are.

In a file: a line of JSON with the shapes, then the numbers, two bytes each (IEEE half), rows first.
"""

import hashlib
import json
import math
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numpy.typing import NDArray

from azulejos.bits import index
from azulejos.jit import compiles, instruction, jit

WIDTH = 32  # units of each layer, and of each aspect in the first
MOST_ASPECTS = 4
POINTS = 20.0  # that an output of 1 stands for
MOST_LOGIT = 30.0  # of winning: e to that is still a number
MOST_ACTIVE = 192  # inputs of an aspect at once
PAPER = MOST_ACTIVE + MOST_ASPECTS * WIDTH  # numbers that reading a network needs beside their list
FORMAT = 1
LINE = 64  # bytes that a processor fetches at once


@dataclass(frozen=True, eq=False)
class Network:
    """What was learned for one kind of game."""

    rows: NDArray[np.float32]  # (inputs + rows of the head, WIDTH), or (0, WIDTH)
    prior: NDArray[np.float32]  # by input of a move

    @cached_property
    def digest(self) -> str:
        """A short name for exactly these numbers."""
        return hashlib.sha256(to_bytes(self)).hexdigest()[:12]


@jit
def count_head(aspects: Any) -> Any:
    """The rows after those of inputs."""
    return aspects + aspects * WIDTH + 1 + WIDTH + 1


def make_network(rows: Any, prior: Any) -> Network:
    """A network of these numbers as a file would keep them."""
    return Network(*(_in_line(np.asarray(part, np.float16)) for part in (rows, prior)))


def _in_line(part: NDArray[np.float16]) -> NDArray[np.float32]:
    """A part that begins where a line of the processor's memory does: so do all its rows."""
    room = np.empty(part.size + LINE // 4, np.float32)
    start = -room.ctypes.data % LINE // 4
    placed = room[start : start + part.size].reshape(part.shape)
    placed[:] = part
    return placed


def to_bytes(network: Network) -> bytes:
    """The file of a network."""
    shapes = {"rows": network.rows.shape, "prior": network.prior.shape}
    head = json.dumps({"format": FORMAT, **shapes}) + "\n"
    parts = (network.rows, network.prior)
    return head.encode() + b"".join(part.astype("<f2").tobytes() for part in parts)


def from_bytes(data: bytes) -> Network:
    """The network of a file."""
    head, numbers = data.split(b"\n", 1)
    shapes = json.loads(head)
    if shapes["format"] != FORMAT:
        raise ValueError(f"format {shapes['format']} of a network is not known")
    flat = np.frombuffer(numbers, "<f2")
    first = math.prod(shapes["rows"])
    return make_network(flat[:first].reshape(shapes["rows"]), flat[first:].reshape(shapes["prior"]))


@lru_cache(maxsize=32)
def load(path: Path) -> Network:
    """The network in a file."""
    return from_bytes(path.read_bytes())


def save(network: Network, path: Path) -> None:
    """Write a network to a file: all of it or nothing."""
    part = path.with_suffix(".part")
    part.write_bytes(to_bytes(network))
    part.replace(path)


# ---- Reading, compiled


@jit
def see(rows: Any, numbers: Any, paper: Any, n: Any, aspect: Any, aspects: Any) -> None:
    """Sum up what an aspect shows: numbers[:n] are its active inputs, paper[:n] their amounts.

    Both have room for one more; paper[MOST_ACTIVE:] is where the units of all aspects are kept.
    """
    numbers[n], paper[n] = len(rows) - count_head(aspects) + aspect, 1.0
    weigh(paper[MOST_ACTIVE + WIDTH * aspect :], rows, numbers, paper, n + 1)


@jit
def conclude(
    rows: Any, numbers: Any, paper: Any, aspects: Any, leader: Any, players: Any, out: Any
) -> None:
    """Correct what is known by hand, by seat, as a network says after all aspects were seen: out[0]
    shares of the win, out[1] points. The leader is the seat whose role is 0.
    """
    units, last = paper[MOST_ACTIVE:], len(rows) - WIDTH - 1
    add_layer(rows, numbers, paper, last - 1 - aspects * WIDTH, aspects * WIDTH)
    add_layer(rows, numbers, paper, last, np.int64(WIDTH))
    together = 0.0
    for role in range(players):
        p = leader + role
        p -= players if p >= players else 0
        out[0, p] *= math.exp(min(MOST_LOGIT, units[role]))
        out[1, p] += POINTS * units[players + role]
        together += out[0, p]
    for p in range(players):
        out[0, p] /= together


@jit
def add_layer(rows: Any, numbers: Any, paper: Any, first: Any, n: Any) -> None:
    """From n units, whose rows begin at `first`, those of the next layer; none below 0 counts."""
    units, k = paper[MOST_ACTIVE:], 0
    for i in range(n):
        numbers[index(k)], paper[index(k)] = first + i, units[index(i)]
        k += int(units[index(i)] > 0.0)
    numbers[index(k)], paper[index(k)] = first + n, 1.0
    weigh(units, rows, numbers, paper, k + 1)


def weigh(out: Any, rows: Any, numbers: Any, amounts: Any, n: Any) -> None:
    """The sum of rows[numbers[i]] times amounts[i]: of every second i, and of the others."""
    total = np.zeros((2, WIDTH), np.float32)
    for i in range(n):
        total[i % 2] += rows[numbers[i]] * amounts[i]
    out[:WIDTH] = total[0] + total[1]


@instruction
def _weigh(typing: Any, out: Any, rows: Any, numbers: Any, amounts: Any, n: Any) -> Any:
    """All WIDTH sums at once, kept in registers; two of each, since one would wait for itself."""
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

    return types.void(out, rows, numbers, amounts, types.int64), build


@compiles(weigh)
def _compiled_weigh(out: Any, rows: Any, numbers: Any, amounts: Any, n: Any) -> Any:
    return lambda out, rows, numbers, amounts, n: _weigh(out, rows, numbers, amounts, n)
