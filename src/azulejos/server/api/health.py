"""Operational endpoints: metrics for Prometheus, liveness and readiness for supervisors."""

import asyncio

from fastapi import APIRouter, HTTPException, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from sqlalchemy.exc import SQLAlchemyError

from azulejos.server.services import services_of
from azulejos.server.storage.migrations import is_current

READY_S = 2.0  # how long the database may take to answer
PROXIED = ("x-forwarded-for", "forwarded", "x-real-ip")  # headers of a request through a proxy

router = APIRouter(include_in_schema=False)


@router.get("/metrics")
def show_metrics(request: Request) -> Response:
    """The metrics of this process; hidden from requests that came through a proxy."""
    if any(name in request.headers for name in PROXIED):
        raise HTTPException(404)
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


@router.get("/healthz")
async def show_health() -> Response:
    """Liveness: this process answers."""
    return Response("ok\n", media_type="text/plain")


@router.get("/readyz")
async def show_readiness(request: Request) -> Response:
    """Readiness: the database is reachable and migrated. Tables work while code is compiled."""
    services = services_of(request)
    try:
        async with asyncio.timeout(READY_S):
            is_ready = await services.database.read(is_current)
    except (TimeoutError, SQLAlchemyError):
        is_ready = False
    return Response("ready\n" if is_ready else "not ready\n", 200 if is_ready else 503)
