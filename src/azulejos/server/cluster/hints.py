"""Hints from one server process to the others: "table T is at version v". Never more than that.

Redis may lose a hint, so nobody relies on one: the truth is read from the database, and tables that
somebody looks at are asked about every few seconds anyway (`tables.py`). With one process there is
nobody to tell.
"""

import asyncio
import contextlib
from collections.abc import Callable

import redis.asyncio as redis
from redis.exceptions import RedisError

CHANNEL = "azulejos"
LOBBY = "lobby"  # stands where a table's id would, when the list of open tables changed
QUEUE = 10_000  # hints that wait; more are lost
RETRY_S = 0.5
SILENCE_S = 5.0  # after which the connection is tried

Hear = Callable[[str, int], None]


class Hints:
    """Nobody to tell."""

    def __init__(self) -> None:
        self.hear: Hear = lambda table, version: None  # called with each hint of others

    def publish(self, table: str, version: int) -> None:
        """Tell the other processes, some time."""

    async def start(self) -> None:
        """Begin to hear."""

    async def stop(self) -> None:
        """Say what there is to say, and end."""


class RedisHints(Hints):
    """By Redis, which may come and go."""

    def __init__(self, url: str):
        super().__init__()
        self._redis = redis.from_url(url, socket_connect_timeout=5, socket_timeout=SILENCE_S)
        self._waiting: asyncio.Queue[str] = asyncio.Queue(QUEUE)
        self._tasks: list[asyncio.Task[None]] = []

    def publish(self, table: str, version: int) -> None:
        with contextlib.suppress(asyncio.QueueFull):
            self._waiting.put_nowait(f"{table} {version}")

    async def start(self) -> None:
        heard = asyncio.Event()
        self._tasks = [
            asyncio.create_task(self._hear(heard)),
            asyncio.create_task(self._speak()),
        ]
        with contextlib.suppress(TimeoutError):  # Redis may come later
            await asyncio.wait_for(heard.wait(), SILENCE_S)

    async def stop(self) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._waiting.join(), 1.0)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()

    async def _speak(self) -> None:
        while True:
            hint = await self._waiting.get()
            try:
                await self._redis.publish(CHANNEL, hint)
            except (RedisError, OSError):
                await asyncio.sleep(RETRY_S)  # this one is lost; others will ask by themselves
            finally:
                self._waiting.task_done()

    async def _hear(self, heard: asyncio.Event) -> None:
        while True:
            try:
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    await self._take(channel, heard)
            except (RedisError, OSError):
                await asyncio.sleep(RETRY_S)

    async def _take(self, channel: redis.client.PubSub, heard: asyncio.Event) -> None:
        """Take hints until the connection fails, which a ping finds out when it is silent."""
        is_silent = False
        while True:
            message = await channel.get_message(timeout=SILENCE_S)
            if message is None:
                if is_silent:
                    raise RedisError
                is_silent = True
                await channel.ping()
                continue
            is_silent = False
            if message["type"] == "subscribe":
                heard.set()
            elif message["type"] == "message":
                table, _, version = message["data"].decode().partition(" ")
                self.hear(table, int(version))


def make_hints(url: str) -> Hints:
    """Hints by Redis if there is a URL."""
    return RedisHints(url) if url else Hints()
