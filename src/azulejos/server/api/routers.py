"""The HTTP API: all its routers under one path, and how OpenAPI describes them.

A router's functions are its operations: their names are the operation ids, and those stay.
"""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, FastAPI, Request
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute

from azulejos.server.api.problems import problem_schema
from azulejos.server.people.accounts import PeopleError
from azulejos.server.people.callers import Caller, address_of, find_caller
from azulejos.server.services import house_of
from azulejos.text import Text

PATH = "/api/v1"
_routers: list[APIRouter] = []


async def maybe_caller(request: Request) -> Caller | None:
    """Who asks, if anybody known; and everybody asks only so often."""
    house = house_of(request)
    house.limits.require("request", address_of(request))
    return await find_caller(house.sessions, house.tokens, request)


async def reader(caller: Annotated[Caller | None, Depends(maybe_caller)]) -> Caller:
    """Somebody known, who may see what is theirs."""
    if caller is None:
        raise PeopleError(Text("people.sign_in"))
    caller.require("read")
    return caller


async def player(caller: Annotated[Caller | None, Depends(maybe_caller)]) -> Caller:
    """Somebody known, who may play."""
    if caller is None:
        raise PeopleError(Text("people.sign_in"))
    caller.require("play")
    return caller


async def owner(caller: Annotated[Caller, Depends(reader)]) -> Caller:
    """Somebody who is here in person, to look after the account."""
    caller.require_session()
    return caller


Anybody = Annotated[Caller | None, Depends(maybe_caller)]
Reader = Annotated[Caller, Depends(reader)]
Player = Annotated[Caller, Depends(player)]
Owner = Annotated[Caller, Depends(owner)]


def operation_id(route: APIRoute) -> str:
    return route.name


def make_router(tag: str) -> APIRouter:
    """A router of the API."""
    _routers.append(APIRouter(prefix=PATH, tags=[tag], generate_unique_id_function=operation_id))
    return _routers[-1]


def describe(app: FastAPI) -> None:
    """Let OpenAPI tell of problems and of the two ways to be somebody."""
    app.state.routes = [route for router in _routers for route in router.routes]

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            schema = get_openapi(
                title=app.title,
                version=app.version,
                routes=app.routes,
                description="Play and host games. `docs/api.md` tells the story.",
            )
            parts = schema.setdefault("components", {})
            parts.setdefault("schemas", {})["Problem"] = problem_schema()
            parts["securitySchemes"] = {
                "token": {"type": "http", "scheme": "bearer"},
                "session": {"type": "apiKey", "in": "cookie", "name": "__Host-session"},
            }
            schema["security"] = [{"token": []}, {"session": []}, {}]
            app.openapi_schema = schema
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]
