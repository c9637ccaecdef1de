"""Hints between server processes through Redis, which may lose them."""

import asyncio
import contextlib

import redis.asyncio as redis
from redis.exceptions import RedisError

from azulejos.server.cluster.channel import Hints

CHANNEL = "azulejos"
MAX_QUEUED = 10_000  # hints that wait for Redis; further ones are dropped
RETRY_S = 0.5
SILENCE_S = 5.0  # without a message, after which the connection is tested with a ping


class RedisHints(Hints):
    """Hints through Redis, which may be unreachable at times."""

    def __init__(self, url: str):
        super().__init__()
        self._redis = redis.from_url(url, socket_connect_timeout=5, socket_timeout=SILENCE_S)
        self._queue: asyncio.Queue[str] = asyncio.Queue(MAX_QUEUED)
        self._tasks: list[asyncio.Task[None]] = []

    def publish(self, subject: str, version: int) -> None:
        with contextlib.suppress(asyncio.QueueFull):
            self._queue.put_nowait(f"{subject} {version}")

    async def start(self) -> None:
        subscribed = asyncio.Event()
        self._tasks = [
            asyncio.create_task(self._receive(subscribed)),
            asyncio.create_task(self._send()),
        ]
        with contextlib.suppress(TimeoutError):  # Redis may be started later
            await asyncio.wait_for(subscribed.wait(), SILENCE_S)

    async def stop(self) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._queue.join(), 1.0)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()

    async def _send(self) -> None:
        while True:
            hint = await self._queue.get()
            try:
                await self._redis.publish(CHANNEL, hint)
            except (RedisError, OSError):
                await asyncio.sleep(RETRY_S)  # this hint is lost; the others poll
            finally:
                self._queue.task_done()

    async def _receive(self, subscribed: asyncio.Event) -> None:
        while True:
            try:
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    await self._read(channel, subscribed)
            except (RedisError, OSError):
                await asyncio.sleep(RETRY_S)

    async def _read(self, channel: redis.client.PubSub, subscribed: asyncio.Event) -> None:
        """Read hints until the connection fails; during silence a ping tests it."""
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
                subscribed.set()
            elif message["type"] == "message":
                subject, _, version = message["data"].decode().partition(" ")
                self.on_hint(subject, int(version))
