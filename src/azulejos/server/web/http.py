"""uvicorn's HTTP protocol with bounds: on the time and size of headers, on connections of one
address, and on clients that do not read their response.

uvicorn itself bounds only the idle time between two requests. Bodies are bounded by `security.py`.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from azulejos.server.timing import TIMING
from azulejos.server.web import metrics
from azulejos.server.web.limits import Peers

MAX_HEAD_BYTES = 16_384  # of the request line and all headers
UNREAD_S = 20.0  # without any progress, after which a client that does not read is dropped
LINGER_S = 2.0  # for which the rest of a body is awaited that was refused early
TOO_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"content-length: 0\r\nconnection: close\r\n\r\n"
)


class HeadTooLarge(Exception):
    """The request line and headers are larger than allowed."""


class BoundedProtocol(HttpToolsProtocol):
    """One connection."""

    def __init__(self, config: Any, *rest: Any, **more: Any):
        super().__init__(config, *rest, **more)
        self.peers: Peers = config.app.state.parts[Peers]
        self._peer = ""  # the address, while this connection is counted
        self._is_in_head, self._is_in_body = True, False
        self._head_bytes = 0
        self._head_timer: asyncio.TimerHandle | None = None
        self._unread_timer: asyncio.TimerHandle | None = None

    # ---- The connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        if self.peers.is_full(host):
            metrics.refused_connections.labels("address").inc()
            transport.abort()
            return
        self._peer = host
        self.peers.add(host)
        self._start_head()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._leave()

    def handle_websocket_upgrade(self) -> None:
        self._leave()
        super().handle_websocket_upgrade()  # counts it again as a WebSocket

    def _leave(self) -> None:
        """Stop the timers, and count the connection no more."""
        self._stop_head_timer()
        self._stop_unread_timer()
        if self._peer:
            self.peers.remove(self._peer)
            self._peer = ""

    def drop(self, reason: str) -> None:
        """Close the connection at once, also if its client reads nothing any more."""
        metrics.refused_connections.labels(reason).inc()
        self.transport.abort()

    # ---- Headers: bounded in time and size

    def _start_head(self) -> None:
        self._is_in_head, self._head_bytes = True, 0
        self._stop_head_timer()
        self._head_timer = self.loop.call_later(TIMING.head_s, self.drop, "slow_headers")

    def _stop_head_timer(self) -> None:
        if self._head_timer:
            self._head_timer.cancel()
            self._head_timer = None

    def data_received(self, data: bytes) -> None:
        before = self._head_bytes if self._is_in_head else 0
        super().data_received(data)
        if self._is_in_head:  # still, so all of it belongs to the headers
            self._head_bytes = before + len(data)
            if self._head_bytes > MAX_HEAD_BYTES:
                self.send_400_response("")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._start_head()
        self.scope["state"]["drop"] = self.drop

    def on_headers_complete(self) -> None:
        self._is_in_head, self._is_in_body = False, True
        self._stop_head_timer()
        if self._parsed_bytes() > MAX_HEAD_BYTES:
            raise HeadTooLarge
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._is_in_body = False
        super().on_message_complete()

    def _parsed_bytes(self) -> int:
        """The size of the request line and headers as far as they are parsed."""
        if self.headers is None:
            return 0
        return len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)

    def send_400_response(self, msg: str) -> None:
        """Answer a request that cannot be parsed, or whose headers are too large."""
        if max(self._head_bytes, self._parsed_bytes()) > MAX_HEAD_BYTES:
            metrics.refused_connections.labels("large_headers").inc()
            self.transport.write(TOO_LARGE)
            self.transport.close()
        else:
            super().send_400_response(msg)

    # ---- Responses that are not read

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch_reader()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_unread_timer()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.get_write_buffer_size():
            self._watch_reader()
        if self._is_in_body:
            self.loop.call_later(LINGER_S, self._close_unfinished, self.cycle)

    def _close_unfinished(self, answered: Any) -> None:
        """Close the connection if the body of a request that was answered is still missing."""
        if self._is_in_body and self.cycle is answered:
            self.transport.close()

    def _watch_reader(self) -> None:
        """Drop the client some time from now, unless it reads."""
        self._stop_unread_timer()
        left = self.transport.get_write_buffer_size()
        self._unread_timer = self.loop.call_later(UNREAD_S, self._check_reader, left)

    def _check_reader(self, before: int) -> None:
        left = self.transport.get_write_buffer_size()
        if left >= before > 0:
            self.drop("unread")
        elif left:
            self._watch_reader()

    def _stop_unread_timer(self) -> None:
        if self._unread_timer:
            self._unread_timer.cancel()
            self._unread_timer = None
