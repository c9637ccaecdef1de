"""How a server is doing, for Prometheus and for whoever starts and stops servers.

`/healthz` says that the process runs, `/readyz` that it can play: database there and migrated,
rules compiled. Numbers are of this process alone; Prometheus adds processes up.
"""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager

from fastapi import APIRouter, HTTPException, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, Counter, Gauge, Histogram, generate_latest
from sqlalchemy.exc import SQLAlchemyError

from azulejos.server.storage.migrations import is_current

READY_S = 2.0  # that the database may take to say that it is there
PROXIED = ("x-forwarded-for", "forwarded", "x-real-ip")  # headers of a request from outside
SHORT_S = (0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.15, 0.3, 1.0, 3.0)
THINKING_S = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0)

sockets = Gauge("azulejos_sockets", "Sockets that are open")
live_tables = Gauge("azulejos_live_tables", "Tables in memory")
events = Counter("azulejos_events", "Events stored by this process", ["kind"])
refusals = Counter("azulejos_refusals", "What people were refused, by code", ["code"])
conflicts = Counter("azulejos_conflicts", "Times that another process was quicker at a table")
dropped = Counter("azulejos_dropped_sockets", "Sockets closed by us, by reason", ["reason"])
ack_s = Histogram("azulejos_ack_seconds", "From a move's arrival to its ack", buckets=SHORT_S)
commit_s = Histogram("azulejos_commit_seconds", "Storing events, with the wait", buckets=SHORT_S)
bot_s = Histogram("azulejos_bot_seconds", "A bot's thinking", ["bot"], buckets=THINKING_S)

router = APIRouter(include_in_schema=False)


@contextmanager
def timed(histogram: Histogram) -> Iterator[None]:
    """Count how long something took, if it went well."""
    start = time.perf_counter()
    yield
    histogram.observe(time.perf_counter() - start)


@router.get("/metrics")
def show_metrics(request: Request) -> Response:
    """Numbers for whoever runs the server: not for what comes through a proxy from outside."""
    if any(name in request.headers for name in PROXIED):
        raise HTTPException(404)
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


@router.get("/healthz")
async def show_health() -> Response:
    """This process answers."""
    return Response("ok\n", media_type="text/plain")


@router.get("/readyz")
async def show_readiness(request: Request) -> Response:
    """This process can play."""
    house = request.app.state.house
    try:
        async with asyncio.timeout(READY_S):
            await house.tables.warm()
            is_ready = await house.database.read(is_current)
    except (TimeoutError, SQLAlchemyError):
        is_ready = False
    return Response("ready\n" if is_ready else "not ready\n", 200 if is_ready else 503)
