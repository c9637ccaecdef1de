"""Documents about tables that take long to make: replays and records, and checks of records.

They are made in a thread of their own, one after another, so that the event loop goes on; whoever
asks for the same one meanwhile waits for the same answer. The last used ones are kept, up to a
number of bytes.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor

from azulejos.server.errors import refusal

MAX_BYTES = 32 * 2**20  # of all documents that are kept
EACH_BYTES = 512  # that a document takes besides its content
MAX_WAITING = 32  # documents that are being made; beyond that, the server is busy

Make = Callable[[], bytes]


class Documents:
    """Makes documents and keeps them."""

    def __init__(self, max_bytes: int = MAX_BYTES):
        self.max_bytes = max_bytes
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="documents")
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()  # the last used at the end
        self._bytes = 0
        self._making: dict[Hashable, asyncio.Future[bytes]] = {}
        self.pace = asyncio.Lock()  # of exports: held by the one that makes a record

    async def get(self, key: Hashable, make: Make) -> bytes:
        """The document with a key, made by a function if it is not kept."""
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
            return kept
        if key not in self._making:
            if len(self._making) >= MAX_WAITING:
                raise refusal("api.busy")
            self._making[key] = asyncio.ensure_future(self._make(key, make))
            # an error is for those who wait, if anybody still does
            self._making[key].add_done_callback(lambda made: made.cancelled() or made.exception())
        return await asyncio.shield(self._making[key])

    async def _make(self, key: Hashable, make: Make) -> bytes:
        try:
            loop = asyncio.get_running_loop()
            made = await loop.run_in_executor(self._thread, make)
        finally:
            del self._making[key]
        self._keep(key, made)
        return made

    def _keep(self, key: Hashable, made: bytes) -> None:
        self._kept[key] = made
        self._bytes += len(made) + EACH_BYTES
        while self._bytes > self.max_bytes:
            _, dropped = self._kept.popitem(last=False)
            self._bytes -= len(dropped) + EACH_BYTES

    def close(self) -> None:
        self._thread.shutdown(cancel_futures=True)
