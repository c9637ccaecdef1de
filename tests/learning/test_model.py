"""The PyTorch model and the compiled inference compute the same."""

import numpy as np
import pytest
import torch

from azulejos import batch
from azulejos.games import find_game
from azulejos.learning.model import ValueModel, sparse_tensor
from azulejos.learning.selfplay import SelfplayPlan
from azulejos.learning.targets import ValueData
from azulejos.network import POINTS, Network
from tests.learning.plans import QUICK, make_samples


@pytest.mark.parametrize(
    "plan",
    [
        SelfplayPlan("azul", 3, settings=QUICK, shard_games=2),
        SelfplayPlan("blue", 2, {"draw": "blind"}, QUICK, shard_games=1),
    ],
    ids=lambda plan: plan.variant,
)
def test_compiled_inference_agrees_with_the_model(plan: SelfplayPlan) -> None:
    evaluator, players = find_game(plan.game).evaluator, plan.players
    data = ValueData(make_samples(plan), players, 0.5)
    torch.manual_seed(1)
    perspectives = evaluator.perspectives(players)
    model = ValueModel(evaluator.coarse_features(), perspectives, players)
    with torch.no_grad():
        for weights in model.parameters():
            weights.add_(0.1 * torch.randn_like(weights))
        network = Network(model.export(), plan.network(None).prior)
        rows = np.arange(perspectives * len(data))
        out = model(sparse_tensor(data.features, rows, len(model.fine))).numpy()
    compiled, handmade = (np.zeros((len(data), 2, batch.SEATS)) for _ in range(2))
    batch.value(data.states, network.weights, compiled)
    batch.value(data.states, network.weights[:0], handmade)
    logits = data.base_logits + out[:, :players]
    win_shares = np.exp(logits) / np.exp(logits).sum(1, keepdims=True)
    points = data.by_role(handmade)[:, 1] + POINTS * out[:, players:]
    rows = np.array([not evaluator.is_solved(state) for state in data.states])  # others are exact
    found = data.by_role(compiled)[rows]
    assert found[:, 0] == pytest.approx(win_shares[rows], abs=1e-4)
    assert found[:, 1] == pytest.approx(points[rows], abs=1e-3)
