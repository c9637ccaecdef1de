"""What a match says: shares of the win with intervals, Elo, and a test that knows when to stop.

Games with the same deals are not independent, so everything is reckoned by groups of them. Beside
the groups played stands a made-up one, half won and half lost: it keeps few or equal results from
looking certain, and weighs nothing among many.
"""

import math
from dataclasses import dataclass

SURE = 1.96  # standard errors to each side of an interval of 95 %
STUDENT = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26)  # the same for 2 to 10 values

Interval = tuple[float, float]


@dataclass(frozen=True)
class Sprt:
    """A sequential test of two differences in Elo, with the chances of taking the wrong one."""

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05  # chance of taking elo1 when elo0 is true
    beta: float = 0.05  # chance of taking elo0 when elo1 is true

    @property
    def bounds(self) -> Interval:
        """The log-likelihood ratios at which the test ends."""
        low = math.log(self.beta / (1 - self.alpha))
        return low, math.log((1 - self.beta) / self.alpha)

    def ratio(self, shares: list[float]) -> float:
        """The log-likelihood ratio of elo1 to elo0, by the shares of each group."""
        mean, variance = spread(shares)
        s0, s1 = share_of(self.elo0), share_of(self.elo1)
        return (len(shares) + 1) * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)

    def verdict(self, shares: list[float]) -> str | None:
        """Which difference is taken, None while that is open."""
        low, high = self.bounds
        ratio = self.ratio(shares)
        return "elo1" if ratio >= high else "elo0" if ratio <= low else None


def spread(shares: list[float]) -> tuple[float, float]:
    """Mean and variance of shares with the made-up group among them."""
    n = len(shares) + 1
    mean = (sum(shares) + 0.5) / n
    squares = sum((x - mean) ** 2 for x in shares)
    return mean, (squares + (mean**2 + (1 - mean) ** 2) / 2) / n


def share_interval(shares: list[float]) -> Interval:
    """Where the true share of the win lies, with 95 %."""
    mean, variance = spread(shares)
    plain, error = sum(shares) / len(shares), SURE * math.sqrt(variance / (len(shares) + 1))
    return max(0.0, min(mean - error, plain)), min(1.0, max(mean + error, plain))


def mean_interval(values: list[float]) -> Interval | None:
    """Where a true mean lies, with 95 %; of a single value nothing can be said."""
    n, mean = len(values), sum(values) / len(values)
    if n < 2:
        return None
    errors = STUDENT[n - 2] if n - 2 < len(STUDENT) else SURE + 2.5 / (n - 1)
    error = errors * math.sqrt(sum((x - mean) ** 2 for x in values) / (n - 1) / n)
    return mean - error, mean + error


def share_of(elo: float) -> float:
    """The share of the win to expect from a difference in Elo."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def elo_of(share: float) -> float | None:
    """The difference in Elo that a share of the win shows; None where there is no end to it."""
    return 400 * math.log10(share / (1 - share)) if 0 < share < 1 else None
