"""Metrics for Prometheus. They are of this process alone; Prometheus adds processes up."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import Counter, Gauge, Histogram

SHORT_S = (0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.15, 0.3, 1.0, 3.0)
THINKING_S = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0)

connections = Gauge("azulejos_sockets", "Open WebSocket connections")
live_tables = Gauge("azulejos_live_tables", "Tables in memory")
events = Counter("azulejos_events", "Events stored by this process", ["kind"])
refusals = Counter("azulejos_refusals", "Refused messages, by error code", ["code"])
conflicts = Counter("azulejos_conflicts", "Commits lost to another process")
quarantines = Counter("azulejos_quarantines", "Stored tables found that cannot be replayed")
downtimes = Counter("azulejos_downtimes", "Times after which clocks were restarted")
dropped = Counter(
    "azulejos_dropped_sockets", "WebSockets closed by the server, by close code", ["reason"]
)
worked_at = Gauge("azulejos_worked_at_seconds", "Last success of periodic work, by part", ["part"])
bot_failures = Counter("azulejos_bot_failures", "Moves that bots failed to make")
deleted = Counter("azulejos_deleted", "Rows that nobody needed any more, by kind", ["kind"])
refused_connections = Counter(
    "azulejos_refused_connections", "Connections dropped before a request, by reason", ["reason"]
)
shed = Counter("azulejos_shed", "Refused because of too much load: new work or moves", ["what"])
loop_lag_s = Gauge("azulejos_loop_lag_seconds", "Smallest lag of the event loop in the last second")
ack_s = Histogram("azulejos_ack_seconds", "From the arrival of a move to its ack", buckets=SHORT_S)
commit_s = Histogram("azulejos_commit_seconds", "Committing events, with waiting", buckets=SHORT_S)
bot_s = Histogram(
    "azulejos_bot_seconds", "Thinking time of bots, by bot", ["bot"], buckets=THINKING_S
)


@contextmanager
def timed(histogram: Histogram) -> Iterator[None]:
    """Measure the duration of a block; nothing is recorded if it raises."""
    start = time.perf_counter()
    yield
    histogram.observe(time.perf_counter() - start)
