"""R1, R5, R7, R33: no failure loses or doubles an acknowledged move, or costs a game on time.

Servers are killed, the network is bad, and the database hangs or is cut off.
"""

import asyncio
import random
import time
from typing import Any

import pytest

from azulejos.server.storage.database import Database
from azulejos.server.storage.store import Store
from tests.server.chaos import Chaos, Wire, url_through, wire_to_postgres
from tests.server.clients import Player, make_game, make_guest
from tests.server.conftest import Deployment
from tests.server.crashes import Storm, check_games, steady
from tests.server.forker import Forked, Forker
from tests.server.services import SLACK_S, Postgres, patiently

pytestmark = [pytest.mark.databases("sqlite", "postgresql"), pytest.mark.realtime]

ROUNDS = 10  # `make soak` has 500
FAILURES = 5  # of the database and the server, while the network is bad
HEALED_S = 5.0  # R5
CLOCK = {"kind": "live", "bank_s": 15, "increment_s": 1}


def test_killed_servers_lose_and_double_nothing(deployment: Deployment) -> None:
    async def run() -> int:
        storm = await asyncio.to_thread(Storm, deployment.start, 1)
        await storm.run(ROUNDS)
        assert sum(player.losses for player in storm.players) > ROUNDS
        return await check_games(deployment.database, storm.players)

    assert asyncio.run(run()) > ROUNDS


class Site:
    """A server between a bad network and a bad database."""

    def __init__(self, forker: Forker, wire: Wire, database: str):
        self.forker, self.wire, self.database = forker, wire, database
        self.rng = random.Random(3)
        self.server = self.start()

    def start(self, port: int | None = None) -> Forked:
        return self.forker.start(port=port, limits="false", database=self.database)

    async def fail(self, number: int) -> None:
        """Let the database hang, cut it off, or kill the server, in turn."""
        kind = number % 3
        if kind == 2:
            self.server.kill()
            self.server = await asyncio.to_thread(self.start, self.server.port)
            return
        if kind == 0:
            self.wire.hang()
        else:
            self.wire.cut()
        await asyncio.sleep(self.rng.uniform(1, 4))
        self.wire.mend()


@pytest.fixture
def database(postgres: Postgres) -> Any:
    url = postgres.create()
    yield url
    postgres.drop(url)


def test_games_survive_a_bad_network_a_bad_database_and_kills(
    forker: Forker, database: str
) -> None:
    async def run() -> None:
        async with wire_to_postgres(database) as wire:
            through = url_through(wire, database)
            site = await asyncio.to_thread(Site, forker, wire, through)
            async with Chaos(site.server.url, site.rng) as chaos, asyncio.timeout(150):
                players = await start_players(site, chaos)
                playing = [asyncio.create_task(player.play()) for player in players]
                for number in range(FAILURES):
                    await asyncio.sleep(site.rng.uniform(0.5, 1.5))
                    await site.fail(number)
                chaos.mend()
                await check_equal_soon(database, players)
                await asyncio.gather(*playing)
            site.server.kill()
        await check_players(database, players)

    asyncio.run(run())


async def start_players(site: Site, chaos: Chaos) -> list[Player]:
    url = site.server.url
    guests = [await make_guest(url, name) for name in ("Ana", "Bia", "Caio")]
    table = await make_game(url, guests, clock=CLOCK)
    how: dict[str, Any] = {"rng": site.rng, "patience_s": 1.0, "is_lossy": True, "pause_s": 0.05}
    return [Player(guest, table, lambda: chaos.url, **how) for guest in guests]


async def check_equal_soon(database_url: str, players: list[Player]) -> None:
    """All players soon know what is stored now."""
    database = Database(database_url)
    table, store = players[0].table, Store(database)
    version = (await patiently(lambda: store.versions([table])))[table]
    database.close()
    begun = time.monotonic()
    while any(player.version < version for player in players):
        assert time.monotonic() - begun < HEALED_S + SLACK_S
        await asyncio.sleep(0.02)


async def check_players(database_url: str, players: list[Player]) -> None:
    """Acknowledged moves are stored once, everybody saw the same, and nobody was out of time."""
    database = Database(database_url)
    _, events = await patiently(lambda: Store(database).load(players[0].table))
    database.close()
    kinds = [event.kind for event in events]
    assert "timed_out" not in kinds
    moves = [event.client_id for event in events if event.kind == "moved"]
    assert len(moves) == len(set(moves))
    for player in players:
        assert not player.wrong
        assert {f"{player.guest.id}:{sent_id}" for sent_id in player.acked} <= set(moves)
        assert [event["kind"] for event in player.events] == kinds
    ends = [{**steady(player.view), "you": 0, "seats": 0} for player in players]
    assert ends[0] == ends[1] == ends[2]
