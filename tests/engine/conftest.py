"""One engine process for most tests: starting takes seconds; requests are independent."""

from collections.abc import Iterator

import pytest

from tests.engine.talk import Chat


@pytest.fixture(scope="session")
def engine() -> Iterator[Chat]:
    talk = Chat()
    yield talk
    assert talk.close() == 0
