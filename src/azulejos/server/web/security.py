"""The guard: ASGI middleware that checks requests before the app reads them, and adds headers.

Limits come first: a request is counted by its address and cost, and refused while there is too much
to do, before its body is read. Origins (R24): a request from a browser that changes something must
come from our own page. Proxies (R28): forwarding headers are trusted only from the addresses in the
settings. Authentication is in `accounts/callers.py`.
"""

import asyncio
import re
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from azulejos.errors import AzulejosError
from azulejos.server.errors import refusal
from azulejos.server.settings import Settings
from azulejos.server.timing import TIMING
from azulejos.server.web.limits import Limits, address_of
from azulejos.server.web.load import Load
from azulejos.server.web.logs import UNLOGGED, log

MAX_BYTES = 65_536  # of a request's body; a whole record fits
MAX_DEPTH = 8  # of nested JSON, in bodies and WebSocket messages
AT_ONCE = 16  # requests in progress of one address, not counting those that games need
SAFE_METHODS = frozenset(("GET", "HEAD", "OPTIONS"))
COSTS = {  # of a request, by the last part of its path, compared with a simple one
    "replay": 10,
    "record": 5,
    "record.json": 5,
    "fair": 30,
    "analysis": 10,
    "review": 10,
    "attempt": 5,
    "line": 3,
    "hint": 3,
    "tables": 4,  # lists, and new tables
    "rematch": 4,
    "explanation": 2,
    "positions": 2,
    "deal": 2,
    "faults": 2,
    "score": 2,
    "picture.png": 10,
    "trees": 20,
    "text": 10,
    "boards": 10,
    "additions": 5,
    "removals": 5,
    "answer": 4,
    "practice": 4,
    "openapi.json": 5,
    "stream": 10,
    "records": 60,  # an export
    "socket": 4,
}
# what games in progress need
ESSENTIAL = re.compile(r"/api/v1/tables/[A-Za-z0-9]{8,32}(/moves|/acts)?", re.ASCII)
ONE_CLICK = "/api/v1/mail/stop/"  # where mail programs post a form, which nobody reads (RFC 8058)
COOKIES = re.compile(rb"(?:^|;) *((?:__Host-)?(?:session|device)=[!#-+\--:<-\[\]-~]{1,200})(?=;|$)")
NOT_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
SQUARE = bytes.maketrans(b"{}", b"[]")
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


def guard(
    app: ASGIApp, settings: Settings, respond: Respond, limits: Limits, load: Load
) -> ASGIApp:
    """Wrap an app in the guard and, if there are trusted proxies, in their middleware."""
    guarded: Any = Guard(app, settings.public_origin, respond, limits, load)
    if settings.trusted_proxies:
        guarded = ProxyHeadersMiddleware(guarded, list(settings.trusted_proxies))
    return guarded  # type: ignore[no-any-return]


class Guard:
    """Refuses bad requests, answers errors, and adds headers to every response."""

    def __init__(
        self, app: ASGIApp, public_origin: str, respond: Respond, limits: Limits, load: Load
    ):
        self.app, self.public_origin, self.respond = app, public_origin, respond
        self.limits, self.load = limits, load

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            keep_own_cookies(scope)
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        has_started, working = False, ExitStack()

        async def send_guarded(message: Message) -> None:
            nonlocal has_started
            if message["type"] == "http.response.start":
                has_started = True
                working.close()
                add_headers(message, scope)
            await send(message)

        try:
            self.count(scope)
            is_new = is_new_work(scope["path"])
            if is_new:
                self.load.require_room()
            receive = await self.check(scope, receive)
            if is_new:  # from now on: who sends a body slowly takes no room from others
                mine = self.limits.exclusive("request", address_of(scope), AT_ONCE)
                working.enter_context(mine)
                working.enter_context(self.load.working())
            await self.app(scope, receive, send_guarded)
        except AzulejosError as error:
            await self.respond(error)(scope, receive, send_guarded)
        except Exception:
            log.exception("fault")
            if has_started:
                raise
            await self.respond(refusal("api.broken"))(scope, receive, send_guarded)
        finally:
            working.close()

    async def check(self, scope: Scope, receive: Receive) -> Receive:
        """Refuse a request, or return a `receive` that yields its body again."""
        headers = Headers(scope=scope)
        if scope["method"] in SAFE_METHODS:
            return receive
        origin = self.public_origin or own_origin(scope)
        if not has_bearer(headers) and not is_same_origin(headers, origin):
            raise refusal("api.origin")
        body = await read_body(headers, receive)
        kind = headers.get("content-type", "").split(";")[0].strip()
        if body and kind != "application/json" and not scope["path"].startswith(ONE_CLICK):
            raise refusal("api.content_type")
        if is_nested_deeper(body, MAX_DEPTH):
            raise refusal("api.nesting", most=MAX_DEPTH)
        return replay(body, receive)

    def count(self, scope: Scope) -> None:
        """Count a request for its address; raise `TooMany` if that has sent too many."""
        if scope["path"] not in UNLOGGED:
            self.load.note_arrival()
            self.limits.require("request", address_of(scope), cost_of(scope["path"]))


def is_new_work(path: str) -> bool:
    """May a request be refused for lack of room? Not if a game in progress needs it."""
    return path.startswith("/api/") and not ESSENTIAL.fullmatch(path)


def cost_of(path: str) -> int:
    """The cost of a request, as a number of simple requests."""
    return COSTS.get(path.rpartition("/")[2], 1)


def keep_own_cookies(scope: Scope) -> None:
    """Drop all cookies but our own: unquoting a long foreign one would take seconds."""
    scope["headers"] = [
        (name, b"; ".join(COOKIES.findall(value)) if name == b"cookie" else value)
        for name, value in scope["headers"]
    ]


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


def own_origin(scope: Scope) -> str:
    """The origin of our page as a client addresses it: scheme and Host header of its request."""
    scheme = {"ws": "http", "wss": "https"}.get(scope["scheme"], scope["scheme"])
    return f"{scheme}://{Headers(scope=scope).get('host', '')}"


def is_same_origin(headers: Headers, own: str, is_required: bool = False) -> bool:
    """Does a request come from our own page, which has the origin `own`?

    Without an Origin header it does not come from a browser; `is_required` refuses that too.
    """
    origin, site = headers.get("origin"), headers.get("sec-fetch-site")
    if site is not None and site not in ("same-origin", "none"):
        return False
    return not is_required if origin is None else origin == own


# ---- Bodies


async def read_body(headers: Headers, receive: Receive) -> bytes:
    """Read the whole body; refused if it is too large or too slow."""
    length = headers.get("content-length", "")
    if len(length) > 9 or (length.isdigit() and int(length) > MAX_BYTES):
        raise refusal("api.too_large", most=MAX_BYTES)
    parts, size = [], 0
    try:
        async with asyncio.timeout(TIMING.body_s):
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


def is_nested_deeper(json: bytes, most: int) -> bool:
    """Are brackets in JSON nested deeper than allowed? Takes a few fast passes, whatever it is."""
    unescaped = json.replace(b"\\\\", b"").replace(b'\\"', b"")
    outside = b"".join(unescaped.split(b'"')[::2])  # what is not inside a string
    brackets = outside.translate(SQUARE, NOT_BRACKETS)
    for _ in range(most):
        brackets = brackets.replace(b"[]", b"")
    return b"[]" in brackets or brackets.count(b"[") > most
