"""Who solved which puzzle: attempts, ratings of people and puzzles, streaks and races.

A puzzle is an opponent. The first answer of a person counts, in one transaction for both ratings;
a hint, or giving up, counts as not solved. Puzzles that somebody chose by theme are not rated.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from random import Random, SystemRandom
from typing import Any

import sqlalchemy as sa

from azulejos.contract.game import Game
from azulejos.server.ids import make_id
from azulejos.server.ratings.ratings import Rating, rate
from azulejos.server.storage import schema
from azulejos.server.storage.database import Database, insert_new
from azulejos.teaching.mining import TRIES
from azulejos.teaching.puzzle_ratings import SIGMA, first_rating
from azulejos.teaching.puzzles import Puzzle, puzzles_of

NEAREST = 30  # puzzles nearest in rating to a person, of which the next one is drawn
RACE_S = 180.0
MAX_MISSED = 3  # wrong answers that end a race
_random = SystemRandom()


@dataclass(frozen=True)
class Standing:
    """How a person does at the puzzles of a game."""

    mu: float = Rating.mu
    sigma: float = Rating.sigma
    attempts: int = 0  # rated ones
    solved: int = 0
    streak: int = 0  # solved in a row, until now
    best_streak: int = 0
    best_race: int = 0  # puzzles solved in a race

    @property
    def rating(self) -> Rating:
        return Rating(self.mu, self.sigma, self.attempts)

    def after(self, rating: Rating, is_solved: bool) -> "Standing":
        """The standing after a rated attempt."""
        streak = self.streak + 1 if is_solved else 0
        return replace(
            self,
            mu=rating.mu,
            sigma=rating.sigma,
            attempts=self.attempts + 1,
            solved=self.solved + is_solved,
            streak=streak,
            best_streak=max(self.best_streak, streak),
        )


@dataclass(frozen=True)
class Attempt:
    """What a person has done with a puzzle."""

    is_solved: bool | None  # by the first answer; None before it
    is_rated: bool


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
    return Rating(first_rating(puzzle.solved, TRIES), SIGMA)


async def ratings_of_puzzles(database: Database, game: Game) -> dict[str, Rating]:
    """The ratings of all puzzles of a game, by id."""
    found = {id: seed_rating(puzzle) for id, puzzle in puzzles_of(game).items()}
    query = sa.select(schema.puzzle_ratings)
    rows = await database.read(lambda c: c.execute(query).all())
    stored = {row.puzzle: Rating(row.mu, row.sigma, row.attempts) for row in rows}
    return {id: stored.get(id, rating) for id, rating in found.items()}


async def next_puzzle(database: Database, game: Game, person: str, theme: str) -> Puzzle | None:
    """A puzzle that a person has not tried, near their rating; None if there is none left."""
    rows = schema.puzzle_attempts
    query = sa.select(rows.c.puzzle).where(rows.c.person == person)
    tried = set(await database.read(lambda c: c.execute(query).scalars().all()))
    standing = await standing_of(database, person, game.name)
    ratings = await ratings_of_puzzles(database, game)
    left = [
        puzzle
        for id, puzzle in puzzles_of(game).items()
        if id not in tried and (not theme or theme in puzzle.themes)
    ]
    return choose_near(left, ratings, standing.mu, _random) if left else None


def choose_near(
    left: list[Puzzle], ratings: Mapping[str, Rating], mu: float, random: Random
) -> Puzzle:
    """One of the puzzles that are nearest to a rating."""
    return random.choice(sorted(left, key=lambda each: abs(ratings[each.id].mu - mu))[:NEAREST])


async def standing_of(database: Database, person: str, game: str) -> Standing:
    """How a person does at the puzzles of a game."""
    return await database.read(lambda c: _read_standing(c, person, game))


async def attempt_of(database: Database, person: str, puzzle: str) -> Attempt | None:
    """What a person has done with a puzzle, if anything."""
    rows = schema.puzzle_attempts
    query = sa.select(rows.c.is_solved, rows.c.is_rated).where(
        rows.c.person == person, rows.c.puzzle == puzzle
    )
    row = await database.read(lambda c: c.execute(query).first())
    return Attempt(row.is_solved, row.is_rated) if row else None


async def note_theme(database: Database, person: str, puzzle: Puzzle, at: float) -> None:
    """Note that a person was shown a puzzle by theme, so that it is not rated."""
    values = _attempt(person, puzzle, at, None, is_rated=False)
    await database.run(lambda c: _insert(c, schema.puzzle_attempts, values))


async def store_answer(
    database: Database, person: str, game: str, puzzle: Puzzle, is_solved: bool, at: float
) -> bool:
    """Store a first answer and rate it; False if the person has answered before."""
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


def _read_standing(connection: sa.Connection, person: str, game: str) -> Standing:
    rows = schema.puzzle_people
    query = sa.select(rows).where(rows.c.person == person, rows.c.game == game)
    row = connection.execute(query).mappings().first()
    fields = Standing.__dataclass_fields__
    return Standing(**{name: row[name] for name in fields}) if row else Standing()


def _lock_standing(connection: sa.Connection, person: str, game: str) -> Standing:
    """Read a standing and lock it for the transaction."""
    rows = schema.puzzle_people
    _insert(connection, rows, {"person": person, "game": game, **asdict(Standing())})
    mine = (rows.c.person == person, rows.c.game == game)
    connection.execute(sa.select(rows.c.person).where(*mine).with_for_update())
    return _read_standing(connection, person, game)


def _write_standing(connection: sa.Connection, person: str, game: str, standing: Standing) -> None:
    rows = schema.puzzle_people
    mine = (rows.c.person == person, rows.c.game == game)
    connection.execute(sa.update(rows).where(*mine), asdict(standing))


def _store(
    connection: sa.Connection,
    person: str,
    game: str,
    puzzle: Puzzle,
    is_solved: bool,
    at: float,
) -> bool:
    rows = schema.puzzle_attempts
    mine = (rows.c.person == person, rows.c.puzzle == puzzle.id)
    if not _insert(connection, rows, _attempt(person, puzzle, at, is_solved, is_rated=True)):
        # it was chosen by theme, or answered before
        shown = sa.update(rows).where(*mine, rows.c.is_solved.is_(None))
        return bool(connection.execute(shown, {"is_solved": is_solved, "at": at}).rowcount)
    theirs = _lock_puzzle(connection, puzzle)
    standing = _lock_standing(connection, person, game)
    mine_after, theirs_after = rate([standing.rating, theirs], [1, 2] if is_solved else [2, 1])
    _write_standing(connection, person, game, standing.after(mine_after, is_solved))
    numbers = {"mu": theirs_after.mu, "sigma": theirs_after.sigma, "attempts": theirs_after.games}
    ratings = schema.puzzle_ratings
    connection.execute(sa.update(ratings).where(ratings.c.puzzle == puzzle.id), numbers)
    return True


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
