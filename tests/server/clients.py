"""Clients for tests of the server: guests, their WebSockets, and a player that reconnects.

They use the same interface as the page: HTTP to sign in and to create a table, then the WebSocket.
Nothing here imports the server.
"""

import asyncio
import itertools
import json
import random
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.patience import PATIENCE_S

Message = dict[str, Any]
BUSY_S = 0.2  # before asking again what the server could not do
ATTEMPTS = 50
WAIT_S = PATIENCE_S  # for an answer


@dataclass(frozen=True)
class Guest:
    """A guest with its cookie."""

    id: str
    cookie: str

    @property
    def headers(self) -> dict[str, str]:
        return {"Cookie": self.cookie}


async def make_guest(url: str, name: str = "Ana") -> Guest:
    answer = await send(url, {}, "POST", "/guests", {"name": name})
    cookie = answer.headers["set-cookie"].split(";")[0]
    return Guest(answer.json()["id"], cookie)


async def ask(url: str, guest: Guest, method: str, path: str, form: Any = None) -> Message:
    """Send a request; the content of its response."""
    found: Message = (await send(url, guest.headers, method, path, form)).json()
    return found


async def send(
    url: str, headers: dict[str, str], method: str, path: str, form: Any
) -> httpx.Response:
    """Send a request, again if the server is too busy for it, as on a busy machine it may be; its
    response, which must be a success.
    """
    how: dict[str, Any] = {"base_url": url, "headers": headers, "timeout": WAIT_S}
    # without `verify` each would read all certificates of this machine, for 50 ms
    async with httpx.AsyncClient(**how, verify=False) as http:
        for _ in range(ATTEMPTS):
            answer = await http.request(method, f"/api/v1{path}", json=form)
            if answer.status_code != 503:
                break
            await asyncio.sleep(BUSY_S)
    assert answer.is_success, answer.text
    return answer


async def make_table(url: str, guest: Guest, **form: Any) -> str:
    """Create a table and return its id; by default the guest has both seats."""
    usual = {"game": "azul", "seats": [{"kind": "me"}, {"kind": "me"}], "seating": "fixed"}
    return str((await ask(url, guest, "POST", "/tables", usual | form))["table"])


async def make_game(url: str, guests: list[Guest], **form: Any) -> str:
    """Create a table at which each guest has one seat, in this order."""
    seats = [{"kind": "me"}] + [{"kind": "open"} for _ in guests[1:]]
    table = await make_table(url, guests[0], **{"seats": seats} | form)
    for guest in guests[1:]:
        await ask(url, guest, "POST", f"/tables/{table}/join", {})
    return table


class Socket:
    """One WebSocket, with a list of messages that were received and not yet asked for."""

    def __init__(self, connection: ClientConnection):
        self.connection = connection
        self.inbox: list[Message] = []

    async def send(self, type: str, **fields: Any) -> None:
        await self.connection.send(json.dumps({"type": type, **fields}))

    async def next(self, *types: str) -> Message:
        """The next message of some types; messages of other types are kept."""
        for i, kept in enumerate(self.inbox):
            if kept["type"] in types:
                return self.inbox.pop(i)
        async with asyncio.timeout(WAIT_S):
            while True:
                message: Message = json.loads(await self.connection.recv())
                if message["type"] in types:
                    return message
                self.inbox.append(message)

    async def watch(self, table: str, version: int = 0) -> Message:
        await self.send("watch", table=table, version=version)
        return await self.next("update", "refused")

    async def move(self, view: Message, move: str = "", **fields: Any) -> Message:
        """Play a move, by default the first legal one, and return the answer."""
        usual = {"table": view["table"], "id": uuid.uuid4().hex, "version": view["version"]}
        await self.send("move", **usual | {"move": move or view["moves"][0]} | fields)
        return await self.next("ack", "refused")

    async def see(self, version: int) -> Message:
        """Wait for an update of at least a version, and return its view."""
        while True:
            update = await self.next("update")
            if update["version"] >= version:
                view: Message = update["view"]
                return view

    async def closed(self) -> int:
        """Wait until the server closes it, and return the close code."""
        async with asyncio.timeout(WAIT_S):
            try:
                while True:
                    await self.connection.recv()
            except ConnectionClosed:
                return self.connection.close_code or 0


@asynccontextmanager
async def open_socket(
    url: str, guest: Guest | None = None, sock: Any = None, **headers: str
) -> AsyncIterator[Socket]:
    """Open a WebSocket with the headers that our own page sends."""
    address = url.replace("http", "ws", 1) + "/api/v1/socket"
    sent = {"Origin": url} | (guest.headers if guest else {}) | headers
    async with connect(
        address,
        additional_headers={name: value for name, value in sent.items() if value},
        compression=None,
        close_timeout=1,
        max_size=None,
        sock=sock,
    ) as connection:
        yield Socket(connection)


# ---- A player that reconnects


@dataclass
class Player:
    """Plays one or several seats of a table, reconnects after a loss, and records all events."""

    guest: Guest
    table: str
    address: Callable[[], str]  # of a server; may differ at each call
    pause_s: float = 0.0
    rng: random.Random = field(default_factory=random.Random)
    events: list[Message] = field(default_factory=list)  # all events received
    view: Message = field(default_factory=dict)
    sent: dict[str, str] = field(default_factory=dict)  # moves by id
    acked: dict[str, int] = field(default_factory=dict)  # versions by id
    waiting: Message | None = None  # the move that has no answer yet
    losses: int = 0
    wrong: list[Message] = field(default_factory=list)  # refusals, which should not occur
    patience_s: float = WAIT_S  # without a message, after which the connection counts as lost
    is_lossy: bool = False  # may single messages be lost?

    @property
    def version(self) -> int:
        return self.events[-1]["version"] if self.events else 0

    @property
    def is_over(self) -> bool:
        return bool(self.view) and self.view["status"] == "over" and not self.waiting

    async def play(self) -> None:
        """Play to the end of the game."""
        while not self.is_over:
            try:
                async with open_socket(self.address(), self.guest) as socket:
                    await self._talk(socket)
            except (ConnectionClosed, InvalidHandshake, OSError, TimeoutError):
                self.losses += 1
                await asyncio.sleep(0.02)

    async def _talk(self, socket: Socket) -> None:
        await socket.send("watch", table=self.table, version=self.version)
        async with asyncio.timeout(self.patience_s):
            await self._take(await socket.next("update", "refused"))
        if self.waiting:
            await socket.send(**self.waiting)
        while not self.is_over:
            await self._move(socket)
            async with asyncio.timeout(self.patience_s):
                message = await socket.next("update", "ack", "refused")
            await self._take(message)

    async def _take(self, message: Message) -> None:
        if message["type"] == "ack":
            assert self.acked.setdefault(message["id"], message["version"]) == message["version"]
            if (
                self.waiting and self.waiting["id"] == message["id"]
            ):  # not an answer that came twice
                self.waiting = None
            return
        if message["type"] == "refused":
            if message["error"]["code"] == "api.busy":
                await asyncio.sleep(BUSY_S)
                raise ConnectionError  # reconnect, and send again what was not answered
            self.waiting = None
            self.wrong.append(message)
        update = message if message["type"] == "update" else message["update"]
        if update:
            for event in update["events"]:
                if event["version"] > self.version:
                    if event["version"] > self.version + 1 and self.is_lossy:
                        raise ConnectionError  # as the page does: ask again for all of it
                    assert event["version"] == self.version + 1, "a gap"
                    self.events.append(event)
            if update["version"] >= self.view.get("version", 0):
                self.view = update["view"]

    async def _move(self, socket: Socket) -> None:
        is_old = self.view["version"] < max(self.acked.values(), default=0)
        if self.waiting or is_old or not self.view["moves"]:
            return
        if self.pause_s:
            await asyncio.sleep(self.pause_s)
        fields = {"id": uuid.uuid4().hex, "version": self.view["version"]}
        move = self.rng.choice(self.view["moves"])
        self.waiting = {"type": "move", "table": self.table, "move": move, **fields}
        self.sent[fields["id"]] = move
        await socket.send(**self.waiting)


def rotate(urls: list[str]) -> Callable[[], str]:
    """A function that returns the next address at each call."""
    turn = itertools.cycle(urls)
    return lambda: next(turn)
