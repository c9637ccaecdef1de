"""Progress reports of long-running functions.

Such a function takes a `Progress` and iterates over its items through it. The command line passes
one that draws a progress bar, see `cli/console.py`.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

Progress = Callable[[Sequence[Any], str | Callable[[], str]], Iterator[Any]]  # items, title


def no_progress(items: Sequence[Any], title: str | Callable[[], str]) -> Iterator[Any]:
    """Yield the items and show nothing."""
    yield from items
