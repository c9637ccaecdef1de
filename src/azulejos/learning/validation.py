"""How well a network predicts outcomes: cross-entropy, calibration, error of points."""

import numpy as np
from numpy.typing import NDArray

from azulejos import batch, kernels
from azulejos.contract.rules import Json
from azulejos.learning.targets import MIN_SHARE, Floats, ValueData
from azulejos.network import Network

DECILES = 10
MIN_DECILE_COUNT = 50  # predictions below which a decile's error is left out of the worst


def validate(network: Network, data: ValueData, rows: NDArray[np.int64]) -> Json:
    """Compare a network's predictions with the outcomes, for those rows that are from games."""
    rows = rows[data.is_played[rows]]
    if not len(rows):
        return {"positions": 0, "worst_decile": None, "points": []}
    predicted, observed = predict(network, data)[rows], data.outcomes[rows]
    deciles = calibration(predicted[:, 0].ravel(), observed[:, 0].ravel())
    errors = [
        abs(decile["predicted"] - decile["observed"])
        for decile in deciles
        if decile["n"] >= MIN_DECILE_COUNT
    ]
    return {
        "positions": len(rows),
        "cross_entropy": cross_entropy(predicted[:, 0], observed[:, 0]),
        "deciles": deciles,
        "worst_decile": max(errors, default=None),
        "points": points_errors(predicted[:, 1] - observed[:, 1], data.stages[rows]),
    }


def predict(network: Network, data: ValueData) -> Floats:
    """The network's value of every position: win shares and points by role."""
    out = np.zeros((len(data), 2, batch.SEATS))
    kernels.value(data.states, network.weights, out)
    return data.by_role(out)


def cross_entropy(predicted: Floats, observed: Floats) -> float:
    """The mean cross-entropy of predicted win shares against the observed ones."""
    return float(-(observed * np.log(np.maximum(predicted, MIN_SHARE))).sum(1).mean())


def calibration(predicted: Floats, observed: Floats) -> list[Json]:
    """By decile of the predicted chance: its mean, the mean observed share, the number."""
    decile = np.minimum(DECILES - 1, (predicted * DECILES).astype(np.int64))
    return [
        {
            "predicted": float(predicted[chosen].mean()),
            "observed": float(observed[chosen].mean()),
            "n": int(chosen.sum()),
        }
        for chosen in (decile == i for i in range(DECILES))
        if chosen.any()
    ]


def points_errors(errors: Floats, stages: NDArray[np.int64]) -> list[Json]:
    """By stage of the game: mean and root mean square of the errors of predicted points."""
    found = []
    for stage in np.unique(stages):
        own = errors[stages == stage]
        rms = float(np.sqrt((own**2).mean()))
        found.append({"stage": int(stage), "mean": float(own.mean()), "rms": rms, "n": len(own)})
    return found
