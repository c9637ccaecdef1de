"""Bots think beside the event loop and move through the same door as people."""

import asyncio
import os
import signal

import psutil  # type: ignore[import-untyped]
import pytest

from tests.server.clients import Player, make_guest, make_table, open_socket
from tests.server.forker import Forked

pytestmark = pytest.mark.parametrize("deployment", ["sqlite"], indirect=True)
SEATS = [{"kind": "bot", "level": 2}, {"kind": "me"}]


def test_a_person_plays_a_whole_game_with_bots(server: Forked) -> None:
    async def run() -> None:
        guest = await make_guest(server.url)
        table = await make_table(server.url, guest, seats=SEATS)
        player = Player(guest, table, lambda: server.url)
        async with asyncio.timeout(120):
            await player.play()
        assert player.view["finish"]["reason"] == "played"
        assert not player.wrong
        moved = [event["data"]["seat"] for event in player.events if event["kind"] == "moved"]
        assert set(moved) == {0, 1}

    asyncio.run(run())


def test_bots_play_among_themselves(server: Forked) -> None:
    async def run() -> None:
        guest = await make_guest(server.url)
        bots = [{"kind": "bot", "level": n} for n in (1, 2, 3)]
        seats = [*bots, {"kind": "me"}]
        table = await make_table(server.url, guest, game="azul", seats=seats)
        async with open_socket(server.url, guest) as socket:
            view = (await socket.watch(table))["view"]
            while view["turn"] != 3:
                view = await socket.see(view["version"] + 1)
            await socket.send("act", table=table, id="1", act="resign")
            while view["status"] != "over":
                view = await socket.see(view["version"] + 1)
            assert view["finish"]["ranks"][3] == 4

    asyncio.run(run())


def test_a_worker_that_died_is_replaced(server: Forked) -> None:
    async def run() -> None:
        guest = await make_guest(server.url)
        table = await make_table(server.url, guest, seats=SEATS)
        async with open_socket(server.url, guest) as socket:
            view = (await socket.watch(table))["view"]
            view = view if view["turn"] else await socket.see(view["version"] + 1)
            for pid in workers_of(server):
                os.kill(pid, signal.SIGKILL)
            ack = await socket.move(view)
            assert (await socket.see(ack["version"] + 1))["turn"] == 1

    asyncio.run(run())


def workers_of(server: Forked) -> list[int]:
    """The processes that think for a server."""
    children = psutil.Process(server.pid).children()
    found = [child.pid for child in children if "spawn_main" in " ".join(child.cmdline())]
    assert found
    return found
