"""Rate limits (R22): moving windows, for HTTP requests and WebSocket messages alike.

Requests are counted in the memory of this process, so several processes together allow a multiple.
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
    "analysis_address": parse("160/day"),  # against a new guest for each request
    "playing": parse("100/20 seconds"),  # messages of a connection that plays
    "watching": parse("50/20 seconds"),  # messages of a connection that only watches
}


class TooMany(AzulejosError):
    """Too many requests; the next one is allowed in `seconds`."""

    def __init__(self, seconds: int, code: str = "api.too_many"):
        super().__init__(Text(code, {"n": seconds}))
        self.seconds = seconds


class Limits:
    """Counts requests by rule and client."""

    def __init__(self, is_on: bool = True):
        self.is_on = is_on
        self._windows = MovingWindowRateLimiter(MemoryStorage())
        self._busy: set[tuple[str, str]] = set()

    def allows(self, rule: str, who: str) -> bool:
        """Count a request, and return whether it is within the limit."""
        return not self.is_on or self._windows.hit(RULES[rule], rule, who)

    def require(self, rule: str, who: str) -> None:
        """Count a request; raise `TooMany` if it exceeds the limit."""
        if not self.allows(rule, who):
            raise TooMany(self.retry_after(rule, who))

    def retry_after(self, rule: str, who: str) -> int:
        """Seconds until the next request is allowed."""
        reset = self._windows.get_window_stats(RULES[rule], rule, who).reset_time
        return max(1, math.ceil(reset - time.time()))

    @contextmanager
    def exclusive(self, rule: str, who: str) -> Iterator[None]:
        """Allow one request of a client at a time; raise `TooMany` for a second one."""
        if self.is_on and (rule, who) in self._busy:
            raise TooMany(1, "api.one_at_a_time")
        self._busy.add((rule, who))
        try:
            yield
        finally:
            self._busy.discard((rule, who))
