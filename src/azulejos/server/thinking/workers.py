"""Worker processes for search: with low priority, and replaced when one dies.

Everything that computes for more than a few milliseconds runs here and not in the event loop. The
workers end with the server, even if the server is killed.
"""

import asyncio
import multiprocessing
import os
import signal
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import TypeVar

import resvg_py

from azulejos.contract.rules import Json
from azulejos.games import GAMES
from azulejos.position import Position
from azulejos.search.players import find_player
from azulejos.search.settings import Limit
from azulejos.server.table.table import Table
from azulejos.server.timing import TIMING

T = TypeVar("T")

NICENESS = 10  # a lower priority than the server's own
LOADING = Limit(nodes=1)  # of the search that loads networks
ATTEMPTS = 3  # at one call, when workers die
START_METHOD = "spawn"  # of processes; tests, which start many, have another


class Workers:
    """A pool of worker processes."""

    def __init__(self, number: int):
        self.number = number
        self.start_after_s = TIMING.start_workers_s
        self._pool: ProcessPoolExecutor | None = None
        self._starting: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the workers soon; a call that comes earlier starts them at once."""
        self._starting = asyncio.create_task(self._start_soon())

    async def _start_soon(self) -> None:
        await asyncio.sleep(self.start_after_s)
        await asyncio.gather(*(self.run(load_networks) for _ in range(self.number)))

    async def run(self, work: Callable[..., T], *args: object) -> T:
        """Call a module-level function in a worker; repeat the call if the worker dies."""
        for attempt in range(ATTEMPTS):
            pool = self._open()
            try:
                with sigint_blocked():  # the first submit starts the processes
                    future = pool.submit(work, *args)
                return await asyncio.wrap_future(future)
            except BrokenProcessPool:
                if pool is self._pool:
                    self._pool = None
                if attempt == ATTEMPTS - 1:
                    raise
        raise AssertionError

    def _open(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context(START_METHOD)
            self._pool = ProcessPoolExecutor(self.number, context, prepare)
        return self._pool

    def stop(self) -> None:
        """Kill the workers."""
        if self._starting:
            self._starting.cancel()
        if self._pool:
            for process in list((self._pool._processes or {}).values()):
                process.kill()
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None


@contextmanager
def sigint_blocked() -> Iterator[None]:
    """Block SIGINT; child processes started meanwhile inherit that until they ignore it."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# ---- In a worker


def prepare(niceness: int = NICENESS) -> None:
    """Initialise a worker: priority, signals, end with the server."""
    if hasattr(os, "nice"):
        os.nice(niceness)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in the terminal is for the server
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=end_with_parent, daemon=True).start()


def load_networks() -> None:
    """Load what a search needs, before an answer is awaited."""
    for name in GAMES:
        position = Position(name)
        if position.needs_deal:
            position.deal()
        find_player("best").choose(position, LOADING)


def think(position: Json, player: str, seconds: float) -> str:
    """The move that a player chooses in a position.

    It is here and not with bots because a worker that imports this file has little to import.
    """
    return find_player(player).choose(Position.from_json(position), Limit(seconds=seconds)).move


def end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
        os._exit(1)


# ---- Pictures

KEPT = 64  # pictures; each has about 200 kB
WIDTH = 800


class Pictures:
    """Draws positions one after another, so that bots wait for one picture at most."""

    def __init__(self, workers: Workers):
        self._workers = workers
        self._made: OrderedDict[tuple[str, int], bytes] = OrderedDict()  # by table and version
        self._one = asyncio.Lock()

    async def png(self, table: Table) -> bytes:
        """The position of a table as PNG."""
        key = (table.plan.id, table.version)
        async with self._one:
            if key not in self._made:
                self._made[key] = await self._workers.run(draw_png, table.position.svg())
            self._made.move_to_end(key)
            while len(self._made) > KEPT:
                self._made.popitem(last=False)
            return self._made[key]


def draw_png(svg: str) -> bytes:
    """An SVG as PNG, with the fonts of this machine."""
    return resvg_py.svg_to_bytes(svg_string=svg, width=WIDTH)
