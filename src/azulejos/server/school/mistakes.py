"""Mistakes of people in their reviewed games, and when each is asked again.

The mistakes of a game are stored once its review is complete, when the person next asks for theirs;
`teaching/schedule.py` says when they return. An answer counts only when a mistake is due.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import asdict, dataclass

import sqlalchemy as sa

from azulejos.contract.rules import Json
from azulejos.position import Position
from azulejos.search.review import GRADES
from azulejos.server.errors import refusal
from azulejos.server.school.habits import reviewed_tables
from azulejos.server.storage import schema
from azulejos.server.storage.analyses import StoredAnalyses, StoredReviews, key_of
from azulejos.server.storage.database import Database, among, insert_new
from azulejos.server.storage.store import NoTable, Quarantined, Store
from azulejos.server.table.table import Table
from azulejos.teaching.schedule import Recall, missed_in_game

VERSION = 1  # of what is collected; another one collects anew
MOST_COLLECTED = 30  # games of one call
MOST_OF_GAME = 5  # mistakes of a game that return, the dearest
MOST_DUE = 20  # that are listed at a time
RETURNING = GRADES["mistake"]  # least loss in points of a mistake that returns

rows = schema.mistakes


@dataclass(frozen=True)
class Mistake:
    """A move of a reviewed game that gave points away."""

    table: str
    ply: int
    loss: float
    due_at: float | None  # when it is asked again; None: it does not return


@dataclass(frozen=True)
class Asked:
    """A mistake with all that is needed to ask for a better move."""

    table: Table
    position: Position  # before the move
    seat: int
    played: str
    judgement: Json  # of the review, see `JudgementView`
    win: float  # share of the win that the seat expected after the best move


# ---- Collecting


async def collect(database: Database, store: Store, person: str) -> None:
    """Store the mistakes of reviewed games that were not looked at yet, the last ones first; of
    many games the next calls store the rest.
    """
    tables = await reviewed_tables(database, person)
    keys = {key_of("mistakes", table, person, VERSION): table for table in tables}
    ids = schema.analyses.c.id
    known = await database.read(
        lambda c: set(c.scalars(sa.select(ids).where(among(c, ids, list(keys)))))
    )
    collected = 0
    for key in (each for each in keys if each not in known):
        if collected < MOST_COLLECTED and await collect_game(database, store, keys[key], person):
            await StoredAnalyses(database).add(key, {})
            collected += 1


async def collect_game(database: Database, store: Store, table_id: str, person: str) -> bool:
    """Store the dearest mistakes of a person in a game; False if its review is not complete."""
    try:
        table, _ = await store.load(table_id)
    except (NoTable, Quarantined):
        return True
    entries = await StoredReviews(database).entries(table_id)
    if len(entries) != len(table.position.history) + 1:
        return False
    found = graded(entries, table.seats_of(person)[0], RETURNING)
    dearest = sorted(found, key=lambda entry: -entry["judgement"]["loss"])[:MOST_OF_GAME]
    recall = asdict(missed_in_game(table.at))
    values = [
        {"person": person, "table": table_id, **name_of(entry), **recall} for entry in dearest
    ]
    if values:
        await database.run(lambda c: c.execute(insert_new(c, rows), values))
    return True


def graded(entries: Sequence[Json], seat: int, least: float) -> list[Json]:
    """The entries of a review in which a seat gave away some points at least."""
    return [
        entry
        for entry in entries
        if entry["seat"] == seat and entry["judgement"] and entry["judgement"]["loss"] >= least
    ]


def name_of(entry: Json) -> Json:
    return {"ply": entry["ply"], "loss": entry["judgement"]["loss"]}


# ---- Questions


async def due_mistakes(database: Database, person: str, at: float) -> list[Mistake]:
    """The mistakes that a person is to be asked now, those that fell due last first."""
    query = (
        sa.select(rows.c.table, rows.c.ply, rows.c.loss, rows.c.due_at)
        .where(rows.c.person == person, rows.c.due_at <= at)
        .order_by(rows.c.due_at.desc(), rows.c.table, rows.c.ply)
        .limit(MOST_DUE)
    )
    return await database.read(lambda c: [Mistake(*row) for row in c.execute(query)])


async def next_due(database: Database, person: str, at: float) -> float | None:
    """When the next mistake is asked that is not due yet."""
    query = sa.select(sa.func.min(rows.c.due_at)).where(rows.c.person == person, rows.c.due_at > at)
    return await database.read(lambda c: c.scalar(query))


async def game_mistakes(database: Database, person: str, table_id: str, seat: int) -> list[Mistake]:
    """All mistakes of a seat in a reviewed game, in its order; with the times of who asks."""
    entries = await StoredReviews(database).entries(table_id)
    query = sa.select(rows.c.ply, rows.c.due_at).where(
        rows.c.person == person, rows.c.table == table_id
    )
    due = await database.read(lambda c: {row.ply: row.due_at for row in c.execute(query)})
    return [
        Mistake(table_id, **name_of(entry), due_at=due.get(entry["ply"]))
        for entry in graded(entries, seat, GRADES["inaccuracy"])
    ]


async def find_mistake(database: Database, store: Store, table_id: str, ply: int) -> Asked:
    """A graded move of a reviewed game; anything else is refused."""
    try:
        table, _ = await store.load(table_id)
    except NoTable:
        raise refusal("mistakes.unknown") from None
    entries = await StoredReviews(database).entries(table_id, ply - 1)
    entry = entries[0] if entries else None
    if table.status != "over" or entry is None or entry["ply"] != ply or not is_graded(entry):
        raise refusal("mistakes.unknown")
    position = await asyncio.to_thread(position_before, table.position, ply)
    seat, judgement = entry["seat"], entry["judgement"]
    win = entry["win"][seat] + judgement["win_lost"]
    return Asked(table, position, seat, entry["text"], judgement, win)


def is_graded(entry: Json) -> bool:
    return bool(entry["judgement"] and entry["judgement"]["grade"])


def position_before(end: Position, ply: int) -> Position:
    """The position in which the move of a ply was made."""
    position = end.copy()
    while len(position.history) >= ply:
        position.pop()
    return position


# ---- Answers


async def store_answer(
    database: Database, person: str, table_id: str, ply: int, is_found: bool, at: float
) -> float | None:
    """Count an answer if the mistake is due; return when it is asked again, None if never."""
    return await database.run(lambda c: _store(c, person, table_id, ply, is_found, at))


def _store(
    connection: sa.Connection, person: str, table_id: str, ply: int, is_found: bool, at: float
) -> float | None:
    here = (rows.c.person == person, rows.c.table == table_id, rows.c.ply == ply)
    query = sa.select(rows).where(*here).with_for_update()
    row = connection.execute(query).one_or_none()
    if row is None:
        return None
    fields = {name: getattr(row, name) for name in Recall.__dataclass_fields__}
    recall = Recall(**fields).after(is_found, at)
    connection.execute(sa.update(rows).where(*here), asdict(recall))
    return recall.due_at
