"""Processes that think beside the server: warm, with low priority, and replaced when they die.

Whatever takes longer than a few milliseconds of compiled code goes here; the event loop waits for
nothing. They end with the server, however that ends.
"""

import asyncio
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import TypeVar

from azulejos.catalog import GAMES
from azulejos.search.players import find_player
from azulejos.search.warmth import warm_up_table

T = TypeVar("T")

NICENESS = 10  # below the server, which must answer
WARM_AFTER_S = 8.0  # so that a server's start is not slowed down by them
ATTEMPTS = 3


class Workers:
    """A few processes that do what they are asked, in turn."""

    def __init__(self, number: int):
        self.number = number
        self.warm_after_s = WARM_AFTER_S
        self._pool: ProcessPoolExecutor | None = None
        self._warming: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Warm up soon, unless somebody needs them before."""
        self._warming = asyncio.create_task(self._warm_later())

    async def _warm_later(self) -> None:
        await asyncio.sleep(self.warm_after_s)
        await asyncio.gather(*(self.run(os.getpid) for _ in range(self.number)))

    async def run(self, work: Callable[..., T], *args: object) -> T:
        """What a function of a module answers; asked again if the process died meanwhile."""
        for attempt in range(ATTEMPTS):
            pool = self._open()
            try:
                with keys_held_back():  # the first to ask starts the processes
                    asked = pool.submit(work, *args)
                return await asyncio.wrap_future(asked)
            except BrokenProcessPool:
                if pool is self._pool:
                    self._pool = None
                if attempt == ATTEMPTS - 1:
                    raise
        raise AssertionError

    def _open(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self.number, context, prepare)
        return self._pool

    def stop(self) -> None:
        """End them, whatever they think of."""
        if self._warming:
            self._warming.cancel()
        if self._pool:
            for process in list((self._pool._processes or {}).values()):
                process.kill()
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None


@contextmanager
def keys_held_back() -> Iterator[None]:
    """Processes started meanwhile do not hear of Ctrl-C even before they are prepared."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# ---- In such a process


def prepare() -> None:
    """Be polite, end with the server, and be warm."""
    os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a key pressed in the terminal is the server's
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=end_with_parent, daemon=True).start()
    for game in GAMES.values():
        warm_up_table(game, game.players[0], [find_player("best")])


def end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
        os._exit(1)
