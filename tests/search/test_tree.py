"""The tree: what it counts, that it is the same every time, and that it looks into no deal."""

import numpy as np
import pytest

from azulejos import batch
from azulejos.compiled.rng import make_rng
from azulejos.position import Position
from azulejos.search.networks import shipped_network
from azulejos.search.puct import approximate_tanh, utility
from azulejos.search.solver import remaining_at
from azulejos.search.tree import SINGLE_THREADED_SIMULATIONS, Tree
from tests.walk import VARIANTS, Script, play, walk

SIMULATIONS = 400


def grown(
    position: Position, simulations: int = SIMULATIONS, entropy: int = 1, threads: int = 1
) -> Tree:
    """A tree after some simulations."""
    states, evaluator = position.states, position.game.evaluator
    settings = (
        evaluator.EXPLORATION,
        evaluator.FPU_REDUCTION,
        evaluator.PRIOR_TEMPERATURE,
        evaluator.EXPANSION_VISITS,
    )
    tree = Tree(states, shipped_network(states), settings, simulations, make_rng(entropy), threads)
    while tree.simulations < simulations:
        tree.grow(simulations - tree.simulations)
    tree.close()
    return tree


def found(tree: Tree) -> list[tuple[int, int]]:
    """Moves at the root and their visits."""
    return [(child.move, child.visits) for child in tree.children()]


def opening(variant: str, events: int = 5) -> Position:
    return play(variant, Script(choices=(1, 5, 2), entropy=3, events=events))


def visited(tree: Tree) -> list[int]:
    """The numbers of all nodes that something came through."""
    numbers, to_see = [], [0]
    while to_see:
        number = to_see.pop()
        numbers.append(number)
        there = tree.opened(number)
        to_see += [n for n in range(there.start, there.stop) if tree.nodes[n]["visits"]]
    return numbers


def check_sums(tree: Tree, patience: int) -> None:
    """Visits add up, means are between 0 and 1, and what is told is all that came out."""
    assert tree.nodes[0]["visits"] == tree.simulations
    for number in visited(tree):
        node = tree.nodes[number]
        assert min(node["value"], node["own"]) >= -1e-4
        assert max(node["value"], node["own"]) <= 1 + 1e-4
        if node["children"]:
            ended = int(node["visits"] - tree.nodes[tree.opened(number)]["visits"].sum())
            assert ended == (patience if number else 1)
    assert tree.told[:, 0].sum() == pytest.approx(tree.simulations - 1, rel=1e-3)


@pytest.mark.parametrize("options", [(0,), (1,)], ids=["usual", "other options"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_visits_add_up_and_means_are_shares(variant: str, options: tuple[int, ...]) -> None:
    script = Script(choices=(1, 5, 2), entropy=3, events=7, options=options)
    positions = [position.copy() for position in walk(variant, script)]
    position = next(p for p in reversed(positions) if p.turn is not None)
    tree = grown(position)
    assert tree.states[0] == position.states[0]
    check_sums(tree, position.game.evaluator.EXPANSION_VISITS)


@pytest.mark.parametrize("variant", VARIANTS)
def test_children_are_opened_in_the_order_of_their_priors(variant: str) -> None:
    tree = grown(opening(variant))
    for number in visited(tree):
        node, there = tree.nodes[number], tree.opened(number)
        if node["children"]:
            priors = tree.priors[there.start : there.start + int(node["children"])]
            opened, others = np.split(priors, [int(node["opened"])])
            assert (np.diff(opened) <= 0).all()
            assert others.max(initial=0) <= opened.min()
            assert priors.sum() == pytest.approx(1, abs=1e-3)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_children_of_the_root_are_legal_moves(variant: str) -> None:
    position = opening(variant)
    tree = grown(position, 5)
    first, children = tree.opened(0).start, int(tree.nodes[0]["children"])
    moves = tree.moves[first : first + children]
    texts = [position.game.notation.move_text(position.states[0], int(move)) for move in moves]
    assert len(set(texts)) == len(texts)
    assert set(texts) <= set(position.legal_moves)
    assert tree.priors[first : first + children].sum() == pytest.approx(1, abs=1e-3)


def test_the_same_entropy_grows_the_same_tree() -> None:
    position = opening("azul-2-coloured")
    first, second, other = (grown(position, entropy=n) for n in (1, 1, 2))
    assert found(first) == found(second) != found(other)
    pieces = grown(position, SIMULATIONS // 3)
    pieces.grow(1)
    pieces.grow(SIMULATIONS - pieces.simulations)
    assert found(pieces) == found(first)


@pytest.mark.parametrize("variant", [name for name in VARIANTS if name.startswith("azul")])
def test_a_tree_ends_where_a_deal_is_due(variant: str) -> None:
    """Deals that cannot be listed are never looked into: such a node has no children."""
    game = walk(variant, Script(choices=(1, 5, 2), entropy=3))
    position = next(p for p in game if 0 < remaining_at(p.states, 0) <= 3)
    tree = grown(position, 3_000)
    waiting, to_see = 0, [(0, position.states)]
    while to_see:
        number, states = to_see.pop()
        if states[0].actor < 0:
            waiting += 1
            assert tree.nodes[number]["children"] == 0
        there = tree.opened(number)
        for child in range(there.start, there.stop):
            after = states.copy()
            batch.play(after, tree.moves[child : child + 1].astype(np.int64))
            to_see.append((child, after))
    assert waiting > 0


def test_a_full_tree_goes_on_searching() -> None:
    position = opening("azul-2-coloured")
    tree = grown(position, 1)
    tree.grow(2_000)
    assert tree.nodes[0]["visits"] == 2_001
    assert tree.used[0, 0] <= tree.used[0, 1] == len(tree.nodes)


@pytest.mark.parametrize("variant", ["azul-4-gray", "blue-2", "blue-3"])
@pytest.mark.parametrize("threads", [2, 3])
@pytest.mark.parametrize("options", [(0,), (1,)], ids=["usual", "other options"])
def test_several_threads_grow_one_tree_the_same_every_time(
    variant: str, threads: int, options: tuple[int, ...]
) -> None:
    script = Script(choices=(1, 5, 2), entropy=3, events=9, options=options)
    positions = [position.copy() for position in walk(variant, script)]
    position = next(p for p in reversed(positions) if p.turn is not None)
    number = 8 * SINGLE_THREADED_SIMULATIONS
    one, same, alone = (grown(position, number, threads=n) for n in (threads, threads, 1))
    assert one.simulations == number
    check_sums(one, position.game.evaluator.EXPANSION_VISITS)
    assert found(one) == found(same)
    assert [one.line(move) for move, _ in found(one)[:3]] == [
        same.line(move) for move, _ in found(same)[:3]
    ]
    assert one.told.sum((0, 1)) / number == pytest.approx(alone.told.sum((0, 1)) / number, rel=0.05)
    assert (one.used[:, 0] <= one.used[:, 1]).all()
    assert (np.diff(one.used[:, 0]) > 0).all()  # every thread made nodes in a part of its own


def test_the_mean_of_a_node_is_that_of_its_children_whoever_worked_on_it() -> None:
    tree = grown(opening("azul-3-coloured"), 8 * SINGLE_THREADED_SIMULATIONS, threads=2)
    there = tree.opened(0)
    visits, values = tree.nodes["visits"][there], tree.nodes["value"][there]
    mean = (visits * values).sum() / visits.sum()
    assert tree.nodes[0]["own"] == pytest.approx(mean, abs=2e-3)


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


def test_bending_never_turns_back() -> None:
    bent = [approximate_tanh(x) for x in np.linspace(-5, 5, 201)]
    assert bent == sorted(bent)
    assert (bent[0], bent[100], bent[-1]) == (-1, 0, 1)
    assert (
        max(abs(y - np.tanh(x)) for x, y in zip(np.linspace(-5, 5, 201), bent, strict=True)) < 0.03
    )
