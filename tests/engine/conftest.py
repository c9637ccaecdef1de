"""One engine process for most tests: starting takes seconds; requests are independent."""

from collections.abc import Iterator

import pytest

from tests.engine.talk import Talk


@pytest.fixture(scope="session")
def engine() -> Iterator[Talk]:
    talk = Talk()
    yield talk
    assert talk.close() == 0
