"""Training samples that several tests share."""

import pytest

from azulejos.learning.selfplay import SelfplayPlan
from azulejos.learning.selfplay_game import Samples
from tests.learning.plans import QUICK, make_samples

PLAN = SelfplayPlan("azul", 2, settings=QUICK, shard_games=12)


@pytest.fixture(scope="session")
def plan() -> SelfplayPlan:
    return PLAN


@pytest.fixture(scope="session")
def shards() -> list[Samples]:
    return [make_samples(PLAN, number) for number in range(3)]
