"""The search tree: its sums, that it is the same every time, and that it looks at no deal."""

import numpy as np
import pytest

from azulejos import batch
from azulejos.compiled.rng import make_rng
from azulejos.position import Position
from azulejos.search.networks import shipped_network
from azulejos.search.puct import approximate_tanh, search_parameters, utility
from azulejos.search.tree import SINGLE_THREADED_SIMULATIONS, Tree
from azulejos.search.verbs import remaining_at
from azulejos.written import move_texts
from tests.search.answers import principal_variation, root_children
from tests.walk import VARIANTS, Script, play, walk

SIMULATIONS = 400


def searched(
    position: Position, simulations: int = SIMULATIONS, entropy: int = 1, threads: int = 1
) -> Tree:
    """A tree after some simulations."""
    states, evaluator = position.states, position.game.evaluator
    parameters, rng = search_parameters(evaluator), make_rng(entropy)
    tree = Tree(states, shipped_network(states), parameters, simulations, rng, threads)
    while tree.simulations < simulations:
        tree.simulate(simulations - tree.simulations)
    tree.close()
    return tree


def found(tree: Tree) -> list[tuple[int, int]]:
    """Moves at the root and their visits."""
    return [(child.move, child.visits) for child in root_children(tree)]


def opening(variant: str, events: int = 5) -> Position:
    return play(variant, Script(choices=(1, 5, 2), entropy=3, events=events))


def visited(tree: Tree) -> list[int]:
    """The slots of all nodes with visits."""
    numbers, waiting_nodes = [], [0]
    while waiting_nodes:
        number = waiting_nodes.pop()
        numbers.append(number)
        slots = tree.visited_children(number)
        waiting_nodes += [
            n for n in range(slots.start, slots.stop) if tree.arrays.nodes[n]["visits"]
        ]
    return numbers


def check_sums(tree: Tree, expansion_visits: int) -> None:
    """Visits add up, means are between 0 and 1, and the totals hold every simulation."""
    assert tree.arrays.nodes[0]["visits"] == tree.simulations
    for number in visited(tree):
        node = tree.arrays.nodes[number]
        assert min(node["value"], node["value_to_mover"]) >= -1e-4
        assert max(node["value"], node["value_to_mover"]) <= 1 + 1e-4
        if node["children"]:
            ended = int(
                node["visits"] - tree.arrays.nodes[tree.visited_children(number)]["visits"].sum()
            )
            assert ended == (expansion_visits if number else 1)
    assert tree.totals[:, 0].sum() == pytest.approx(tree.simulations - 1, rel=1e-3)


@pytest.mark.parametrize("options", [(0,), (1,)], ids=["default options", "other options"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_visits_add_up_and_means_are_shares(variant: str, options: tuple[int, ...]) -> None:
    script = Script(choices=(1, 5, 2), entropy=3, events=7, options=options)
    positions = [position.copy() for position in walk(variant, script)]
    position = next(p for p in reversed(positions) if p.turn is not None)
    tree = searched(position)
    assert tree.states[0] == position.states[0]
    check_sums(tree, position.game.evaluator.EXPANSION_VISITS)


@pytest.mark.parametrize("variant", VARIANTS)
def test_children_are_first_visited_in_the_order_of_their_priors(variant: str) -> None:
    tree = searched(opening(variant))
    for number in visited(tree):
        node, slots = tree.arrays.nodes[number], tree.visited_children(number)
        if node["children"]:
            priors = tree.arrays.priors[slots.start : slots.start + int(node["children"])]
            visited_priors, others = np.split(priors, [int(node["visited_children"])])
            assert (np.diff(visited_priors) <= 0).all()
            assert others.max(initial=0) <= visited_priors.min()
            assert priors.sum() == pytest.approx(1, abs=1e-3)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_children_of_the_root_are_legal_moves(variant: str) -> None:
    position = opening(variant)
    tree = searched(position, 5)
    first, children = tree.visited_children(0).start, int(tree.arrays.nodes[0]["children"])
    moves = tree.arrays.moves[first : first + children]
    texts = move_texts(position.states, moves)
    assert len(set(texts)) == len(texts)
    assert set(texts) <= set(position.legal_moves)
    assert tree.arrays.priors[first : first + children].sum() == pytest.approx(1, abs=1e-3)


def test_the_same_entropy_builds_the_same_tree() -> None:
    position = opening("azul-2-coloured")
    first, second, other = (searched(position, entropy=n) for n in (1, 1, 2))
    assert found(first) == found(second) != found(other)
    pieces = searched(position, SIMULATIONS // 3)
    pieces.simulate(1)
    pieces.simulate(SIMULATIONS - pieces.simulations)
    assert found(pieces) == found(first)


@pytest.mark.parametrize("variant", [name for name in VARIANTS if name.startswith("azul")])
def test_a_tree_ends_where_a_deal_is_due(variant: str) -> None:
    """A node that waits for a deal that cannot be listed has no children."""
    game = walk(variant, Script(choices=(1, 5, 2), entropy=3))
    position = next(p for p in game if 0 < remaining_at(p.states, 0) <= 3)
    tree = searched(position, 3_000)
    waiting, waiting_nodes = 0, [(0, position.states)]
    while waiting_nodes:
        number, states = waiting_nodes.pop()
        if states[0].actor < 0:
            waiting += 1
            assert tree.arrays.nodes[number]["children"] == 0
        slots = tree.visited_children(number)
        for child in range(slots.start, slots.stop):
            after = states.copy()
            batch.play(after, tree.arrays.moves[child : child + 1].astype(np.int64))
            waiting_nodes.append((child, after))
    assert waiting > 0


def test_a_full_tree_is_still_searched() -> None:
    position = opening("azul-2-coloured")
    tree = searched(position, 1)
    tree.simulate(2_000)
    assert tree.arrays.nodes[0]["visits"] == 2_001
    assert tree.slots[0, 0] <= tree.slots[0, 1] == len(tree.arrays.nodes)


@pytest.mark.parametrize("variant", ["azul-4-gray", "blue-2", "blue-3"])
@pytest.mark.parametrize("threads", [2, 3])
@pytest.mark.parametrize("options", [(0,), (1,)], ids=["default options", "other options"])
def test_several_threads_build_the_same_tree_every_time(
    variant: str, threads: int, options: tuple[int, ...]
) -> None:
    script = Script(choices=(1, 5, 2), entropy=3, events=9, options=options)
    positions = [position.copy() for position in walk(variant, script)]
    position = next(p for p in reversed(positions) if p.turn is not None)
    number = 8 * SINGLE_THREADED_SIMULATIONS
    one, same, alone = (searched(position, number, threads=n) for n in (threads, threads, 1))
    assert one.simulations == number
    check_sums(one, position.game.evaluator.EXPANSION_VISITS)
    assert found(one) == found(same)
    assert [principal_variation(one, move) for move, _ in found(one)[:3]] == [
        principal_variation(same, move) for move, _ in found(same)[:3]
    ]
    assert one.totals.sum((0, 1)) / number == pytest.approx(
        alone.totals.sum((0, 1)) / number,
        rel=0.12,  # the tree of several is wider
    )
    assert (one.slots[:, 0] <= one.slots[:, 1]).all()
    assert (np.diff(one.slots[:, 0]) > 0).all()  # every thread created nodes in its own part


def test_the_mean_of_a_node_is_that_of_its_children_with_several_threads() -> None:
    tree = searched(opening("azul-3-coloured"), 8 * SINGLE_THREADED_SIMULATIONS, threads=2)
    slots = tree.visited_children(0)
    visits, values = tree.arrays.nodes["visits"][slots], tree.arrays.nodes["value"][slots]
    mean = (visits * values).sum() / visits.sum()
    assert tree.arrays.nodes[0]["value_to_mover"] == pytest.approx(mean, abs=2e-3)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_utility_rewards_winning_and_being_ahead(players: int) -> None:
    values, out = np.zeros((2, 4)), np.zeros(4)
    values[0, :players] = 1 / players
    values[1, :players] = 40
    utility(values, players, out)
    assert np.ptp(out[:players]) == pytest.approx(0)
    values[1, 1] = 45
    ahead = np.zeros(4)
    utility(values, players, ahead)
    assert ahead[1] > out[1]
    assert ahead[0] < out[0]
    if players == 2:
        assert ahead[:2].sum() == pytest.approx(1)


def test_the_approximation_of_tanh_is_monotonic_and_close() -> None:
    values = [approximate_tanh(x) for x in np.linspace(-5, 5, 201)]
    assert values == sorted(values)
    assert (values[0], values[100], values[-1]) == (-1, 0, 1)
    assert (
        max(abs(y - np.tanh(x)) for x, y in zip(np.linspace(-5, 5, 201), values, strict=True))
        < 0.03
    )
