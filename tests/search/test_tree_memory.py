"""Trees that are kept: what a later search begins with, and when it begins anew."""

import pytest

from azulejos.compiled.rng import make_rng
from azulejos.position import Position
from azulejos.search.networks import handmade_network, shipped_network
from azulejos.search.players import Player
from azulejos.search.puct import END, NEXT, search_parameters
from azulejos.search.settings import Limit, Style
from azulejos.search.tree import Tree
from azulejos.search.tree_memory import TreeMemory, find_node
from azulejos.written import move_text
from tests.search.answers import principal_variation, root_children, root_value
from tests.search.test_tree import check_sums, searched
from tests.walk import VARIANTS, Script, play

SIMULATIONS = 4_000
OPEN_VARIANTS = [name for name in VARIANTS if "blind" not in name]


def opening(variant: str) -> Position:
    """The first decision of a game."""
    return play(variant, Script(choices=(3, 7), entropy=5, events=4))


def play_expected(tree: Tree, position: Position) -> Position:
    """The position after the moves that a tree expects until its seat moves again."""
    later = position.copy()
    for move in principal_variation(tree, root_children(tree)[0].move)[: position.players]:
        later.push(move_text(later.states, move))
    return later


def new_tree(position: Position) -> Tree:
    """A tree without simulations."""
    states, parameters = position.states, search_parameters(position.game.evaluator)
    return Tree(states, shipped_network(states), parameters, SIMULATIONS, make_rng(2))


def continued(last: Tree, position: Position) -> Tree:
    """The tree for a position, after a memory has kept the last one."""
    memory = TreeMemory()
    memory.keep(last)
    return memory.begin(new_tree(position))


def parts_below(tree: Tree, node: int) -> list[tuple[object, ...]]:
    """The contents of a tree about a node and those below it, except where they stand."""
    found, waiting = [], [node]
    while waiting:
        me = tree.arrays.nodes[waiting.pop()]
        first, children = int(me["first_child"]), int(me["children"])
        numbers = [me[name].item() for name in me.dtype.names if name != "first_child"]
        priors = tree.arrays.priors[first : first + children].tolist()
        moves = tree.arrays.moves[first : first + children].tolist()
        found.append((*numbers, *priors, *moves))
        waiting += range(first, first + int(me["visited_children"]))
    return found


@pytest.mark.parametrize("variant", OPEN_VARIANTS)
def test_a_later_search_begins_with_what_the_last_one_found(variant: str) -> None:
    position = opening(variant)
    last = searched(position, SIMULATIONS)
    later = play_expected(last, position)
    node = find_node(last, later.states)
    expected = parts_below(last, node)
    tree = continued(last, later)
    assert parts_below(tree, 0) == expected
    assert tree.states[0] == later.states[0]
    assert len(expected) > 1


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
    win, points, utility = root_value(tree)[:, : later.players]
    assert win.sum() == pytest.approx(1, abs=1e-6)
    assert (points >= 0).all()
    assert 0 <= utility.min() <= utility.max() <= 1
    children = root_children(tree)
    assert children == sorted(children, key=lambda child: -child.visits)
    assert all(sum(child.values[0][: later.players]) == pytest.approx(1) for child in children)


def test_a_tree_of_no_simulations_is_that_of_a_new_search() -> None:
    position = opening("azul-2-coloured")
    tree = TreeMemory().begin(new_tree(position))
    tree.simulate(400)
    check_sums(tree, position.game.evaluator.EXPANSION_VISITS)


def test_what_was_not_searched_begins_anew() -> None:
    position = opening("azul-2-coloured")
    last = searched(position, SIMULATIONS)
    assert find_node(last, position.states) == 0  # the root itself
    rare = position.copy()
    least = root_children(last)[-1]
    assert least.visits < SIMULATIONS / 64
    rare.push(move_text(rare.states, least.move))
    rare.push(rare.legal_moves[0])
    assert continued(last, rare).arrays.nodes[0]["visits"] == 0
    other = play("azul-2-coloured", Script(choices=(1,), entropy=9, events=6))
    assert continued(last, other).arrays.nodes[0]["visits"] == 0


def test_only_trees_of_the_same_seat_and_network_are_continued() -> None:
    position = opening("azul-2-coloured")
    last = searched(position, SIMULATIONS)
    best = root_children(last)[0].move
    reply = position.copy()
    reply.push(move_text(reply.states, best))
    assert find_node(last, reply.states) > 0
    assert continued(last, reply).arrays.nodes[0]["visits"] == 0  # another seat is to move
    later = play_expected(last, position)
    memory, states = TreeMemory(), later.states
    memory.keep(last)
    parameters = search_parameters(later.game.evaluator)
    tree = Tree(states, handmade_network(states), parameters, SIMULATIONS, make_rng(2))
    assert memory.begin(tree) is tree


def test_a_tree_without_much_room_is_not_continued() -> None:
    position = opening("azul-2-coloured")
    last = searched(position, SIMULATIONS)
    later = play_expected(last, position)
    last.slots[0, END] = 2 * last.slots[0, NEXT] - 1
    assert last.is_half_full
    assert continued(last, later) is not last
    last.slots[0, END] += 1
    assert continued(last, later) is last


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
