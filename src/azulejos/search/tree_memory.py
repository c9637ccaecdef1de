"""Trees that are kept between the moves of a game.

When a seat is to move again, the moves that followed its last search are often among those that the
search looked at most. The new search then continues below them: on average with a fifth of the tree
(Azul with four seats) to two thirds (two seats, gray side). A seat continues only its own trees, so
that players of equal strength stay equal, and only if nothing but time ends its search: with a
limit in nodes, answers do not depend on what was asked before.
"""

import numpy as np
from numpy.typing import NDArray

from azulejos import kernels
from azulejos.contract.rules import States
from azulejos.contract.verbs import game_of
from azulejos.search.solver import future_mask
from azulejos.search.tree import Tree

LEAST_PART = 64  # a part with fewer than one of so many visits is not looked for


class TreeMemory:
    """The last tree of each seat. It is freed when another takes its place."""

    def __init__(self) -> None:
        self.trees: dict[int, Tree] = {}  # by the seat that decides at the root

    def begin(self, tree: Tree) -> Tree:
        """The tree with which to search: the last one of the seat of a new tree, moved on to its
        position, if it holds that position; otherwise the new one.
        """
        last = self.trees.pop(int(tree.states[0].actor), None)
        if last is None or last.is_half_full or not last.is_searched_like(tree):
            return tree
        node = find_node(last, tree.states)
        if node == 0:
            return tree
        last.move_root(node, tree.states, tree.state.memory.rng)
        return last

    def keep(self, tree: Tree) -> None:
        """Keep a tree for the next search of its seat."""
        self.trees[int(tree.states[0].actor)] = tree


def find_node(tree: Tree, states: States) -> int:
    """The node of a tree for states[0], if at most one move of each seat leads to it and it has
    visits enough to be of use; else 0.
    """
    game = game_of(states)
    mask = future_mask(states.dtype, game.evaluator.PAST_FIELDS)
    wanted = words_of(states[:1]) & mask
    visits = tree.arrays.nodes["visits"]
    found = [(0, tree.states[:1].copy())]
    for _ in range(int(states[0].players)):
        parents, found = found, []
        for parent, before in parents:
            if before[0].actor < 0:
                continue
            slots = tree.visited_children(parent)
            for node in range(slots.start, slots.stop):
                if visits[node] * LEAST_PART >= visits[0]:
                    after = before.copy()
                    kernels.play(after, tree.arrays.moves[node : node + 1].astype(np.int64))
                    if (words_of(after) & mask == wanted).all():
                        return node
                    found.append((node, after))
    return 0


def words_of(states: States) -> NDArray[np.uint64]:
    """The memory of a state as integers."""
    words: NDArray[np.uint64] = states.view(np.uint64)
    return words
