"""The games pass OpenSpiel's own tests of its API and by random play; its MCTS bot plays them."""

import unittest
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import evaluate_bots, mcts, sample_some_states
from open_spiel.python.bots import uniform_random

import azulejos.envs.spiel  # registers the games
from azulejos import Position
from tests.envs.variants import VARIANTS, every_variant

STATES = 40  # that a test of OpenSpiel looks at


def load(game: str, players: int, options: dict[str, Any]) -> Any:
    numbers = {name: int(x) if x.isdigit() else x for name, x in options.items()}
    return pyspiel.load_game(f"azulejos_{game}", {"players": players, **numbers})


@every_variant
def test_random_simulation(game: str, players: int, options: dict[str, Any]) -> None:
    pyspiel.random_sim_test(load(game, players, options), num_sims=1, serialize=True, verbose=False)


@every_variant
def test_api(game: str, players: int, options: dict[str, Any]) -> None:
    """OpenSpiel's tests of what its Python API promises, on states of some games."""

    loaded = load(game, players, options)

    class Checked(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
        @classmethod
        def setUpClass(cls) -> None:  # theirs samples 400 states
            cls.game, cls.game_name = loaded, loaded.get_type().short_name
            cls.game_type = loaded.get_type()
            cls.some_states = sample_some_states.sample_some_states(loaded, max_states=STATES)

    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(Checked).run(result)
    assert result.testsRun >= 5
    assert result.failures + result.errors == []


@every_variant
def test_a_game_is_the_same_as_in_the_library(
    game: str, players: int, options: dict[str, Any]
) -> None:
    """Draws one by one are a deal; returns are shares of the win; at most five outcomes."""
    state, position = (
        load(game, players, options).new_initial_state(),
        Position(game, players, **options),
    )
    rng, drawn = np.random.default_rng(2), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            assert len(outcomes) <= 5
            assert sum(chances) == pytest.approx(1)
            state.apply_action(int(rng.choice(outcomes, p=chances)))
            drawn += 1
            if not state.is_chance_node():
                position = Position.from_text(str(state))
            continue
        action = int(rng.choice(state.legal_actions()))
        same = azulejos.envs.spiel.state_of(position)
        assert same.legal_actions() == state.legal_actions()
        position.push(state.action_to_string(action))
        state.apply_action(action)
        assert state.is_chance_node() or str(state) == position.to_text()
    shares = position.outcome.shares if position.outcome else ()
    assert state.returns() == pytest.approx([players * share - 1 for share in shares])
    assert bool(drawn) == (game == "azul" or options["draw"] == "blind")


@pytest.mark.parametrize(("game", "players", "options"), [VARIANTS[0], VARIANTS[-1]])
def test_the_mcts_bot_plays_whole_games(game: str, players: int, options: dict[str, Any]) -> None:
    """Against a random bot; how strong it is, `docs/leaderboard.md` measures."""
    loaded, rng = load(game, players, options), np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bots = [
        mcts.MCTSBot(loaded, 2.0, 3, evaluator, solve=False, random_state=rng),
        uniform_random.UniformRandomBot(1, rng),
    ]
    returns = evaluate_bots.evaluate_bots(loaded.new_initial_state(), bots, rng)
    assert sum(returns) == pytest.approx(0)
    assert set(returns) <= {-1.0, 0.0, 1.0}
