"""What a server tells whoever runs it: one JSON object a line on standard error, without secrets.

On a terminal the lines are for people. Requests are logged by route and outcome alone: no query, no
header, no body, no address. Sentences for players are none of this.
"""

import logging
import sys
import time
import traceback
from collections.abc import MutableMapping
from typing import Any

import structlog
from pydantic import ValidationError
from sqlalchemy.exc import DBAPIError
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog.typing import EventDict

from azulejos.server.ids import make_id

QUIET = ("uvicorn", "websockets", "alembic", "asyncio")  # at debug they would tell cookies
UNLOGGED = frozenset(("/healthz", "/readyz", "/metrics"))  # asked every few seconds
SECRET_WORDS = ("password", "secret", "token", "cookie", "authorization", "seed")

log = structlog.stdlib.get_logger("azulejos")


def set_up_logs(level: str, is_json: bool | None = None) -> None:
    """Send everything that is logged in this process to standard error, in one form."""
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
    # its third argument is for what other libraries log
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(None, rest, before))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())
    for name in QUIET:
        logging.getLogger(name).setLevel(max(root.level, logging.WARNING))


def hide_secrets(logger: object, method: str, event: EventDict) -> EventDict:
    """A second fence: nobody should log such a field, and nobody can."""
    for name in event:
        if any(word in name.lower() for word in SECRET_WORDS):
            event[name] = "…"
    return event


def describe_error(logger: object, method: str, event: EventDict) -> EventDict:
    """An exception as what it was and where, without values from a database or a client."""
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
    """What an exception says, if that can be no secret: rows and inputs may hold one."""
    name = type(error).__name__
    if isinstance(error, DBAPIError):
        return f"{name}: {first_line(error.orig)}"
    if isinstance(error, ValidationError):
        return f"{name}: {error.error_count()} in {error.title}"
    return f"{name}: {first_line(error)}"


def first_line(error: object) -> str:
    return (str(error).splitlines() or [""])[0]


class LogRequests:
    """Logs each request and gives it an id, in whose context everything else is logged."""

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        structlog.contextvars.clear_contextvars()
        request_id = make_id()
        scope.setdefault("state", {})["request_id"] = request_id
        structlog.contextvars.bind_contextvars(request=request_id)
        start, answer = time.perf_counter(), {"status": 0}

        async def watch(message: Message) -> None:
            note_status(message, answer)
            await send(message)

        try:
            await self.app(scope, receive, watch)
        finally:
            if scope["path"] not in UNLOGGED:
                milliseconds = round(1000 * (time.perf_counter() - start), 1)
                log.info(scope["type"], **route_of(scope), **answer, ms=milliseconds)


def note_status(message: Message, answer: dict[str, int]) -> None:
    """Remember how a request was answered, a socket by the code it was closed with."""
    if message["type"] in ("http.response.start", "websocket.http.response.start"):
        answer["status"] = message["status"]
    elif message["type"] == "websocket.close":
        answer["status"] = message.get("code", 1000)


def route_of(scope: MutableMapping[str, Any]) -> dict[str, str]:
    """The route that answered; a path may hold what somebody typed, so it is not told."""
    route = getattr(scope.get("route"), "path", "")
    return {"method": scope.get("method", "GET"), "route": route}
