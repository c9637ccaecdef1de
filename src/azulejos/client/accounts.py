"""Accounts for bots: create one and get a token, in one call.

Accounts are managed with a session cookie. It is marked as secure, so HTTP libraries drop it on
http; here it is carried from answer to request.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from http.cookies import SimpleCookie
from typing import Any, Self

import httpx

from azulejos.client.errors import ConnectionLost
from azulejos.client.http import options_of, refusal_of
from azulejos.contract.rules import Json

SCOPES = ("read", "play")


@dataclass(frozen=True)
class BotAccount:
    """The account of a bot and a token for it."""

    person: str  # id
    name: str
    token: str  # what programs send; shown only once
    password: str  # of the account, to create or revoke tokens later


def make_bot(
    url: str,
    name: str,
    password: str = "",
    token_name: str = "azulejos token",
    scopes: Sequence[str] = SCOPES,
) -> BotAccount:
    """Create the account of a bot on a server, and a token; the password is random by default."""
    password = password or secrets.token_urlsafe(24)
    with CookieClient(url) as session:
        session.send("POST", "/guests", {})
        session.send("POST", "/account", {"name": name, "password": password})
        session.send("POST", "/account/program")
        return session.make_token(token_name, password, scopes)


def log_in_bot(
    url: str,
    name: str,
    password: str,
    token_name: str = "azulejos token",
    scopes: Sequence[str] = SCOPES,
) -> BotAccount:
    """Create another token for the account of a bot that exists already."""
    with CookieClient(url) as session:
        session.send("POST", "/sessions", {"name": name, "password": password})
        return session.make_token(token_name, password, scopes)


class CookieClient:
    """A connection that sends back the cookies it gets, also those marked as secure."""

    def __init__(self, url: str):
        self.url = url
        self._http = httpx.Client(**options_of(url, ""))
        self._cookies = SimpleCookie()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()

    def send(self, method: str, path: str, form: Json | None = None) -> Any:
        """Send a request and return the answer; raise `Refused` if it is a problem."""
        cookie = "; ".join(f"{name}={each.value}" for name, each in self._cookies.items())
        headers = {"cookie": cookie} if cookie else {}
        try:
            response = self._http.request(method, path, json=form, headers=headers)
        except httpx.TransportError as error:
            raise ConnectionLost(self.url, str(error) or type(error).__name__) from error
        for header in response.headers.get_list("set-cookie"):
            self._cookies.load(header)
        if response.is_error:
            raise refusal_of(response)
        return response.json()

    def make_token(self, token_name: str, password: str, scopes: Sequence[str]) -> BotAccount:
        made = self.send("POST", "/tokens", {"name": token_name, "scopes": list(scopes)})
        me = self.send("GET", "/me")
        return BotAccount(me["id"], me["name"], made["secret"], password)
