"""Vacations: days on which nobody loses a slow game on time. Everybody has some in a year."""

from dataclasses import dataclass

import sqlalchemy as sa

from azulejos.server.accounts.people import PeopleError
from azulejos.server.play.tables import Tables
from azulejos.server.storage import schema
from azulejos.server.storage.database import Database
from azulejos.server.table import verbs
from azulejos.server.table.table import Table
from azulejos.server.timing import now
from azulejos.text import Text
from azulejos.wire.social import VACATION_DAYS

DAY_S = 86_400.0
YEAR_S = 365 * DAY_S
rows, tables, seats = schema.vacations, schema.tables, schema.seats


@dataclass(frozen=True)
class Vacation:
    """When a person is away with leave."""

    start: float
    until: float


class Vacations:
    """Reads and writes vacations."""

    def __init__(self, database: Database):
        self.database = database

    async def begin(self, person: str, days: float) -> Vacation:
        """Begin a vacation now, or let the present one last so many days from now on."""
        at = now()

        def work(connection: sa.Connection) -> Vacation:
            present = current(connection, person, at)
            spared = present.until - at if present else 0.0
            if days * DAY_S > left_s(connection, person, at) + spared:
                raise PeopleError(Text("people.no_vacation", {"most": VACATION_DAYS}))
            vacation = Vacation(present.start if present else at, at + days * DAY_S)
            store(connection, person, vacation)
            return vacation

        return await self.database.run(work)

    async def end(self, person: str) -> Vacation | None:
        """End the present vacation; the days that are left can be taken later. None if none."""
        at = now()

        def work(connection: sa.Connection) -> Vacation | None:
            present = current(connection, person, at)
            if present is None:
                return None
            vacation = Vacation(present.start, at)
            store(connection, person, vacation)
            return vacation

        return await self.database.run(work)

    async def of(self, person: str) -> tuple[Vacation | None, float]:
        """The present vacation of a person, if any, and the days that are left."""
        at = now()
        return await self.database.read(
            lambda c: (current(c, person, at), left_s(c, person, at) / DAY_S)
        )

    async def slow_games(self, person: str) -> list[str]:
        """Ids of a person's games in progress with days for a turn."""
        mine = sa.select(seats.c.table).where(seats.c.person == person)
        query = sa.select(tables.c.id).where(
            tables.c.id.in_(mine),
            tables.c.status == "playing",
            tables.c.plan["clock", "kind"].as_string() == "days",
        )
        return await self.database.read(lambda c: list(c.scalars(query)))


def current(connection: sa.Connection, person: str, at: float) -> Vacation | None:
    """The vacation of a person at a time."""
    query = sa.select(rows.c.start, rows.c.until).where(rows.c.person == person, rows.c.until > at)
    found = connection.execute(query.order_by(rows.c.start.desc()).limit(1)).one_or_none()
    return Vacation(*found) if found else None


def left_s(connection: sa.Connection, person: str, at: float) -> float:
    """The time that a person can still take, with what is planned already taken off."""
    query = sa.select(rows.c.start, rows.c.until).where(
        rows.c.person == person, rows.c.until > at - YEAR_S
    )
    found = [Vacation(*row) for row in connection.execute(query)]
    taken = sum(each.until - max(each.start, at - YEAR_S) for each in found)
    return max(0.0, VACATION_DAYS * DAY_S - taken)


def store(connection: sa.Connection, person: str, vacation: Vacation) -> None:
    """Store a vacation instead of one that began at the same time."""
    same = sa.delete(rows).where(rows.c.person == person, rows.c.start == vacation.start)
    connection.execute(same)
    connection.execute(sa.insert(rows), {"person": person, **vars(vacation)})


async def stop_clock(tables: Tables, vacations: Vacations, table: Table) -> None:
    """Stop the clock of a person who was on vacation when a slow game began."""
    if table.turn is None or table.bot_turn or table.plan.clock.kind != "days":
        return
    person = table.seats[table.turn].person
    present, _ = await vacations.of(person)
    if present:
        await tables.act(
            table.plan.id,
            lambda t, at: verbs.take_vacation(t, person, present.start, present.until, at),
        )
