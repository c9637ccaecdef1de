"""Training targets, made from the samples of self-play.

A value target mixes the outcome of the game with the value that search found. Search values are
calibrated first, separately for each stage of a game, so that their systematic errors are not
learned: points are shifted by their mean error, and win shares are sharpened or flattened by the
power that fits the outcomes best. (Search is usually too cautious, since its mean includes moves
that it tried and rejected.) A prior target is the visit shares of a decision's moves.

Training is in `train.py`, measuring how well it went in `validation.py`.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos import batch, kernels
from azulejos.contract.game import Game
from azulejos.learning.features import first_perspectives, move_features, position_features
from azulejos.learning.selfplay_game import Samples, has_rounds
from azulejos.network import POINTS, WIDTH

# The weight of the outcome in a value target; the rest is the search value.
OUTCOME_WEIGHT_IN_ROUNDS = 0.4
OUTCOME_WEIGHT = 0.7
CALIBRATION_PRIOR = 20  # samples of a stage at which its calibration counts half
MIN_SHARE = 1e-6  # of the win, so that its logarithm is finite
POWERS = np.geomspace(0.5, 2.0, 33)  # candidates for calibrating win shares

Floats = NDArray[np.float64]


def outcome_weight(game: Game, players: int, options: dict[str, str]) -> float:
    """The weight of the outcome in the value targets of a variant."""
    states = game.new_states()
    kernels.setup(states, players, game.choose(players, options))
    return OUTCOME_WEIGHT_IN_ROUNDS if has_rounds(states) else OUTCOME_WEIGHT


class ValueData:
    """Features and targets for the value network: a row for each position.

    Targets are by role (the network's order of seats): win shares, and points beyond those that the
    handmade evaluation expects, in units of POINTS.
    """

    def __init__(self, samples: Samples, players: int, outcome_weight: float):
        self.states, self.is_played = samples.states, samples.is_played
        self.stages = samples.stages.astype(np.int64)
        self.features = position_features(samples.states, players)
        first, handmade = np.zeros(len(self), np.int64), np.zeros((len(self), 2, batch.SEATS))
        first_perspectives(samples.states, first)
        kernels.value(samples.states, np.zeros((0, WIDTH), np.float32), handmade)
        self.seats = (first[:, None] + np.arange(players)) % players  # by role
        base = self.by_role(handmade)
        self.base_logits = np.log(np.maximum(base[:, 0], MIN_SHARE)).astype(np.float32)
        self.outcomes = self.by_role(samples.outcomes)
        searched = self.by_role(samples.search_values)
        searched[:, 1] += self._points_bias(searched)[self.stages][:, None]
        searched[:, 0] = sharpened(searched[:, 0], self._share_powers(searched)[self.stages])
        weight = np.where(samples.is_played, outcome_weight, 0.0)[:, None, None]
        mixed = weight * self.outcomes + (1 - weight) * searched
        shares = mixed[:, 0] / mixed[:, 0].sum(1, keepdims=True)
        self.win_shares = shares.astype(np.float32)
        self.points = ((mixed[:, 1] - base[:, 1]) / POINTS).astype(np.float32)

    def __len__(self) -> int:
        return len(self.states)

    def by_role(self, values: NDArray[Any]) -> Floats:
        """Reorder values by position, row and seat into values by position, row and role."""
        return np.take_along_axis(values.astype(np.float64), self.seats[:, None, :], 2)

    def _points_bias(self, searched: Floats) -> Floats:
        """By stage: the mean number of points by which outcomes exceed search values."""
        played = self.is_played
        errors = (self.outcomes[played, 1] - searched[played, 1]).mean(1)
        return mean_by_group(self.stages[played], errors, self._stage_count, CALIBRATION_PRIOR)

    def _share_powers(self, searched: Floats) -> Floats:
        """By stage: the power of win shares that fits the outcomes best; near 1 for few samples."""
        played = self.is_played
        shares, outcomes = searched[played, 0], self.outcomes[played, 0]
        losses = np.zeros((len(POWERS), self._stage_count))
        for i, power in enumerate(POWERS):
            logs = np.log(sharpened(shares, np.full(len(shares), power)))
            cross_entropies = -(outcomes * logs).sum(1)
            losses[i] = np.bincount(self.stages[played], cross_entropies, self._stage_count)
            losses[i] += CALIBRATION_PRIOR * np.log(power) ** 2
        best: Floats = POWERS[losses.argmin(0)]
        return best

    @property
    def _stage_count(self) -> int:
        return int(self.stages.max(initial=0)) + 1


class PriorData:
    """Features and targets for the prior: a row for each move, and where each decision ends."""

    def __init__(self, samples: Samples, prior: NDArray[np.float32]):
        self.features, self.visit_shares, self.ends = move_features(samples, prior)

    def __len__(self) -> int:
        """The number of decisions."""
        return len(self.ends)


def sharpened(shares: Floats, powers: Floats) -> Floats:
    """Win shares raised to a power by position, and normalised."""
    raised = np.maximum(shares, MIN_SHARE) ** powers[:, None]
    normalised: Floats = raised / raised.sum(1, keepdims=True)
    return normalised


def mean_by_group(
    groups: NDArray[np.int64], values: Floats, length: int, prior_count: int = 0
) -> Floats:
    """The mean value of each group, as if `prior_count` zeros were among the values."""
    counts = np.bincount(groups, minlength=length) + prior_count
    sums = np.bincount(groups, values, length).astype(np.float64)
    return sums / np.maximum(1, counts)
