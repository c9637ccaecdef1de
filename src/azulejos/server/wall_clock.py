"""What time it is: the server's clock, which never runs backwards while a process lives."""

import time

_CLOCK = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)  # goes on while a machine sleeps
_START = time.time() - time.clock_gettime(_CLOCK)


def now() -> float:
    """Seconds since 1970."""
    return _START + time.clock_gettime(_CLOCK)
