"""The environments of Gymnasium pass its checker, and play against whom they are told to."""

import warnings
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from azulejos.envs import SingleEnv, VectorEnv
from azulejos.errors import AzulejosError
from tests.envs.variants import every_variant


@every_variant
def test_check_env(game: str, players: int, options: dict[str, Any]) -> None:
    name = f"azulejos/{game.capitalize()}-v0"
    env = gymnasium.make(name, players=players, opponent="random", render_mode="ansi", **options)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped)


def play(env: Any, seed: int) -> float:
    """The reward of a game of first legal actions."""
    observed, _ = env.reset(seed=seed)
    total, is_over = 0.0, False
    while not is_over:
        assert env.observation_space.contains(observed)
        observed, reward, is_over, _, info = env.step(int(observed["action_mask"].argmax()))
        assert (info["action_mask"] == observed["action_mask"]).all()
        total += reward
    return total


@pytest.mark.parametrize("game", ["azul", "blue"])
def test_named_opponents(game: str) -> None:
    for opponent, nodes in (("level3", None), ("best", 20)):
        env = SingleEnv(game, opponent, players=2, nodes=nodes)
        shares = [play(env, seed) for seed in range(3)]
        assert all(share in (0, 0.5, 1) for share in shares)
        assert shares == [play(env, seed) for seed in range(3)]


def test_a_function_as_opponent_sees_what_the_agent_would() -> None:
    asked = []

    def opponent(observed: dict[str, Any]) -> int:
        asked.append(observed["observation"])
        return int(np.flatnonzero(observed["action_mask"])[-1])

    env = SingleEnv("azul", opponent, seat=1, players=3)
    play(env, seed=1)
    assert env.seat == 1
    assert len(asked) > 20
    turn = env.variant.split(np.array(asked))["turn"]
    assert (turn[:, 0] == 1).all()  # the seat that observes is the one that decides


def test_the_seat_is_drawn_at_each_reset() -> None:
    env = SingleEnv("azul", "random", players=4)
    seats = set()
    for seed in range(20):
        env.reset(seed=seed)
        seats.add(env.seat)
    assert seats == {0, 1, 2, 3}


def test_render_modes() -> None:
    rights: dict[str, Callable[[Any], bool]] = {
        "ansi": lambda drawn: "Seat 1" in drawn,
        "svg": lambda drawn: drawn.startswith("<svg"),
        "rgb_array": lambda drawn: drawn.dtype == np.uint8 and drawn.shape[2] == 3,
    }
    for mode, is_right in rights.items():
        env = SingleEnv("azul", "random", render_mode=mode)
        env.reset(seed=1)
        assert is_right(env.render()), mode


def test_an_unknown_opponent_is_refused() -> None:
    with pytest.raises(AzulejosError, match="level3"):
        SingleEnv("azul", "nobody")


def test_make_vec_gives_the_vector_environment() -> None:
    env = gymnasium.make_vec(
        "azulejos/Azul-v0", num_envs=8, vectorization_mode="vector_entry_point", players=2
    )
    assert isinstance(env, VectorEnv)
    env.reset(seed=1)
    env.step(env.masks.argmax(axis=1))
