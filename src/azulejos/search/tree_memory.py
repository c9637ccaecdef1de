"""Trees that are kept between the moves of a game.

When a seat is to move again, the moves that followed its last search are often among those that the
search looked at most. The part of the tree below them then becomes the beginning of the new one: on
average a fifth of it (Azul with four seats) to two thirds (two seats, gray side). A seat continues
only its own trees, so that players of equal strength stay equal, and only if nothing but time ends
its search: with a limit in nodes, answers do not depend on what was asked before.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos import kernels
from azulejos.compiled.bits import index
from azulejos.compiled.jit import jit
from azulejos.game import States, game_of
from azulejos.search.puct import END, NEXT
from azulejos.search.solver import future_mask
from azulejos.search.tree import Tree

LEAST_PART = 64  # a part with fewer than one of so many visits is not looked for


class TreeMemory:
    """The last tree of each seat. Memory of a tree is freed when the next one takes its place."""

    def __init__(self) -> None:
        self.trees: dict[int, Tree] = {}  # by the seat that decides at the root

    def begin(self, tree: Tree) -> None:
        """Let a new tree begin with what the last one of its seat holds of its position."""
        last = self.trees.pop(int(tree.states[0].actor), None)
        if last is None or not last.is_searched_like(tree):
            return
        node = find_node(last, tree.states)
        if node > 0:
            copy_part(last.arrays, node, tree.arrays, tree.slots[0])
            tree.count_earlier_visits()

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


@jit
def copy_part(old: Any, start: Any, new: Any, slots: Any) -> None:
    """Make the root of `new` the node `start` of `old`, with all that is below it; both are
    TreeArrays. `slots` are the bounds of the free slots of `new`.
    """
    old_nodes, old_priors, old_moves = old
    nodes, priors, moves = new
    nodes[0] = old_nodes[start]
    parents = np.empty(old_nodes[start].visits + 1, np.int64)  # with the children of `old`
    parents[0] = 0
    done, known = 0, int(nodes[0].children > 0)
    while done < known:
        me = nodes[index(parents[index(done)])]
        done += 1
        first, end = np.int64(me.first_child), slots[NEXT]
        if end + me.children > slots[END]:
            me.children = me.visited_children = 0
            continue
        for i in range(me.children):
            priors[index(end + i)] = old_priors[index(first + i)]
            moves[index(end + i)] = old_moves[index(first + i)]
        for i in range(min(me.children, me.visited_children + 1)):
            nodes[index(end + i)] = old_nodes[index(first + i)]
        for i in range(me.visited_children):
            if nodes[index(end + i)].children > 0:
                parents[index(known)] = end + i
                known += 1
        me.first_child = end
        slots[NEXT] = end + me.children
