"""The answer of a search: `Info`, the same for library, engine protocol, command line and page, and
the records of which it is read, as compiled code writes them.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from azulejos.compiled.jit import jit, record_dtype
from azulejos.contract.rules import SEATS
from azulejos.search.puct import MAX_DEPTH

INFO = record_dtype(
    [
        ("values", np.float64, (2, SEATS)),  # expected win shares and points, by seat
        ("nodes", np.int64),  # simulations of the tree and nodes of the solver
        ("moves", np.int32),  # how many there are
        ("is_exact", np.bool_),  # solved, not estimated
    ]
)
MOVE_INFO = record_dtype(
    [
        ("values", np.float64, (2, SEATS)),  # the same after the move
        ("visits", np.int64),
        ("length", np.int32),  # of the line
        ("line", np.int16, MAX_DEPTH),  # principal variation, beginning with the move
    ]
)


@jit
def write_mean(totals: Any, n: Any, out: Any) -> None:
    """Write the means of win shares and points by seat, whose totals over n are in two rows."""
    for row in range(2):
        for p in range(SEATS):
            out[row, p] = totals[row, p] / n


@dataclass(frozen=True)
class MoveInfo:
    """The result of a search for one move."""

    move: str
    visits: int
    win: tuple[float, ...]  # expected win share of each seat
    points: tuple[float, ...]  # expected final points of each seat
    line: list[str] = field(default_factory=list)  # principal variation, beginning with the move


@dataclass(frozen=True)
class Info:
    """The result of a search so far."""

    best: str  # the move to play; "" if a deal is due
    win: tuple[float, ...]  # expected win share of each seat
    points: tuple[float, ...]  # expected final points of each seat
    nodes: int  # simulations of the tree and nodes of the solver
    seconds: float  # since the search began
    moves: list[MoveInfo]  # best first; the deals that were looked at, if one is due
    is_exact: bool = False  # solved, not estimated
    is_final: bool = False  # the last answer of the search
    network: str = ""  # digest of the network
