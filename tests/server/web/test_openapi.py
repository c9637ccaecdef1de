"""OpenAPI: responses conform to it (tried by Schemathesis), and operation ids do not change."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import ignored_auth, positive_data_acceptance

from azulejos.server.app import make_app
from azulejos.server.bots.routes import message_schema
from azulejos.server.settings import Settings
from azulejos.wire.messages import CLIENT_MESSAGE
from tests.examples import examples
from tests.server.running import FOR_TWO, ON_ONE_DEVICE, Running, create, me, ok

EXAMPLES = examples(6)  # for each operation, beside those that follow from its description
# Responses do not depend on the database, and PostgreSQL refuses more than SQLite does.
pytestmark = pytest.mark.databases("postgresql")
GOLDEN = Path(__file__).parent / "golden" / "operations.txt"
DESCRIBED: dict[str, Any] = make_app(Settings(database="sqlite://")).openapi()
OPERATIONS = {
    operation["operationId"]: (method, path, operation)
    for path, methods in DESCRIBED["paths"].items()
    for method, operation in methods.items()
}
schema = schemathesis.openapi.from_dict(DESCRIBED).exclude(operation_id="stream_events")
# our rules refuse much that has the right form; and nobody has to sign in to look
UNCHECKED = [positive_data_acceptance, ignored_auth]


@pytest.fixture(scope="module")
def tables(running: Running) -> Iterator[list[str]]:
    """Tables and people that exist, so that not every request is answered with 404."""
    guest = running.guest()
    person = me(guest)
    yield [create(guest, FOR_TWO, is_public=True)["table"], create(guest, ON_ONE_DEVICE)["table"]]
    assert me(guest) == person  # nobody else could end it


@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    derandomize=True,
)
def test_responses_conform_to_openapi(
    case: schemathesis.Case[Any], running: Running, tables: list[str]
) -> None:
    person, cookie = find_guest(running.url, case.operation.label)
    known = {"table": tables[len(str(case.path_parameters)) % 2], "person": person}
    for name, value in known.items():
        if re.fullmatch("[A-Za-z0-9]{8,32}", str(case.path_parameters.get(name))):
            case.path_parameters[name] = value
    case.call_and_validate(
        base_url=running.url,
        headers={"cookie": cookie},
        excluded_checks=UNCHECKED,
        timeout=60,
    )


@cache
def a_guest(url: str) -> tuple[str, str]:
    made = requests.post(f"{url}/api/v1/guests", json={}, timeout=60)
    return made.json()["id"], made.headers["set-cookie"].split(";")[0]


def find_guest(url: str, operation: str) -> tuple[str, str]:
    """The guest for a request; a new one for requests that may revoke the session."""
    is_lasting = not any(part in operation for part in ("/sessions", "/account", "/deletion"))
    return a_guest(url) if is_lasting else a_guest.__wrapped__(url)


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
