"""Statistics of matches: win shares with confidence intervals, Elo, a sequential test (SPRT), and
the ratings of a pool of players.

Games with the same deals are not independent of each other, so all functions take the mean share of
each group of games. Pseudo-counts of one group, half of it won and half lost, are added to those
played: they keep few or equal results from looking certain, and hardly count among many.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

Z_95 = 1.96  # standard errors to each side of a 95 % interval, for many values
T_95 = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26)  # the same for 2 to 10 values

Interval = tuple[float, float]


@dataclass(frozen=True)
class Sprt:
    """A sequential probability ratio test between two hypotheses about the Elo difference."""

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05  # probability of accepting elo1 when elo0 is true
    beta: float = 0.05  # probability of accepting elo0 when elo1 is true

    @property
    def bounds(self) -> Interval:
        """The log-likelihood ratios at which the test ends."""
        low = math.log(self.beta / (1 - self.alpha))
        return low, math.log((1 - self.beta) / self.alpha)

    def log_likelihood_ratio(self, shares: list[float]) -> float:
        """The log-likelihood ratio of elo1 to elo0, given the share of each group."""
        mean, variance = mean_and_variance(shares)
        s0, s1 = expected_share(self.elo0), expected_share(self.elo1)
        return (len(shares) + 1) * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)

    def accepted(self, shares: list[float]) -> str | None:
        """The accepted hypothesis, "elo0" or "elo1"; None while the test is undecided."""
        low, high = self.bounds
        ratio = self.log_likelihood_ratio(shares)
        return "elo1" if ratio >= high else "elo0" if ratio <= low else None


def mean_and_variance(shares: list[float]) -> tuple[float, float]:
    """Mean and variance of the shares with the pseudo-counts among them."""
    n = len(shares) + 1
    mean = (sum(shares) + 0.5) / n
    squares = sum((x - mean) ** 2 for x in shares)
    return mean, (squares + (mean**2 + (1 - mean) ** 2) / 2) / n


def share_interval(shares: list[float]) -> Interval:
    """The 95 % confidence interval of the win share."""
    mean, variance = mean_and_variance(shares)
    plain, error = sum(shares) / len(shares), Z_95 * math.sqrt(variance / (len(shares) + 1))
    return max(0.0, min(mean - error, plain)), min(1.0, max(mean + error, plain))


def mean_interval(values: list[float]) -> Interval | None:
    """The 95 % confidence interval of a mean; None for a single value."""
    n, mean = len(values), sum(values) / len(values)
    if n < 2:
        return None
    errors = T_95[n - 2] if n - 2 < len(T_95) else Z_95 + 2.5 / (n - 1)
    error = errors * math.sqrt(sum((x - mean) ** 2 for x in values) / (n - 1) / n)
    return mean - error, mean + error


def expected_share(elo: float) -> float:
    """The win share to expect from an Elo difference."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def elo_difference(share: float) -> float | None:
    """The Elo difference that a win share stands for; None if it is infinite."""
    return 400 * math.log10(share / (1 - share)) if 0 < share < 1 else None


class Played(NamedTuple):
    """The result of some games between two players."""

    first: str
    second: str
    games: int
    share: float  # of the first


def fit_ratings(results: list[Played], fixed: Mapping[str, float]) -> dict[str, float]:
    """The ratings under which results are most likely (Bradley-Terry), by Newton's method. Some are
    fixed; one more game, half won and half lost, in each result keeps the others finite.
    """
    names = sorted({name for each in results for name in each[:2]})
    place = {name: i for i, name in enumerate(names)}
    free = [place[name] for name in names if name not in fixed]
    per_logit = 400 / math.log(10)
    logits = np.array([fixed.get(name, 0.0) for name in names]) / per_logit
    for _ in range(100):
        gradient, hessian = np.zeros(len(names)), 1e-9 * np.eye(len(names))
        for first, second, games, share in results:
            pair = [place[first], place[second]]
            expected = 1 / (1 + np.exp(logits[pair[1]] - logits[pair[0]]))
            scored = (share * games + 0.5) / (games + 1)
            gradient[pair] += games * (scored - expected) * np.array([1, -1])
            weight = games * expected * (1 - expected)
            hessian[np.ix_(pair, pair)] += weight * np.array([[1, -1], [-1, 1]])
        step = np.linalg.solve(hessian[np.ix_(free, free)], gradient[free])
        logits[free] += np.clip(step, -1, 1)
    return dict(zip(names, map(float, per_logit * logits), strict=True))
