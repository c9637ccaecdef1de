"""Hints between server processes: "subject S is at version v", and nothing more. A subject is a
name, a colon and a key: `table:T`.


A hint may be lost, so nothing relies on one: events are read from the database, and tables with
listeners are polled every few seconds anyway. A single process needs no hints; several send them
through Redis, see `redis_hints.py`.
"""

from collections.abc import Callable

Publish = Callable[[str, int], None]  # with a subject and a version
OnHint = Callable[[str, int], None]  # with a subject's key and a version


class Hints:
    """Hints of a single process: there is nobody to send them to."""

    def __init__(self) -> None:
        self.subjects: dict[str, OnHint] = {}  # called with each received hint, by name

    def publish(self, subject: str, version: int) -> None:
        """Queue a hint for the other processes."""

    def on_hint(self, subject: str, version: int) -> None:
        """Hand a received hint to whom it concerns; another version may send unknown ones."""
        name, _, key = subject.partition(":")
        if name in self.subjects:
            self.subjects[name](key, version)

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
