"""The guard: ASGI middleware that checks requests before the app reads them, and adds headers.

Origins (R24): a request from a browser that changes something must come from our own page. Proxies
(R28): forwarding headers are trusted only from the addresses in the settings. Authentication is in
`people/callers.py`.
"""

import asyncio
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy.exc import OperationalError
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from azulejos.errors import AzulejosError
from azulejos.server.errors import refusal
from azulejos.server.ops.logs import log
from azulejos.server.settings import Settings

MAX_BYTES = 65_536  # of a request's body; a whole record fits
MAX_DEPTH = 8  # of nested JSON, in bodies and WebSocket messages
BODY_S = 20.0  # how long a body may take to arrive
SAFE_METHODS = frozenset(("GET", "HEAD", "OPTIONS"))
STRING = re.compile(rb'"(?:[^"\\]|\\.)*"', re.DOTALL)
BRACKET = re.compile(rb"[\[\]{}]")
CSP = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "object-src 'none'",
        "form-action 'self'",
    )
)
HEADERS = {
    "content-security-policy": CSP,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
HSTS = "max-age=31536000"


Respond = Callable[[AzulejosError], ASGIApp]  # the response to an error


def guard(app: ASGIApp, settings: Settings, respond: Respond) -> ASGIApp:
    """Wrap an app in the guard and, if there are trusted proxies, in their middleware."""
    guarded: Any = Guard(app, settings.public_origin, respond)
    if settings.trusted_proxies:
        guarded = ProxyHeadersMiddleware(guarded, list(settings.trusted_proxies))
    return guarded  # type: ignore[no-any-return]


class Guard:
    """Refuses bad requests, answers errors, and adds headers to every response."""

    def __init__(self, app: ASGIApp, public_origin: str, respond: Respond):
        self.app, self.public_origin, self.respond = app, public_origin, respond

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        has_started = False

        async def send_guarded(message: Message) -> None:
            nonlocal has_started
            if message["type"] == "http.response.start":
                has_started = True
                add_headers(message, scope)
            await send(message)

        try:
            receive = await self.check(scope, receive)
            await self.app(scope, receive, send_guarded)
        except AzulejosError as error:
            await self.respond(error)(scope, receive, send_guarded)
        except OperationalError:  # the database is unreachable for the moment; nothing was stored
            log.exception("fault")
            await self.respond(refusal("api.busy"))(scope, receive, send_guarded)
        except Exception:
            log.exception("fault")
            if has_started:
                raise
            await self.respond(refusal("api.broken"))(scope, receive, send_guarded)

    async def check(self, scope: Scope, receive: Receive) -> Receive:
        """Refuse a request, or return a `receive` that yields its body again."""
        headers = Headers(scope=scope)
        if scope["method"] in SAFE_METHODS:
            return receive
        if not has_bearer(headers) and not is_same_origin(headers, self.public_origin):
            raise refusal("api.origin")
        body = await read_body(headers, receive)
        if body and headers.get("content-type", "").split(";")[0].strip() != "application/json":
            raise refusal("api.content_type")
        if nesting(body) > MAX_DEPTH:
            raise refusal("api.nesting", most=MAX_DEPTH)
        return replay(body, receive)


def add_headers(message: Message, scope: Scope) -> None:
    headers = MutableHeaders(scope=message)
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    headers["x-request-id"] = scope.get("state", {}).get("request_id", "")
    if scope["scheme"] == "https":
        headers["strict-transport-security"] = HSTS
    if scope["path"].startswith("/api/"):
        headers.setdefault("cache-control", "no-store")


# ---- Origins


def has_bearer(headers: Headers) -> bool:
    """Is there a bearer token? A browser never sends one by itself."""
    return headers.get("authorization", "").lower().startswith("bearer ")


def is_same_origin(headers: Headers, public_origin: str, is_required: bool = False) -> bool:
    """Does a request come from our own page?

    Without an Origin header it does not come from a browser; `is_required` refuses that too.
    """
    origin, site = headers.get("origin"), headers.get("sec-fetch-site")
    if site is not None and site not in ("same-origin", "none"):
        return False
    if origin is None:
        return not is_required
    if public_origin:
        return origin == public_origin
    return bool(headers.get("host")) and urlsplit(origin).netloc == headers["host"]


# ---- Bodies


async def read_body(headers: Headers, receive: Receive) -> bytes:
    """Read the whole body; refused if it is too large or too slow."""
    length = headers.get("content-length", "")
    if len(length) > 9 or (length.isdigit() and int(length) > MAX_BYTES):
        raise refusal("api.too_large", most=MAX_BYTES)
    parts, size = [], 0
    try:
        async with asyncio.timeout(BODY_S):
            more = True
            while more:
                message = await receive()
                parts.append(message.get("body", b""))
                size += len(parts[-1])
                if size > MAX_BYTES:
                    raise refusal("api.too_large", most=MAX_BYTES)
                more = message.get("more_body", False)
    except TimeoutError:
        raise refusal("api.slow") from None
    return b"".join(parts)


def replay(body: bytes, receive: Receive) -> Receive:
    """A `receive` that yields a body that was already read, and then the rest."""
    read: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_again() -> Message:
        return read.pop() if read else await receive()

    return receive_again


def nesting(body: bytes) -> int:
    """The depth of nested brackets in JSON."""
    depth = deepest = 0
    for bracket in BRACKET.finditer(STRING.sub(b"", body)):
        depth += 1 if bracket[0] in b"[{" else -1
        deepest = max(deepest, depth)
    return deepest
