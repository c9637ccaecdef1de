"""OpenAPI: everything is described, and operation ids do not change."""

import json
import re
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import httpx
import jsonschema_rs
import pytest
from fastapi.routing import APIRoute

from azulejos.server.app import make_app
from azulejos.server.bots.routes import message_schema
from azulejos.server.settings import Settings
from azulejos.server.web.problems import MEDIA_TYPE, refuses
from azulejos.server.web.routers import PATH, make_router
from azulejos.wire.messages import CLIENT_MESSAGE
from azulejos.wire.refusals import REFUSALS
from tests.server.running import Running, check_refusal, ok

GOLDEN = Path(__file__).parent / "golden" / "operations.txt"
DESCRIBED: dict[str, Any] = make_app(Settings(database="sqlite://")).openapi()
OPERATIONS = {
    operation["operationId"]: (method, path, operation)
    for path, methods in DESCRIBED["paths"].items()
    for method, operation in methods.items()
}


def test_operation_ids_have_not_changed() -> None:
    """Programs call operations by these names: add new ones, never change existing ones."""
    written = "\n".join(
        f"{name} {method.upper()} {path}" for name, (method, path, _) in sorted(OPERATIONS.items())
    )
    assert written + "\n" == GOLDEN.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_operation_has_a_description_and_its_problems(name: str) -> None:
    method, _, operation = OPERATIONS[name]
    assert operation["description"]
    refused = {status for status in operation["responses"] if status >= "4"}
    assert {"422", "429"} <= refused
    if method != "get":
        assert {"400", "403", "413", "415"} <= refused
    for status in refused:
        answer = operation["responses"][status]
        assert list(answer["content"]) == ["application/problem+json"]
        assert re.fullmatch(r"([a-z]+\.[a-z_]+(, )?)+", answer["description"])


def test_every_form_has_a_valid_example() -> None:
    parts = DESCRIBED["components"]["schemas"]
    forms = [
        operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].split("/")[-1]
        for _, _, operation in OPERATIONS.values()
        if "requestBody" in operation
    ]
    assert len(forms) > 8
    for form in forms:
        check = {"$ref": f"#/components/schemas/{form}", "components": {"schemas": parts}}
        for example in parts[form]["examples"]:
            jsonschema_rs.validator_for(check).validate(example)


def test_every_code_is_in_the_problem_schema() -> None:
    description = DESCRIBED["components"]["schemas"]["Problem"]["properties"]["code"]["description"]
    for operation in OPERATIONS.values():
        for answer in operation[2]["responses"].values():
            for code in re.findall(
                r"\b(?:api|people|table|analysis|fair|board)\.[a-z_]+", answer["description"]
            ):
                assert code in description


def test_the_message_schema_accepts_the_messages_that_we_accept(running: Running) -> None:
    served = ok(running.client().get("/api/v1/messages.schema.json"))
    assert served == json.loads(json.dumps(message_schema()))
    check = jsonschema_rs.validator_for({**served, "anyOf": [{"$ref": "#/$defs/ClientMessage"}]})
    good = {"type": "move", "table": "abcdefgh", "id": "1", "version": 3, "move": "1B2"}
    CLIENT_MESSAGE.validate_python(good)
    assert check.is_valid(good)
    assert not check.is_valid({**good, "more": 1})
    assert not check.is_valid({**good, "type": "cheat"})


def test_a_refusal_that_a_route_does_not_list_is_found() -> None:
    """Every client of the tests checks this (`tests/server/running.py`)."""
    router = make_router("test")

    @router.get("/tested/{table}", responses=refuses("table.unknown"))
    async def show(table: str) -> str:
        return table

    routes = [route for route in router.routes if isinstance(route, APIRoute)]
    for code, is_listed in (("table.unknown", True), ("api.busy", True), ("table.not_open", False)):
        problem = httpx.Response(
            REFUSALS[code],
            headers={"content-type": MEDIA_TYPE},
            json={"code": code},
            request=httpx.Request("GET", f"http://localhost{PATH}/tested/t"),
        )
        with nullcontext() if is_listed else pytest.raises(AssertionError, match=code):
            check_refusal(routes, problem)
