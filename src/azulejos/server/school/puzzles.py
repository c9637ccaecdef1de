"""Stored puzzles: attempts, ratings of people and puzzles, races and consents.

A puzzle is an opponent. The first answer of a person counts, in one transaction for both ratings;
a hint, or giving up, counts as not solved. Puzzles that were chosen by theme are not rated.

A finished game becomes a puzzle only if everybody who played it consents.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache
from random import Random, SystemRandom
from typing import Any

import sqlalchemy as sa

from azulejos.contract.game import Game
from azulejos.games import find_game
from azulejos.position import Position
from azulejos.record import Record
from azulejos.server.ids import make_id
from azulejos.server.ratings.ratings import SHOWN_START, SHOWN_STEP, Rating
from azulejos.server.school.standings import PuzzleStanding, first_standing, rate_answer
from azulejos.server.storage import schema
from azulejos.server.storage.database import Database, among, insert_new
from azulejos.server.storage.store import NoTable, Quarantined, load_table
from azulejos.server.timing import now
from azulejos.teaching.mining import TRIES
from azulejos.teaching.puzzle_ratings import first_rating, level_ratings
from azulejos.teaching.puzzles import Puzzle, puzzles_of

NEAREST = 30  # puzzles nearest in rating to a person, of which the next one is drawn
SEED_SIGMA = 2.5  # uncertainty of a first rating, of which eight levels are the evidence
RACE_S = 180.0
MAX_MISSED = 3  # wrong answers that end a race
_random = SystemRandom()


@dataclass(frozen=True)
class Answered:
    """The state of a puzzle and of its solver after an answer."""

    is_first: bool  # else the person had answered before
    is_rated: bool
    change: int  # of the person's rating, as it is shown
    standing: PuzzleStanding
    puzzle: Rating


@dataclass(frozen=True)
class Race:
    """Three minutes of puzzles."""

    id: str
    person: str
    game: str
    started_at: float
    puzzle: str  # the one to be solved now
    solved: int = 0
    missed: int = 0

    def is_over(self, at: float) -> bool:
        return at >= self.started_at + RACE_S or self.missed >= MAX_MISSED


def seed_rating(puzzle: Puzzle) -> Rating:
    """The rating of a puzzle that nobody has tried."""
    shown = first_rating(puzzle.solved, _levels_of(puzzle.variant), TRIES)
    return Rating(Rating.mu + (shown - SHOWN_START) / SHOWN_STEP, SEED_SIGMA)


@cache
def _levels_of(variant: str) -> tuple[float, ...]:
    game = find_game(variant.partition("-")[0])
    players, options = game.variants[variant]
    return level_ratings(Position(game.name, players, **options).states)


@cache
def _seed_ratings(game: str) -> tuple[Rating, ...]:
    return tuple(seed_rating(puzzle) for puzzle in puzzles_of(find_game(game)).values())


async def next_puzzle(database: Database, game: Game, person: str, theme: str) -> Puzzle | None:
    """A puzzle that a person has not tried, near their rating; None if there is none left."""
    rows = schema.puzzle_attempts
    query = sa.select(rows.c.puzzle).where(rows.c.person == person)

    def work(connection: sa.Connection) -> Puzzle | None:
        tried = set(connection.scalars(query))
        left = [
            puzzle
            for id, puzzle in puzzles_of(game).items()
            if id not in tried and (not theme or theme in puzzle.themes)
        ]
        standing = _read_standing(connection, person, game.name)
        ratings = _read_ratings(connection, left)
        return choose_near(left, ratings, standing.mu, _random) if left else None

    return await database.read(work)


def choose_near(
    left: list[Puzzle], ratings: Mapping[str, Rating], mu: float, random: Random
) -> Puzzle:
    """One of the puzzles that are nearest to a rating."""
    return random.choice(sorted(left, key=lambda each: abs(ratings[each.id].mu - mu))[:NEAREST])


async def standing_of(database: Database, person: str, game: str) -> PuzzleStanding:
    """How a person does at the puzzles of a game."""
    return await database.read(lambda c: _read_standing(c, person, game))


async def note_theme(database: Database, person: str, puzzle: Puzzle, at: float) -> None:
    """Note that a person was shown a puzzle by theme, so that it is not rated."""
    values = _attempt(person, puzzle, at, None, is_rated=False)
    await database.run(lambda c: _insert(c, schema.puzzle_attempts, values))


async def store_answer(
    database: Database, person: str, game: str, puzzle: Puzzle, is_solved: bool, at: float
) -> Answered:
    """Store an answer, and rate it if it is the first one to a puzzle not chosen by theme."""
    return await database.run(lambda c: _store(c, person, game, puzzle, is_solved, at))


# ---- Races


async def start_race(database: Database, person: str, game: Game, at: float) -> Race | None:
    """Start a race; None if there are no puzzles."""
    puzzle = _draw(game)
    if puzzle is None:
        return None
    race = Race(make_id(), person, game.name, at, puzzle.id)
    await database.run(lambda c: c.execute(sa.insert(schema.puzzle_races), asdict(race)))
    return race


async def find_race(database: Database, id: str, person: str) -> Race | None:
    """A race of a person."""
    rows = schema.puzzle_races
    query = sa.select(rows).where(rows.c.id == id, rows.c.person == person)
    row = await database.read(lambda c: c.execute(query).first())
    return Race(**row._mapping) if row else None


async def answer_race(
    database: Database, game: Game, race: Race, is_solved: bool, at: float
) -> Race:
    """Count an answer, and go on to another puzzle; an answer that was counted changes nothing."""
    puzzle = _draw(game)
    assert puzzle is not None
    after = replace(
        race,
        puzzle=puzzle.id,
        solved=race.solved + is_solved,
        missed=race.missed + (not is_solved),
    )
    return await database.run(lambda c: _store_race(c, race, after))


# ---- In a transaction


def _draw(game: Game) -> Puzzle | None:
    puzzles = list(puzzles_of(game).values())
    return _random.choice(puzzles) if puzzles else None


def _attempt(
    person: str, puzzle: Puzzle, at: float, is_solved: bool | None, is_rated: bool
) -> dict[str, Any]:
    return {
        "person": person,
        "puzzle": puzzle.id,
        "at": at,
        "is_solved": is_solved,
        "is_rated": is_rated,
    }


def _insert(connection: sa.Connection, rows: sa.Table, values: Mapping[str, Any]) -> bool:
    """Insert a row; False if its key is there."""
    insert = insert_new(connection, rows).values(**values)
    return connection.execute(insert.returning(*rows.primary_key)).first() is not None


def _read_standing(connection: sa.Connection, person: str, game: str) -> PuzzleStanding:
    rows = schema.puzzle_people
    query = sa.select(rows).where(rows.c.person == person, rows.c.game == game)
    row = connection.execute(query).mappings().first()
    if row is None:
        return first_standing(connection, person, game, _seed_ratings(game))
    return PuzzleStanding(**{name: row[name] for name in PuzzleStanding.__dataclass_fields__})


def _lock_standing(connection: sa.Connection, person: str, game: str) -> PuzzleStanding:
    """Read a standing and lock it for the transaction."""
    rows, first = schema.puzzle_people, _read_standing(connection, person, game)
    _insert(connection, rows, {"person": person, "game": game, **asdict(first)})
    mine = (rows.c.person == person, rows.c.game == game)
    connection.execute(sa.select(rows.c.person).where(*mine).with_for_update())
    return _read_standing(connection, person, game)


def _write_standing(
    connection: sa.Connection, person: str, game: str, standing: PuzzleStanding
) -> None:
    rows = schema.puzzle_people
    mine = (rows.c.person == person, rows.c.game == game)
    connection.execute(sa.update(rows).where(*mine), asdict(standing))


def _read_ratings(connection: sa.Connection, puzzles: Collection[Puzzle]) -> dict[str, Rating]:
    """The ratings of some puzzles, by id."""
    rows, ids = schema.puzzle_ratings, [puzzle.id for puzzle in puzzles]
    query = sa.select(rows).where(among(connection, rows.c.puzzle, ids))
    stored = {x.puzzle: Rating(x.mu, x.sigma, x.attempts) for x in connection.execute(query)}
    return {each.id: stored.get(each.id) or seed_rating(each) for each in puzzles}


def _store(
    connection: sa.Connection,
    person: str,
    game: str,
    puzzle: Puzzle,
    is_solved: bool,
    at: float,
) -> Answered:
    rows = schema.puzzle_attempts
    if _insert(connection, rows, _attempt(person, puzzle, at, is_solved, is_rated=True)):
        return _rate(connection, person, game, puzzle, is_solved)
    mine = (rows.c.person == person, rows.c.puzzle == puzzle.id)
    shown = sa.update(rows).where(*mine, rows.c.is_solved.is_(None))  # chosen by theme
    is_first = bool(connection.execute(shown, {"is_solved": is_solved, "at": at}).rowcount)
    return Answered(
        is_first,
        bool(connection.scalar(sa.select(rows.c.is_rated).where(*mine))),
        0,
        _read_standing(connection, person, game),
        _read_ratings(connection, [puzzle])[puzzle.id],
    )


def _rate(
    connection: sa.Connection, person: str, game: str, puzzle: Puzzle, is_solved: bool
) -> Answered:
    """Rate a first answer as a game of the person against the puzzle."""
    theirs = _lock_puzzle(connection, puzzle)
    before = _lock_standing(connection, person, game)
    mine, theirs = rate_answer(before.rating, theirs, is_solved)
    standing, change = before.after(mine, is_solved), mine.shown - before.rating.shown
    _write_standing(connection, person, game, standing)
    numbers = {"mu": theirs.mu, "sigma": theirs.sigma, "attempts": theirs.games}
    rows = schema.puzzle_ratings
    connection.execute(sa.update(rows).where(rows.c.puzzle == puzzle.id), numbers)
    return Answered(True, True, change, standing, theirs)


def _lock_puzzle(connection: sa.Connection, puzzle: Puzzle) -> Rating:
    """Read the rating of a puzzle and lock it for the transaction."""
    rows, first = schema.puzzle_ratings, seed_rating(puzzle)
    values = {"puzzle": puzzle.id, "mu": first.mu, "sigma": first.sigma, "attempts": 0}
    _insert(connection, rows, values)
    query = sa.select(rows).where(rows.c.puzzle == puzzle.id).with_for_update()
    row = connection.execute(query).one()
    return Rating(row.mu, row.sigma, row.attempts)


def _store_race(connection: sa.Connection, race: Race, after: Race) -> Race:
    rows = schema.puzzle_races
    same = (rows.c.id == race.id, rows.c.solved == race.solved, rows.c.missed == race.missed)
    if not connection.execute(sa.update(rows).where(*same), asdict(after)).rowcount:
        row = connection.execute(sa.select(rows).where(rows.c.id == race.id)).one()
        return Race(**row._mapping)
    standing = _lock_standing(connection, race.person, race.game)
    if after.solved > standing.best_race:
        better = replace(standing, best_race=after.solved)
        _write_standing(connection, race.person, race.game, better)
    return after


# ---- Consents

consents = schema.puzzle_consents


async def has_consented(database: Database, person: str) -> bool:
    query = sa.select(consents.c.person).where(consents.c.person == person)
    return await database.read(lambda c: c.scalar(query)) is not None


async def set_consent(database: Database, person: str, is_given: bool) -> None:
    """Give or withdraw a person's consent."""
    await database.run(lambda c: _set_consent(c, person, is_given))


def _set_consent(connection: sa.Connection, person: str, is_given: bool) -> None:
    if not is_given:
        connection.execute(sa.delete(consents).where(consents.c.person == person))
        return
    connection.execute(insert_new(connection, consents).values(person=person, at=now()))


def consented_records(connection: sa.Connection, limit: int) -> Iterator[Record]:
    """Records of finished games, the oldest first, without names: those with people who have all
    consented.
    """
    tables, seats = schema.tables, schema.seats
    played = sa.select(seats.c.table).where(seats.c.person.in_(sa.select(consents.c.person)))
    others = sa.select(seats.c.table).where(seats.c.person.not_in(sa.select(consents.c.person)))
    query = (
        sa.select(tables.c.id)
        .where(tables.c.status == "over", tables.c.id.in_(played), tables.c.id.not_in(others))
        .order_by(tables.c.moved_at, tables.c.id)
        .limit(limit)
    )
    for table_id in connection.scalars(query).all():
        try:
            table, _ = load_table(connection, table_id)
        except (NoTable, Quarantined):
            continue
        yield Record.from_position(table.position)
