"""Analysts: worker processes that stream answers and can be stopped at any moment.

They have a lower priority than the workers of bots, so analyses and reviews never delay a game. An
urgent call, for which a person waits, stops one that is not; the caller of the latter continues
later. Calls that wait are bounded in number. The processes start soon after the server, are
replaced when they die, and end with the server, even if it is killed.
"""

import asyncio
import multiprocessing
from collections import deque
from collections.abc import AsyncGenerator, Callable, Iterator
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any, NamedTuple, Protocol

from azulejos.server.errors import Busy
from azulejos.server.thinking import workers
from azulejos.server.thinking.workers import load_networks, prepare, sigint_blocked
from azulejos.server.timing import TIMING

NICENESS = 15  # a lower priority than that of the workers of bots
MAX_WAITING = 16  # urgent calls without an analyst; beyond that, the server is busy
STOP_S = 10.0  # how long a stopped call may take to end before its process is killed

Work = Callable[..., Iterator[Any]]  # called with its arguments and `is_stopped`


class Message(NamedTuple):
    """A message of an analyst."""

    kind: str  # answer, end, error or dead
    content: Any = None


class Analyst:
    """One process, and the thread that receives what it sends."""

    def __init__(self) -> None:
        self.messages: asyncio.Queue[Message] = asyncio.Queue()
        self.is_urgent = True
        self._loop = asyncio.get_running_loop()
        context: Any = multiprocessing.get_context(workers.START_METHOD)
        self._pipe, other = context.Pipe()
        self.process = context.Process(target=serve, args=(other,), daemon=True)
        with sigint_blocked():
            self.process.start()
        other.close()
        Thread(target=self._receive, daemon=True).start()

    def _receive(self) -> None:
        """Hand on what the process sends, until it ends."""
        message = Message("")
        while message.kind != "dead":
            try:
                message = self._pipe.recv()
            except (EOFError, OSError):
                message = Message("dead")
            if self._loop.is_closed():
                return
            self._loop.call_soon_threadsafe(self.messages.put_nowait, message)

    def send(self, request: tuple[Work, tuple[Any, ...]] | None) -> None:
        """Send a call; None stops the one that runs."""
        try:
            self._pipe.send(request)
        except OSError:  # it died; the receiving thread says so
            return

    def kill(self) -> None:
        self.process.kill()
        self.process.join()


class AnyAnalyst(Protocol):
    """An analyst here or on another machine, see `remote_analysts.py`."""

    messages: "asyncio.Queue[Message]"
    is_urgent: bool

    def send(self, request: tuple[Work, tuple[Any, ...]] | None) -> None:
        """Send a call; None stops the one that runs."""

    def kill(self) -> None:
        """End it at once."""


class Analysts:
    """A pool of analysts."""

    def __init__(self, number: int, start: Callable[[], AnyAnalyst] = Analyst):
        self.number, self._start = number, start
        self._idle: list[AnyAnalyst] = []
        self._busy: list[AnyAnalyst] = []
        self._waiting: dict[bool, deque[asyncio.Future[AnyAnalyst]]] = {
            True: deque(),
            False: deque(),
        }
        self._ending: set[asyncio.Task[None]] = set()
        self.start_after_s = TIMING.start_analysts_s
        self._starting: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the processes soon; a call that comes earlier starts one at once."""
        self._starting = asyncio.create_task(self._start_soon())

    async def _start_soon(self) -> None:
        await asyncio.sleep(self.start_after_s)
        await asyncio.gather(*(self._start_one() for _ in range(self.number)))

    async def _start_one(self) -> None:
        async for _ in self.stream(load_for_search, is_urgent=False):
            continue

    async def stream(
        self, work: Work, *args: Any, is_urgent: bool = True
    ) -> AsyncGenerator[Any, None]:
        """Yield what a module-level generator function yields in an analyst.

        The function is also called with `is_stopped`, a function that it asks often; it is stopped
        when the caller stops reading, and a call that is not urgent also when an urgent one waits.
        Raises `Busy` if too many calls wait, or if the process dies.
        """
        analyst = await self._take(is_urgent)
        message = Message("answer")
        try:
            analyst.send((work, args))
            while (message := await analyst.messages.get()).kind == "answer":
                yield message.content
            if message.kind == "error":
                raise message.content
            if message.kind == "dead":
                raise Busy
        finally:
            ending = asyncio.create_task(self._release(analyst, message))
            self._ending.add(ending)
            ending.add_done_callback(self._ending.discard)

    async def _take(self, is_urgent: bool) -> AnyAnalyst:
        """An analyst that is idle, new, or becomes free."""
        if not self._idle and len(self._busy) < self.number:
            self._idle.append(self._start())
        if self._idle:
            analyst = self._idle.pop()
            self._busy.append(analyst)
        else:
            if is_urgent and len(self._waiting[True]) >= MAX_WAITING:
                raise Busy
            analyst = await self._wait(is_urgent)
        analyst.is_urgent = is_urgent
        return analyst

    async def _wait(self, is_urgent: bool) -> AnyAnalyst:
        place: asyncio.Future[AnyAnalyst] = asyncio.get_running_loop().create_future()
        self._waiting[is_urgent].append(place)
        if is_urgent:
            self._preempt()
        try:
            return await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                self._hand_on(place.result())
            raise
        finally:
            if place in self._waiting[is_urgent]:
                self._waiting[is_urgent].remove(place)

    def _preempt(self) -> None:
        """Stop a call that is not urgent, if there is one."""
        for analyst in self._busy:
            if not analyst.is_urgent:
                analyst.is_urgent = True  # stopped once
                analyst.send(None)
                return

    async def _release(self, analyst: AnyAnalyst, last: Message) -> None:
        """Give an analyst to the next call, when its present one has ended."""
        try:
            if last.kind == "answer":
                analyst.send(None)
                async with asyncio.timeout(STOP_S):
                    while last.kind == "answer":
                        last = await analyst.messages.get()
        except TimeoutError:
            last = Message("dead")
        if analyst not in self._busy:  # all were stopped meanwhile
            return
        if last.kind == "dead":
            self._busy.remove(analyst)
            analyst.kill()
            if not self._has_waiting:
                return
            analyst = self._start()
            self._busy.append(analyst)
        self._hand_on(analyst)

    @property
    def _has_waiting(self) -> bool:
        return any(self._waiting.values())

    def _hand_on(self, analyst: AnyAnalyst) -> None:
        """Give a free analyst to the call that waits longest, urgent ones first."""
        for places in self._waiting.values():
            while places:
                place = places.popleft()
                if not place.done():
                    place.set_result(analyst)
                    return
        self._busy.remove(analyst)
        self._idle.append(analyst)

    def stop(self) -> None:
        """Kill the processes."""
        if self._starting:
            self._starting.cancel()
        for task in self._ending:
            task.cancel()
        for analyst in (*self._idle, *self._busy):
            analyst.kill()
        self._idle, self._busy = [], []


# ---- In an analyst


def serve(pipe: "Connection[Any, Any]") -> None:
    """Answer calls until the server ends."""
    prepare(NICENESS)
    while True:
        try:
            request = pipe.recv()
        except (EOFError, OSError):
            return
        if request is not None:  # else it stopped a call that has ended by itself
            answer(pipe, *request)


def load_for_search(is_stopped: Callable[[], bool]) -> Iterator[None]:
    """Load what a search needs, before an answer is awaited."""
    load_networks()
    yield


def answer(pipe: "Connection[Any, Any]", work: Work, args: tuple[Any, ...]) -> None:
    """Send what a call yields; a message that arrives meanwhile stops it."""
    try:
        for content in work(*args, is_stopped=pipe.poll):
            pipe.send(Message("answer", content))
        pipe.send(Message("end"))
    except BrokenPipeError:
        return
    except Exception as error:
        pipe.send(Message("error", error))
