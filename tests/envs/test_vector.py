"""The vector environment plays the same games as the environments of one game."""

from typing import Any

import numpy as np
import pytest
import torch

from azulejos import batch
from azulejos.envs import VectorEnv
from azulejos.errors import BadArgument
from tests.envs.variants import every_variant


def sample(env: VectorEnv, rng: np.random.Generator) -> Any:
    return (rng.random(env.masks.shape) * env.masks).argmax(axis=1)


@every_variant
def test_games_follow_the_rules(game: str, players: int, options: dict[str, Any]) -> None:
    """Observations are the states; games that end begin again, with shares that add up to 1."""
    env, rng = VectorEnv(game, 32, players, **options), np.random.default_rng(1)
    env.reset(seed=1)
    ended = 0
    for _ in range(200):
        states = env.states
        legal = np.zeros(32, np.int64)
        batch.legal_moves(states, np.zeros((32, env.variant.game.rules.MAX_MOVES), np.int16), legal)
        assert (env.masks.sum(axis=1) == legal).all()
        assert (env.seats == states["actor"]).all()
        assert env.observation_space.contains(env._observed())
        _, rewards, ends, cuts, infos = env.step(sample(env, rng))
        assert rewards.sum(axis=1) == pytest.approx(ends.astype(float))
        assert not cuts.any()
        assert infos["action_mask"] is env.masks
        ended += int(ends.sum())
    assert ended > 20


def test_the_same_seed_gives_the_same_games_whatever_the_others_do() -> None:
    """Deals of a game depend on its own generator."""
    one, two = VectorEnv("azul", 8, 2), VectorEnv("azul", 8, 2)
    first, _ = one.reset(seed=5)
    second, _ = two.reset(seed=5)
    assert (first["observation"] == second["observation"]).all()
    for _ in range(60):
        left, right = one.masks.argmax(axis=1), one.masks.argmax(axis=1)
        right[4:] = (two.masks * np.arange(two.variant.actions)).argmax(axis=1)[4:]
        one.step(left)
        two.step(right)
        assert (one.observations[:4] == two.observations[:4]).all()
    one.reset(seed=6)
    two.reset(seed=5)
    assert (one.observations != two.observations).any()


def test_an_illegal_action_changes_nothing() -> None:
    env = VectorEnv("azul", 4, 2)
    env.reset(seed=1)
    actions, before = env.masks.argmax(axis=1), env.states
    actions[2] = 324
    with pytest.raises(BadArgument, match="Action 324 of game 2"):
        env.step(actions)
    assert (env.states == before).all()
    with pytest.raises(BadArgument, match="shape"):
        env.step(actions[:3])


def test_arrays_are_written_in_place_and_shared_with_pytorch() -> None:
    env = VectorEnv("azul", 4, 2)
    env.reset(seed=1)
    seen = torch.from_numpy(env.observations)
    before = seen.clone()
    env.step(env.masks.argmax(axis=1))
    assert (seen != before).any()
    assert seen.data_ptr() == env.observations.ctypes.data


@every_variant
def test_rewards_by_round_add_up(game: str, players: int, options: dict[str, Any]) -> None:
    """Margins that are given round by round add up to those that are given at the end."""
    dense = VectorEnv(game, 4, players, "margin", "round", **options)
    sparse = VectorEnv(game, 4, players, "margin", "end", **options)
    dense.reset(seed=3)
    sparse.reset(seed=3)
    totals, ended = np.zeros((4, players)), 0
    for _ in range(150):
        actions = dense.masks.argmax(axis=1)
        _, given, ends, _, _ = dense.step(actions)
        _, at_end, _, _, _ = sparse.step(actions)
        totals += given
        assert totals[ends] == pytest.approx(at_end[ends])
        assert not at_end[~ends].any()
        totals[ends] = 0
        ended += int(ends.sum())
    assert ended


@pytest.mark.parametrize("number", [0, -3])
def test_an_environment_without_games_is_refused(number: int) -> None:
    with pytest.raises(BadArgument, match="num_envs must be at least 1"):
        VectorEnv("blue", num_envs=number)
