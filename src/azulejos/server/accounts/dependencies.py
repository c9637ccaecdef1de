"""The callers that the operations of the HTTP API require, as dependencies of FastAPI."""

from typing import Annotated

from fastapi import Depends, Request

from azulejos.server.accounts.bans import Bans
from azulejos.server.accounts.callers import Caller, find_caller
from azulejos.server.accounts.people import PeopleError
from azulejos.server.accounts.sessions import Sessions
from azulejos.server.accounts.tokens import Tokens
from azulejos.server.feature import parts_of
from azulejos.text import Text


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
