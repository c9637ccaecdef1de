"""uvicorn's WebSocket protocol with a limit on closing, for clients that read nothing any more.

A closed transport first sends what is buffered, and would wait forever for a client that does not
read; each such client would keep a file descriptor and a buffer. So it is aborted after some time.
"""

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

ABORT_S = 5.0  # for the client to read what is buffered and to close


class AbortingProtocol(WebSocketsSansIOProtocol):
    """One WebSocket."""

    async def run_asgi(self) -> None:
        """Run the app; abort the transport some time after it has returned."""
        await super().run_asgi()
        self.loop.call_later(ABORT_S, self.transport.abort)

    def keepalive_timeout(self) -> None:
        """Abort the transport some time after the client failed to answer a ping."""
        super().keepalive_timeout()
        self.loop.call_later(ABORT_S, self.transport.abort)
