"""Validation of a network by the outcomes of games."""

import math

import numpy as np
import pytest

from azulejos.learning.validation import calibration, cross_entropy, points_errors


def test_calibration_is_by_decile_of_the_prediction() -> None:
    predicted, observed = np.array([0.05, 0.07, 0.61, 1.0]), np.array([0.0, 0.5, 1.0, 1.0])
    deciles = calibration(predicted, observed)
    assert [decile["n"] for decile in deciles] == [2, 1, 1]
    assert deciles[0]["predicted"] == pytest.approx(0.06)
    assert deciles[0]["observed"] == 0.25


def test_errors_of_points_are_by_stage() -> None:
    first, second = points_errors(np.array([[1.0, -1.0], [4.0, 2.0]]), np.array([1, 3]))
    assert first == {"stage": 1, "mean": 0.0, "rms": 1.0, "n": 1}
    assert second == {"stage": 3, "mean": 3.0, "rms": pytest.approx(math.sqrt(10)), "n": 1}


def test_cross_entropy_is_the_mean_over_positions() -> None:
    predicted, observed = np.array([[0.5, 0.5], [0.9, 0.1]]), np.array([[1.0, 0.0], [1.0, 0.0]])
    assert cross_entropy(predicted, observed) == pytest.approx(-math.log(0.5 * 0.9) / 2)
