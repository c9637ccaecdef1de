"""Logs for operators: one JSON object per line on standard error, without secrets.

On a terminal the lines are formatted for reading. Requests are logged by route and status only: no
query, header, body or address.
"""

import logging
import sys
import time
import traceback
from collections.abc import MutableMapping
from contextlib import nullcontext
from typing import Any

import structlog
from pydantic import ValidationError
from sqlalchemy.exc import DBAPIError
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog.typing import EventDict

from azulejos.server.ids import make_id
from azulejos.server.web.tracing import span

QUIET = ("uvicorn", "websockets", "alembic", "asyncio")  # at debug level they log cookies
UNLOGGED = frozenset(("/healthz", "/readyz", "/metrics"))  # requested every few seconds
SECRET_WORDS = ("password", "secret", "token", "cookie", "authorization", "seed")

log = structlog.stdlib.get_logger("azulejos")


def set_up_logs(level: str, is_json: bool | None = None) -> None:
    """Format everything that is logged in this process alike, and write it to standard error."""
    before: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        describe_error,
        hide_secrets,
    ]
    structlog.configure(
        processors=[*before, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
    )
    if is_json is None:
        is_json = not sys.stderr.isatty()
    last = structlog.processors.JSONRenderer() if is_json else structlog.dev.ConsoleRenderer()
    handler = logging.StreamHandler()
    rest = [structlog.stdlib.ProcessorFormatter.remove_processors_meta, last]
    # the third argument formats what other libraries log
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(None, rest, before))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())
    for name in QUIET:
        logging.getLogger(name).setLevel(max(root.level, logging.WARNING))


def hide_secrets(logger: object, method: str, event: EventDict) -> EventDict:
    """Mask fields with secret names; a second safeguard, as no code should log them."""
    for name in event:
        if any(word in name.lower() for word in SECRET_WORDS):
            event[name] = "…"
    return event


def describe_error(logger: object, method: str, event: EventDict) -> EventDict:
    """Replace an exception by its type, message and places, without values of rows or inputs."""
    error = event.pop("exc_info", None)
    if error is True:
        error = sys.exc_info()[1]
    elif isinstance(error, tuple):
        error = error[1]
    if isinstance(error, BaseException):
        event["error"] = error_text(error)
        frames = traceback.extract_tb(error.__traceback__)
        event["trace"] = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
        cause = error.__cause__ or error.__context__
        if cause:
            event["cause"] = error_text(cause)
    return event


def error_text(error: BaseException) -> str:
    """The message of an exception, without rows or inputs, which may contain secrets."""
    name = type(error).__name__
    if isinstance(error, DBAPIError):
        return f"{name}: {first_line(error.orig)}"
    if isinstance(error, ValidationError):
        return f"{name}: {error.error_count()} in {error.title}"
    return f"{name}: {first_line(error)}"


def first_line(error: object) -> str:
    return (str(error).splitlines() or [""])[0]


class LogRequests:
    """Middleware that logs each request and adds its id to everything that is logged meanwhile."""

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        structlog.contextvars.clear_contextvars()
        request_id = make_id()
        state = scope.setdefault("state", {})
        state["request_id"] = request_id
        state["peer"] = (scope.get("client") or ("",))[0]  # not what a proxy says
        structlog.contextvars.bind_contextvars(request=request_id)
        start, answer = time.perf_counter(), {"status": 0}

        async def send_recorded(message: Message) -> None:
            record_status(message, answer)
            await send(message)

        is_short = scope["type"] == "http"  # a WebSocket has a span for each message
        try:
            with span("request", id=request_id) if is_short else nullcontext():
                await self.app(scope, receive, send_recorded)
        finally:
            if scope["path"] not in UNLOGGED:
                milliseconds = round(1000 * (time.perf_counter() - start), 1)
                log.info(scope["type"], **route_of(scope), **answer, ms=milliseconds)


def record_status(message: Message, answer: dict[str, int]) -> None:
    """Record the status of a response; of a WebSocket the close code."""
    if message["type"] in ("http.response.start", "websocket.http.response.start"):
        answer["status"] = message["status"]
    elif message["type"] == "websocket.close":
        answer["status"] = message.get("code", 1000)


def route_of(scope: MutableMapping[str, Any]) -> dict[str, str]:
    """Method and route of a request; not its path, which may contain typed text."""
    route = getattr(scope.get("route"), "path", "")
    return {"method": scope.get("method", "GET"), "route": route}
