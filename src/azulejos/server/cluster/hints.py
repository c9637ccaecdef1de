"""Hints between server processes: "table T is at version v", and nothing more.

A hint may be lost, so nothing relies on one: events are read from the database, and tables with
listeners are polled every few seconds anyway. A single process needs no hints; several send them
through Redis, see `redis_hints.py`.
"""

from collections.abc import Callable

OnHint = Callable[[str, int], None]


class Hints:
    """Hints of a single process: there is nobody to send them to."""

    def __init__(self) -> None:
        self.on_hint: OnHint = lambda table, version: None  # called with each received hint

    def publish(self, table: str, version: int) -> None:
        """Queue a hint for the other processes."""

    async def start(self) -> None:
        """Start to send and receive."""

    async def stop(self) -> None:
        """Send what is queued, and stop."""


def make_hints(url: str) -> Hints:
    """Hints through the Redis at a URL; "" for a single process."""
    if not url:
        return Hints()
    from azulejos.server.cluster.redis_hints import RedisHints  # 0.2 s that few servers need

    return RedisHints(url)
