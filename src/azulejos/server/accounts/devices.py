"""Known devices: a browser in which a person has signed in before keeps a cookie that says so.

Wrong passwords from elsewhere then cannot lock the person out there: attempts from a known device
are counted by device and not by account. Nothing is stored; the cookie is a random number with a
MAC whose key is the account's password hash, so a new password makes all cookies invalid.
"""

import hmac
from hashlib import sha256

from starlette.requests import HTTPConnection
from starlette.responses import Response

from azulejos.server.accounts.callers import COOKIE_S, is_secure
from azulejos.server.ids import make_id

HOST_COOKIE = "__Host-device"
PLAIN_COOKIE = "device"  # used without https, in a home network


def cookie_name(connection: HTTPConnection) -> str:
    return HOST_COOKIE if is_secure(connection) else PLAIN_COOKIE


def make_mark(password_hash: str) -> str:
    """A new mark for a device of an account."""
    number = make_id()
    return f"{number}.{mac(number, password_hash)}"


def mac(number: str, password_hash: str) -> str:
    return hmac.new(password_hash.encode(), number.encode(), sha256).hexdigest()


def known_device(connection: HTTPConnection, password_hash: str | None) -> str:
    """The number of the device that sent a request, if it is known to an account; else ""."""
    number, _, code = connection.cookies.get(cookie_name(connection), "").partition(".")
    if not password_hash or not hmac.compare_digest(
        code.encode(), mac(number, password_hash).encode()
    ):
        return ""
    return number


def set_mark(response: Response, connection: HTTPConnection, password_hash: str) -> None:
    """Let a browser remember that an account has signed in."""
    response.set_cookie(
        cookie_name(connection),
        make_mark(password_hash),
        max_age=COOKIE_S,
        path="/",
        secure=is_secure(connection),
        httponly=True,
        samesite="lax",
    )
