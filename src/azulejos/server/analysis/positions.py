"""The position of a request: one given as JSON, or one of a table."""

import asyncio

from azulejos.contract.rules import Json
from azulejos.position import Position
from azulejos.server.errors import refusal
from azulejos.server.play.tables import Tables


async def find_position(
    tables: Tables, table_id: str | None, ply: int | None, given: Json | None
) -> Position:
    """The given position, or the one of a table after some plies.

    The table of a rated game in progress is refused to everybody.
    """
    if (table_id is None) == (given is None):
        raise refusal("api.form", where="body.table", what="one_of")
    if table_id is None:
        return await asyncio.to_thread(Position.from_json, given or {})
    table = (await tables.get_current(table_id)).table
    if table.status == "playing" and (table.plan.is_rated or table.plan.tournament):
        raise refusal("analysis.rated")
    position = table.position.copy()
    while ply is not None and len(position.history) > ply:
        position.pop()
    return position
