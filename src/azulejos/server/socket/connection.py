"""The WebSocket `/api/v1/socket`: how messages arrive and are sent. What they do: `session.py`.

One task receives messages and handles them one after another; another task sends what is queued. A
client that reads too slowly, sends too much, or whose session was revoked is disconnected.
"""

import asyncio
from contextlib import suppress
from enum import Enum, auto

from fastapi import APIRouter
from starlette.websockets import WebSocket, WebSocketDisconnect

from azulejos import __version__
from azulejos.server.errors import refusal
from azulejos.server.ids import make_id
from azulejos.server.ops import metrics
from azulejos.server.ops.security import has_bearer, is_same_origin
from azulejos.server.people.callers import Caller, address_of, find_caller
from azulejos.server.services import Services, services_of
from azulejos.server.socket.messages import Hello
from azulejos.server.socket.session import Session
from azulejos.server.wall_clock import now

MAX_QUEUED = 256  # messages that a client has not read yet
POLICY_VIOLATION = 1008  # close codes: too many messages, or a revoked session
TRY_AGAIN_LATER = 1013  # the client reads too slowly
CLOSE_S = 1.0  # how long sending the close frame may take

router = APIRouter()


@router.websocket("/api/v1/socket")
async def serve(websocket: WebSocket) -> None:
    """Serve one client; a handshake that is refused is answered as an HTTP request would be."""
    services = services_of(websocket)
    caller = await authenticate(services, websocket)
    await websocket.accept()
    await Connection(services, caller, websocket).run()


async def authenticate(services: Services, websocket: WebSocket) -> Caller | None:
    """The caller of a handshake. Pages of other sites are refused, whatever their cookies (R24)."""
    headers, origin = websocket.headers, services.settings.public_origin
    if not is_same_origin(headers, origin, is_required=not has_bearer(headers)):
        raise refusal("api.origin")
    services.limits.require("request", address_of(websocket))
    return await find_caller(services.sessions, services.tokens, websocket)


class State(Enum):
    """The life of a connection, in this order."""

    ACCEPTED = auto()  # `run` was not called yet
    OPEN = auto()  # messages are received and sent
    CLOSING = auto()  # the server decided to close it, and nothing more is received
    CLOSED = auto()  # the receiving task has ended


class Connection:
    """The connection of one client."""

    def __init__(self, services: Services, caller: Caller | None, websocket: WebSocket):
        self.services, self.caller, self.websocket = services, caller, websocket
        self.id = make_id()
        self.state = State.ACCEPTED
        self.session = Session(services, caller, self.send)
        self._queue: asyncio.Queue[str] = asyncio.Queue(MAX_QUEUED)
        self._receiver: asyncio.Task[None] | None = None
        self._close_code = 0  # set by the transition to CLOSING

    async def run(self) -> None:
        """Receive and send messages until the client disconnects or the server closes."""
        person = self.session.person
        self.send(Hello(server=__version__, person=person, now=now()).model_dump_json())
        self.state = State.OPEN
        self._receiver = asyncio.current_task()
        sender = asyncio.create_task(self._send_queued())
        self.services.connections.add(self)
        metrics.connections.inc()
        try:
            await self._receive()
        except asyncio.CancelledError:
            if self.state is not State.CLOSING:
                raise
        finally:
            metrics.connections.dec()
            self.services.connections.discard(self)
            self.session.end()
            sender.cancel()
            is_ours, self.state = self.state is State.CLOSING, State.CLOSED
        if is_ours:
            await self._send_close()

    async def _receive(self) -> None:
        """Handle messages until the client disconnects or exceeds its limit."""
        while True:
            message = await self.websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            rule = "playing" if self.session.is_playing else "watching"
            if not self.services.limits.allows(rule, self.id):
                self.state, self._close_code = State.CLOSING, POLICY_VIOLATION
                return
            data = message.get("bytes") or (message.get("text") or "").encode()
            await self.session.handle(data)

    async def _send_queued(self) -> None:
        with suppress(RuntimeError, WebSocketDisconnect):  # disconnected; the receiver notices it
            while True:
                await self.websocket.send_text(await self._queue.get())

    async def _send_close(self) -> None:
        metrics.dropped.labels(str(self._close_code)).inc()
        with suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
            async with asyncio.timeout(CLOSE_S):  # a client that reads nothing would block it
                await self.websocket.close(self._close_code)

    def send(self, message: str) -> None:
        """Queue a message; a client whose queue is full is disconnected."""
        try:
            self._queue.put_nowait(message)
        except asyncio.QueueFull:
            self.close(TRY_AGAIN_LATER)

    def close(self, code: int) -> None:
        """Close an open connection from the server's side."""
        if self.state is State.OPEN and self._receiver:
            self.state, self._close_code = State.CLOSING, code
            self._receiver.cancel()
