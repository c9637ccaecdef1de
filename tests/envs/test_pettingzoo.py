"""The environments of PettingZoo pass its own tests, and reward what they are asked to."""

import sys
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, max_cycles_test, render_test, seed_test

from azulejos.envs import azul_v0
from azulejos.errors import BadArgument
from tests.envs.variants import MODULES, every_variant


@pytest.fixture(autouse=True)
def known_to_have_masks(monkeypatch: pytest.MonkeyPatch) -> None:
    """PettingZoo lists its own environments whose observations have masks, and warns about others;
    ours are added, so that every other warning is an error.
    """
    suite = sys.modules["pettingzoo.test.api_test"]
    for names in ("env_obs_dicts", "env_obs_space"):
        monkeypatch.setattr(suite, names, [*getattr(suite, names), "azul_v0", "blue_v0"])


@every_variant
def test_api_and_seed(game: str, players: int, options: dict[str, Any]) -> None:
    def make() -> Any:
        return MODULES[game].env(players=players, **options)

    api_test(make(), num_cycles=100)
    seed_test(make, num_cycles=100)


def seeded(env: Any) -> Any:
    """An environment that has been seeded, with its spaces."""
    env.reset(seed=6)
    for agent in env.possible_agents:
        env.action_space(agent).seed(6)
    return env


@every_variant
def test_max_cycles(game: str, players: int, options: dict[str, Any]) -> None:
    """Seeded, because seats do not decide equally often once a new round begins elsewhere."""
    module = MODULES[game]
    env, parallel_env = (
        lambda make=make, **more: seeded(make(players=players, **options, **more))
        for make in (module.env, module.parallel_env)
    )
    max_cycles_test(SimpleNamespace(env=env, parallel_env=parallel_env))


@every_variant
def test_render(
    game: str, players: int, options: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    make = partial(MODULES[game].env, players=players, **options)
    render_test(make, {"svg": lambda drawn: drawn.startswith("<svg")})
    assert {"azul": "Seat 1", "blue": "left:"}[game] in capsys.readouterr().out


@pytest.mark.parametrize("game", MODULES)
def test_make_of_pettingzoo_finds_the_environments(game: str) -> None:
    env = pettingzoo.make("aec", f"azulejos/{game}_v0", players=2, reward="points")
    assert env.metadata["name"] == f"{game}_v0"
    assert env.num_agents == 0
    assert env.possible_agents == ["player_0", "player_1"]
    parallel = pettingzoo.make("parallel", f"azulejos/{game}_v0", players=2, max_cycles=3)
    observed, _ = parallel.reset(seed=1)
    assert set(observed) == {"player_0", "player_1"}


def play_out(env: Any, seed: int) -> dict[str, float]:
    """The sum of the rewards of each agent over a game of first legal actions."""
    env.reset(seed=seed)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observed, reward, is_over, is_cut, _ = env.last()
        totals[agent] += reward
        env.step(None if is_over or is_cut else int(observed["action_mask"].argmax()))
    return totals


@every_variant
def test_rewards(game: str, players: int, options: dict[str, Any]) -> None:
    """Over a game, rewards add up to what they count, whenever they are given."""

    def total(reward: str, when: str) -> list[float]:
        env = MODULES[game].raw_env(players=players, reward=reward, when=when, **options)
        found = list(play_out(env, seed=5).values())
        scores = env.episode.position().outcome
        expected = {
            "win": scores.shares,
            "points": scores.scores,
            "margin": [
                own - max(other for q, other in enumerate(scores.scores) if q != p)
                for p, own in enumerate(scores.scores)
            ],
        }
        assert found == pytest.approx(list(expected[reward]))
        return found

    for reward in ("win", "points", "margin"):
        assert total(reward, "end") == pytest.approx(total(reward, "round"))


def test_an_illegal_action_loses_in_env_and_is_refused_in_raw_env() -> None:
    raw = azul_v0.raw_env(players=2)
    raw.reset(seed=1)
    illegal = int(np.flatnonzero(raw.observe("player_0")["action_mask"] == 0)[0])
    with pytest.raises(BadArgument, match="not legal"):
        raw.step(illegal)
    env = azul_v0.env(players=2)
    env.reset(seed=1)
    env.step(illegal)
    assert env.rewards == {"player_0": -1.0, "player_1": 0.0}
    assert all(env.terminations.values())


def test_unknown_choices_are_refused() -> None:
    for wrong in ({"reward": "money"}, {"when": "never"}, {"render_mode": "smell"}):
        with pytest.raises(BadArgument, match="must be one of"):
            azul_v0.raw_env(**wrong)
