"""Worker processes for long work, which end together with the process that started them."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any


@contextmanager
def worker_processes(
    jobs: int, initialise: Callable[..., None] | None = None, *arguments: Any
) -> Iterator[ProcessPoolExecutor]:
    """A pool of `jobs` new processes; each calls `initialise(*arguments)` first.

    At the end of the `with` block, tasks that have not started are cancelled.
    """
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _start, (initialise, *arguments))
    with pool:
        try:
            yield pool
        finally:
            pool.shutdown(cancel_futures=True)


def _start(initialise: Callable[..., None] | None, *arguments: Any) -> None:
    """Initialise a worker, and make it exit when its parent process ends for any reason."""
    Thread(target=_exit_with_parent, daemon=True).start()
    if initialise:
        initialise(*arguments)


def _exit_with_parent() -> None:
    parent = parent_process()
    assert parent
    parent.join()
    os._exit(1)
