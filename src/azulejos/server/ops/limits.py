"""How much one may ask for (R22): moving windows, the same for HTTP and for the socket.

Counted in this process alone: several processes allow so many times as much, and Redis is left to
carry hints.
"""

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from azulejos.errors import AzulejosError
from azulejos.text import Text

RULES: dict[str, RateLimitItem] = {
    "request": parse("1200/minute"),  # by address
    "guest": parse("30/minute"),  # by address: new people
    "login_address": parse("5/minute"),
    "login_account": parse("20/hour"),
    "table": parse("30/minute"),  # by person: new tables and rematches
    "analysis_person": parse("40/day"),
    "analysis_address": parse("160/day"),  # somebody who becomes a new guest each time
    "playing": parse("100/20 seconds"),  # messages of a socket that plays
    "watching": parse("50/20 seconds"),  # messages of a socket that only looks
}


class TooMany(AzulejosError):
    """Asked too often; `seconds` later it may be tried again."""

    def __init__(self, seconds: int, code: str = "api.too_many"):
        super().__init__(Text(code, {"n": seconds}))
        self.seconds = seconds


class Limits:
    """Counts who asked how often."""

    def __init__(self, is_on: bool = True):
        self.is_on = is_on
        self._windows = MovingWindowRateLimiter(MemoryStorage())
        self._busy: set[tuple[str, str]] = set()

    def allows(self, rule: str, who: str) -> bool:
        """Count one more, and tell whether it is within the rule."""
        return not self.is_on or self._windows.hit(RULES[rule], rule, who)

    def require(self, rule: str, who: str) -> None:
        """Count one more; refused with the time to wait if it is too many."""
        if not self.allows(rule, who):
            raise TooMany(self.wait(rule, who))

    def wait(self, rule: str, who: str) -> int:
        """Seconds until one more may be asked for."""
        reset = self._windows.get_window_stats(RULES[rule], rule, who).reset_time
        return max(1, math.ceil(reset - time.time()))

    @contextmanager
    def alone(self, rule: str, who: str) -> Iterator[None]:
        """Only one at a time for each."""
        if self.is_on and (rule, who) in self._busy:
            raise TooMany(1, "api.one_at_a_time")
        self._busy.add((rule, who))
        try:
            yield
        finally:
            self._busy.discard((rule, who))
