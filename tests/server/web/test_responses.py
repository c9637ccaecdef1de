"""Responses conform to the OpenAPI description: tried by Schemathesis.

It makes up its requests while tests are collected, for some seconds, so `make test` runs this file
beside the other checks instead of letting each test process collect it.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import ignored_auth, positive_data_acceptance

from tests.examples import examples
from tests.server.running import FOR_TWO, ON_ONE_DEVICE, Running, create, me
from tests.server.web.test_openapi import DESCRIBED

EXAMPLES = examples(6)  # for each operation, beside those that follow from its description
# Responses do not depend on the database, and PostgreSQL refuses more than SQLite does.
pytestmark = pytest.mark.databases("postgresql")
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
