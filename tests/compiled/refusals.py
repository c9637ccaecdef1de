"""Calls of compiled functions with arguments that do not fit; prints how each is answered.

`AZULEJOS_KERNELS=jit python -m tests.compiled.refusals` shows it for Numba.
"""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from azulejos import GAMES, env_kernels, kernels
from azulejos.batch import SEATS
from azulejos.compiled import jit
from azulejos.compiled.rng import below, make_rng
from azulejos.games.azul import rules
from azulejos.search import verbs
from azulejos.search.networks import shipped_network
from azulejos.search.parallel import MAX_TASKS, TASK, run_tasks
from azulejos.search.puct import (
    NODE,
    ThreadMemory,
    TreeArrays,
    run_simulations,
    search_parameters,
)

Call = tuple[Callable[..., Any], tuple[Any, ...]]
AZUL = GAMES["azul"]


class Five:
    """A number that is none of Python or NumPy."""

    def __index__(self) -> int:
        raise AssertionError("code of an argument ran")


def frozen(array: Any) -> Any:
    array = array.copy()
    array.flags.writeable = False
    return array


def arrays(states: Any) -> Iterator[tuple[str, Call]]:
    """Kinds of arrays, and their sizes."""
    moves, n = np.zeros(2, np.int64), AZUL.rules.MAX_MOVES
    yield "other length", (kernels.play, (states, moves[:1]))
    yield "other type of number", (kernels.play, (states, moves.astype(np.int32)))
    yield "other byte order", (kernels.play, (states, moves.astype(">i8")))
    yield "every other element", (kernels.play, (states, np.zeros(4, np.int64)[::2]))
    yield "list", (kernels.play, (states, [0, 0]))
    yield "fewer states", (kernels.play, (states[:1], moves))
    yield "read-only", (kernels.play, (frozen(states), moves))
    yield "bytes", (kernels.play, (states.view(np.uint8), moves))
    yield "too few", (kernels.play, (states,))
    yield "too many", (kernels.play, (states, moves, moves))
    out = np.zeros((2, n), np.int16)
    yield "short rows", (kernels.legal_moves, (states, out[:, :5].copy(), moves))
    yield "a slice of rows", (kernels.legal_moves, (states, out[:, :5], moves))
    yield "one dimension", (kernels.legal_moves, (states, out[0], moves))
    yield "no state", (kernels.copy_about, (states[:0], 3))
    deals, chances = np.zeros((3, AZUL.rules.DEAL_SIZE), np.int64), np.zeros(8)
    yield "few deals", (verbs.outcomes_at, (states, 0, deals, chances))
    mask = np.zeros(9, np.int8)
    yield "short mask", (env_kernels.write_mask, (states, mask))
    yield "mask of nothing", (env_kernels.write_mask, (states[:0], np.zeros(999, np.int8)))


def numbers(states: Any) -> Iterator[tuple[str, Call]]:
    """Indices, other numbers and records."""
    for i in (2, -1, np.uint64(1 << 63), 1 << 64, 0.0, Five(), "0"):
        yield (
            f"index {type(i).__name__} {i if not isinstance(i, Five) else 5}",
            (verbs.remaining_at, (states, i)),
        )
    yield "seat", (env_kernels.observe_seat, (states, SEATS, np.zeros(999, np.uint8)))
    yield "number", (below, (make_rng(1), Five()))
    yield "line", (rules.tile, (states[0], 0, 6))
    yield "read-only record", (rules.tile, (frozen(states)[0], 0, 0))
    yield "record of another game", (rules.tile, (GAMES["blue"].new_states()[0], 0, 0))


def searches(states: Any) -> Iterator[tuple[str, Call]]:
    """The memory of a search."""
    nodes, scratch = np.zeros(9, NODE), np.zeros(AZUL.evaluator.SCRATCH_SIZE, np.int32)
    tree = TreeArrays(nodes, np.zeros(9, np.float32), np.zeros(9, np.int16))
    memory = ThreadMemory(np.array([1, 9]), states, scratch, make_rng(1))
    rest = (shipped_network(states).weights, search_parameters(AZUL.evaluator))
    totals = np.zeros((AZUL.rules.MAX_MOVES, 3, SEATS))
    yield "few totals", (run_simulations, (tree, memory, *rest, 0, 1, totals[:3]))
    yield "no such node", (run_simulations, (tree, memory, *rest, 9, 1, totals))
    other = tree._replace(moves=tree.moves[:8])
    yield "trees of two sizes", (run_simulations, (other, memory, *rest, 0, 1, totals))
    short = memory._replace(scratch=scratch[:9])
    yield "short scratch", (run_simulations, (tree, short, *rest, 0, 1, totals))
    tasks, chosen = np.zeros(MAX_TASKS, TASK), np.zeros(0, np.int64)
    totals = np.zeros((MAX_TASKS, 3, SEATS))
    many = memory._replace(rng=np.zeros(MAX_TASKS, np.uint64))
    yield "two states", (run_tasks, (tree, many, *rest, tasks, chosen, totals))
    three = memory._replace(states=states[[0, 0, 0]])
    yield "one generator", (run_tasks, (tree, three, *rest, tasks, chosen, totals))


def main() -> None:
    print(jit.way)
    states = AZUL.new_states(2)
    assert below(make_rng(1), np.uint8(1)) == 0  # fits
    for part in (arrays, numbers, searches):
        for name, (function, arguments) in part(states):
            before = states.tobytes()
            try:
                answer = str(function(*arguments))
            except Exception as error:
                answer = type(error).__name__
            is_same = states.tobytes() == before
            print(f"{name}: {answer}{'' if is_same else ', and states have changed'}")


if __name__ == "__main__":
    main()
