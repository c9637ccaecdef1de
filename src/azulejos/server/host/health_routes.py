"""Operational endpoints: metrics for Prometheus, liveness and readiness for supervisors."""

from hmac import compare_digest

from fastapi import APIRouter, HTTPException, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from azulejos.server.errors import Busy
from azulejos.server.feature import parts_of
from azulejos.server.settings import Settings
from azulejos.server.storage.database import Database
from azulejos.server.storage.migrations import is_current
from azulejos.server.web.addresses import is_local

PROXIED = ("x-forwarded-for", "forwarded", "x-real-ip")  # headers of a request through a proxy

router = APIRouter(include_in_schema=False)


@router.get("/metrics")
def show_metrics(request: Request) -> Response:
    """The metrics of this process, for requests from this machine and with the token."""
    if not (is_from_here(request) or has_token(request)):
        raise HTTPException(404)
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


def is_from_here(request: Request) -> bool:
    """Was a request sent by this machine, and not forwarded by a proxy?"""
    peer = request.scope["state"]["peer"]
    return is_local(peer) and not any(name in request.headers for name in PROXIED)


def has_token(request: Request) -> bool:
    """Does a request carry the token of the settings, if there is one?"""
    token = parts_of(request)[Settings].metrics_token
    sent = request.headers.get("authorization", "")
    return bool(token) and compare_digest(sent.encode(), f"Bearer {token}".encode())


@router.get("/healthz")
async def show_health() -> Response:
    """Liveness: this process answers."""
    return Response("ok\n", media_type="text/plain")


@router.get("/readyz")
async def show_readiness(request: Request) -> Response:
    """Readiness: the database is reachable and migrated. Tables work while code is compiled."""
    parts = parts_of(request)
    try:
        is_ready = await parts[Database].read(is_current)
    except Busy:
        is_ready = False
    return Response("ready\n" if is_ready else "not ready\n", 200 if is_ready else 503)
