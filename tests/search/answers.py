"""Findings of compiled code as plain values: moves at the root of a tree, solutions and lines."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from azulejos.contract.rules import SEATS, States
from azulejos.contract.verbs import game_of
from azulejos.network import Network
from azulejos.search.info import INFO, MOVE_INFO
from azulejos.search.minimax import MAX_NODES, MOVES, NODES, OPEN_DEALS, OUT_OF_NODES
from azulejos.search.solver import SOLVED, new_solver, solve, solve_move, write_line
from azulejos.search.tree import Tree, write_root_value, write_tree_info


@dataclass(frozen=True)
class Child:
    """A visited move at the root."""

    move: int
    visits: int
    values: list[list[float]]  # means by seat: win shares, points
    line: list[int]


def root_children(tree: Tree) -> list[Child]:
    """The moves at the root of a tree, most visits first."""
    most = game_of(tree.states).rules.MAX_MOVES
    info, moves = np.zeros(1, INFO), np.zeros(most, MOVE_INFO)
    write_tree_info(tree.state, most, info, moves)
    return [
        Child(int(x.line[0]), int(x.visits), x["values"].tolist(), x.line[: x.length].tolist())
        for x in moves[: info[0].moves]
    ]


def principal_variation(tree: Tree, move: int) -> list[int]:
    """A move at the root and the most visited moves after it."""
    return next(child.line for child in root_children(tree) if child.move == move)


def root_value(tree: Tree) -> NDArray[np.float64]:
    """The mean over all simulations, by seat: win shares, points, utility."""
    values = np.zeros((3, SEATS))
    write_root_value(tree.state, values)
    return values


@dataclass(frozen=True)
class Line:
    """Best play of all seats from a move on."""

    moves: list[int]
    utility: float
    end: States
    values: NDArray[np.float64]
    is_open: bool


@dataclass(frozen=True)
class Solution:
    """The result of an exact search."""

    moves: list[tuple[int, float]]  # best first
    best: Line
    nodes: int
    is_open: bool


class Solver:
    """The memory for exact searches of one game."""

    def __init__(self, states: States, network: Network):
        self.memory = new_solver(states, network)

    @property
    def nodes(self) -> int:
        """The nodes visited so far."""
        counts = self.memory.work.counts
        return int(min(counts[NODES], counts[MAX_NODES]))

    def solve(self, states: States, nodes: int) -> Solution | None:
        """Solve states[0]; None if that takes more nodes."""
        self.memory.root[0] = states[0]
        if not solve(self.memory, nodes):
            return None
        counts = self.memory.work.counts
        found = self.memory.found[: counts[MOVES]]
        pairs = list(zip(found["move"].tolist(), found["utility"].tolist(), strict=True))
        return Solution(pairs, self.line(SOLVED), self.nodes, bool(counts[OPEN_DEALS]))

    def solve_move(self, states: States, move: int, least: float, nodes: int) -> float | None:
        """The utility of a move of states[0]; None if that takes more nodes."""
        self.memory.root[0] = states[0]
        utility = float(solve_move(self.memory, move, least, nodes))
        return None if utility == OUT_OF_NODES else utility

    def best_line(self, states: States, move: int, utility: float) -> Line:
        """Best play after a solved move of states[0]."""
        self.memory.root[0] = states[0]
        write_line(self.memory, 0, move, utility)
        return self.line(0)

    def line(self, i: int) -> Line:
        """Line i."""
        line, end = self.memory.lines[i], self.memory.ends[i : i + 1].copy()
        moves = line.moves[: line.length].tolist()
        return Line(moves, float(line.utility), end, line["values"].copy(), bool(line.is_open))
