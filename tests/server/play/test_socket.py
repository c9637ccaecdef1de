"""The WebSocket: messages, answers, and connections that the server closes."""

import asyncio
import json
import re
import socket
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import psutil  # type: ignore[import-untyped]
import pytest
from websockets.exceptions import InvalidStatus

from azulejos.wire.messages import SERVER_MESSAGE
from tests.server.clients import (
    WAIT_S,
    Guest,
    Player,
    Socket,
    ask,
    make_game,
    make_guest,
    make_table,
    open_socket,
)
from tests.server.conftest import Deployment
from tests.server.forker import Forked

Chat = Callable[[Socket, Guest], Awaitable[None]]


def talk(server: Forked, work: Chat) -> None:
    """A new guest with a WebSocket that has received its hello."""

    async def run() -> None:
        guest = await make_guest(server.url)
        async with open_socket(server.url, guest) as socket:
            hello = await socket.next("hello")
            assert hello["person"] == guest.id
            await work(socket, guest)

    asyncio.run(run())


async def refusal(socket: Socket, message: Any) -> str:
    """Send a message that is refused, and return the code."""
    await socket.connection.send(message if isinstance(message, str) else json.dumps(message))
    answer = await socket.next("refused", "ack", "update", "pong", "explained", "tables")
    assert answer["type"] == "refused", answer
    SERVER_MESSAGE.validate_python(answer)
    return str(answer["error"]["code"])


# ---- What may be said


def test_an_unreadable_message_is_refused_and_the_connection_stays_open(server: Forked) -> None:
    async def work(socket: Socket, guest: Guest) -> None:
        watch = {"type": "watch", "table": "nothere12345"}
        for wrong in (
            *("", "{", "[]", "null", "1", '"ping"', '{"type": "move"}', '{"type": "nothing"}'),
            {**watch, "more": 1},
            {**watch, "version": "1"},
            {**watch, "version": -1},
            {**watch, "version": 1e300},
            {**watch, "table": "../../x"},
            {"type": "ping", "id": ""},
            {"type": "ping", "id": "x" * 41},
            '{"type": "ping", "id": "\\ud800"}',
            '{"type": "ping", "id": NaN}',
        ):
            assert await refusal(socket, wrong) == "api.form", wrong
        assert await refusal(socket, "[" * 9 + "]" * 9) == "api.nesting"
        assert await refusal(socket, "[" * 2000) == "api.nesting"
        assert await refusal(socket, watch) == "table.unknown"
        await socket.connection.send(b'{"type": "ping", "id": "x"}')
        assert (await socket.next("pong"))["id"] == "x"

    talk(server, work)


def test_a_message_that_is_too_large_closes_the_connection(server: Forked) -> None:
    async def work(socket: Socket, guest: Guest) -> None:
        await socket.connection.send('{"type": "ping", "id": "' + "x" * 5000 + '"}')
        assert await socket.closed() == 1009

    talk(server, work)


def test_every_answer_conforms_to_the_message_types(server: Forked) -> None:
    async def work(socket: Socket, guest: Guest) -> None:
        for game in ("azul", "blue"):
            seats = [{"kind": "me"}] * 3
            table = await make_table(server.url, guest, game=game, seats=seats, is_public=True)
            update = await socket.watch(table)
            SERVER_MESSAGE.validate_python(update)
            view = update["view"]
            assert view["you"] == [0, 1, 2]
            SERVER_MESSAGE.validate_python(await socket.move(view))
            SERVER_MESSAGE.validate_python(await socket.next("update"))
            await socket.send("explain", table=table, id="e", move=view["moves"][0])
            SERVER_MESSAGE.validate_python(await socket.next("explained", "refused"))
        await socket.send("lobby", on=True)
        SERVER_MESSAGE.validate_python(await socket.next("tables"))

    talk(server, work)


# ---- Moves


def test_illegal_moves_name_their_clause_and_change_nothing(server: Forked) -> None:
    """R20."""

    async def work(socket: Socket, guest: Guest) -> None:
        table = await make_table(server.url, guest)
        view = (await socket.watch(table))["view"]
        legal = set(view["moves"])
        strange = ["", "x", "1B", "9B1", "CB1", "1B9", "💥", "1B1 ", "'; DROP TABLE events"]
        letters = [f"{d}{c}{r}" for d in "12345C" for c in "BYRKW" for r in "12345F"]
        illegal = [move for move in letters if move not in legal]
        assert illegal
        for move in [*strange, *illegal]:
            answer = await socket.move(view | {"moves": [move]}, move)
            if move:
                assert answer["type"] == "refused", move
            if move in illegal:
                assert answer["clause"], move
        again = (await socket.watch(table))["view"]
        assert again["position"] == view["position"]
        assert again["version"] == view["version"]

    talk(server, work)


def test_a_seat_is_played_only_by_its_own_person(server: Forked) -> None:
    async def work(socket: Socket, guest: Guest) -> None:
        other = await make_guest(server.url, "Bia")
        table = await make_game(server.url, [guest, other])
        view = (await socket.watch(table))["view"]
        async with open_socket(server.url, other) as bia, open_socket(server.url) as nobody:
            assert not (await bia.watch(table))["view"]["moves"]
            assert (await bia.move(view))["error"]["code"] == "table.not_your_turn"
            assert (await nobody.move(view))["error"]["code"] == "people.sign_in"
            stranger = await make_guest(server.url, "Eve")
            async with open_socket(server.url, stranger) as eve:
                assert (await eve.move(view))["error"]["code"] == "table.not_seated"
                for act in ("resign", "offer_end", "agree", "claim", "return", "leave"):
                    code = await refusal(
                        eve, {"type": "act", "table": table, "id": "1", "act": act, "seat": 0}
                    )
                    assert code.startswith("table.")
        assert (await socket.move(view))["type"] == "ack"

    talk(server, work)


def test_a_stale_move_gets_the_current_table(server: Forked) -> None:
    async def work(socket: Socket, guest: Guest) -> None:
        table = await make_table(server.url, guest)
        view = (await socket.watch(table))["view"]
        ack = await socket.move(view)
        answer = await socket.move(view)
        assert answer["error"]["code"] == "table.stale"
        assert answer["update"]["events"][0]["version"] == ack["version"]
        assert answer["update"]["view"]["moves"]

    talk(server, work)


def test_actions_are_acknowledged_and_sent_to_everybody(server: Forked) -> None:
    async def work(socket: Socket, guest: Guest) -> None:
        other = await make_guest(server.url, "Bia")
        table = await make_game(server.url, [guest, other])
        await socket.watch(table)
        async with open_socket(server.url, other) as bia:
            await bia.watch(table)
            await socket.send("act", table=table, id="a", act="offer_end")
            offered = await socket.next("ack")
            assert offered["id"] == "a"
            assert (await bia.see(offered["version"]))["offer"]["awaits_you"]
            await bia.send("act", table=table, id="b", act="agree")
            agreed = await bia.next("ack")
            view = await socket.see(agreed["version"])
            assert view["finish"]["reason"] == "agreed"
            assert view["fair"]["seed"]

    talk(server, work)


# ---- Coming and going


def test_a_disconnected_person_is_away_and_back_after_reconnecting(server: Forked) -> None:
    async def work(socket: Socket, guest: Guest) -> None:
        other = await make_guest(server.url, "Bia")
        table = await make_game(server.url, [guest, other])
        await socket.watch(table)
        async with open_socket(server.url, other) as bia:
            await bia.watch(table)
        view = (await socket.next("update"))["view"]
        while not view["seats"][1]["is_away"]:
            view = (await socket.next("update"))["view"]
        async with open_socket(server.url, other) as bia:
            await bia.watch(table)
            while view["seats"][1]["is_away"]:
                view = (await socket.next("update"))["view"]

    talk(server, work)


def test_the_lobby_is_sent_when_it_changes(server: Forked) -> None:
    async def work(socket: Socket, guest: Guest) -> None:
        seats = [{"kind": "me"}, {"kind": "open"}]
        await socket.send("lobby", on=True)
        await socket.next("tables")
        table = await make_table(server.url, guest, seats=seats, is_public=True)
        await until(socket, lambda listed: table in listed)
        other = await make_guest(server.url, "Bia")
        await ask(server.url, other, "POST", f"/tables/{table}/join", {})
        await until(socket, lambda listed: table not in listed)

    talk(server, work)


async def until(socket: Socket, is_so: Callable[[list[str]], bool]) -> None:
    while True:
        listed = [each["table"] for each in (await socket.next("tables"))["tables"]]
        if is_so(listed):
            return


def test_unwatched_tables_send_no_updates(server: Forked) -> None:
    async def work(socket: Socket, guest: Guest) -> None:
        table = await make_table(server.url, guest)
        view = (await socket.watch(table))["view"]
        await socket.send("unwatch", table=table)
        assert (await socket.move(view))["type"] == "ack"
        await socket.send("ping", id="p")
        await socket.next("pong")
        assert not [each for each in socket.inbox if each["type"] == "update"]

    talk(server, work)


# ---- Connections that the server closes


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1", ""])
def test_a_page_of_another_site_cannot_connect(server: Forked, origin: str) -> None:
    """R24: even with valid cookies."""

    async def run() -> None:
        guest = await make_guest(server.url)
        with pytest.raises(InvalidStatus) as refused:
            async with open_socket(server.url, guest, Origin=origin):
                pass
        assert refused.value.response.status_code == 403

    asyncio.run(run())


def test_a_forged_cookie_is_anonymous_and_a_forged_token_is_refused(server: Forked) -> None:
    async def run() -> None:
        guest = await make_guest(server.url)
        name, _, secret = guest.cookie.partition("=")
        for forged in (secret[:-1], secret + "A", "x", "a" * 3000):
            async with open_socket(server.url, Guest("", f"{name}={forged}")) as socket:
                assert (await socket.next("hello"))["person"] == ""
        with pytest.raises(InvalidStatus) as refused:
            async with open_socket(server.url, Origin="", Authorization="Bearer azj_x"):
                pass
        assert refused.value.response.status_code == 401

    asyncio.run(run())


def test_revoking_a_session_closes_its_connections(server: Forked) -> None:
    """R26."""

    async def work(socket: Socket, guest: Guest) -> None:
        sessions: Any = await ask(server.url, guest, "GET", "/sessions")
        other = await make_guest(server.url, "Bia")
        async with open_socket(server.url, other) as stays:
            await end_session(server.url, guest, sessions[0]["id"])
            assert await socket.closed() == 1008
            await stays.send("ping", id="p")
            await stays.next("pong")

    talk(server, work)


async def end_session(url: str, guest: Guest, session: str) -> None:
    async with httpx.AsyncClient(base_url=url, headers=guest.headers, timeout=WAIT_S) as http:
        assert (await http.delete(f"/api/v1/sessions/{session}")).is_success


def test_a_slow_reader_is_disconnected_and_delays_nobody(server: Forked) -> None:
    """R23."""

    async def run() -> None:
        guest = await make_guest(server.url)
        table = await make_table(server.url, guest)
        await Player(guest, table, lambda: server.url).play()
        before = await dropped(server)
        small = socket.socket()
        small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        small.connect(("127.0.0.1", server.port))
        async with open_socket(server.url, guest, sock=small) as slow:
            for _ in range(1000):  # each asks for the whole game, and reads none of it
                await slow.send("watch", table=table)
            async with asyncio.timeout(WAIT_S), open_socket(server.url, guest) as quick:
                while await dropped(server) == before:
                    await quick.send("ping", id="p")
                    await quick.next("pong")
            async with asyncio.timeout(WAIT_S):  # and nothing is kept for it
                while small.getsockname()[1] in peers(server):
                    await asyncio.sleep(0.1)

    asyncio.run(run())


def peers(server: Forked) -> set[int]:
    """The remote ports of a server's connections."""
    connections = psutil.Process(server.pid).net_connections()
    return {each.raddr.port for each in connections if each.raddr}


async def dropped(server: Forked) -> int:
    """The server's count of disconnected slow readers."""
    async with httpx.AsyncClient(base_url=server.url, timeout=WAIT_S) as http:
        numbers = (await http.get("/metrics")).text
    found = re.search(r'azulejos_dropped_sockets_total{reason="1013"} (\d+)', numbers)
    return int(found[1]) if found else 0


def test_too_many_messages_close_the_connection(deployment: Deployment) -> None:
    """R22: 50 messages in 20 s for spectators, 100 for players."""
    server = deployment.start(limits="true")

    async def flood(guest: Guest, most: int, table: str = "") -> None:
        async with open_socket(server.url, guest) as socket:
            if table:
                await socket.watch(table)
            for _ in range(most):
                await socket.send("ping", id="p")
            for _ in range(most):
                await socket.next("pong")
            await socket.send("ping", id="p")
            assert await socket.closed() == 1008

    async def run() -> None:
        guest = await make_guest(server.url)
        await flood(guest, 50)
        await flood(guest, 100, await make_table(server.url, guest))

    asyncio.run(run())
    server.kill()
