"""Channels and hints: news that are stored by one process and reach listeners in all.

A process that changes something stores it first, then announces it. The listeners of this process
hear of it at once; other processes get a hint, and poll in case it was lost. Either way they read
from the database what their listeners have not heard yet (`catch_up`).

Hints between server processes: "subject S is at version v", and nothing more. A subject is a name,
a colon and a key: `table:T`.

A hint may be lost, so nothing relies on one: events are read from the database, and tables with
listeners are polled every few seconds anyway. A single process needs no hints; several send them
through Redis, see `redis_hints.py`.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from typing import Generic, TypeVar

from azulejos.server.errors import Busy
from azulejos.server.web.logs import log

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


# ---- Channels

Listener = TypeVar("Listener")
CatchUp = Callable[[Collection[str]], Awaitable[None]]  # by the keys that may have news

POLL_S = 2.0  # between two polls for changes by other processes
EVERYTHING = ""  # the key of a channel that has only one


class Channel(Generic[Listener]):
    """The listeners of this process, by what they listen to, and the way to those of others."""

    def __init__(self, name: str, publish: Publish, catch_up: CatchUp):
        self.name = name
        self._publish, self._catch_up = publish, catch_up
        self._listeners: dict[str, set[Listener]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def listen(self, key: str, listener: Listener) -> None:
        self._listeners.setdefault(key, set()).add(listener)

    def unlisten(self, key: str, listener: Listener) -> None:
        listeners = self._listeners.get(key, set())
        listeners.discard(listener)
        if not listeners:
            self._listeners.pop(key, None)

    def listeners(self, key: str) -> tuple[Listener, ...]:
        """Those who listen to a key now."""
        return tuple(self._listeners.get(key, ()))

    def announce(self, key: str = EVERYTHING, version: int = 0) -> None:
        """Tell the other processes that there is news, which this process stored and sent."""
        self._publish(f"{self.name}:{key}", version)

    def on_hint(self, key: str, _version: int) -> None:
        """Catch up with another process; the own hints come back too."""
        if key in self._listeners:
            task = asyncio.create_task(self._follow(key))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _follow(self, key: str) -> None:
        try:
            await self._catch_up([key])
        except Busy:  # the next poll tries again
            pass
        except Exception:
            log.exception("channel", name=self.name)

    async def poll(self) -> None:
        """Catch up with what a lost hint has not brought."""
        if self._listeners:
            await self._catch_up(list(self._listeners))
