"""Rated games in progress: who plays them, from which addresses, and their last positions.

Help is refused to everybody who plays such a game, to everybody at an address from which one is
played, and for its positions, whoever asks (R21, R39). Addresses and positions are stored in the
database, so that all processes know them, and are deleted with the end of the game.
"""

import hashlib
import json
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from azulejos.position import Position
from azulejos.server.storage import schema
from azulejos.server.storage.database import Database, insert_new
from azulejos.server.table.events import POSITION_KINDS, Event
from azulejos.server.table.table import Table

LAST_POSITIONS = 12  # of each game: what was asked about a moment ago is still help
MAX_KNOWN = 100_000  # addresses that are remembered as stored
positions, addresses = schema.rated_positions, schema.rated_addresses


class RatedGames:
    """Answers whether a person or a position is in a rated game in progress."""

    def __init__(self, database: Database):
        self.database = database
        self._known: set[tuple[str, str]] = set()  # tables and addresses that are stored already

    async def add_address(self, table: Table, person: str, address: str) -> None:
        """Remember that a player of a rated game is connected from an address."""
        key = (table.plan.id, address)
        is_due = table.plan.is_rated and table.status in ("open", "playing")
        if not is_due or key in self._known or person not in table.people():
            return

        def work(connection: sa.Connection) -> None:
            insert = insert_new(connection, addresses)
            connection.execute(insert, {"table": table.plan.id, "address": address})

        await self.database.run(work)
        if len(self._known) >= MAX_KNOWN:
            self._known.clear()
        self._known.add(key)

    async def concern(self, person: str, address: str, position: Position) -> bool:
        """Is a person, or an address, in a rated game of a position's kind, or the position itself?

        "Is in" means that the game is in progress now, whatever else the person plays.
        """
        rows, seats = schema.tables, schema.seats
        playing = sa.select(rows.c.id).where(
            rows.c.status == "playing",
            rows.c.game == position.game.name,
            rows.c.plan["is_rated"].as_boolean(),
        )
        by_person = playing.join(seats, seats.c.table == rows.c.id).where(seats.c.person == person)
        by_address = playing.join(addresses, addresses.c.table == rows.c.id).where(
            addresses.c.address == address
        )
        by_position = playing.join(positions, positions.c.table == rows.c.id).where(
            positions.c.digest == digest_of(position)
        )
        found = sa.select(
            sa.or_(*(sa.exists(each) for each in (by_person, by_address, by_position)))
        )
        return bool(await self.database.read(lambda c: c.scalar(found)))


def digest_of(position: Position) -> str:
    """A hash of a position that ignores numbers and the order of lists.

    So a position with another score, or with its displays or seats in another order, is the same.
    """
    text = json.dumps([position.game.name, outline(position.to_json())], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def outline(value: Any) -> Any:
    """JSON without its numbers, and with its lists sorted."""
    if isinstance(value, dict):
        return {k: outline(v) for k, v in value.items() if not isinstance(v, int | float)}
    if isinstance(value, list):
        return sorted((outline(each) for each in value), key=json.dumps)
    return value


def store_positions(connection: sa.Connection, table: Table, events: Sequence[Event]) -> None:
    """Store the position of a rated game after its events, or delete what is stored at its end.

    Runs in the transaction of the events.
    """
    mine = table.plan.id
    is_watched = table.plan.is_rated or table.plan.tournament
    if not is_watched or not any(event.kind in POSITION_KINDS for event in events):
        return
    if table.status != "playing":
        connection.execute(sa.delete(positions).where(positions.c.table == mine))
        connection.execute(sa.delete(addresses).where(addresses.c.table == mine))
        return
    values = {"table": mine, "version": table.version, "digest": digest_of(table.position)}
    connection.execute(sa.insert(positions), values)
    kept = sa.select(positions.c.version).where(positions.c.table == mine)
    oldest = kept.order_by(positions.c.version.desc()).offset(LAST_POSITIONS - 1).limit(1)
    old = positions.c.version < oldest.scalar_subquery()
    connection.execute(sa.delete(positions).where(positions.c.table == mine, old))
