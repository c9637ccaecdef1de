"""Training targets: calibration of search values."""

import numpy as np
import pytest

from azulejos.learning.selfplay_game import Samples
from azulejos.learning.targets import ValueData, mean_by_group
from azulejos.network import POINTS


def test_points_of_search_are_shifted_by_their_mean_error(shards: list[Samples]) -> None:
    """An error that all searches of a stage have in common is mostly removed from the targets."""
    samples, error = shards[0], 7.0
    shifted = samples.search_values + np.array([[[0.0], [error]]], np.float32)
    right = ValueData(samples, 2, 0.5)
    wrong = ValueData(samples._replace(search_values=shifted), 2, 0.5)
    frequent = np.flatnonzero(np.bincount(right.stages[right.is_played]) >= 10)
    is_frequent = np.isin(right.stages, frequent)
    remaining = POINTS * (wrong.points - right.points)[is_frequent]
    assert 0 < remaining.mean() < 0.7 * error


def test_means_by_group() -> None:
    groups, values = np.array([0, 0, 2]), np.array([1.0, 3.0, 5.0])
    assert mean_by_group(groups, values, 3).tolist() == [2, 0, 5]
    assert mean_by_group(groups, values, 3, prior_count=2).tolist() == [1, 0, pytest.approx(5 / 3)]


@pytest.mark.parametrize(("predicted", "is_cautious"), [(0.55, True), (0.999, False)])
def test_win_shares_of_search_are_calibrated(
    shards: list[Samples], predicted: float, is_cautious: bool
) -> None:
    """Search gives seat 0 the same chance everywhere, and seat 0 wins two games of three."""
    samples = shards[0]
    wins = np.arange(len(samples.states)) % 3 > 0
    search_values, outcomes = samples.search_values.copy(), samples.outcomes.copy()
    search_values[:, 0, :2] = predicted, 1 - predicted
    outcomes[:, 0, :2] = np.stack([wins, ~wins], 1)
    changed = samples._replace(
        search_values=search_values,
        outcomes=outcomes,
        is_played=np.ones_like(samples.is_played),
        stages=np.ones_like(samples.stages),
    )
    data = ValueData(changed, 2, 0.0)
    target = np.where(data.seats == 0, data.win_shares, 0).sum(1)
    assert (target > predicted).all() if is_cautious else (target < predicted).all()
    assert (target > 0.5).all()
