"""How people look at BLUE: what they overlook, and what some prefer, as changes of the weights of a
prior. `evaluator/prior.py` describes the features: by phase, role of a colour and case of a side.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from azulejos.contract.teaching import Change
from azulejos.games.blue.evaluator.prior import MADE_CHAIN, MADE_CIRCLE, PHASES, ROLES, TOUCHED
from azulejos.games.blue.evaluator.sides import CAPPED, END, OPEN, POOR, PROSPECTS, SIDES

Prior = NDArray[np.float32]


def _table(prior: Prior) -> Prior:
    """The weights by phase, role and case."""
    return prior.reshape(PHASES, ROLES, SIDES)


def _cases(prior: Prior, kind: int) -> Prior:
    """The weights of the sides behind which something lies, by phase, role and prospect."""
    return _table(prior)[:, :, PROSPECTS * kind : PROSPECTS * (kind + 1)]


# ---- Oversights


def _others(prior: Prior) -> None:
    """Weights of the gains and losses of other seats."""
    _table(prior)[:, 1:] = 0


def _far(prior: Prior) -> None:
    """Weights of the other end of a line."""
    lines = [_cases(prior, kind) for kind in (CAPPED, OPEN, POOR)]
    mean = np.mean(lines, axis=0)
    for line in lines:
        line[:] = mean


def _fit(prior: Prior) -> None:
    """Weights of the tiles that a free cell can still take."""
    for kind in (END, CAPPED, OPEN, POOR):
        fitting = _cases(prior, kind)[:, :, 1:]
        fitting[:] = fitting.mean(axis=2, keepdims=True)


def _last(prior: Prior) -> None:
    """That the end is near: the last third is played like the first."""
    table = _table(prior)
    table[0] = table[-1]


def _ends(prior: Prior) -> None:
    """Ends that wait for a partner."""
    _cases(prior, END)[:] = 0


OVERSIGHTS: Mapping[str, Change] = {
    "others": _others,
    "far": _far,
    "fit": _fit,
    "end": _last,
    "ends": _ends,
}


# ---- Styles, in logits


def _close(prior: Prior) -> None:
    """Own chains and circles closed as soon as possible."""
    _table(prior)[:, 0, [MADE_CHAIN, MADE_CIRCLE]] += 2.0


def _build(prior: Prior) -> None:
    """Own lines that can still grow, and no circles."""
    _cases(prior, OPEN)[:, 0, 1:] += 0.7
    _table(prior)[:, 0, MADE_CIRCLE] -= 3.0


def _circle(prior: Prior) -> None:
    """Circles, and ends that can become some."""
    _table(prior)[:, 0, MADE_CIRCLE] += 2.5
    _cases(prior, END)[:, 0, 1:] += 0.5


def _compact(prior: Prior) -> None:
    """Tiles that touch many others."""
    _table(prior)[:, 0, TOUCHED + 1 : TOUCHED + 5] += 1.5 * np.arange(4)


def _block(prior: Prior) -> None:
    """Sides that others could use disappear."""
    for kind in (END, CAPPED, OPEN, POOR):
        _cases(prior, kind)[:, 1:, 1:] -= 0.8


STYLES: Mapping[str, Change] = {
    "close": _close,
    "build": _build,
    "circle": _circle,
    "compact": _compact,
    "block": _block,
}
CHARACTERS: Mapping[str, str] = {
    "tome": "close",
    "amalia": "build",
    "ze": "circle",
    "ines": "compact",
    "duarte": "build",
    "graca": "block",
    "rosa": "compact",
}
