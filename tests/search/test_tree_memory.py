"""Trees that are kept: what a later search begins with, and when it begins anew."""

import pytest

from azulejos.compiled.rng import make_rng
from azulejos.position import Position
from azulejos.search.networks import handmade_network, shipped_network
from azulejos.search.players import Player
from azulejos.search.puct import search_parameters
from azulejos.search.settings import Limit, Style
from azulejos.search.tree import Tree
from azulejos.search.tree_memory import TreeMemory, find_node
from tests.search.test_tree import check_sums, searched, visited
from tests.walk import VARIANTS, Script, play

SIMULATIONS = 4_000
OPEN_VARIANTS = [name for name in VARIANTS if "blind" not in name]


def opening(variant: str) -> Position:
    """The first decision of a game."""
    return play(variant, Script(choices=(3, 7), entropy=5, events=4))


def play_expected(tree: Tree, position: Position) -> Position:
    """The position after the moves that a tree expects until its seat moves again."""
    later = position.copy()
    for move in tree.principal_variation(tree.root_children()[0].move)[: position.players]:
        later.push(later.game.notation.move_text(later.states[0], move))
    return later


def new_tree(position: Position) -> Tree:
    """A tree without simulations."""
    states, parameters = position.states, search_parameters(position.game.evaluator)
    return Tree(states, shipped_network(states), parameters, SIMULATIONS, make_rng(2))


def continued(last: Tree, position: Position) -> Tree:
    """A new tree for a position, after a memory has kept the last one."""
    memory, tree = TreeMemory(), new_tree(position)
    memory.keep(last)
    memory.begin(tree)
    return tree


@pytest.mark.parametrize("variant", OPEN_VARIANTS)
def test_a_later_search_begins_with_what_the_last_one_found(variant: str) -> None:
    position = opening(variant)
    last = searched(position, SIMULATIONS)
    later = play_expected(last, position)
    node = find_node(last, later.states)
    tree = continued(last, later)
    assert tree.arrays.nodes[0]["visits"] == last.arrays.nodes[node]["visits"] > 0
    for part in ("value", "value_to_mover", "children", "visited_children"):
        assert tree.arrays.nodes[0][part] == last.arrays.nodes[node][part]
    pairs = [(0, node)]  # the same nodes in both trees
    for new, old in pairs:
        slots, old_slots = tree.visited_children(new), last.visited_children(old)
        children = int(tree.arrays.nodes[new]["children"])
        here = slice(slots.start, slots.start + children)
        there = slice(old_slots.start, old_slots.start + children)
        assert (tree.arrays.priors[here] == last.arrays.priors[there]).all()
        assert (tree.arrays.moves[here] == last.arrays.moves[there]).all()
        visits, old_visits = (one.arrays.nodes["visits"] for one in (tree, last))
        assert (visits[slots] == old_visits[old_slots]).all()
        pairs += zip(
            range(slots.start, slots.stop), range(old_slots.start, old_slots.stop), strict=True
        )
    assert len(pairs) == len(visited(tree))


@pytest.mark.parametrize("variant", OPEN_VARIANTS)
def test_a_continued_search_counts_its_own_simulations(variant: str) -> None:
    position = opening(variant)
    last = searched(position, SIMULATIONS)
    later = play_expected(last, position)
    tree = continued(last, later)
    earlier = int(tree.arrays.nodes[0]["visits"])
    assert earlier > 0
    tree.simulate(1_000)
    assert tree.simulations == 1_000
    assert tree.arrays.nodes[0]["visits"] == earlier + 1_000
    assert tree.totals[:, 0].sum() == pytest.approx(1_000, rel=1e-2)
    win, points, utility = tree.root_value()[:, : later.players]
    assert win.sum() == pytest.approx(1, abs=1e-6)
    assert (points >= 0).all()
    assert 0 <= utility.min() <= utility.max() <= 1
    children = tree.root_children()
    assert children == sorted(children, key=lambda child: -child.visits)
    assert all(sum(child.values[0][: later.players]) == pytest.approx(1) for child in children)


def test_a_tree_of_no_simulations_is_that_of_a_new_search() -> None:
    position = opening("azul-2-coloured")
    tree = new_tree(position)
    TreeMemory().begin(tree)
    tree.simulate(400)
    check_sums(tree, position.game.evaluator.EXPANSION_VISITS)


def test_what_was_not_searched_begins_anew() -> None:
    position = opening("azul-2-coloured")
    last = searched(position, SIMULATIONS)
    assert find_node(last, position.states) == 0  # the root itself
    rare = position.copy()
    least = last.root_children()[-1]
    assert least.visits < SIMULATIONS / 64
    rare.push(rare.game.notation.move_text(rare.states[0], least.move))
    rare.push(rare.legal_moves[0])
    assert continued(last, rare).arrays.nodes[0]["visits"] == 0
    other = play("azul-2-coloured", Script(choices=(1,), entropy=9, events=6))
    assert continued(last, other).arrays.nodes[0]["visits"] == 0


def test_only_trees_of_the_same_seat_and_network_are_continued() -> None:
    position = opening("azul-2-coloured")
    last = searched(position, SIMULATIONS)
    best = last.root_children()[0].move
    reply = position.copy()
    reply.push(reply.game.notation.move_text(reply.states[0], best))
    assert find_node(last, reply.states) > 0
    assert continued(last, reply).arrays.nodes[0]["visits"] == 0  # another seat is to move
    later = play_expected(last, position)
    memory, states = TreeMemory(), later.states
    memory.keep(last)
    parameters = search_parameters(later.game.evaluator)
    tree = Tree(states, handmade_network(states), parameters, SIMULATIONS, make_rng(2))
    memory.begin(tree)
    assert tree.arrays.nodes[0]["visits"] == 0


def test_a_tree_without_room_is_continued_as_far_as_it_goes() -> None:
    position = opening("azul-2-coloured")
    last = searched(position, SIMULATIONS)
    later = play_expected(last, position)
    states, parameters = later.states, search_parameters(later.game.evaluator)
    tree = Tree(states, shipped_network(states), parameters, 8, make_rng(2))
    memory = TreeMemory()
    memory.keep(last)
    memory.begin(tree)
    assert 1 < len(visited(tree)) < len(visited(continued(last, later)))
    tree.simulate(200)
    assert tree.root_children()


def test_a_player_remembers_only_if_time_alone_limits_it() -> None:
    forgetful = Player("tree", style=Style(has_solver=False))
    player, position = forgetful.with_memory(), opening("azul-2-coloured")
    assert player == forgetful
    memory = player.memory
    assert memory
    player.choose(position, Limit(nodes=500))
    assert not memory.trees
    *_, info = player.think(position, Limit(seconds=0.3))
    assert list(memory.trees) == [position.turn]
    later = position.copy()
    for text in info.moves[0].line[: position.players]:
        later.push(text)
    *_, info = player.think(later, Limit(nodes=500))
    *_, fresh = forgetful.think(later, Limit(nodes=500))
    assert info.moves == fresh.moves
    *_, info = player.think(later, Limit(seconds=0.3))
    assert sum(move.visits for move in info.moves) > info.nodes  # earlier visits among them


def test_positions_from_json_are_recognised() -> None:
    position = opening("blue-3")
    last = searched(position, SIMULATIONS)
    later = play_expected(last, position)
    read = Position.from_json(later.to_json())
    assert find_node(last, read.states) == find_node(last, later.states) > 0
