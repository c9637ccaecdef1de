"""The routers of the HTTP API, and its OpenAPI document.

The name of a route's function is its operation id in OpenAPI, so it must not change.
"""

import json
from collections.abc import Callable, Iterable
from typing import Any

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute

from azulejos.server.feature import parts_of
from azulejos.server.web.documents import Documents
from azulejos.server.web.problems import describe_refusals, problem_schema
from azulejos.wire.positions import position_schemas

PATH = "/api/v1"


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
    return Router(prefix=PATH, tags=[tag], generate_unique_id_function=operation_id)


def describe(app: FastAPI, routers: Iterable[APIRouter]) -> None:
    """Add problems and the two kinds of authentication to the app's OpenAPI document."""
    app.state.routes = [route for router in routers for route in router.routes]

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            schema = get_openapi(
                title=app.title,
                version=app.version,
                routes=app.routes,
                description="Play and host games. `docs/api.md` is the introduction.",
            )
            parts = schema["components"]
            parts["schemas"] |= position_schemas("#/components/schemas/")
            parts["schemas"]["Problem"] = problem_schema()
            parts["securitySchemes"] = {
                "token": {"type": "http", "scheme": "bearer"},
                "session": {"type": "apiKey", "in": "cookie", "name": "__Host-session"},
            }
            schema["security"] = [{"token": []}, {"session": []}, {}]
            app.openapi_schema = schema
        return app.openapi_schema

    async def show_openapi(request: Request) -> Response:
        documents = parts_of(request)[Documents]
        made = await documents.get("openapi", lambda: json.dumps(openapi()).encode())
        return Response(made, media_type="application/json")

    app.openapi = openapi  # type: ignore[method-assign]
    app.add_api_route(f"{PATH}/openapi.json", show_openapi, include_in_schema=False)
