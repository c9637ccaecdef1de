"""Ratings from puzzles: on the scale of the players, and in steps that are bounded."""

from random import Random
from statistics import fmean

import pytest
import sqlalchemy as sa

from azulejos.games import GAMES
from azulejos.position import Position
from azulejos.search.players import LEVELS, find_player, rating_of
from azulejos.search.settings import Limit
from azulejos.server.ratings.ratings import Rating
from azulejos.server.school.puzzles import choose_near, seed_rating
from azulejos.server.school.standings import (
    FIRST_STEP,
    LATER_STEP,
    PROVISIONAL,
    first_standing,
    rate_answer,
)
from azulejos.server.storage import schema
from azulejos.server.storage.database import Database, make_engine
from azulejos.teaching.mining import TRIES
from azulejos.teaching.puzzles import Puzzle, daily_puzzle, shipped_puzzles
from tests.server.running import Running, me, ok

ATTEMPTS = 150  # of each level
DAY_S = 86_400.0
QUICK = Limit(nodes=10_000)  # for the level that has a time limit


@pytest.mark.parametrize("game", ["azul", "blue"])
def test_levels_get_ratings_in_their_order(game: str) -> None:
    """Each level solves puzzles as a person does: one after the other, near its rating. So few tell
    every second level from the next for certain, neighbours not always.
    """
    puzzles = shipped_puzzles(GAMES[game])
    seeds = {id: seed_rating(puzzle) for id, puzzle in puzzles.items()}
    found = []
    for level in range(1, LEVELS + 1):
        player, rating, random = find_player(f"level{level}"), Rating(), Random(level)
        left, means = list(puzzles.values()), []
        for number in range(ATTEMPTS):
            puzzle = choose_near(left, seeds, rating.mu, random)
            left.remove(puzzle)
            move = player.choose(
                puzzle.start(), QUICK if level == LEVELS else None, 1_000 + number
            ).move
            rating = rate_answer(rating, seeds[puzzle.id], move == puzzle.move)[0]
            means.append(rating.mu)
        found.append(round(fmean(means[ATTEMPTS // 2 :]), 1))
    assert found[::2] == sorted(found[::2])
    assert found[1::2] == sorted(found[1::2])


def test_an_answer_changes_a_rating_by_few_points() -> None:
    """The first wrong answer of a newcomer is no disaster, whatever the puzzle; nor is a hundredth
    right one a leap.
    """
    for shown in (400, 1_200, 2_000, 3_600):
        puzzle = Rating.of_bot(shown)
        for is_solved in (True, False):
            rating = Rating()
            for n in range(100):
                after = rate_answer(rating, puzzle, is_solved)[0]
                change = after.shown - rating.shown
                most = FIRST_STEP if n < PROVISIONAL else LATER_STEP
                assert abs(change) <= most + 1
                assert change >= 0 if is_solved else change <= 0
                rating = after
    even = rate_answer(Rating(), Rating.of_bot(1_200), False)[0]
    assert even.shown == 1_200 - FIRST_STEP


def test_levels_get_about_the_ratings_that_they_have_as_players() -> None:
    """By how often they solve each puzzle; above level 5 there are too few hard puzzles."""
    puzzles = shipped_puzzles(GAMES["azul"])
    seeds = {id: seed_rating(puzzle) for id, puzzle in puzzles.items()}
    for level in range(1, 6):
        player = rating_of(f"level{level}", Position("azul").states)
        assert player
        assert fmean(play(puzzles, seeds, level, seed) for seed in range(5)) == pytest.approx(
            player, abs=120
        )


def play(puzzles: dict[str, Puzzle], seeds: dict[str, Rating], level: int, seed: int) -> float:
    """The rating of a level after many answers, each right as often as it solves that puzzle."""
    rating, random, left, shown = Rating(), Random(seed), list(puzzles.values()), list[int]()
    for _ in range(ATTEMPTS):
        puzzle = choose_near(left, seeds, rating.mu, random)
        left.remove(puzzle)
        is_solved = random.random() < puzzle.solved[level - 1] / TRIES
        rating = rate_answer(rating, seeds[puzzle.id], is_solved)[0]
        shown.append(rating.shown)
    return fmean(shown[ATTEMPTS // 2 :])


def test_a_person_begins_with_the_rating_that_they_have_as_a_player(running: Running) -> None:
    engine, guest = make_engine(running.parts[Database].url), running.guest()
    with engine.begin() as connection:
        assert first_standing(connection, me(guest), "azul", []).rating.shown == 1_200
        easiest = [Rating.of_bot(1_900)] * 20
        assert first_standing(connection, me(guest), "azul", easiest).rating.shown == 1_900
        values = {"person": me(guest), "pool": "azul-2", "mu": 40.0, "sigma": 3.0, "games": 20}
        connection.execute(sa.insert(schema.ratings), values | {"ordinal": 37.0})
        assert first_standing(connection, me(guest), "azul", easiest).mu == 40.0
        assert first_standing(connection, me(guest), "blue", []).mu == 25.0
    engine.dispose()
    standing = ok(guest.get("/api/v1/puzzle/standing?game=azul"))
    assert (standing["rating"], standing["is_provisional"]) == (Rating(40.0).shown, True)


def test_the_daily_puzzle_changes_with_the_day() -> None:
    game = GAMES["azul"]
    days = [daily_puzzle(game, DAY_S * n) for n in range(30)]
    assert len({puzzle.id for puzzle in days if puzzle}) > 20
    assert daily_puzzle(game, 0) == daily_puzzle(game, DAY_S - 1)
