"""Errors as HTTP responses: problem+json (RFC 9457) with code, arguments and status.

The server's codes are in `wire/refusals.py`. Errors of rules and notations have codes of the game;
an illegal move also names the clause of the rules.
"""

from collections.abc import Callable
from types import UnionType
from typing import Annotated, Any, get_type_hints

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.routing import Match

from azulejos.errors import AzulejosError, IllegalMove
from azulejos.server.errors import refusal
from azulejos.server.web.limits import TooMany
from azulejos.server.web.load import RETRY_S
from azulejos.text import render
from azulejos.wire.fields import sentence
from azulejos.wire.refusals import ALWAYS, REFUSALS, RULES, SENDS, SIGNED_IN
from azulejos.wire.views import View

MEDIA_TYPE = "application/problem+json"
LINES = "application/x-ndjson"
Responses = dict[int | str, dict[str, Any]]


class Problem(BaseModel):
    """Why a request was not fulfilled."""

    type: Annotated[str, Field(examples=["urn:azulejos:table.stale"])]
    title: Annotated[str, Field(description="The error in English, for logs.")]
    status: int
    code: Annotated[str, Field(examples=["table.stale"])]
    args: dict[str, Any] = {}  # the arguments of the code's sentence
    clause: Annotated[str, Field(description="Illegal move: the clause of the rules.")] = ""
    view: View | None = None  # stale move: the current table


def status_of(code: str) -> int:
    """The HTTP status of a code."""
    return REFUSALS.get(code, RULES)


def respond(error: AzulejosError, view: View | None = None) -> Response:
    """The response to a request that failed with an error."""
    wire, status = sentence(error.text), status_of(error.code)
    problem = Problem(
        type=f"urn:azulejos:{error.code}",
        title=render(error.text),
        status=status,
        code=error.code,
        args=wire.args,
        clause=error.clause if isinstance(error, IllegalMove) else "",
        view=view,
    )
    headers = {"retry-after": str(error.seconds)} if isinstance(error, TooMany) else {}
    if status == 503:
        headers["retry-after"] = str(RETRY_S)
    if status == 401:
        headers["www-authenticate"] = "Bearer"
    body = problem.model_dump_json(exclude=set() if view else {"view"})
    return Response(body, status, headers, MEDIA_TYPE)


# ---- Exception handlers


def install_handlers(app: FastAPI) -> None:
    """Answer every error with a problem."""
    app.add_exception_handler(AzulejosError, on_refusal)
    app.add_exception_handler(RequestValidationError, on_form)
    app.add_exception_handler(HTTPException, on_http)


async def on_refusal(_connection: HTTPConnection, error: Exception) -> Response:
    """Answer an error of ours; also used for WebSocket handshakes."""
    assert isinstance(error, AzulejosError)
    return respond(error)


async def on_form(_request: Request, error: Exception) -> Response:
    """Report the first invalid field, without its value, which may be a secret."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(map(str, first["loc"]))[:100].encode(errors="replace").decode()
    return respond(refusal("api.form", where=where, what=str(first["type"])))


async def on_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    methods = allowed_methods(request)
    if error.status_code in (404, 405) and methods:
        answer = respond(refusal("api.method"))
        answer.headers["allow"] = ", ".join(sorted(methods))
        return answer
    if error.status_code == 404:
        return respond(refusal("api.unknown"))
    if error.status_code == 405:  # of a file of the page
        return respond(refusal("api.method"))
    return respond(refusal("api.form", where="body", what="json_invalid"))


def allowed_methods(request: Request) -> set[str]:
    """The methods of the API's route at a path.

    The page is mounted at every path, so the framework itself never answers 405.
    """
    routes: list[APIRoute] = request.app.state.routes
    partial = [r for r in routes if r.matches(request.scope)[0] is Match.PARTIAL]
    return {method for route in partial for method in route.methods or ()}


# ---- OpenAPI


def refuses(*codes: str) -> Responses:
    """The `responses` of an operation that may be refused with some codes, besides those that
    follow from its signature.
    """
    by_status: Responses = {}
    for code in codes:
        by_status.setdefault(status_of(code), {"codes": set()})["codes"].add(code)
    return by_status


def describe_refusals(
    responses: Responses, endpoint: Callable[..., object], is_read: bool
) -> Responses:
    """The `responses` of an operation as OpenAPI describes them."""
    found = refuses(*signature_codes(endpoint), *(() if is_read else SENDS))
    for status, response in responses.items():
        if "codes" in response:
            found.setdefault(status, {"codes": set()})["codes"] |= response["codes"]
        else:
            found[status] = response
    return {status: describe_response(found[status]) for status in sorted(found, key=str)}


def describe_response(response: dict[str, Any]) -> dict[str, Any]:
    if "codes" not in response:
        return response
    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {"description": ", ".join(sorted(response["codes"])), "content": content}


def signature_codes(endpoint: Callable[..., object]) -> tuple[str, ...]:
    """The codes of refusals that follow from the caller that an operation asks for."""
    caller = get_type_hints(endpoint).get("caller")
    if caller is None:
        return ALWAYS
    return (*ALWAYS, "people.token") if isinstance(caller, UnionType) else (*ALWAYS, *SIGNED_IN)


def serves(media_type: str, description: str = "Successful Response", **schema: str) -> Responses:
    """The `responses` of an operation that answers with something else than JSON."""
    return {
        200: {
            "description": description,
            "content": {media_type: {"schema": {"type": "string", **schema}}},
        }
    }


SVG = serves("image/svg+xml")
PNG = serves("image/png", format="binary")


def problem_schema() -> dict[str, Any]:
    """The JSON schema of `Problem`, with all codes in its description."""
    schema = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
    del schema["$defs"]  # described with the operations on tables
    schema["properties"]["code"]["description"] = (
        "One of " + ", ".join(REFUSALS) + "; or a code of a game's rules or notation."
    )
    return schema
