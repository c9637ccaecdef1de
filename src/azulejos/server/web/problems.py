"""Errors as HTTP responses: problem+json (RFC 9457) with code, arguments and status.

Every code of the server has a sentence in `words/` and a line in `docs/api.md`. Errors of rules and
notations have codes of the game; an illegal move also names the clause of the rules.
"""

from typing import Annotated, Any

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
from azulejos.text import catalogue, render
from azulejos.wire.fields import sentence
from azulejos.wire.views import View

MEDIA_TYPE = "application/problem+json"
PREFIXES = (
    "api.",
    "people.",
    "table.",
    "analysis.",
    "fair.",
    "board.",
    "talk.",
    "push.",
    "mail.",
    "puzzles.",
    "learn.",
    "tournament.",
)  # of the server's codes
STATUSES = {  # other codes: 409 for table.*, 422 for the rest
    "api.nesting": 400,
    "people.login": 401,
    "people.recovery": 401,
    "people.passkey": 401,
    "people.sign_in": 401,
    "people.token": 401,
    "api.origin": 403,
    "people.banned": 403,
    "people.scope": 403,
    "people.not_program": 403,
    "people.blocked": 403,
    "people.no_challenge": 403,
    "people.not_moderator": 403,
    "analysis.rated": 403,
    "board.not_yours": 403,
    "tournament.not_yours": 403,
    "tournament.account": 403,
    "tournament.no_programs": 403,
    "api.unknown": 404,
    "people.unknown": 404,
    "people.no_session": 404,
    "people.no_token": 404,
    "people.no_passkey": 404,
    "people.no_report": 404,
    "mail.link": 404,
    "table.unknown": 404,
    "board.unknown": 404,
    "puzzles.unknown": 404,
    "puzzles.race": 404,
    "puzzles.none": 404,
    "learn.unknown": 404,
    "learn.no_drill": 404,
    "tournament.unknown": 404,
    "api.method": 405,
    "api.slow": 408,
    "people.is_account": 409,
    "mail.none": 409,
    "mail.off": 409,
    "people.many_tokens": 409,
    "people.many_passkeys": 409,
    "people.many_blocks": 409,
    "people.many_follows": 409,
    "people.no_vacation": 409,
    "people.many_challenges": 409,
    "talk.closed": 409,
    "people.renamed": 409,
    "people.name_taken": 409,
    "people.no_account": 409,
    "people.played": 409,
    "analysis.nobody": 409,
    "board.full": 409,
    "board.line": 409,
    "analysis.replaced": 409,
    "tournament.over": 409,
    "tournament.late": 409,
    "tournament.full": 409,
    "tournament.many": 409,
    "tournament.begun": 409,
    "api.too_large": 413,
    "api.content_type": 415,
    "api.one_at_a_time": 429,
    "analysis.too_many": 429,
    "api.too_many": 429,
    "api.broken": 500,
    "api.busy": 503,
}


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
    return STATUSES.get(code, 409 if code.startswith("table.") else 422)


def codes() -> list[str]:
    """All codes of the server."""
    return sorted(code for code in catalogue("en") if code.startswith(PREFIXES))


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


def problems(*expected: str) -> dict[int | str, dict[str, Any]]:
    """The `responses` of an operation that may fail with some codes, by status."""
    by_status: dict[int, list[str]] = {}
    for code in ("api.form", "api.too_many", "api.busy", *expected):
        by_status.setdefault(status_of(code), []).append(code)
    return {
        status: {
            "description": ", ".join(sorted(set(found))),
            "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
        }
        for status, found in sorted(by_status.items())
    }


SIGNED_IN = ("people.sign_in", "people.token", "people.scope", "people.banned", "api.origin")
# operations with a body: refused by the guard before the route runs
SENDS = ("api.nesting", "api.too_large", "api.content_type", "api.slow", "api.origin")


def problem_schema() -> dict[str, Any]:
    """The JSON schema of `Problem`, with all codes in its description."""
    schema = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
    del schema["$defs"]  # described with the operations on tables
    schema["properties"]["code"]["description"] = (
        "One of " + ", ".join(codes()) + "; or a code of a game's rules or notation."
    )
    return schema
