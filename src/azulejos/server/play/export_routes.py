"""The export of ended games: records as JSON lines, in the order in which the games ended.

An export is slow on purpose and made outside the event loop, so that games in progress do not
notice it; several exports share its pace, or some guests together would take all there is. The id
of the last table that a client has is the cursor from which it goes on.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from time import monotonic
from typing import Annotated

from fastapi import Query, Request
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from azulejos.server.accounts.callers import Caller, Reader
from azulejos.server.feature import Parts, parts_of
from azulejos.server.play.connections import Connections
from azulejos.server.play.presence import Presence
from azulejos.server.storage.store import NoTable, Quarantined, Store, Wanted
from azulejos.server.table.replay import make_record
from azulejos.server.table.table import Table
from azulejos.server.timing import TIMING, now
from azulejos.server.web.documents import Documents
from azulejos.server.web.limits import Limits, host_of
from azulejos.server.web.load import Load
from azulejos.server.web.problems import LINES, refuses, serves
from azulejos.server.web.routers import make_router
from azulejos.wire.fields import PersonId, TableId, Word

RECORDS_PER_S = 20.0  # of all exports of this process together
PAGE = 100  # ids that are read at once
BUSY_S = 0.5  # pause while the server has too much to do
MAX_RECORDS = 100_000  # of one request

router = make_router("programs")


class Export:
    """The export of one request."""

    def __init__(self, parts: Parts, caller: Caller, host: str, wanted: Wanted):
        self.parts, self.wanted, self.host = parts, wanted, host
        self.caller: Caller | None = caller
        self._is_ended = False  # by the server: the token was revoked, or it stops

    def close(self, code: int) -> None:
        """End the export; it has no close codes."""
        self._is_ended = True

    async def page(self, after: str, limit: int) -> list[str]:
        """The ids of the next tables."""
        until = now() - (0.0 if self.wanted.tournament else TIMING.settled_s)
        return await self.parts[Store].ended_tables(self.wanted, after, until, min(limit, PAGE))

    async def lines(self, ids: list[str], most: int) -> AsyncIterator[str]:
        """Yield records, beginning with those of the first page of ids."""
        self.parts[Connections].add(self)
        try:
            while ids:
                for table_id in ids:
                    if self._is_ended or self.parts[Presence].is_closing:
                        return
                    async with self.parts[Documents].pace:
                        started_at = monotonic()
                        line = await self._line(table_id)
                        await asyncio.sleep(started_at + 1 / RECORDS_PER_S - monotonic())
                    if line:
                        yield line
                most -= len(ids)
                ids = await self.page(ids[-1], most) if most > 0 else []
        finally:
            self.parts[Connections].discard(self)

    async def _line(self, table_id: str) -> str:
        """The record of a table as a line of JSON; "" if the table cannot be replayed."""
        while self.parts[Load].is_busy:
            await asyncio.sleep(BUSY_S)
        try:
            table, _ = await self.parts[Store].load(table_id)
        except (NoTable, Quarantined):
            return ""
        return await asyncio.to_thread(record_line, table)


def record_line(table: Table) -> str:
    return json.dumps(make_record(table).to_json(), ensure_ascii=False) + "\n"


class ExportResponse(StreamingResponse):
    """A response during which its client cannot start another export."""

    def __init__(self, export: Export, ids: list[str], most: int):
        super().__init__(export.lines(ids, most), media_type="application/x-ndjson")
        self._export = export

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        caller = self._export.caller
        with self._export.parts[Limits].exclusive("export", caller.person.id if caller else ""):
            await super().__call__(scope, receive, send)


@router.get(
    "/records",
    response_class=StreamingResponse,
    responses=refuses("table.unknown", "api.one_at_a_time")
    | serves(LINES, "JSON lines, each the record of a game"),
)
async def export_records(
    request: Request,
    caller: Reader,
    game: Word | None = None,
    person: PersonId | None = None,
    after: TableId | None = None,
    most: Annotated[int, Query(ge=1, le=MAX_RECORDS)] = 1000,
) -> StreamingResponse:
    """Stream the records of ended games in the order of their ends: public ones, and with your own
    id as `person` also those of your private tables. To go on later, set `after` to the table of
    the last record that you have. About 20 a second, one export at a time.
    """
    is_mine = person == caller.person.id
    wanted = Wanted(game or "", person or "", with_private=is_mine)
    export = Export(parts_of(request), caller, host_of(request.scope), wanted)
    return ExportResponse(export, await export.page(after or "", most), most)
