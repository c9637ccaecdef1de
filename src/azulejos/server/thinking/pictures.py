"""Pictures of positions as PNG, which previews of links show; drawn in the worker processes."""

import asyncio
from collections import OrderedDict

import resvg_py

from azulejos.server.table.table import Table
from azulejos.server.thinking.workers import Workers

KEPT = 64  # pictures; each has about 200 kB
WIDTH = 800


class Pictures:
    """Draws positions one after another, so that bots wait for one picture at most."""

    def __init__(self, workers: Workers):
        self._workers = workers
        self._made: OrderedDict[tuple[str, int], bytes] = OrderedDict()  # by table and version
        self._one = asyncio.Lock()

    async def png(self, table: Table) -> bytes:
        """The position of a table as PNG."""
        key = (table.plan.id, table.version)
        async with self._one:
            if key not in self._made:
                self._made[key] = await self._workers.run(draw_png, table.position.svg())
            self._made.move_to_end(key)
            while len(self._made) > KEPT:
                self._made.popitem(last=False)
            return self._made[key]


def draw_png(svg: str) -> bytes:
    """An SVG as PNG, with the fonts of this machine."""
    return resvg_py.svg_to_bytes(svg_string=svg, width=WIDTH)
