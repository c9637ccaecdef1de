"""The WebSocket of a server: watch tables, play moves, read messages as they come.

Both sockets are context managers and iterate over messages. A message is answered by an `Ack` or a
`Refusal` with its id, which comes among the other messages.
"""

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, ExitStack
from typing import Self

from websockets.asyncio.client import ClientConnection as AsyncConnection
from websockets.asyncio.client import connect as connect_async
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from azulejos.client import calls
from azulejos.client.errors import ConnectionLost
from azulejos.client.messages import parse_message
from azulejos.contract.rules import Json
from azulejos.wire.messages import ServerMessage
from azulejos.wire.views import View

BROKEN = (OSError, ConnectionClosed, InvalidHandshake, TimeoutError)


def socket_url(url: str) -> str:
    return url.rstrip("/").replace("http", "ws", 1) + calls.PATH + "/socket"


def headers_of(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"} if token else {}


def watch_message(table: str, version: int) -> Json:
    return {"type": "watch", "table": table, "version": version}


def move_message(view: View, move: str) -> Json:
    version = view.version
    return {
        "type": "move",
        "table": view.table,
        "id": calls.move_id(view),
        "version": version,
        "move": move,
    }


class Socket:
    """A WebSocket that blocks."""

    def __init__(self, url: str, token: str = ""):
        self.url, self._headers = url, headers_of(token)
        self._closing = ExitStack()
        self._connection: ClientConnection | None = None

    def __enter__(self) -> Self:
        where = socket_url(self.url)
        try:
            self._connection = self._closing.enter_context(
                connect(where, additional_headers=self._headers, max_size=None)
            )
        except BROKEN as error:
            raise ConnectionLost(self.url, str(error)) from error
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.close()

    def send(self, message: Json) -> None:
        """Send a message; docs/api.md lists them."""
        assert self._connection, "use the socket as a context manager"
        try:
            self._connection.send(json.dumps(message))
        except BROKEN as error:
            raise ConnectionLost(self.url, str(error)) from error

    def watch(self, table: str, version: int = 0) -> None:
        """Watch a table that you have seen up to a version."""
        self.send(watch_message(table, version))

    def play(self, view: View, move: str) -> str:
        """Play a move; return the id with which it will be answered."""
        message = move_message(view, move)
        self.send(message)
        return str(message["id"])

    def __iter__(self) -> Iterator[ServerMessage]:
        assert self._connection, "use the socket as a context manager"
        try:
            yield from filter(None, map(parse_message, self._connection))
        except BROKEN as error:
            raise ConnectionLost(self.url, str(error)) from error


class AsyncSocket:
    """The same as `Socket` for asyncio."""

    def __init__(self, url: str, token: str = ""):
        self.url, self._headers = url, headers_of(token)
        self._closing = AsyncExitStack()
        self._connection: AsyncConnection | None = None

    async def __aenter__(self) -> Self:
        where = socket_url(self.url)
        try:
            self._connection = await self._closing.enter_async_context(
                connect_async(where, additional_headers=self._headers, max_size=None)
            )
        except BROKEN as error:
            raise ConnectionLost(self.url, str(error)) from error
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._closing.aclose()

    async def send(self, message: Json) -> None:
        """Send a message; docs/api.md lists them."""
        assert self._connection, "use the socket as a context manager"
        try:
            await self._connection.send(json.dumps(message))
        except BROKEN as error:
            raise ConnectionLost(self.url, str(error)) from error

    async def watch(self, table: str, version: int = 0) -> None:
        """Watch a table that you have seen up to a version."""
        await self.send(watch_message(table, version))

    async def play(self, view: View, move: str) -> str:
        """Play a move; return the id with which it will be answered."""
        message = move_message(view, move)
        await self.send(message)
        return str(message["id"])

    async def __aiter__(self) -> AsyncIterator[ServerMessage]:
        assert self._connection, "use the socket as a context manager"
        try:
            async for line in self._connection:
                if message := parse_message(line):
                    yield message
        except BROKEN as error:
            raise ConnectionLost(self.url, str(error)) from error
