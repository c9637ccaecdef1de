"""The open WebSockets and event streams of this process, and the route `/api/v1/socket`.

When a session or token ends, its connections end with it: here at once, in other processes when
they get the hint, and without Redis when they next look for revocations in the database.

One task receives messages and handles them one after another. What is sent leaves at once while the
client reads; else it is queued, and another task sends it. A client that reads too slowly, sends
too much, or whose session was revoked is disconnected.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from enum import Enum, auto
from time import monotonic
from typing import Protocol

from fastapi import APIRouter
from starlette.websockets import WebSocket, WebSocketDisconnect

from azulejos import __version__
from azulejos.server.accounts.callers import Caller, find_caller
from azulejos.server.accounts.conduct import Bans
from azulejos.server.accounts.credentials import Sessions, Tokens
from azulejos.server.cluster.channel import Publish
from azulejos.server.errors import refusal
from azulejos.server.feature import Parts, parts_of
from azulejos.server.ids import make_id
from azulejos.server.play.session import ClientSession
from azulejos.server.play.transport import DELAY, SEND
from azulejos.server.settings import Settings
from azulejos.server.timing import now
from azulejos.server.web import metrics
from azulejos.server.web.limits import RULES, Limits, Sockets, Window, address_of, host_of
from azulejos.server.web.load import Load
from azulejos.server.web.security import cost_of, has_bearer, is_same_origin, own_origin
from azulejos.wire.messages import Hello

REVOKED = 1008  # close code: policy violation
RECENT_S = 50.0  # revocations that are looked at: as long as they are noted, and a little less
REVOCATION = "revocation"  # the subject of hints when sessions or tokens have ended


class Closable(Protocol):
    """A connection that the server can close."""

    caller: Caller | None
    host: str  # the address of the client

    def close(self, code: int) -> None:
        """Close it with a code; must not block."""


class Connections(set[Closable]):
    """All open connections of this process."""

    def __init__(self, sessions: Sessions, tokens: Tokens, publish: Publish):
        super().__init__()
        self.sessions, self.tokens, self._publish = sessions, tokens, publish
        self._seen: set[str] = set()  # ids of revocations
        self._tasks: set[asyncio.Task[None]] = set()

    async def on_revocation(self) -> None:
        """Close the connections of sessions or tokens that this process has just ended (R38)."""
        self._publish(f"{REVOCATION}:", 0)
        await self.close_revoked()

    def on_hint(self, _key: str, _version: int) -> None:
        """Close the connections of sessions or tokens that another process has ended."""
        task = asyncio.create_task(self.close_revoked())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def find_revocations(self) -> None:
        """Close the connections of what other processes have revoked, if the hint was lost."""
        recent = await self.sessions.revocations_since(now() - RECENT_S)
        is_new, self._seen = bool(recent - self._seen), recent
        if is_new:
            await self.close_revoked()

    async def close_revoked(self) -> None:
        """Close connections whose session or token is not valid any more (R26)."""
        callers = {each: each.caller for each in self if each.caller}
        valid = await self.sessions.open_among({c.session for c in callers.values()} - {""})
        valid |= await self.tokens.open_among({c.token for c in callers.values()} - {""})
        for each, caller in callers.items():
            if not {caller.session, caller.token} & valid:
                each.close(REVOKED)

    def close_banned(self, bans: Bans) -> None:
        """Close connections of people or addresses that are banned."""
        for each in () if bans.is_empty else tuple(self):
            if bans.covers(each.host, each.caller.person.id if each.caller else ""):
                each.close(REVOKED)


# ---- One connection

MAX_QUEUED = 256  # messages that a client has not read yet
POLICY_VIOLATION = 1008  # close codes: too many messages, or a revoked session
TRY_AGAIN_LATER = 1013  # the client reads too slowly
CLOSE_S = 1.0  # how long sending the close frame may take

router = APIRouter()


@router.websocket("/api/v1/socket")
async def serve(websocket: WebSocket) -> None:
    """Serve one client; a handshake that is refused is answered as an HTTP request would be."""
    parts, scope = parts_of(websocket), websocket.scope
    parts[Load].require_room()
    parts[Limits].require("request", address_of(scope), cost_of(scope["path"]))
    host = scope["client"][0] if scope["client"] else ""
    with parts[Sockets].connected(host):
        caller = await authenticate(parts, websocket)
        await websocket.accept()
        await Connection(parts, caller, websocket).run()


async def authenticate(parts: Parts, websocket: WebSocket) -> Caller | None:
    """The caller of a handshake. Pages of other sites are refused, whatever their cookies (R24)."""
    headers = websocket.headers
    origin = parts[Settings].public_origin or own_origin(websocket.scope)
    if not is_same_origin(headers, origin, is_required=not has_bearer(headers)):
        raise refusal("api.origin")
    caller = await find_caller(parts[Sessions], parts[Tokens], websocket)
    parts[Bans].require_none(websocket, caller.person.id if caller else "")
    return caller


class ConnectionState(Enum):
    """The life of a connection, in this order."""

    ACCEPTED = auto()  # `run` was not called yet
    OPEN = auto()  # messages are received and sent
    CLOSING = auto()  # the server decided to close it, and nothing more is received
    CLOSED = auto()  # the receiving task has ended


class Connection:
    """The connection of one client."""

    def __init__(self, parts: Parts, caller: Caller | None, websocket: WebSocket):
        self.parts, self.caller, self.websocket = parts, caller, websocket
        self.id, self.host = make_id(), host_of(websocket.scope)
        self.state = ConnectionState.ACCEPTED
        delay = websocket.scope["extensions"].get(DELAY)
        self.session = ClientSession(parts, caller, address_of(websocket.scope), self.send, delay)
        self._send_at_once: Callable[[str], bool] | None = websocket.scope["extensions"].get(SEND)
        self._queue: asyncio.Queue[str] = asyncio.Queue(MAX_QUEUED)
        self._unsent = 0  # messages that are queued or wait for the client
        self._receiver: asyncio.Task[None] | None = None
        self._close_code = 0  # set by the transition to CLOSING
        self._received = {"playing": Window(), "watching": Window()}  # messages, by rule

    async def run(self) -> None:
        """Receive and send messages until the client disconnects or the server closes."""
        person = self.session.person
        self.send(Hello(server=__version__, person=person, now=now()).model_dump_json())
        self.state = ConnectionState.OPEN
        self._receiver = asyncio.current_task()
        sender = asyncio.create_task(self._send_queued())
        self.parts[Connections].add(self)
        metrics.connections.inc()
        self.session.begin()
        try:
            await self._receive()
        except asyncio.CancelledError:
            if self.state is not ConnectionState.CLOSING:
                raise
        finally:
            metrics.connections.dec()
            self.parts[Connections].discard(self)
            self.session.end()
            sender.cancel()
            is_ours, self.state = self.state is ConnectionState.CLOSING, ConnectionState.CLOSED
        if is_ours:
            await self._send_close()

    async def _receive(self) -> None:
        """Handle messages until the client disconnects or exceeds its limit."""
        while True:
            message = await self.websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            self.parts[Load].note_arrival()
            rule = "playing" if self.session.is_playing else "watching"
            is_allowed = self._received[rule].allows(RULES[rule], monotonic())
            if not is_allowed and self.parts[Limits].is_on:
                self.state, self._close_code = ConnectionState.CLOSING, POLICY_VIOLATION
                return
            data = message.get("bytes") or (message.get("text") or "").encode()
            await self.session.handle(data)
            await asyncio.sleep(0)  # lets others go on when many messages of this client wait

    async def _send_queued(self) -> None:
        with suppress(RuntimeError, WebSocketDisconnect):  # disconnected; the receiver notices it
            while True:
                await self.websocket.send_text(await self._queue.get())
                self._unsent -= 1

    async def _send_close(self) -> None:
        metrics.dropped.labels(str(self._close_code)).inc()
        with suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
            async with asyncio.timeout(CLOSE_S):  # a client that reads nothing would block it
                await self.websocket.close(self._close_code)

    def send(self, message: str) -> None:
        """Send a message, or queue it; a client whose queue is full is disconnected."""
        if not self._unsent and self._send_at_once and self._send_at_once(message):
            return
        try:
            self._queue.put_nowait(message)
            self._unsent += 1
        except asyncio.QueueFull:
            self.close(TRY_AGAIN_LATER)

    def close(self, code: int) -> None:
        """Close an open connection from the server's side."""
        if self.state is ConnectionState.OPEN and self._receiver:
            self.state, self._close_code = ConnectionState.CLOSING, code
            self._receiver.cancel()
