"""Who is asking: the person behind a cookie or a token, the same for HTTP and for the socket."""

from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address

from starlette.requests import HTTPConnection
from starlette.responses import Response

from azulejos.server.people.accounts import PeopleError, Person
from azulejos.server.people.sessions import Sessions
from azulejos.server.people.tokens import Scope, Tokens
from azulejos.text import Text

HOST_COOKIE = "__Host-session"  # browsers take it from this very host alone, and only when secure
PLAIN_COOKIE = "session"  # where there is no https: a house network
COOKIE_S = 400 * 86_400  # the longest that browsers keep one; the server ends sessions earlier
LOCAL_HOSTS = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True)
class Caller:
    """Somebody who asks for something."""

    person: Person
    session: str = ""  # the id of the session, or
    token: str = ""  # of the token
    scopes: tuple[Scope, ...] = ("read", "play")

    def require(self, scope: Scope) -> None:
        """A token opens only what it was made for."""
        if scope not in self.scopes:
            raise PeopleError(Text("people.scope", {"scope": scope}))

    def require_session(self) -> None:
        """Accounts are looked after by people, not by tokens."""
        if not self.session:
            raise PeopleError(Text("people.scope", {"scope": "session"}))


async def find_caller(
    sessions: Sessions, tokens: Tokens, connection: HTTPConnection
) -> Caller | None:
    """Who asks, if anybody known; a token that is none is refused."""
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


async def is_still_open(sessions: Sessions, tokens: Tokens, caller: Caller) -> bool:
    """Is what a connection was opened with still worth something?"""
    if caller.session:
        return await sessions.is_open(caller.session)
    return await tokens.is_open(caller.token)


def address_of(connection: HTTPConnection) -> str:
    """Where a request comes from, as far as limits are concerned: a house shares IPv6's 64 bits."""
    host = connection.client.host if connection.client else ""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        return address.ipv4_mapped.exploded if address.ipv4_mapped else address.exploded[:19]
    return host


# ---- Cookies


def is_secure(connection: HTTPConnection) -> bool:
    """May a cookie be marked secure? Browsers trust this machine itself as they trust https."""
    return connection.url.scheme in ("https", "wss") or connection.url.hostname in LOCAL_HOSTS


def cookie_name(connection: HTTPConnection) -> str:
    return HOST_COOKIE if is_secure(connection) else PLAIN_COOKIE


def set_cookie(response: Response, connection: HTTPConnection, secret: str) -> None:
    """Hand a session to a browser; no script can read it."""
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


def drop_cookie(response: Response, connection: HTTPConnection) -> None:
    secure = is_secure(connection)
    response.delete_cookie(
        cookie_name(connection), path="/", secure=secure, httponly=True, samesite="lax"
    )
