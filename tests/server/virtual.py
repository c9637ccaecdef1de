"""Servers in an event loop whose time is virtual: hours pass in seconds, and databases fail on cue.

A `World` holds server processes that share an SQLite file. They are the real parts of a server
without HTTP; clients talk to them through real sessions. Whenever nothing is left to do, time jumps
to the next timer; while threads work for a database, it stands still.
"""

import asyncio
import json
import selectors
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal

import sqlalchemy as sa

from azulejos.server import timing
from azulejos.server.accounts.callers import Caller
from azulejos.server.accounts.people import People, Person
from azulejos.server.app import Server
from azulejos.server.cluster.heartbeat import Heartbeat
from azulejos.server.cluster.periodic import Periodic
from azulejos.server.play.due import DueTables
from azulejos.server.play.presence import Audience, Presence
from azulejos.server.play.session import ClientSession
from azulejos.server.play.tables import Tables
from azulejos.server.settings import Settings
from azulejos.server.storage.database import Database

Mode = Literal["fine", "gone", "hanging", "forgetful"]
Message = dict[str, Any]


class Selector(selectors.DefaultSelector):
    """Waits for threads, and lets time jump if there are none to wait for."""

    world: "World"

    def select(self, timeout: float | None = None) -> list[Any]:
        ready = super().select(0)
        if ready or timeout == 0:
            return ready
        if self.world.jobs or timeout is None:
            return super().select(0.002)
        self.world.time += max(0.0, timeout)
        return []


class Loop(asyncio.SelectorEventLoop):
    """An event loop in virtual time."""

    world: "World"

    def time(self) -> float:
        return self.world.time


class Threads(ThreadPoolExecutor):
    """Threads whose work is waited for."""

    def __init__(self, world: "World"):
        super().__init__(4)
        self.world = world

    def submit(self, *work: Any, **named: Any) -> "Future[Any]":
        return self.world.count(super().submit(*work, **named))


class Flaky:
    """The threads of a database, which fail as the world wants.

    "gone": every transaction fails. "hanging": none is run, and none ends. "forgetful": each is
    run, and its result is never heard of.
    """

    def __init__(self, world: "World", threads: Any, is_writer: bool):
        self.world, self.threads, self.is_writer = world, threads, is_writer

    def submit(self, work: Callable[..., Any]) -> "Future[Any]":
        silent: Future[Any] = Future()
        mode = self.world.mode
        if mode == "gone":
            silent.set_exception(sa.exc.OperationalError("", {}, Exception("gone")))
        elif mode == "fine" or (mode == "forgetful" and not self.is_writer):
            return self.world.count(self.threads.submit(work))
        elif mode == "forgetful":
            self.world.count(self.threads.submit(work))
        return silent

    def __getattr__(self, name: str) -> Any:
        return getattr(self.threads, name)


class Process:
    """A server process."""

    def __init__(self, world: "World", number: int):
        self.world, self.is_running = world, True
        self.server = Server(Settings(database=world.url))
        self.parts = self.server.parts
        database: Any = self.parts[Database]
        database._writer = Flaky(world, database._writer, True)
        database._readers = Flaky(world, database._readers, False)
        name = f"host{number}-1-{number}"  # so that nobody asks for its pid
        self.parts[Heartbeat].id = self.parts[Audience].server = name

    async def start(self) -> None:
        await self.parts[Heartbeat].register()
        await self.parts[DueTables].start()
        self.server.start_jobs()

    async def kill(self) -> None:
        """End it without telling anybody."""
        self.is_running = False
        self.parts[Presence].is_closing = True
        await self.parts[Periodic].stop()
        await self.parts[Presence].stop()

    async def stop(self) -> None:
        """End it as a planned restart does."""
        if self.parts[Heartbeat].has_others:
            await self.parts[Tables].pause_clocks()
        await self.kill()
        await self.parts[Heartbeat].unregister()


class World:
    """Processes, their database and the time."""

    def __init__(self, folder: Path):
        self.url = f"sqlite:///{folder / 'azulejos.db'}"
        self.time, self.jobs = 1_000.0, 0
        self.mode: Mode = "fine"
        self.processes: list[Process] = []
        selector = Selector()
        selector.world = self
        Loop.world = self
        self.loop = Loop(selector)
        self.loop.set_default_executor(Threads(self))
        self._clock = vars(timing)  # of all modules that ask for the time
        self._real_time = self._clock["time"]
        self._clock["time"] = SimpleNamespace(clock_gettime=lambda _: self.time)

    def count(self, work: "Future[Any]") -> "Future[Any]":
        """Let time stand still until a thread has finished and its result was delivered."""
        self.jobs += 1
        result: Future[Any] = Future()

        def deliver(done: "Future[Any]") -> None:
            if not done.cancelled() and result.set_running_or_notify_cancel():
                if error := done.exception():
                    result.set_exception(error)
                else:
                    result.set_result(done.result())
            self.loop.call_soon_threadsafe(self._forget)

        result.add_done_callback(lambda given_up: given_up.cancelled() and work.cancel())
        work.add_done_callback(deliver)
        return result

    def _forget(self) -> None:
        self.jobs -= 1

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self.loop.run_until_complete(work)

    def start_process(self) -> Process:
        process = Process(self, len(self.processes))
        self.processes.append(process)
        self.run(process.start())
        return process

    @property
    def running(self) -> list[Process]:
        return [process for process in self.processes if process.is_running]

    def wait(self, seconds: float) -> None:
        self.run(asyncio.sleep(seconds))

    def stall(self, seconds: float) -> None:
        """Let time pass while no process does anything."""
        self.time += seconds

    def close(self) -> None:
        self.mode = "fine"
        for process in self.running:
            self.run(process.kill())
        for process in self.processes:
            process.parts[People].close()
            process.parts[Database].close()
        self.run(self.loop.shutdown_default_executor())
        self.loop.close()
        self._clock["time"] = self._real_time


class Client:
    """A person with a connection to one of the processes."""

    def __init__(self, world: World, person: str):
        self.world, self.person = world, person
        self.caller = Caller(Person(person, person, "guest", "en", 0.0))
        self.session: ClientSession | None = None
        self.process: Process | None = None
        self.inbox: list[Message] = []
        self.slowest_s = 0.0  # answer so far

    def connect(self, process: Process) -> None:
        if self.session and self.process and self.process.is_running:
            self.world.run(disconnect(self.session))
        self.process = process
        self.session = ClientSession(process.parts, self.caller, "127.0.0.1", self.receive, None)

    def receive(self, text: str) -> None:
        self.inbox.append(json.loads(text))

    def ask(self, **message: Any) -> list[Message]:
        """Send a message; return everything that arrived until it was handled."""
        assert self.session
        self.inbox.clear()
        begun = self.world.time
        self.world.run(self.session.handle(json.dumps(message).encode()))
        self.slowest_s = max(self.slowest_s, self.world.time - begun)
        return list(self.inbox)


async def disconnect(session: ClientSession) -> None:
    session.end()
