"""Networks: learned weights of the value and the prior, their file format, compiled inference.

A state is seen from one or several perspectives, for example from each seat. Three layers: sparse
features of each perspective → WIDTH ReLU units per perspective → WIDTH ReLU units → outputs. All
perspectives share the first layer's weights; each has a bias row of its own. The outputs correct
the handmade evaluation by role (0: the first seat, see `Evaluator.first_perspective`, then the
others in turn order): win logits, then points in units of POINTS. `prior` holds the weight of each
move feature in a move's logit. A network without weights leaves the handmade evaluation unchanged.

A file is a line of JSON with the shapes, then all numbers as little-endian half floats: weights,
then prior.
"""

import hashlib
import json
import math
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.compiled.bits import index
from azulejos.compiled.exponential import exp
from azulejos.compiled.jit import compiled_in, jit, kernel
from azulejos.files import write_atomically

WIDTH = 32  # units of each layer, and of each perspective in the first
MAX_PERSPECTIVES = 4
POINTS = 20.0  # points that an output of 1 stands for
MAX_LOGIT = 30.0  # of a win: the exponential stays finite
MAX_ACTIVE = 192  # active features of a perspective at once
SCRATCH_FLOATS = MAX_ACTIVE + MAX_PERSPECTIVES * WIDTH  # that inference needs beside the indices
FORMAT = 1
CACHE_LINE = 64  # bytes


@dataclass(frozen=True, eq=False)
class Network:
    """The learned weights for one variant of a game."""

    weights: NDArray[np.float32]  # (features + rows of the head, WIDTH), or (0, WIDTH)
    prior: NDArray[np.float32]  # by feature of a move

    @cached_property
    def digest(self) -> str:
        """A short hash of the weights."""
        return hashlib.sha256(to_bytes(self)).hexdigest()[:12]


@kernel(int)
def head_rows(perspectives: Any) -> Any:
    """The number of weight rows after those of features."""
    return perspectives + perspectives * WIDTH + 1 + WIDTH + 1


def make_network(weights: Any, prior: Any) -> Network:
    """A network with these weights, rounded to half floats as in a file."""
    return Network(*(_aligned(np.asarray(part, np.float16)) for part in (weights, prior)))


def _aligned(part: NDArray[np.float16]) -> NDArray[np.float32]:
    """A copy that begins at a cache line, so that every row of weights does."""
    memory = np.empty(part.size + CACHE_LINE // 4, np.float32)
    start = -memory.ctypes.data % CACHE_LINE // 4
    copy = memory[start : start + part.size].reshape(part.shape)
    copy[:] = part
    return copy


def to_bytes(network: Network) -> bytes:
    """The contents of a network's file."""
    shapes = {"rows": network.weights.shape, "prior": network.prior.shape}
    head = json.dumps({"format": FORMAT, **shapes}) + "\n"
    parts = (network.weights, network.prior)
    return head.encode() + b"".join(part.astype("<f2").tobytes() for part in parts)


def from_bytes(data: bytes) -> Network:
    """The network with these file contents."""
    head, numbers = data.split(b"\n", 1)
    shapes = json.loads(head)
    if shapes["format"] != FORMAT:
        raise ValueError(f"unknown network format {shapes['format']}")
    flat = np.frombuffer(numbers, "<f2")
    first = math.prod(shapes["rows"])
    return make_network(flat[:first].reshape(shapes["rows"]), flat[first:].reshape(shapes["prior"]))


@lru_cache(maxsize=32)
def load(path: Path) -> Network:
    """The network in a file."""
    return from_bytes(path.read_bytes())


def save(network: Network, path: Path) -> None:
    """Write a network to a file atomically."""
    write_atomically(path, to_bytes(network))


# ---- Inference, compiled


@jit
def accumulate(
    weights: Any, indices: Any, floats: Any, n: Any, perspective: Any, perspectives: Any
) -> None:
    """Compute the first-layer units of a perspective: indices[:n] are its active features,
    floats[:n] their amounts.

    Both arrays have room for one more; floats[MAX_ACTIVE:] holds the units of all perspectives.
    """
    indices[n], floats[n] = len(weights) - head_rows(perspectives) + perspective, 1.0
    dot(floats[MAX_ACTIVE + WIDTH * perspective :], weights, indices, floats, n + 1)


@jit
def add_units(floats: Any, perspective: Any, sums: Any, start: Any) -> None:
    """Add sums over more features, from a place in an array on, to the first-layer units of a
    perspective.
    """
    first = MAX_ACTIVE + WIDTH * perspective
    for i in range(WIDTH):
        floats[index(first + i)] += sums[index(start + i)]


@jit
def apply_head(
    weights: Any, indices: Any, floats: Any, perspectives: Any, first: Any, players: Any, out: Any
) -> None:
    """Apply the upper layers to the accumulated units and correct the handmade evaluation by seat:
    out[0] win shares, out[1] points. `first` is the seat whose role is 0.
    """
    units, last = floats[MAX_ACTIVE:], len(weights) - WIDTH - 1
    add_layer(weights, indices, floats, last - 1 - perspectives * WIDTH, perspectives * WIDTH)
    add_layer(weights, indices, floats, last, np.int64(WIDTH))
    total = 0.0
    for role in range(players):
        p = first + role
        p -= players if p >= players else 0
        out[0, p] *= exp(min(MAX_LOGIT, units[role]))
        out[1, p] += POINTS * np.float64(units[players + role])
        total += out[0, p]
    for p in range(players):
        out[0, p] /= total


@jit
def add_layer(weights: Any, indices: Any, floats: Any, start: Any, n: Any) -> None:
    """Apply ReLU to n units and compute the next layer, whose weight rows begin at `start`."""
    units, k = floats[MAX_ACTIVE:], 0
    for i in range(n):
        indices[index(k)], floats[index(k)] = start + i, units[index(i)]
        k += int(units[index(i)] > 0.0)
    indices[index(k)], floats[index(k)] = start + n, 1.0
    dot(units, weights, indices, floats, k + 1)


@compiled_in("azulejos.network_instructions")
def dot(out: Any, weights: Any, indices: Any, amounts: Any, n: Any) -> None:
    """The sum of weights[indices[i]] * amounts[i], in two chains as the compiled form adds it."""
    total = np.zeros((2, WIDTH), np.float32)
    for i in range(n):
        total[i % 2] += weights[indices[i]] * amounts[i]
    out[:WIDTH] = total[0] + total[1]
