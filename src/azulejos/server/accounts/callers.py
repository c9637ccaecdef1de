"""Authentication: the person behind a cookie or token, for HTTP requests and WebSockets alike.

A browser in which a person has signed in before keeps a second cookie, which makes it a known
device. Wrong passwords from elsewhere then cannot lock the person out there: attempts from a known
device are counted by device and not by account. Nothing is stored; the cookie is a random number
with a MAC whose key is the account's password hash, so a new password makes all cookies invalid.
"""

import hmac
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated

from fastapi import Depends, Request
from starlette.requests import HTTPConnection
from starlette.responses import Response

from azulejos.server.accounts.conduct import Bans
from azulejos.server.accounts.credentials import Sessions, Tokens
from azulejos.server.accounts.people import PeopleError, Person
from azulejos.server.feature import parts_of
from azulejos.server.ids import make_id
from azulejos.text import Text
from azulejos.wire.accounts import Scope

HOST_PREFIX = "__Host-"  # browsers then require this host and a secure origin
SESSION, DEVICE = "session", "device"  # cookies; without the prefix in a home network without https
COOKIE_S = 400 * 86_400  # the longest that browsers accept; the server ends sessions earlier
LOCAL_HOSTS = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True)
class Caller:
    """The authenticated person of a request, and how the request was authenticated."""

    person: Person
    session: str = ""  # id of the session, if a cookie was sent
    token: str = ""  # id of the token, if a token was sent
    scopes: tuple[Scope, ...] = ("read", "play")

    def require(self, scope: Scope) -> None:
        """Check that the token has a scope."""
        if scope not in self.scopes:
            raise PeopleError(Text("people.scope", {"scope": scope}))

    def require_session(self) -> None:
        """Check that a session was used: accounts cannot be managed with a token."""
        if not self.session:
            raise PeopleError(Text("people.scope", {"scope": "session"}))


async def find_caller(
    sessions: Sessions, tokens: Tokens, connection: HTTPConnection
) -> Caller | None:
    """The caller of a request; None if it carries no session. An invalid token is refused."""
    bearer = connection.headers.get("authorization", "")
    if bearer:
        kind, _, secret = bearer.partition(" ")
        found = await tokens.find(secret.strip()) if kind.lower() == "bearer" else None
        if found is None:
            raise PeopleError(Text("people.token"))
        return Caller(found[1], token=found[0].id, scopes=found[0].scopes)
    cookie = connection.cookies.get(cookie_name(connection, SESSION))
    opened = await sessions.find(cookie) if cookie else None
    return Caller(opened[1], session=opened[0]) if opened else None


# ---- Cookies


def is_secure(connection: HTTPConnection) -> bool:
    """May a cookie be marked secure? Browsers treat localhost like https."""
    return connection.url.scheme in ("https", "wss") or connection.url.hostname in LOCAL_HOSTS


def cookie_name(connection: HTTPConnection, kind: str) -> str:
    return HOST_PREFIX + kind if is_secure(connection) else kind


def set_cookie(response: Response, connection: HTTPConnection, kind: str, value: str) -> None:
    """Set a cookie that scripts cannot read."""
    response.set_cookie(
        cookie_name(connection, kind),
        value,
        max_age=COOKIE_S,
        path="/",
        secure=is_secure(connection),
        httponly=True,
        samesite="lax",
    )


def delete_cookie(response: Response, connection: HTTPConnection) -> None:
    """Delete the cookie of the session."""
    name, secure = cookie_name(connection, SESSION), is_secure(connection)
    response.delete_cookie(name, path="/", secure=secure, httponly=True, samesite="lax")


# ---- Callers that an operation requires


async def maybe_caller(request: Request) -> Caller | None:
    """The caller of a request, or None."""
    parts = parts_of(request)
    return await find_caller(parts[Sessions], parts[Tokens], request)


async def reader(caller: Annotated[Caller | None, Depends(maybe_caller)]) -> Caller:
    """A known caller with the scope `read`."""
    if caller is None:
        raise PeopleError(Text("people.sign_in"))
    caller.require("read")
    return caller


async def player(
    request: Request, caller: Annotated[Caller | None, Depends(maybe_caller)]
) -> Caller:
    """A known caller with the scope `play` who is not banned."""
    if caller is None:
        raise PeopleError(Text("people.sign_in"))
    caller.require("play")
    parts_of(request)[Bans].require_none(request, caller.person.id)
    return caller


async def owner(caller: Annotated[Caller, Depends(reader)]) -> Caller:
    """A known caller with a session: tokens cannot manage an account."""
    caller.require_session()
    return caller


Anybody = Annotated[Caller | None, Depends(maybe_caller)]
Reader = Annotated[Caller, Depends(reader)]
Player = Annotated[Caller, Depends(player)]
Owner = Annotated[Caller, Depends(owner)]


# ---- Known devices


def make_mark(password_hash: str) -> str:
    """A new mark for a device of an account."""
    number = make_id()
    return f"{number}.{mac(number, password_hash)}"


def mac(number: str, password_hash: str) -> str:
    return hmac.new(password_hash.encode(), number.encode(), sha256).hexdigest()


def known_device(connection: HTTPConnection, password_hash: str | None) -> str:
    """The number of the device that sent a request, if it is known to an account; else ""."""
    cookie = connection.cookies.get(cookie_name(connection, DEVICE), "")
    number, _, code = cookie.partition(".")
    if not password_hash or not hmac.compare_digest(
        code.encode(), mac(number, password_hash).encode()
    ):
        return ""
    return number
