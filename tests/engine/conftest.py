"""One engine for most tests: starting takes seconds, and answers must not depend on its past."""

from collections.abc import Iterator

import pytest

from tests.engine.talk import Talk


@pytest.fixture(scope="session")
def engine() -> Iterator[Talk]:
    talk = Talk()
    yield talk
    assert talk.close() == 0
