"""The routers of the HTTP API, the callers that its operations require, and its OpenAPI document.

The name of a route's function is its operation id in OpenAPI, so it must not change.
"""

import json
from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Depends, FastAPI, Request, Response
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute

from azulejos.server.accounts.callers import Caller, find_caller
from azulejos.server.accounts.people import PeopleError
from azulejos.server.services import services_of
from azulejos.server.web.problems import describe_refusals, problem_schema
from azulejos.text import Text

PATH = "/api/v1"
_routers: list[APIRouter] = []


async def maybe_caller(request: Request) -> Caller | None:
    """The caller of a request, or None."""
    services = services_of(request)
    return await find_caller(services.sessions, services.tokens, request)


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
    services_of(request).bans.require_none(request, caller.person.id)
    return caller


async def owner(caller: Annotated[Caller, Depends(reader)]) -> Caller:
    """A known caller with a session: tokens cannot manage an account."""
    caller.require_session()
    return caller


Anybody = Annotated[Caller | None, Depends(maybe_caller)]
Reader = Annotated[Caller, Depends(reader)]
Player = Annotated[Caller, Depends(player)]
Owner = Annotated[Caller, Depends(owner)]


def operation_id(route: APIRoute) -> str:
    return route.name


class Router(APIRouter):
    """A router whose operations are described with all their refusals."""

    def add_api_route(self, path: str, endpoint: Callable[..., Any], **more: Any) -> None:
        is_read = more["methods"] == ["GET"]
        responses = describe_refusals(more["responses"] or {}, endpoint, is_read)
        super().add_api_route(path, endpoint, **more | {"responses": responses})


def make_router(tag: str) -> APIRouter:
    """A new router of the API with a tag."""
    _routers.append(Router(prefix=PATH, tags=[tag], generate_unique_id_function=operation_id))
    return _routers[-1]


def describe(app: FastAPI) -> None:
    """Add problems and the two kinds of authentication to the app's OpenAPI document."""
    app.state.routes = [route for router in _routers for route in router.routes]

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            schema = get_openapi(
                title=app.title,
                version=app.version,
                routes=app.routes,
                description="Play and host games. `docs/api.md` is the introduction.",
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

    async def show_openapi(request: Request) -> Response:
        documents = services_of(request).documents
        made = await documents.get("openapi", lambda: json.dumps(openapi()).encode())
        return Response(made, media_type="application/json")

    app.openapi = openapi  # type: ignore[method-assign]
    app.add_api_route(f"{PATH}/openapi.json", show_openapi, include_in_schema=False)
