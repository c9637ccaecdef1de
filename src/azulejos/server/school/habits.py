"""Habits of a person, from their reviewed games; each game is counted once."""

import asyncio
from dataclasses import dataclass
from itertools import pairwise

import sqlalchemy as sa

from azulejos.contract.rules import Json
from azulejos.record import Record
from azulejos.search.players import LEVELS
from azulejos.server.storage import schema
from azulejos.server.storage.analyses import StoredAnalyses, StoredReviews, key_of
from azulejos.server.storage.database import Database
from azulejos.server.storage.store import NoTable, Quarantined, Store
from azulejos.server.table.replay import make_record
from azulejos.server.table.table import WITHOUT_RESULT
from azulejos.teaching.habits import Habits, Judged, add_up, game_habits, is_denial

MAX_GAMES = 30  # only the last ones are counted
MAX_PLAYED = 500  # finished games in which bots are looked for
VERSION = 1  # of what is counted; another one counts anew


@dataclass(frozen=True)
class LevelRecord:
    """The results of a person against a level."""

    games: int = 0
    wins: int = 0  # a shared win is not one


async def habits_of(database: Database, store: Store, person: str, game: str) -> Habits:
    """The habits in the last reviewed games of a person."""
    reviews, answers = StoredReviews(database), StoredAnalyses(database)
    found = []
    for table in await reviewed_tables(database, person, game, MAX_GAMES):
        key = key_of("habits", table, person, VERSION)
        stored = await answers.find(key)
        if stored is None:
            stored = await count_game(store, reviews, table, person)
            if stored is None:
                continue  # its review is not complete
            await answers.add(key, stored)
        found.append(Habits.from_json(stored))
    return add_up(found)


async def reviewed_tables(
    database: Database, person: str, game: str = "", most: int | None = None
) -> list[str]:
    """The tables of a person with a review, the last one first; of one game, or of all."""
    rows, seats, entries = schema.tables, schema.seats, schema.review_entries
    mine = sa.select(seats.c.table).where(seats.c.person == person)
    mine = mine.group_by(seats.c.table).having(sa.func.count() == 1)
    reviewed = sa.select(entries.c.table).where(entries.c.ply == 0)
    query = (
        sa.select(rows.c.id)
        .where(rows.c.id.in_(mine), rows.c.status == "over", rows.c.id.in_(reviewed))
        .order_by(rows.c.moved_at.desc())
        .limit(most)
    )
    if game:
        query = query.where(rows.c.game == game)
    return await database.read(lambda c: list(c.scalars(query)))


async def count_game(
    store: Store, reviews: StoredReviews, table_id: str, person: str
) -> Json | None:
    """The counts of a person in a reviewed game; None if its review is not complete."""
    try:
        table, _ = await store.load(table_id)
    except (NoTable, Quarantined):
        return None
    entries = await reviews.entries(table_id)
    if len(entries) != len(table.position.history) + 1:
        return None
    seat = next(n for n, each in enumerate(table.seats) if each.person == person)
    record = await asyncio.to_thread(make_record, table)
    return await asyncio.to_thread(count_entries, record, entries, seat)


def count_entries(record: Record, entries: list[Json], seat: int) -> Json:
    """The counts of a seat, from the entries of a game's review from ply 0 on."""
    decisions, luck = [], 0.0
    for before, entry in pairwise(entries):
        if entry["seat"] is None:
            luck += entry["lead"][seat] - before["lead"][seat]
        elif entry["seat"] == seat and entry["judgement"]:
            judged = entry["judgement"]
            denies = any(is_denial(reason["seat"], entry["seat"]) for reason in judged["reasons"])
            figures = judged["loss"], judged["accuracy"]
            decisions.append(Judged(entry["ply"], judged["best"], *figures, denies))
    return game_habits(record, decisions, seat, luck).to_json()


async def levels_of(database: Database, person: str, game: str) -> list[LevelRecord]:
    """By level, from the lowest: a person's games against that bot alone."""
    rows, seats = schema.tables, schema.seats
    mine = sa.select(seats.c.table).where(seats.c.person == person)
    query = (
        sa.select(rows.c.summary)
        .where(rows.c.id.in_(mine), rows.c.game == game, rows.c.status == "over")
        .order_by(rows.c.moved_at.desc())
        .limit(MAX_PLAYED)
    )
    summaries = await database.read(lambda c: list(c.scalars(query)))
    return [count_level(summaries, person, f"level{n}") for n in range(1, LEVELS + 1)]


def count_level(summaries: list[Json], person: str, bot: str) -> LevelRecord:
    """A person's games against a bot, in which all other seats are that bot's."""
    games = wins = 0
    for summary in summaries:
        players = [seat["bot"] or seat["person"] for seat in summary["seats"]]
        finish = summary["finish"]
        if players.count(person) != 1 or players.count(bot) != len(players) - 1:
            continue
        if finish["reason"] not in WITHOUT_RESULT:
            games += 1
            wins += finish["shares"][players.index(person)] == 1
    return LevelRecord(games, wins)
