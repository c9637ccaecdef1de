"""Bots think in worker processes and move through the same queue as people."""

import asyncio
import os
import signal
from typing import Any

import psutil  # type: ignore[import-untyped]
import pytest

from azulejos.server.bots.bots import CLOCK_SHARE, MAX_THINKING_S, share_of_clock
from azulejos.server.table.clock import ClockPlan
from tests.server.clients import Message, Player, make_guest, make_table, open_socket
from tests.server.conftest import Deployment
from tests.server.forker import Forked
from tests.server.script import Script

SEATS = [{"kind": "bot", "level": 2}, {"kind": "me"}]
LIVE: dict[str, Any] = {"kind": "live", "bank_s": 600, "increment_s": 5}
PAUSE_S = 1.2


def by_kind(events: list[Message], kind: str) -> list[Message]:
    """The events of one kind."""
    return [event for event in events if event["kind"] == kind]


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


def test_a_bot_waits_before_it_moves_and_its_clock_runs(
    deployment: Deployment, sqlite_url: str
) -> None:
    """R12: a bot waits so that people can follow, and its clock runs meanwhile.

    On a database of its own: another process, whose bots do not wait, would move for it.
    """

    async def run(server: Forked) -> None:
        guest = await make_guest(server.url)
        table = await make_table(server.url, guest, seats=SEATS, clock=LIVE)
        async with open_socket(server.url, guest) as socket:
            update = await socket.watch(table)
            events, view = update["events"], update["view"]
            while view["turn"] != 1:
                update = await socket.next("update")
                events, view = events + update["events"], update["view"]
        moved, dealt = (by_kind(events, kind)[0]["at"] for kind in ("moved", "dealt"))
        assert moved - dealt >= PAUSE_S - 0.01  # which another clock counts
        stood = [event["data"]["clock_from"] for event in by_kind(events, "resumed")]
        took_s = max(0.0, moved - max([dealt, *stood]))  # a busy machine may stop all clocks
        left_s = LIVE["bank_s"] - took_s + LIVE["increment_s"]
        assert view["seats"][0]["left_s"] == pytest.approx(left_s, abs=0.001)

    server = deployment.start(bot_pause_s=PAUSE_S, database=sqlite_url)
    asyncio.run(run(server))
    server.kill()


def test_a_bot_never_takes_more_than_a_share_of_its_clock() -> None:
    """R12: thinking and waiting together use at most a share of the time left."""
    script = Script(clock=ClockPlan("live", bank_s=60.0)).sit("ann", "bob")
    for passed_s in (0.0, 10.0, 59.0, 70.0):
        left_s = max(0.0, 60.0 - passed_s)
        share_s = share_of_clock(script.table, script.now + passed_s)
        assert share_s == pytest.approx(left_s * CLOCK_SHARE)
    assert share_of_clock(Script().sit("ann", "bob").table, script.now) == MAX_THINKING_S


def test_bots_play_each_other(server: Forked) -> None:
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


def test_a_dead_worker_is_replaced(server: Forked) -> None:
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
    """The worker processes of a server."""
    children = psutil.Process(server.pid).children()
    found = [child.pid for child in children if "spawn_main" in " ".join(child.cmdline())]
    assert found
    return found
