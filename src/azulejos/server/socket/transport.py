"""uvicorn's WebSocket, which ends for good also when the other side reads nothing any more.

A transport that is closed first sends what waits, and would wait for ever for somebody who does not
read: each such client would keep a file and a buffer of ours. So some seconds later it is cut.
"""

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

CUT_S = 5.0  # that the other side has to read what was left and to close


class CuttingProtocol(WebSocketsSansIOProtocol):
    """One socket."""

    async def run_asgi(self) -> None:
        """The app talks; once it has nothing more to say, the rest is cut."""
        await super().run_asgi()
        self.loop.call_later(CUT_S, self.transport.abort)

    def keepalive_timeout(self) -> None:
        """Nobody answered for long."""
        super().keepalive_timeout()
        self.loop.call_later(CUT_S, self.transport.abort)
