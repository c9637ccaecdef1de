"""The door of the house: what a request must be like before anybody reads it, and what every answer
says to browsers. Pure ASGI, around the whole app. Not here: who is asking (`people/callers.py`).

Origins (R24): a request that changes something and comes from a browser must come from our own
page. Proxies (R28): forwarding headers are believed from the addresses in the settings alone.
"""

import asyncio
import re
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy.exc import OperationalError
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from azulejos.errors import AzulejosError
from azulejos.server.api.problems import refusal, respond
from azulejos.server.ops.logs import log
from azulejos.server.settings import Settings
from azulejos.server.socket.messages import MOST_DEPTH

MOST_BYTES = 65_536  # of a body; a whole record fits
BODY_S = 20.0  # that a body may take to arrive
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


def guard(app: ASGIApp, settings: Settings) -> ASGIApp:
    """The app behind its door, as a middleware."""
    door: Any = Door(app, settings.public_origin)
    if settings.trusted_proxies:
        door = ProxyHeadersMiddleware(door, list(settings.trusted_proxies))
    return door  # type: ignore[no-any-return]


class Door:
    """Refuses what nobody should read, and adds the headers of every answer."""

    def __init__(self, app: ASGIApp, public_origin: str):
        self.app, self.public_origin = app, public_origin

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
            await respond(error)(scope, receive, send_guarded)
        except OperationalError:  # a database may come and go; nothing was done
            log.exception("fault")
            await respond(refusal("api.busy"))(scope, receive, send_guarded)
        except Exception:
            log.exception("fault")
            if has_started:
                raise
            await respond(refusal("api.broken"))(scope, receive, send_guarded)

    async def check(self, scope: Scope, receive: Receive) -> Receive:
        """Refuse a request, or hand on its body."""
        headers = Headers(scope=scope)
        if scope["method"] in SAFE_METHODS:
            return receive
        if not has_bearer(headers) and not is_from_us(headers, self.public_origin):
            raise refusal("api.origin")
        body = await read_body(headers, receive)
        if body and headers.get("content-type", "").split(";")[0].strip() != "application/json":
            raise refusal("api.content_type")
        if nesting(body) > MOST_DEPTH:
            raise refusal("api.nesting", most=MOST_DEPTH)
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
    """Does it show a token? A browser never sends one by itself."""
    return headers.get("authorization", "").lower().startswith("bearer ")


def is_from_us(headers: Headers, public_origin: str, is_required: bool = False) -> bool:
    """Does it come from our own page? What names no origin comes from no browser."""
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
    """The whole body, if it is small and comes in time."""
    told = headers.get("content-length", "")
    if len(told) > 9 or (told.isdigit() and int(told) > MOST_BYTES):
        raise refusal("api.too_large", most=MOST_BYTES)
    parts, size = [], 0
    try:
        async with asyncio.timeout(BODY_S):
            more = True
            while more:
                message = await receive()
                parts.append(message.get("body", b""))
                size += len(parts[-1])
                if size > MOST_BYTES:
                    raise refusal("api.too_large", most=MOST_BYTES)
                more = message.get("more_body", False)
    except TimeoutError:
        raise refusal("api.slow") from None
    return b"".join(parts)


def replay(body: bytes, receive: Receive) -> Receive:
    """A body that was read, to be read again; after it, whatever comes."""
    read: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_again() -> Message:
        return read.pop() if read else await receive()

    return receive_again


def nesting(body: bytes) -> int:
    """How deep the brackets of JSON go."""
    depth = deepest = 0
    for bracket in BRACKET.finditer(STRING.sub(b"", body)):
        depth += 1 if bracket[0] in b"[{" else -1
        deepest = max(deepest, depth)
    return deepest
