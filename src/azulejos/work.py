"""Long work: how it is watched, and the processes that share it.

Whoever works asks for the parts of it one by one, through something that may show how far it is;
commands have one that draws a bar, see `cli/speech.py`.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any

Watch = Callable[[Sequence[Any], str | Callable[[], str]], Iterator[Any]]  # parts, and a title


def look_on(things: Sequence[Any], title: str | Callable[[], str]) -> Iterator[Any]:
    """Show nothing."""
    yield from things


@contextmanager
def processes(
    jobs: int, prepare: Callable[..., None] | None = None, *how: Any
) -> Iterator[ProcessPoolExecutor]:
    """New processes to work in, each prepared first; what is not begun at the end is dropped."""
    with ProcessPoolExecutor(jobs, get_context("spawn"), _begin, (prepare, *how)) as pool:
        try:
            yield pool
        finally:
            pool.shutdown(cancel_futures=True)


def _begin(prepare: Callable[..., None] | None, *how: Any) -> None:
    """Be ready, and end when the process ends that one works for, however it does."""
    Thread(target=_follow, daemon=True).start()
    if prepare:
        prepare(*how)


def _follow() -> None:
    parent = parent_process()
    assert parent
    parent.join()
    os._exit(1)
