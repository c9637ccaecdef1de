"""Analysts on other machines: actors of a Ray cluster in place of local processes.

They take no core of the server. `analysts.py` has the pool, which treats both kinds alike. All
nodes need the same version of this package.
"""

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import ray
from ray.exceptions import RayError

from azulejos.compiled.sources import source_digest
from azulejos.errors import AzulejosError
from azulejos.remote import connect
from azulejos.server.thinking.analysts import Message, Work
from azulejos.text import Text

SILENT_S = 300.0  # without an answer an analyst counts as dead; a node may have to compile first


def open_remote_analysts(address: str) -> Callable[[], "RemoteAnalyst"]:
    """Connect to a cluster; return the function that starts an analyst there."""
    connect(address)
    return RemoteAnalyst


class RemoteAnalyst:
    """One actor, with the interface of a local `Analyst`."""

    def __init__(self) -> None:
        self.messages: asyncio.Queue[Message] = asyncio.Queue()
        self.is_urgent = True
        actors: Any = Answerer  # whose type Ray's decorator hides
        self._actor = actors.options(max_concurrency=2).remote(source_digest())
        self._calls = 0
        self._reading: asyncio.Task[None] | None = None

    def send(self, request: tuple[Work, tuple[Any, ...]] | None) -> None:
        """Send a call; None stops the one that runs."""
        if request is None:
            self._actor.stop.remote(self._calls)
            return
        self._calls += 1
        answers = self._actor.answer.remote(self._calls, *request)
        self._reading = asyncio.create_task(self._read(answers))

    async def _read(self, answers: Any) -> None:
        """Hand on what the actor yields, until its call or the actor ends."""
        message = Message("answer")
        try:
            while message.kind == "answer":
                reference = await asyncio.wait_for(anext(answers), SILENT_S)
                message = await reference
                self.messages.put_nowait(message)
        except (RayError, TimeoutError, StopAsyncIteration):
            self.messages.put_nowait(Message("dead"))

    def kill(self) -> None:
        if self._reading:
            self._reading.cancel()
        ray.kill(self._actor)


# ---- On a node


@ray.remote(num_cpus=1)
class Answerer:
    """Answers one call at a time; a second thread lets it be stopped."""

    def __init__(self, digest: str) -> None:
        self._digest = digest
        self._stopped = 0  # the last call that was stopped

    @ray.method(num_returns="streaming")
    def answer(self, number: int, work: Work, args: tuple[Any, ...]) -> Iterator[Message]:
        """Yield what a call yields, then its end."""
        if source_digest() != self._digest:
            yield Message("error", AzulejosError(Text("cluster.version")))
            return
        try:
            for content in work(*args, is_stopped=lambda: self._stopped >= number):
                yield Message("answer", content)
            yield Message("end")
        except Exception as error:
            yield Message("error", error)

    def stop(self, number: int) -> None:
        """Stop a call."""
        self._stopped = number
