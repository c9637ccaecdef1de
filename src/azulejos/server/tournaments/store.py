"""Tournaments in the database, and the results of their games.

A round is stored as the places of its people, in one transaction that only one process can make:
the number of the round is checked and raised in it. The tables of a round are created afterwards
from its places, by whichever process finds that one is missing, so a crash in between loses
nothing. A result is stored in the transaction of the event that ends the game.
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import sqlalchemy as sa

from azulejos.server.errors import refusal
from azulejos.server.ids import make_id
from azulejos.server.storage import schema
from azulejos.server.storage.database import Database
from azulejos.server.storage.store import Conflict
from azulejos.server.table.clock import ClockPlan
from azulejos.server.table.events import Event
from azulejos.server.table.plan import bot_name
from azulejos.server.table.table import Table
from azulejos.server.tournaments.history import Entrant, Place, Round, points_of
from azulejos.server.tournaments.plan import TournamentPlan
from azulejos.wire.tournaments import Status

tournaments, people = schema.tournaments, schema.people
entrants, places = schema.tournament_entrants, schema.tournament_places
LIVE = ("open", "running")
MAX_OPEN = 5  # tournaments of one person that are not over


@dataclass(frozen=True)
class Tournament:
    """A tournament as it is stored, without its people."""

    plan: TournamentPlan
    status: Status
    round: int
    version: int
    wake_at: float | None
    entrants: int  # number of people


@dataclass(frozen=True)
class Member:
    """An entrant, with the name and rating that are shown."""

    entrant: Entrant
    name: str
    kind: str  # guest, account, program or bot
    table: str  # of the game in progress; "" if free


@dataclass(frozen=True)
class TournamentState:
    """Everything about a tournament."""

    tournament: Tournament
    members: list[Member]
    places: list[Place]

    @property
    def entrants(self) -> list[Entrant]:
        return [member.entrant for member in self.members]


class StoredTournaments:
    """Reads and writes tournaments."""

    def __init__(self, database: Database):
        self.database = database

    async def create(self, plan: TournamentPlan) -> None:
        """Store a new tournament."""
        values: dict[str, Any] = {
            "id": plan.id,
            "plan": asdict(plan),
            "created_by": plan.created_by,
        }
        values |= {"is_public": plan.is_public, "status": "open", "starts_at": plan.starts_at}
        values |= {"round": 0, "version": 1, "wake_at": plan.starts_at}
        mine = sa.select(sa.func.count()).where(
            tournaments.c.created_by == plan.created_by, tournaments.c.status.in_(LIVE)
        )

        def work(connection: sa.Connection) -> None:
            if (connection.scalar(mine) or 0) >= MAX_OPEN:
                raise refusal("tournament.many", most=MAX_OPEN)
            connection.execute(sa.insert(tournaments), values)

        await self.database.run(work)

    # ---- Reading

    async def find(self, tournament: str) -> Tournament:
        """A tournament without its people."""
        return await self.database.read(lambda c: select_one(c, tournament))

    async def load(self, tournament: str) -> TournamentState:
        """Everything about a tournament."""
        return await self.database.read(lambda c: load_state(c, tournament))

    async def list_public(self, limit: int = 50) -> list[Tournament]:
        """Public tournaments: those that run or will begin, the first to begin first, then those
        that are over, the last first.
        """
        live = sa.case((tournaments.c.status.in_(LIVE), 0), else_=1)
        at = sa.case((live == 0, tournaments.c.starts_at), else_=-tournaments.c.starts_at)
        shown = tournaments.c.status != "closed"
        query = select_tournaments().where(tournaments.c.is_public, shown).order_by(live, at)
        return await self._list(query.limit(limit))

    async def list_of(self, person: str, limit: int = 20) -> list[Tournament]:
        """The tournaments that a person made or takes part in, the last to begin first."""
        joined = sa.select(entrants.c.tournament).where(entrants.c.person == person)
        is_mine = sa.or_(tournaments.c.created_by == person, tournaments.c.id.in_(joined))
        query = select_tournaments().where(is_mine).order_by(tournaments.c.starts_at.desc())
        return await self._list(query.limit(limit))

    async def _list(self, query: sa.Select[Any]) -> list[Tournament]:
        return await self.database.read(lambda c: [read_row(row) for row in c.execute(query)])

    # ---- Taking part

    async def join(self, tournament: str, person: str, rating: float, at: float) -> None:
        """Let a person take part, or again after having left."""

        def work(connection: sa.Connection) -> None:
            touch(connection, tournament)
            now_there = select_one(connection, tournament)
            plan = now_there.plan
            mine = (entrants.c.tournament == tournament, entrants.c.person == person)
            if now_there.status not in LIVE:
                raise refusal("tournament.over")
            query = sa.select(entrants.c.is_active).where(*mine)
            before = connection.execute(query).one_or_none()
            if before is not None:
                if not before.is_active:
                    values = {"is_active": True, "free_since": at}
                    connection.execute(sa.update(entrants).where(*mine), values)
                return
            if now_there.status == "running" and not plan.accepts_late(now_there.round):
                raise refusal("tournament.late")
            if now_there.entrants >= plan.most:
                raise refusal("tournament.full", most=plan.most)
            number = sa.select(sa.func.coalesce(sa.func.max(entrants.c.number), 0) + 1)
            number = number.where(entrants.c.tournament == tournament)
            row: dict[str, Any] = {"tournament": tournament, "person": person, "rating": rating}
            row |= {"number": connection.scalar(number), "is_active": True}
            row |= {"table": "", "free_since": at}
            connection.execute(sa.insert(entrants), row)

        await self.database.run(work)

    async def leave(self, tournament: str, person: str) -> None:
        """Let a person be paired no more; before the start, not take part at all."""

        def work(connection: sa.Connection) -> None:
            touch(connection, tournament)
            mine = (entrants.c.tournament == tournament, entrants.c.person == person)
            if select_one(connection, tournament).status == "open":
                connection.execute(sa.delete(entrants).where(*mine))
            else:
                connection.execute(sa.update(entrants).where(*mine), {"is_active": False})

        await self.database.run(work)

    # ---- Running

    async def claim_due(self, at: float, next_at: float) -> list[str]:
        """Ids of the tournaments that are due now, each of which only this process gets. Should it
        die, another one gets them at `next_at`.
        """
        is_due = sa.and_(tournaments.c.wake_at <= at, tournaments.c.status.in_(LIVE))
        query = sa.select(tournaments.c.id, tournaments.c.wake_at).where(is_due)
        found = await self.database.read(lambda c: c.execute(query).all())
        if not found:
            return []

        def work(connection: sa.Connection) -> list[str]:
            return [
                row.id
                for row in found
                if connection.execute(
                    sa.update(tournaments)
                    .where(tournaments.c.id == row.id, tournaments.c.wake_at == row.wake_at)
                    .values(wake_at=next_at)
                ).rowcount
            ]

        return await self.database.run(work)

    async def set_status(self, before: Tournament, status: Status) -> bool:
        """Begin or end a tournament; False if another process has changed it meanwhile."""
        update = sa.update(tournaments).where(
            tournaments.c.id == before.plan.id,
            tournaments.c.status == before.status,
            tournaments.c.round == before.round,
        )
        values: dict[str, Any] = {"status": status, "version": tournaments.c.version + 1}
        if status not in LIVE:
            values["wake_at"] = None
        return bool(await self.database.run(lambda c: c.execute(update.values(**values)).rowcount))

    async def add_round(self, before: Tournament, made: Round) -> bool:
        """Store the next round; False if something has changed that it was made from."""
        plan, number = before.plan, before.round + 1
        tables = [(make_id(), table) for table in made.tables]
        rows: list[dict[str, Any]] = [
            {"round": number, "person": person, "table": table, "seat": seat, "points": None}
            for table, here in tables
            for seat, person in enumerate(here)
        ]
        rows += [
            {"round": number, "person": person, "table": "", "seat": 0, "points": plan.bye_points}
            for person in made.byes
        ]
        rows += [
            {"round": number, "person": person, "table": "", "seat": 0, "points": 1.0}
            for person in made.walkovers
        ]
        raised = sa.update(tournaments).where(
            tournaments.c.id == plan.id,
            tournaments.c.status == "running",
            tournaments.c.round == before.round,
        )
        seated = sa.update(entrants).where(
            entrants.c.tournament == plan.id,
            entrants.c.person == sa.bindparam("who"),
            entrants.c.table == "",
        )

        def work(connection: sa.Connection) -> None:
            more = {"round": number, "version": tournaments.c.version + 1}
            if not connection.execute(raised.values(**more)).rowcount:
                raise Conflict
            for table, here in tables:
                for person in here:
                    taken = seated.values(table=table)
                    if not connection.execute(taken, {"who": person}).rowcount:
                        raise Conflict
            connection.execute(sa.insert(places), [row | {"tournament": plan.id} for row in rows])

        try:
            await self.database.run(work)
        except Conflict:
            return False
        return True

    async def without_table(self, tournament: str) -> list[tuple[str, list[str]]]:
        """The tables of a tournament that are not created yet, with their people by seat."""
        is_made = sa.exists().where(schema.tables.c.id == places.c.table)
        query = (
            sa.select(places.c.table, places.c.person)
            .where(places.c.tournament == tournament, places.c.points.is_(None), ~is_made)
            .order_by(places.c.table, places.c.seat)
        )
        found: dict[str, list[str]] = {}
        for row in await self.database.read(lambda c: c.execute(query).all()):
            found.setdefault(row.table, []).append(row.person)
        return list(found.items())

    async def settle_damaged(self, tournament: str, seats: int, at: float) -> None:
        """Let games end in a tie whose tables cannot be replayed."""
        damaged = sa.select(schema.tables.c.id).where(schema.tables.c.quarantined_at.is_not(None))
        query = sa.select(places.c.table).where(
            places.c.tournament == tournament, places.c.points.is_(None)
        )
        query = query.where(places.c.table.in_(damaged)).distinct()
        found = await self.database.read(lambda c: list(c.scalars(query)))

        def work(connection: sa.Connection) -> None:
            for table in found:
                write_points(connection, tournament, table, [(seats - 1) / 2] * seats, (), at)

        if found:
            await self.database.run(work)


# ---- Rows


def select_tournaments() -> sa.Select[Any]:
    count = sa.select(sa.func.count()).where(entrants.c.tournament == tournaments.c.id)
    return sa.select(tournaments, count.scalar_subquery().label("entrants"))


def select_one(connection: sa.Connection, tournament: str) -> Tournament:
    query = select_tournaments().where(tournaments.c.id == tournament)
    row = connection.execute(query).one_or_none()
    if row is None:
        raise refusal("tournament.unknown", tournament=tournament[:32])
    return read_row(row)


def read_row(row: sa.Row[Any]) -> Tournament:
    plan = TournamentPlan(**row.plan | {"clock": ClockPlan(**row.plan["clock"])})
    return Tournament(plan, row.status, row.round, row.version, row.wake_at, row.entrants)


def load_state(connection: sa.Connection, tournament: str) -> TournamentState:
    who = (
        sa.select(entrants, people.c.name, people.c.kind)
        .outerjoin(people, people.c.id == entrants.c.person)
        .where(entrants.c.tournament == tournament)
        .order_by(entrants.c.number)
    )
    members = [
        Member(
            Entrant(row.person, row.rating, row.number, row.is_active, row.free_since),
            *(row.name or bot_name(row.person), row.kind or "bot", row.table),
        )
        for row in connection.execute(who)
    ]
    query = sa.select(places).where(places.c.tournament == tournament)
    found = [
        Place(row.round, row.person, row.table, row.seat, row.points)
        for row in connection.execute(query)
    ]
    return TournamentState(select_one(connection, tournament), members, found)


def touch(connection: sa.Connection, tournament: str, **more: Any) -> None:
    """Lock a tournament for the transaction, and count a change of what is shown."""
    update = sa.update(tournaments).where(tournaments.c.id == tournament)
    connection.execute(update.values(version=tournaments.c.version + 1, **more))


# ---- Results


def store_results(connection: sa.Connection, table: Table, events: Sequence[Event]) -> None:
    """Store the result of a tournament's game with the event that ends or annuls it. Runs in the
    transaction of the events.
    """
    kinds = {event.kind for event in events}
    if not table.plan.tournament or not kinds & {"finished", "closed", "annulled"}:
        return
    reserved, count = table.plan.reserved, table.plan.players
    if table.finish is None:  # the game has not begun
        present = table.entrants()
        points = points_of([1 if person in present else 2 for person in reserved])
        points = points if present else [0.0] * count
        gone = set(reserved) - present
    elif table.finish.reason == "annulled":
        points, gone = [(count - 1) / 2] * count, set()
    else:
        points = points_of(table.finish.ranks)
        gone = {seat.person for seat in table.seats if seat.has_left}
    write_points(connection, table.plan.tournament, table.plan.id, points, gone, events[-1].at)


def write_points(
    connection: sa.Connection,
    tournament: str,
    table: str,
    points: Sequence[float],
    gone: Iterable[str],
    at: float,
) -> None:
    """Write the points of a game by seat; its people are free, and those who are gone are not
    paired before they come back.
    """
    touch(connection, tournament)
    for seat, each in enumerate(points):
        here = (places.c.table == table, places.c.seat == seat)
        connection.execute(sa.update(places).where(*here), {"points": each})
    is_here = sa.and_(entrants.c.tournament == tournament, entrants.c.table == table)
    absent = sa.update(entrants).where(is_here, entrants.c.person.in_(sorted(gone)))
    connection.execute(absent, {"is_active": False})
    connection.execute(sa.update(entrants).where(is_here), {"table": "", "free_since": at})
