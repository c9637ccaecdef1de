"""R1, R7: a kill -9 at any time loses no acknowledged move and doubles none."""

import asyncio

from tests.server.conftest import Deployment
from tests.server.crashes import Storm, check_games

ROUNDS = 20


def test_killed_servers_lose_and_double_nothing(deployment: Deployment) -> None:
    async def run() -> int:
        storm = await asyncio.to_thread(Storm, deployment.start, 1)
        await storm.run(ROUNDS)
        assert sum(player.losses for player in storm.players) > ROUNDS
        return await check_games(deployment.database, storm.players)

    assert asyncio.run(run()) > ROUNDS
