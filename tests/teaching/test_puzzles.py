"""Puzzles: how they are written, found, checked and first rated; and those that are shipped."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from azulejos.contract.game import Game
from azulejos.errors import AzulejosError
from azulejos.games import GAMES
from azulejos.position import Position
from azulejos.record_reader import read_records
from azulejos.search.players import LEVELS, rating_of
from azulejos.teaching.mining import (
    LEAST,
    MAX_WEAK_SOLVED,
    TRIES,
    WEAK_LEVEL,
    mine_game,
    mine_record,
    variant_of,
)
from azulejos.teaching.puzzle_check import find_doubt, find_fault
from azulejos.teaching.puzzle_ratings import first_rating, level_ratings, solve_chance
from azulejos.teaching.puzzles import (
    FILE,
    Puzzle,
    add_puzzles,
    parse_puzzle,
    parse_puzzles,
    puzzle_record,
    puzzle_text,
    shipped_puzzles,
)
from azulejos.teaching.puzzles import puzzles_of as all_puzzles
from tests.cli.command import call

SHIPPED = {name: game for name, game in GAMES.items() if game.teaching}
LEAST_SHIPPED = {"azul": 1_000, "blue": 300}
WEAKEST = 3  # levels, of which one finds a puzzle's move seldom
MAX_BYTES = 2_000_000  # of all files together
every_game = pytest.mark.parametrize("game", SHIPPED.values(), ids=list(SHIPPED))


def puzzles_of(game: Game) -> list[Puzzle]:
    return list(shipped_puzzles(game).values())


@every_game
def test_shipped_puzzles_are_legal_and_different(game: Game) -> None:
    puzzles = puzzles_of(game)
    assert len(puzzles) >= LEAST_SHIPPED[game.name]
    assert game.teaching
    lines = (game.teaching / FILE).read_text(encoding="utf-8").splitlines()
    assert len(lines) == len(puzzles)  # no two have one id
    for puzzle in puzzles:
        assert find_fault(puzzle) is None, puzzle.id


@every_game
def test_every_variant_has_its_share_and_every_puzzle_a_theme(game: Game) -> None:
    puzzles = puzzles_of(game)
    for variant in game.variants:
        share = sum(puzzle.variant == variant for puzzle in puzzles) / len(puzzles)
        assert share >= 0.5 / len(game.variants), variant
    assert all(puzzle.themes for puzzle in puzzles)
    assert len({theme for puzzle in puzzles for theme in puzzle.themes}) > 4


@every_game
def test_shipped_puzzles_keep_the_margin_and_few_are_easy(game: Game) -> None:
    puzzles = puzzles_of(game)
    for puzzle in puzzles:
        assert puzzle.lead >= LEAST.lead
        assert puzzle.win >= LEAST.win
    easy = sum(min(puzzle.solved[:WEAKEST]) > MAX_WEAK_SOLVED for puzzle in puzzles)
    assert easy < len(puzzles) / 5  # the levels find more than those with which they were mined
    weak = sum(puzzle.solved[WEAK_LEVEL - 1] for puzzle in puzzles)
    assert weak < TRIES * len(puzzles) / 2


@every_game
def test_a_long_search_agrees_with_some_shipped_puzzles(game: Game) -> None:
    puzzles = puzzles_of(game)
    doubts = [find_doubt(puzzle, 20_000) for puzzle in puzzles[:: len(puzzles) // 12]]
    assert sum(doubt is not None for doubt in doubts) <= 1  # with fewer nodes than it was found


def test_the_shipped_files_are_small() -> None:
    files = [game.teaching / FILE for game in SHIPPED.values() if game.teaching]
    assert sum(file.stat().st_size for file in files) <= MAX_BYTES


def test_a_puzzle_is_read_as_it_was_written() -> None:
    puzzle = puzzles_of(GAMES["azul"])[0]
    assert parse_puzzles([puzzle_text(puzzle), "", "\n"]) == [puzzle]
    assert puzzle.move not in puzzle.id
    for line in ("", "{}", "[1]", "{", json.dumps({"variant": "azul-2-gray"})):
        with pytest.raises(AzulejosError) as refused:
            parse_puzzle(line)
        assert refused.value.text.code == "puzzle.line"


def test_a_wrong_puzzle_is_found_out() -> None:
    puzzle = puzzles_of(GAMES["azul"])[0]
    other = next(move for move in puzzle.start().legal_moves if move != puzzle.move)
    wrong = {
        "position.words": replace(puzzle, position="azul players=2"),
        "puzzle.variant": replace(puzzle, variant="azul-2-purple"),
        "puzzle.illegal": replace(puzzle, move="9B1"),
        "puzzle.levels": replace(puzzle, solved=(1, 2)),
    }
    for code, broken in wrong.items():
        fault = find_fault(broken)
        assert fault is not None
        assert fault.code == code or not code.startswith("puzzle")
    assert find_fault(replace(puzzle, line=(puzzle.move, puzzle.move, puzzle.move))) is not None
    doubt = find_doubt(replace(puzzle, move=other), 2_000)
    assert doubt is not None
    assert doubt.code == "puzzle.other"


def test_mining_a_game_again_finds_the_same() -> None:
    found = mine_game("azul-2-coloured", 1)
    assert found == mine_game("azul-2-coloured", 1)
    assert found
    assert all(find_fault(puzzle) is None for puzzle in found)


def test_a_recorded_game_is_mined_too() -> None:
    puzzle = max(puzzles_of(GAMES["azul"]), key=lambda each: each.solved[-1] - each.solved[0])
    record = puzzle_record(puzzle)
    again = read_records(record.to_text())[0]
    assert (again.headers["puzzle"], again.entries[0].text) == (puzzle.id, puzzle.move)
    found = mine_record(again)
    assert [each.move for each in found if each.position == puzzle.position] == [puzzle.move]
    assert variant_of(record.first()) == puzzle.variant


def test_a_server_can_have_puzzles_of_its_own() -> None:
    game = GAMES["azul"]
    puzzle = puzzles_of(game)[0]
    start = puzzle.start()
    start.push(puzzle.move)
    own = replace(puzzle, position=start.to_text(), move=start.legal_moves[0], line=())
    add_puzzles([own])
    assert all_puzzles(game)[own.id] == own
    assert own.id not in shipped_puzzles(game)


def test_the_more_levels_solve_a_puzzle_the_lower_it_is_rated() -> None:
    levels = level_ratings(Position("azul").states)
    ladder = [first_rating((0,) * (8 - n) + (TRIES,) * n, levels, TRIES) for n in range(9)]
    assert ladder == sorted(ladder, reverse=True)
    assert len(set(ladder)) == 9
    assert ladder[8] < levels[0] < levels[7] < ladder[0]


@pytest.mark.parametrize("game", ["azul", "blue"])
def test_puzzles_are_rated_on_the_scale_of_the_players(game: str) -> None:
    """The levels solve as many puzzles as their ratings as players let expect, each within some
    percent: the model with 400 points for odds of ten to one is theirs too.
    """
    solved, expected = [0.0] * LEVELS, [0.0] * LEVELS
    puzzles = shipped_puzzles(GAMES[game]).values()
    for puzzle in puzzles:
        levels = level_ratings(puzzle.start().states)
        rating = first_rating(puzzle.solved, levels, TRIES)
        for n, level in enumerate(levels):
            solved[n] += puzzle.solved[n] / TRIES / len(puzzles)
            expected[n] += solve_chance(level, rating) / len(puzzles)
    assert solve_chance(levels[7], levels[7]) == 0.5
    states = Position(game, 2).states
    assert level_ratings(states)[7] == rating_of("level8", states)
    assert solved == pytest.approx(expected, abs=0.12)


def test_the_command_continues_where_it_was_interrupted(tmp_path: Path) -> None:
    mine = ("puzzles", "mine", str(tmp_path), "--game", "azul", "--jobs", "1", "--json")
    first = json.loads(call(*mine, "--count", "1").stdout)
    file = tmp_path / "azul-2-coloured.jsonl"
    whole = file.read_text()
    file.write_text(whole + '{"game": 9, "puz')  # cut off by a crash
    again = json.loads(call(*mine, "--count", "1").stdout)
    assert first == again
    assert file.read_text() == whole
    results = tmp_path / "results.jsonl"
    check = ("puzzles", "check", str(tmp_path / FILE), "--sample", "1", "--nodes", "5000")
    checked = call(*check, "--results", str(results))
    assert "passed" in checked.stdout
    lines = results.read_text()
    assert len(lines.splitlines()) == 1
    results.write_text(lines + '{"id": "cut off')
    assert call(*check, "--results", str(results)).stdout == checked.stdout
    assert results.read_text() == lines + '{"id": "cut off'  # nothing was checked again
    assert call("puzzles", "check", str(tmp_path / "none.jsonl")).returncode == 2
