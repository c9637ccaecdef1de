"""A bad network: a proxy that loses, doubles, delays and reorders messages, stops forwarding in one
direction, and cuts connections, until `mend` is called.
"""

import asyncio
import random
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed, InvalidHandshake

Connection = ClientConnection | ServerConnection
Fate = Callable[[str, Connection], Coroutine[Any, Any, None]]
QUICK_S, OVERTAKEN_S, LATEST_S = 0.01, 0.2, 5.0  # that messages may be late


class Chaos:
    """A proxy between clients and a server on this machine."""

    def __init__(self, server_url: str, rng: random.Random):
        self.server_url, self.rng = server_url, rng
        self.is_mended = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._fates: list[Fate] = []  # of the next messages

    async def __aenter__(self) -> "Chaos":
        self._server = await serve(self._meet, "127.0.0.1", 0, compression=None, max_size=None)
        port: int = next(iter(self._server.sockets)).getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._server.wait_closed()

    def mend(self) -> None:
        """Forward everything from now on, and cut the connections that had stopped forwarding."""
        self.is_mended = True
        for connection in tuple(self._server.connections):
            connection.transport.abort()

    async def _meet(self, client: ServerConnection) -> None:
        assert client.request
        headers = {"Origin": self.server_url, "Cookie": client.request.headers["Cookie"]}
        address = self.server_url.replace("http", "ws", 1) + client.request.path
        with suppress(ConnectionClosed, InvalidHandshake, OSError):
            async with connect(
                address, additional_headers=headers, compression=None, max_size=None
            ) as server:
                pumps = [self._pump(client, server), self._pump(server, client)]
                await asyncio.wait(map(self._start, pumps), return_when=asyncio.FIRST_COMPLETED)
                server.transport.abort()
        client.transport.abort()

    def _start(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _pump(self, here: Connection, there: Connection) -> None:
        """Forward messages, each with a drawn disturbance."""
        with suppress(ConnectionClosed):
            async for message in here:
                await asyncio.sleep(self.rng.uniform(0, QUICK_S))
                await self._draw()(str(message), there)

    def _draw(self) -> Fate:
        """The next of a hundred shuffled disturbances, so that every kind occurs soon."""
        if self.is_mended:
            return self._pass
        if not self._fates:
            bad: list[Fate] = [self._lose, self._double, self._let_overtake] * 3
            bad += [self._cut] * 2
            bad += [self._be_late, self._fall_silent]
            self._fates = bad + [self._pass] * (100 - len(bad))
            self.rng.shuffle(self._fates)
        return self._fates.pop()

    # ---- Fates

    async def _pass(self, message: str, there: Connection) -> None:
        await there.send(message)

    async def _lose(self, message: str, there: Connection) -> None:
        pass

    async def _double(self, message: str, there: Connection) -> None:
        for _ in range(2):
            await there.send(message)

    async def _let_overtake(self, message: str, there: Connection) -> None:
        async def send_later() -> None:
            await asyncio.sleep(self.rng.uniform(0, OVERTAKEN_S))
            with suppress(ConnectionClosed):
                await there.send(message)

        self._start(send_later())

    async def _be_late(self, message: str, there: Connection) -> None:
        await asyncio.sleep(self.rng.uniform(0, LATEST_S))
        await there.send(message)

    async def _fall_silent(self, message: str, there: Connection) -> None:
        await asyncio.sleep(3600)

    async def _cut(self, message: str, there: Connection) -> None:
        there.transport.abort()


# ---- Bytes instead of messages


class Wire:
    """A proxy for bytes between a server and its database, or between a client and a server.

    It can delay what it forwards, stop to forward anything (`hang`), cut all connections and accept
    no others (`cut`), and cut one connection once it has forwarded certain bytes (`cut_after`).
    """

    def __init__(self, target: str | tuple[str, int], delay_s: float = 0.0):
        self.target, self.delay_s = target, delay_s
        self.cut_after: list[bytes] = []  # on one connection, in this order
        self.was_cut = asyncio.Event()
        self._flows = asyncio.Event()
        self._flows.set()
        self._is_cut = False
        self._writers: set[asyncio.StreamWriter] = set()
        self._meetings: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> "Wire":
        self._server = await asyncio.start_server(self._meet, "127.0.0.1", 0)
        self.port: int = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        """Accept no other connection, and wait until none is open."""
        self._server.close()
        self._is_cut = True  # for connections that were accepted just now
        while self._meetings:
            for meeting in tuple(self._meetings):
                meeting.cancel()
            await asyncio.gather(*self._meetings, return_exceptions=True)
        await asyncio.sleep(0)  # aborted transports close their sockets in the next round

    def hang(self) -> None:
        self._flows.clear()

    def cut(self) -> None:
        self._is_cut = True
        self._abort_all()

    def mend(self) -> None:
        self._is_cut = False
        self._flows.set()

    def _abort_all(self) -> None:
        for writer in tuple(self._writers):
            writer.transport.abort()

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        meeting = asyncio.current_task()
        assert meeting
        self._meetings.add(meeting)
        writers = {writer}
        try:
            with suppress(OSError, asyncio.CancelledError):  # cancelled when the test ends
                if not self._is_cut:
                    back, forth = await self._connect()
                    writers.add(forth)
                    self._writers |= writers
                    pumps = self._pump(reader, forth, writer), self._pump(back, writer, forth)
                    await asyncio.gather(*pumps)
        finally:
            for each in writers:
                each.transport.abort()
            self._writers -= writers
            self._meetings.discard(meeting)

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if isinstance(self.target, str):
            return await asyncio.open_unix_connection(self.target)
        return await asyncio.open_connection(*self.target)

    async def _pump(
        self, reader: asyncio.StreamReader, there: asyncio.StreamWriter, back: asyncio.StreamWriter
    ) -> None:
        """Forward bytes in one direction until one of the sides ends."""
        seen = b""
        while data := await reader.read(65_536):
            await asyncio.sleep(self.delay_s)
            await self._flows.wait()
            there.write(data)
            await there.drain()
            seen = seen + data if self.cut_after else b""
            if self.cut_after and follow_each_other(self.cut_after, seen):
                self.cut_after = []
                await asyncio.sleep(0.2)  # until the database has done it; its answer is lost
                back.transport.abort()
                self.was_cut.set()
        there.transport.abort()


def follow_each_other(parts: list[bytes], data: bytes) -> bool:
    """Do all parts occur in this order?"""
    for part in parts:
        if part not in data:
            return False
        data = data[data.index(part) :]  # a part may be given twice
    return True


def wire_to_postgres(url: str) -> Wire:
    """A proxy to the PostgreSQL of a URL, which listens on a Unix socket."""
    folder = url.partition("?host=")[2]
    return Wire(f"{folder}/.s.PGSQL.5432")


def url_through(wire: Wire, url: str) -> str:
    """The URL of a database through a proxy."""
    name = url.partition("?")[0].rpartition("/")[2]
    return f"postgresql://postgres:@127.0.0.1:{wire.port}/{name}"
