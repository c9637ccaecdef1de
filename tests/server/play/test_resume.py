"""R2, R4 to R7, R15: resent moves, reconnecting clients, restarts and crashes."""

import asyncio
import random
import uuid
from contextlib import AsyncExitStack
from typing import Any

import pytest
import sqlalchemy as sa

from azulejos.server.storage import schema
from azulejos.server.storage.database import Database
from azulejos.server.storage.store import Store
from tests.server.chaos import Chaos
from tests.server.clients import (
    WAIT_S,
    Message,
    Player,
    make_game,
    make_guest,
    make_table,
    open_socket,
)
from tests.server.conftest import Deployment
from tests.server.crashes import steady
from tests.server.forker import Forked
from tests.server.services import patiently

pytestmark = [pytest.mark.databases("sqlite", "postgresql"), pytest.mark.realtime]

LIVE: dict[str, Any] = {"kind": "live", "bank_s": 60, "increment_s": 5}
SENT = 50
CHAOTIC = 40  # events that happen on a bad network, which takes some hundreds of messages


async def stored_moves(database_url: str, table: str) -> list[str]:
    """The stored moves of a table."""
    database = Database(database_url)
    _, events = await patiently(lambda: Store(database).load(table))
    database.close()
    return [event.data["move"] for event in events if event.kind == "moved"]


def test_a_move_sent_many_times_is_played_once_and_answered_alike(
    deployment: Deployment, server: Forked
) -> None:
    """R2, in parallel and across a restart."""

    async def send_all(url: str, view: Message, sent_id: str) -> list[Message]:
        async with AsyncExitStack() as stack:
            sockets = [
                await stack.enter_async_context(open_socket(url, guest)) for _ in range(SENT // 5)
            ]
            every = [socket for socket in sockets for _ in range(5)]
            for socket in every:
                await socket.send(
                    "move", table=view["table"], id=sent_id, version=view["version"], move=move
                )
            return [await socket.next("ack", "refused") for socket in every]

    async def begin() -> Message:
        table = await make_table(server.url, guest)
        async with open_socket(server.url, guest) as socket:
            view: Message = (await socket.watch(table))["view"]
            return view

    guest = asyncio.run(make_guest(server.url))
    view = asyncio.run(begin())
    move, sent_id = view["moves"][0], uuid.uuid4().hex
    answers = asyncio.run(send_all(server.url, view, sent_id))
    other = deployment.start()
    answers += asyncio.run(send_all(other.url, view, sent_id))
    assert all(answer == answers[0] for answer in answers)
    assert answers[0]["type"] == "ack"
    assert asyncio.run(stored_moves(deployment.database, view["table"])) == [move]
    other.kill()


def test_another_move_under_the_same_id_is_refused(server: Forked) -> None:
    async def run() -> None:
        guest = await make_guest(server.url)
        table = await make_table(server.url, guest)
        async with open_socket(server.url, guest) as socket:
            view = (await socket.watch(table))["view"]
            assert (await socket.move(view, id="one"))["type"] == "ack"
            answer = await socket.move(view, view["moves"][1], id="one")
            assert answer["error"]["code"] == "table.id_used"

    asyncio.run(run())


def test_a_reconnecting_client_gets_the_missed_events_in_order(server: Forked) -> None:
    """R4: from every version on, all later events without a gap, and the current table."""

    async def run() -> None:
        guests = [await make_guest(server.url, name) for name in ("Ana", "Bia")]
        table = await make_table(server.url, guests[0])
        player = Player(guests[0], table, lambda: server.url)
        await player.play()
        last = player.version
        for version in (0, 1, last // 2, last - 1, last, last + 1000):
            async with open_socket(server.url, guests[1]) as socket:
                update = await socket.watch(table, version)
            assert update["events"] == player.events[version:]
            assert update["version"] == last
            assert update["view"]["position"] == player.view["position"]

    asyncio.run(run())


def test_clients_on_a_bad_network_end_in_the_same_state_as_the_server(
    deployment: Deployment, server: Forked
) -> None:
    """R5: messages are lost, doubled, late or reordered, and connections stop or are cut. Once the
    network works again every client soon has the state of the server.
    """

    async def run() -> None:
        rng = random.Random(5)
        async with Chaos(server.url, rng) as chaos, asyncio.timeout(120):
            guests = [await make_guest(server.url, name) for name in ("Ana", "Bia", "Caio")]
            table = await make_game(server.url, guests)
            how: dict[str, Any] = {"rng": rng, "patience_s": 1.0, "is_lossy": True}
            players = [Player(guest, table, lambda: chaos.url, **how) for guest in guests]
            playing = [asyncio.create_task(player.play()) for player in players]
            while players[0].version < CHAOTIC:
                await asyncio.sleep(0.01)
            chaos.mend()
            await asyncio.gather(*playing)
        assert players[0].events == players[1].events == players[2].events
        moves = await stored_moves(deployment.database, table)
        moves_seen = [e["data"]["move"] for e in players[0].events if e["kind"] == "moved"]
        assert moves_seen == moves
        assert sum(len(player.acked) for player in players) == len(moves)
        ends = [{**steady(player.view), "you": 0, "seats": 0} for player in players]
        assert ends[0] == ends[1] == ends[2]

    asyncio.run(run())


def test_a_planned_restart_pauses_clocks(deployment: Deployment) -> None:
    """R6: connections are closed with the code to reconnect, and the gap is not charged."""
    asyncio.run(restart(deployment, is_planned=True))


def test_a_crash_is_not_charged_to_any_clock(deployment: Deployment) -> None:
    """R7."""
    asyncio.run(restart(deployment, is_planned=False))


async def restart(deployment: Deployment, is_planned: bool) -> None:
    deployment.forker.stop_all()
    first = deployment.start()
    guest = await make_guest(first.url)
    table = await make_table(first.url, guest, clock=LIVE)
    async with open_socket(first.url, guest) as socket:
        view = (await socket.watch(table))["view"]
        ack = await socket.move(view)
        view = await socket.see(ack["version"])
        await asyncio.to_thread(first.stop if is_planned else first.kill)
        assert await socket.closed() == (1012 if is_planned else 1006)
    # as if it had been down for an hour: nobody can have had that much time
    database = Database(deployment.database)
    await database.run(lambda c: shift(c, table, -3600.0))
    database.close()
    second = await asyncio.to_thread(deployment.start)
    async with open_socket(second.url, guest) as socket:
        update = await socket.watch(table, view["version"])
        assert [event["kind"] for event in update["events"]] == ["resumed"]
        now = update["view"]["now"]
        assert now + 5 < update["view"]["clock"]["runs_from"] <= now + 10
        assert update["view"]["seats"][1]["left_s"] == LIVE["bank_s"]
        assert update["view"]["status"] == "playing"
        assert (await socket.move(update["view"]))["type"] == "ack"


def shift(connection: sa.Connection, table: str, seconds: float) -> None:
    """Shift the times of all events of a table."""
    events, tables = schema.events, schema.tables
    connection.execute(
        sa.update(events).where(events.c.table == table).values(at=events.c.at + seconds)
    )
    connection.execute(
        sa.update(tables).where(tables.c.id == table).values(wake_at=tables.c.wake_at + seconds)
    )


def test_clocks_with_days_run_on_during_a_restart(deployment: Deployment) -> None:
    """R15."""

    async def run() -> None:
        deployment.forker.stop_all()
        first = deployment.start()
        guest = await make_guest(first.url)
        table = await make_table(first.url, guest, clock={"kind": "days", "days": 1})
        async with open_socket(first.url, guest) as socket:
            before = (await socket.watch(table))["view"]
        first.kill()
        second = await asyncio.to_thread(deployment.start)
        async with open_socket(second.url, guest) as socket:
            after = (await socket.watch(table))["view"]
        assert after["clock"] == before["clock"]
        gone = after["now"] - before["now"]
        assert abs(before["seats"][0]["left_s"] - gone - after["seats"][0]["left_s"]) < 0.01
        second.kill()

    asyncio.run(run())


def test_a_clock_that_is_up_ends_the_game(deployment: Deployment) -> None:
    """Without a request, also on another server if the players' own one died."""

    async def run() -> None:
        deployment.forker.stop_all()
        first, second = deployment.start(), deployment.start()
        guests = [await make_guest(first.url, name) for name in ("Ana", "Bia")]
        table = await make_game(first.url, guests, clock=LIVE)
        await asyncio.to_thread(first.kill)
        database = Database(deployment.database)
        await database.run(lambda c: empty_banks(c, table))
        async with asyncio.timeout(WAIT_S):
            while (await patiently(lambda: Store(database).load(table)))[0].status == "playing":
                await asyncio.sleep(0.1)
        database.close()
        async with open_socket(second.url, guests[1]) as socket:
            view = (await socket.watch(table))["view"]
            assert view["finish"]["reason"] == "timed_out"
            assert view["finish"]["ranks"] == [2, 1]
        second.kill()

    asyncio.run(run())


def empty_banks(connection: sa.Connection, table: str) -> None:
    """Set all banks to zero, so that the clock is up now."""
    rows = schema.tables
    mine = rows.c.id == table
    plan = connection.scalars(sa.select(rows.c.plan).where(mine)).one()
    empty = plan | {"clock": plan["clock"] | {"bank_s": 0.0}}
    connection.execute(sa.update(rows).where(mine).values(plan=empty, wake_at=plan["created_at"]))
