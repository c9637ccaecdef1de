"""How busy this process is, and what it therefore refuses (R37).

Three signs: the number of requests that are not yet answered, the number of transactions that wait
to be written, and the lag of the event loop, that is, how much later than planned a timer is
called. As in CoDel, the smallest lag of the last second counts: a single long step is no overload,
a queue that never empties is one.

Beyond the limit new work is refused: requests except those that games in progress need, and new
WebSockets. Moves are refused only when more of them are in progress than can be answered quickly:
more than a fixed number, or when several have been waiting for long already. The second limit finds
by itself how many moves a slower database or machine can take.
"""

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from time import monotonic

from azulejos.server.errors import refusal
from azulejos.server.web import metrics

STEP_S = 0.1  # between two measurements of the lag
WINDOW_S = 1.0  # whose smallest lag counts
MIN_ARRIVALS = 20  # in the window; with fewer requests than that, nothing is gained by refusing
LATE_S = 0.12  # after which a move in progress is late
LATE_MOVES = 6  # so many late moves are a queue; fewer may be a short pause of the database
RETRY_S = 2  # when a refused client should try again


class Load:
    """Measures the load of this process."""

    def __init__(self, max_lag_s: float, max_writes: int, max_requests: int, max_moves: int):
        self.max_lag_s, self.max_writes = max_lag_s, max_writes
        self.max_requests, self.max_moves = max_requests, max_moves
        self._requests = 0  # for new work, not yet answered
        self.count_writes: Callable[[], int] = lambda: 0  # transactions that wait
        self._moves: Counter[str] = Counter()  # in progress, by table
        self._begun: dict[str, float] = {}  # when they began, by table, the oldest first
        self._lags: deque[tuple[float, float]] = deque()  # time and lag in seconds
        self.lag_s = 0.0  # the smallest lag of the last second
        self._arrivals: deque[float] = deque(maxlen=MIN_ARRIVALS)  # times of the last requests
        self._watching: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._watching = asyncio.create_task(self._watch())

    def stop(self) -> None:
        if self._watching:
            self._watching.cancel()

    async def _watch(self) -> None:
        while True:
            planned = monotonic() + STEP_S
            await asyncio.sleep(STEP_S)
            self.note_lag(monotonic(), max(0.0, monotonic() - planned))

    def note_lag(self, at: float, lag_s: float) -> None:
        """Add a measurement of the lag, and forget those before the window."""
        self._lags.append((at, lag_s))
        while self._lags[0][0] < at - WINDOW_S:
            self._lags.popleft()
        self.lag_s = min(lag for _, lag in self._lags)
        metrics.loop_lag_s.set(self.lag_s)

    @property
    def is_busy(self) -> bool:
        """Is there more to do than can be done quickly?"""
        if self._requests >= self.max_requests or self.count_writes() > self.max_writes:
            return True
        if self.lag_s <= self.max_lag_s or len(self._arrivals) < MIN_ARRIVALS:
            return False
        return self._arrivals[0] > monotonic() - WINDOW_S

    def note_arrival(self) -> None:
        """Count a request or message."""
        self._arrivals.append(monotonic())

    def require_room(self) -> None:
        """Refuse new work while there is too much to do."""
        if self.is_busy:
            metrics.shed.labels("new").inc()
            raise refusal("api.busy")

    @contextmanager
    def working(self) -> Iterator[None]:
        """Count a request for new work during a context; refuse it if there is too much to do."""
        self.require_room()
        self._requests += 1
        try:
            yield
        finally:
            self._requests -= 1

    @contextmanager
    def moving(self, table: str) -> Iterator[None]:
        """Count a move in progress during a context; refuse it if there are too many.

        Moves at one table count once: of those only the first has a chance.
        """
        if table not in self._moves and (len(self._moves) >= self.max_moves or self._is_late()):
            metrics.shed.labels("move").inc()
            raise refusal("api.busy")
        self._moves[table] += 1
        self._begun.setdefault(table, monotonic())
        try:
            yield
        finally:
            self._moves[table] -= 1
            del self._begun[table]
            if self._moves[table]:
                self._begun[table] = monotonic()  # the next one begins only now
            else:
                del self._moves[table]

    def _is_late(self) -> bool:
        """Have several moves been in progress for too long?"""
        begun = next(islice(self._begun.values(), LATE_MOVES - 1, None), None)
        return begun is not None and monotonic() - begun > LATE_S
