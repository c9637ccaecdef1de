"""The tree: what it counts, that it is the same every time, and that it looks into no deal."""

import numpy as np
import pytest

from azulejos import batch
from azulejos.position import Position
from azulejos.rng import make_rng
from azulejos.search.endings import left_at
from azulejos.search.tree import NODE, grow, utility
from tests.walk import VARIANTS, Script, play, walk

SIMULATIONS = 400


def grown(position: Position, simulations: int = SIMULATIONS, entropy: int = 1):  # type: ignore[no-untyped-def]
    """The nodes of a tree, and what was told of the children of its root."""
    nodes, used = np.zeros(50_000, NODE), np.ones(1, np.int64)
    states = np.concatenate([position.states] * 2)
    told = np.zeros((position.game.rules.MOST_MOVES, 2, batch.SEATS))
    mind = position.game.mind
    settings = np.array([mind.EXPLORATION, mind.REDUCTION, mind.TEMPERATURE, 0.0])
    grow(nodes, used, states, make_rng(entropy), settings, simulations, told)
    return nodes[: used[0]], told, states


def opening(variant: str, events: int = 5) -> Position:
    return play(variant, Script(choices=(1, 5, 2), entropy=3, events=events))


@pytest.mark.parametrize("variant", VARIANTS)
def test_visits_add_up_and_means_are_shares(variant: str) -> None:
    position = opening(variant)
    nodes, told, states = grown(position)
    assert nodes[0]["visits"] == SIMULATIONS
    assert states[0] == position.states[0]
    for node in nodes[nodes["children"] > 0]:
        children = nodes[node["first"] : node["first"] + node["children"]]
        assert children["visits"].sum() in (node["visits"], node["visits"] - 1)
        assert children["prior"].sum() == pytest.approx(1, abs=1e-4)
    seen = nodes[nodes["visits"] > 0]["mean"][:, : position.players]
    assert (seen >= -1e-6).all()
    assert (seen <= 1 + 1e-6).all()
    assert told[:, 0].sum() == pytest.approx(SIMULATIONS - 1, rel=1e-3)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_children_of_the_root_are_legal_moves(variant: str) -> None:
    position = opening(variant)
    nodes, _, _ = grown(position, 5)
    root = nodes[0]
    moves = nodes[root["first"] : root["first"] + root["children"]]["move"]
    texts = [position.game.notation.move_text(position.states[0], int(move)) for move in moves]
    assert len(set(texts)) == len(texts)
    assert set(texts) <= set(position.legal_moves)


def test_the_same_entropy_grows_the_same_tree() -> None:
    position = opening("azul-2-coloured")
    first, second, other = (grown(position, entropy=n)[0] for n in (1, 1, 2))
    assert first.tobytes() == second.tobytes()
    assert first.tobytes() != other.tobytes()


@pytest.mark.parametrize("variant", [name for name in VARIANTS if name.startswith("azul")])
def test_a_tree_ends_where_a_deal_is_due(variant: str) -> None:
    """Deals that cannot be listed are never looked into: such a node has no children."""
    game = walk(variant, Script(choices=(1, 5, 2), entropy=3))
    position = next(p for p in game if 0 < left_at(p.states, 0) <= 3)
    nodes, _, _ = grown(position, 3_000)
    waiting, to_see = 0, [(0, position.states)]
    while to_see:
        number, states = to_see.pop()
        node = nodes[number]
        if states[0].actor < 0:
            waiting += 1
            assert node["children"] == 0
        for child in range(node["first"], node["first"] + node["children"]):
            if nodes[child]["visits"]:
                after = states.copy()
                batch.play(after, nodes[child : child + 1]["move"].astype(np.int64))
                to_see.append((child, after))
    assert waiting > 0


def test_a_full_tree_goes_on_searching() -> None:
    position = opening("azul-2-coloured")
    nodes, used = np.zeros(300, NODE), np.ones(1, np.int64)
    states = np.concatenate([position.states] * 2)
    told = np.zeros((position.game.rules.MOST_MOVES, 2, batch.SEATS))
    grow(nodes, used, states, make_rng(1), np.array([0.6, 0.1, 1.5, 0.0]), 1_000, told)
    assert nodes[0]["visits"] == 1_000
    assert used[0] <= len(nodes)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_utility_rewards_winning_and_being_ahead(players: int) -> None:
    values, out = np.zeros((2, 4)), np.zeros(4)
    values[0, :players] = 1 / players
    values[1, :players] = 40
    utility(values, players, 0.0, out)
    assert np.ptp(out[:players]) == pytest.approx(0)
    values[1, 1] = 45
    ahead = np.zeros(4)
    utility(values, players, 0.0, ahead)
    assert ahead[1] > out[1]
    assert ahead[0] < out[0]
    blind = np.zeros(4)
    utility(values, players, 1.0, blind)
    assert blind[0] == blind[players - 1] or players == 2
    if players == 2:
        assert ahead[:2].sum() == pytest.approx(1)
