"""The server's wall clock, which never runs backwards while the process lives."""

import time

_CLOCK = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)  # runs on while the machine sleeps
_START = time.time() - time.clock_gettime(_CLOCK)


def now() -> float:
    """The current time in seconds since 1970."""
    return _START + time.clock_gettime(_CLOCK)
