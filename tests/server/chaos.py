"""A bad network: a proxy that is late, falls silent without telling, and cuts what it passes."""

import asyncio
import random
from contextlib import suppress

CUT, SILENT = 0.03, 0.01  # chances for each piece that passes
LATEST_S = 0.01


class Chaos:
    """Stands between clients and a server on this machine."""

    def __init__(self, server_port: int, lot: random.Random):
        self.server_port, self.lot = server_port, lot
        self.tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> "Chaos":
        self.server = await asyncio.start_server(self._meet, "127.0.0.1", 0)
        self.port: int = self.server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self.server.close()
        for task in tuple(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        self.tasks.add(task)
        there, here = await asyncio.open_connection("127.0.0.1", self.server_port)
        with suppress(ConnectionError, asyncio.CancelledError):
            await asyncio.gather(self._pass(reader, here), self._pass(there, writer))
        for end in (here, writer):
            end.transport.abort()
        self.tasks.discard(task)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Hand on what comes, until fate decides otherwise."""
        while piece := await reader.read(4096):
            fate = self.lot.random()
            if fate < CUT:
                writer.write(piece[: self.lot.randrange(len(piece))])
                raise ConnectionError
            if fate < CUT + SILENT:
                await asyncio.sleep(3600)
            await asyncio.sleep(self.lot.uniform(0, LATEST_S))
            writer.write(piece)
            await writer.drain()
        raise ConnectionError
