"""Authentication: the person behind a cookie or token, for HTTP requests and WebSockets alike."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request
from starlette.requests import HTTPConnection
from starlette.responses import Response

from azulejos.server.accounts.conduct import Bans
from azulejos.server.accounts.credentials import Sessions, Tokens
from azulejos.server.accounts.people import PeopleError, Person
from azulejos.server.feature import parts_of
from azulejos.text import Text
from azulejos.wire.accounts import Scope

HOST_COOKIE = "__Host-session"  # the prefix makes browsers require this host and a secure origin
PLAIN_COOKIE = "session"  # used without https, in a home network
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
    cookie = connection.cookies.get(cookie_name(connection))
    opened = await sessions.find(cookie) if cookie else None
    return Caller(opened[1], session=opened[0]) if opened else None


# ---- Cookies


def is_secure(connection: HTTPConnection) -> bool:
    """May a cookie be marked secure? Browsers treat localhost like https."""
    return connection.url.scheme in ("https", "wss") or connection.url.hostname in LOCAL_HOSTS


def cookie_name(connection: HTTPConnection) -> str:
    return HOST_COOKIE if is_secure(connection) else PLAIN_COOKIE


def set_cookie(response: Response, connection: HTTPConnection, secret: str) -> None:
    """Set the session cookie; scripts cannot read it."""
    secure = is_secure(connection)
    response.set_cookie(
        cookie_name(connection),
        secret,
        max_age=COOKIE_S,
        path="/",
        secure=secure,
        httponly=True,
        samesite="lax",
    )


def delete_cookie(response: Response, connection: HTTPConnection) -> None:
    secure = is_secure(connection)
    response.delete_cookie(
        cookie_name(connection), path="/", secure=secure, httponly=True, samesite="lax"
    )


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
