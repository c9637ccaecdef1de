"""uvicorn's WebSocket protocol with bounds, and with a measurement of network delay.

A closed transport first sends what is buffered, and would wait forever for a client that does not
read; each such client would keep a file descriptor and a buffer. So it is aborted after some time.
Messages are limited by `connections.py`, which answers them; here are limits for everything else
that costs time: pings, pongs and fragments.

Messages of the app are sent at once while the client reads; ASGI's own way, with a task that waits
for each message and several functions around it, takes three times as long. A message for several
clients is made a frame once.

The app asks for a measurement when a clock starts to run for a client. A WebSocket answers a ping
by itself as soon as it gets it, so the client's word is not needed.
"""

import asyncio
import secrets
from functools import lru_cache
from time import monotonic
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode

from azulejos.server.web.limits import Peers, Rule, Window

ABORT_S = 5.0  # for the client to read what is buffered and to close
SLICE = 4096  # bytes that are parsed before the limits are checked again
FRAMES = Rule(200, 20)  # pings, pongs and fragments; a browser sends two or three
DELAY = "azulejos.delay"  # where the app finds the measurement in the scope's extensions
SEND = "azulejos.send"  # where it finds `send_at_once`


@lru_cache(maxsize=32)
def text_frame(text: str) -> bytes:
    """A WebSocket frame with a whole message; a server does not mask it."""
    return Frame(Opcode.TEXT, text.encode()).serialize(mask=False)


class Delay:
    """The network delay of one WebSocket: the time that a ping and its pong take."""

    def __init__(self, protocol: "AbortingProtocol"):
        self._protocol = protocol
        self._payload = b""  # of the ping that is on its way
        self._sent_at = 0.0
        self.seconds = 0.0  # as measured last

    def measure(self) -> None:
        """Send a ping, unless one is on its way."""
        if self._payload:
            return
        self._payload, self._sent_at = secrets.token_bytes(8), self._protocol.loop.time()
        self._protocol.send_ping(self._payload)

    def take(self, payload: bytes) -> bool:
        """Note the arrival of a pong; return whether it answers our ping."""
        if not self._payload or payload != self._payload:
            return False
        self._payload = b""
        self.seconds = self._protocol.loop.time() - self._sent_at
        return True


class AbortingProtocol(WebSocketsSansIOProtocol):
    """One WebSocket; it counts as a connection of its address, as it did before the handshake."""

    def __init__(self, config: Any, *rest: Any, **more: Any):
        super().__init__(config, *rest, **more)
        self.peers: Peers = config.app.state.parts[Peers]
        self._peer = ""  # the address, while this connection is counted
        self._frames = Window()
        self._rest = b""  # was received and is not parsed yet

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._peer = self.client[0] if self.client else ""
        self.peers.add(self._peer)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.peers.remove(self._peer)

    def data_received(self, data: bytes) -> None:
        """Parse what arrives, a slice at a time; more of it when its messages are handled."""
        self._rest += data
        while self._rest and not self.transport.is_closing():
            slice, self._rest = self._rest[:SLICE], self._rest[SLICE:]
            super().data_received(slice)
            if self.read_paused:  # a message waits
                return

    async def receive(self) -> Any:
        message = await super().receive()
        if self._rest and self.queue.empty():
            self.data_received(b"")
        return message

    def handle_cont(self, event: Frame) -> None:
        self._count_frame()
        super().handle_cont(event)

    def handle_ping(self) -> None:
        self._count_frame()
        super().handle_ping()

    def _count_frame(self) -> None:
        if not self._frames.allows(FRAMES, monotonic()):
            self.transport.abort()

    async def run_asgi(self) -> None:
        """Run the app; abort the transport some time after it has returned."""
        self.delay = Delay(self)
        self.scope["extensions"][DELAY] = self.delay  # type: ignore[assignment]
        self.scope["extensions"][SEND] = self.send_at_once  # type: ignore[assignment]
        await super().run_asgi()
        self.loop.call_later(ABORT_S, self.transport.abort)

    @property
    def is_open(self) -> bool:
        """Can messages be sent?"""
        return self.handshake_complete and not self.close_sent and not self.transport.is_closing()

    def send_at_once(self, text: str) -> bool:
        """Send a message unless it would have to wait; return whether it was sent."""
        is_possible = self.is_open and self.writable.is_set()
        if is_possible:
            self.transport.write(text_frame(text))
        return is_possible

    def send_ping(self, payload: bytes) -> None:
        """Send a ping, if the WebSocket is open."""
        if self.is_open:
            self.conn.send_ping(payload)
            self.transport.write(b"".join(self.conn.data_to_send()))

    def handle_pong(self, event: Frame) -> None:
        """Take the pong of our ping; others belong to the keepalive."""
        self._count_frame()
        if not self.delay.take(bytes(event.data)):
            super().handle_pong(event)

    def keepalive_timeout(self) -> None:
        """Abort the transport some time after the client failed to answer a ping."""
        super().keepalive_timeout()
        self.loop.call_later(ABORT_S, self.transport.abort)
