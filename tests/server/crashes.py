"""Games on servers that are killed at random times, and the checks afterwards.

Used by `test_crash.py` and, with more rounds, by `bench/crash.py`.
"""

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import httpx

from azulejos.server.storage.database import Database
from azulejos.server.storage.store import Store
from azulejos.server.table.table import Table
from azulejos.server.table.view import make_view
from tests.server.chaos import Chaos, Wire
from tests.server.clients import Guest, Message, Player, make_guest, make_table
from tests.server.forker import Forked
from tests.server.services import patiently

TABLES = 4  # at which people play at the same time
MAX_LIFE_S = 0.3  # of a server after its first move
MAX_OUTAGE_S = 3.0  # of a database, before the server is killed
LOSSY: dict[str, Any] = {"is_lossy": True, "patience_s": 1.0}  # of players with a bad network


class Storm:
    """People who play one game after another while servers are killed.

    With a `network` between people and servers they meet only there; with a `wire` between servers
    and database it hangs or is cut off before every second kill.
    """

    def __init__(
        self,
        start: Callable[[], Forked],
        seed: int,
        network: Chaos | None = None,
        wire: Wire | None = None,
    ):
        self.start, self.rng = start, random.Random(seed)
        self.network, self.wire = network, wire
        self._follow(start())
        self.players: list[Player] = []
        self.is_calm = False

    def _follow(self, server: Forked) -> None:
        """Let people use a server from now on."""
        self.server = server
        if self.network:
            self.network.server_url = server.url

    @property
    def address(self) -> str:
        """Where people connect to."""
        return self.network.url if self.network else self.server.url

    @property
    def acks(self) -> int:
        return sum(len(player.acked) for player in self.players)

    async def run(self, rounds: int) -> None:
        """Kill a server a number of times under load; then let all games finish."""
        people = [asyncio.create_task(self._play_on(number)) for number in range(TABLES)]
        for number in range(rounds):
            before = self.acks
            while self.acks < before + TABLES:
                assert not any(task.done() for task in people), people
                await asyncio.sleep(0.005)
            await asyncio.sleep(self.rng.uniform(0, MAX_LIFE_S))
            killed = self.server
            if number % 2:  # another process is there already
                self._follow(await asyncio.to_thread(self.start))
                killed.kill()
            else:  # nobody is there for a while
                await self._lose_database(number)
                killed.kill()
                if self.wire:
                    self.wire.mend()
                self._follow(await asyncio.to_thread(self.start))
        self.is_calm = True
        if self.network:
            self.network.mend()
        async with asyncio.timeout(180):
            await asyncio.gather(*people)

    async def _lose_database(self, number: int) -> None:
        """Let the database hang or cut it off, if there is a wire to it."""
        if self.wire:
            (self.wire.cut if number % 4 else self.wire.hang)()
            await asyncio.sleep(self.rng.uniform(0, MAX_OUTAGE_S))

    async def _play_on(self, number: int) -> None:
        """Start a new table whenever a game is over."""
        game = ("azul", "blue")[number % 2]
        while not self.is_calm:
            try:
                guest = await make_guest(self.server.url)
                seats = [{"kind": "me"}] * (3 if game == "blue" else 2)
                table = await make_table(self.server.url, guest, game=game, seats=seats)
            except (httpx.TransportError, AssertionError):
                await asyncio.sleep(0.02)  # it was killed; nobody knows whether there is a table
                continue
            how = LOSSY if self.network else {}
            player = Player(guest, table, lambda: self.address, rng=self.rng, **how)
            self.players.append(player)
            await player.play()


async def check_games(database_url: str, players: list[Player]) -> int:
    """Check that no acknowledged move is lost or doubled and that every game replays to what its
    player saw; return the number of acknowledged moves.
    """
    database = Database(database_url)
    store = Store(database)
    try:
        for player in players:
            await check_game(store, player)
    finally:
        database.close()
    return sum(len(player.acked) for player in players)


async def check_game(store: Store, player: Player) -> None:
    table, events = await patiently(lambda: store.load(player.table))
    assert not player.wrong, player.wrong
    found = Counter(event.client_id for event in events if event.client_id)
    assert set(found.values()) == {1}
    moves = {event.client_id: event for event in events if event.kind == "moved"}
    for sent_id, version in player.acked.items():
        event = moves[f"{player.guest.id}:{sent_id}"]
        assert (event.version, event.data["move"]) == (version, player.sent[sent_id])
    assert len(moves) == len(player.acked)
    seen = [(e["version"], e["kind"], e["data"]) for e in player.events]
    assert seen == [(e.version, e.kind, e.data) for e in events]
    assert steady(view_of(table, player.guest)) == steady(player.view)
    versions = await patiently(lambda: store.versions([player.table]))
    assert versions == {player.table: table.version}


def view_of(table: Table, guest: Guest) -> Message:
    return make_view(table, guest.id, table.at).model_dump(mode="json")


def steady(view: Message) -> Message:
    """A view without the fields that depend on the time."""
    seats = [{**seat, "left_s": None} for seat in view["seats"]]
    return {**view, "now": None, "seats": seats}
