"""First games and lessons: the rules accept what they ask for, and the search supports them."""

import re
from itertools import pairwise

import pytest

from azulejos.compiled.rng import make_rng
from azulejos.contract.game import Game
from azulejos.games import GAMES
from azulejos.position import Position
from azulejos.search.analysis import analyse
from azulejos.search.players import find_player
from azulejos.search.settings import Limit
from azulejos.teaching.lessons import first_game, lessons
from azulejos.teaching.practice import comment_on, judge, play_on, tell_line, weigh
from azulejos.teaching.puzzles import shipped_puzzles
from azulejos.text import LANGUAGES, sentences_of

TAUGHT = {name: game for name, game in GAMES.items() if game.teaching}
every_game = pytest.mark.parametrize("game", TAUGHT.values(), ids=list(TAUGHT))
MAX_STEPS = 9  # about three minutes


@every_game
def test_each_step_asks_for_a_move_that_is_possible(game: Game) -> None:
    first = first_game(game)
    assert first is not None
    assert 5 <= len(first.steps) <= MAX_STEPS
    for step in first.steps:
        position = step.start()
        accepted = [move for move in position.legal_moves if step.is_accepted(move)]
        assert accepted, step.name
        for move in position.legal_moves:
            assert move in accepted or step.reason(move)


@every_game
def test_the_moves_of_a_step_lead_to_the_next_one(game: Game) -> None:
    """Until a step says that time has passed, the game goes on from where it was."""
    first = first_game(game)
    assert first is not None
    goes_on = 0
    for step, following in pairwise(first.steps):
        move = next(each for each in step.start().legal_moves if step.is_accepted(each))
        after, events = step.play(move)
        assert [event.text for event in events] == [move, *step.replies]
        goes_on += after.to_text() == following.position
    assert goes_on >= 3


@every_game
def test_the_points_that_a_step_tells_are_those_of_the_position(game: Game) -> None:
    """`+7` is scored by the move, and "You have 15" is the score, in every language."""
    first = first_game(game)
    assert first is not None
    for step in first.steps:
        move = next(each for each in step.start().legal_moves if step.is_accepted(each))
        seat, (after, events) = step.start().actor, step.play(move)
        gained = [
            fact["points"]
            for fact in (each.to_json() for each in events[0].steps)
            if fact.get("seat") == seat and fact.get("points", 0) > 0
        ]
        for language in LANGUAGES:
            text = sentences_of(game.name, language)[f"{game.name}.first.{step.name}.right"]
            assert isinstance(text, str)
            assert [int(n) for n in re.findall(r"\+(\d+)", text)] == gained, text
            for n in re.findall(r"(?:have|with|Tienes|tienes|con|tem|com) (\d+) p", text):
                assert int(n) == after.scores[seat], text


@every_game
def test_the_sentences_are_those_of_steps_lessons_and_themes(game: Game) -> None:
    first = first_game(game)
    assert first is not None
    parts = {f"{step.name}.{x}" for step in first.steps for x in ("title", "do", "know", "right")}
    reasons = {f"wrong.{name}" for step in first.steps for _, name in step.wrong}
    taught = {f"{name}.{part}" for name in lessons(game) for part in ("title", "text")}
    themes = {theme for puzzle in shipped_puzzles(game).values() for theme in puzzle.themes}
    for kind, codes in (("first", parts | reasons), ("lesson", taught)):
        prefix = f"{game.name}.{kind}."
        found = {code for code in sentences_of(game.name, "en") if code.startswith(prefix)}
        assert found == {f"{prefix}{code}" for code in codes}
    known = sentences_of(game.name, "en")
    assert {f"{game.name}.theme.{theme}" for theme in themes} <= set(known)


@every_game
def test_the_search_supports_every_exercise(game: Game) -> None:
    """Its own best move meets the goal, and the trap does not, by a wide margin."""
    assert len(lessons(game)) >= 5
    for lesson in lessons(game).values():
        assert 2 <= len(lesson.exercises) <= 3
        for exercise in lesson.exercises:
            position = exercise.start()
            *_, info = analyse(position, Limit(nodes=20_000), lines=0)
            assert judge(position, info.best, info.best).loss <= exercise.goal
            trapped = judge(position, exercise.trap, info.best, 8_000)
            assert trapped.loss > 1.5 * exercise.goal, (lesson.name, exercise.position)
            assert trapped.line[0].text == exercise.trap


@every_game
def test_a_bot_plays_the_rest_of_the_first_game(game: Game) -> None:
    first = first_game(game)
    assert first is not None
    position, bot, rng = Position.from_text(first.rest), find_player("level1"), make_rng(1)
    seat = position.actor
    while not position.is_over:
        position.push(position.legal_moves[0])
        play_on(position, seat, bot, rng)
        assert position.is_over or position.turn == seat


def test_a_comment_praises_the_best_move_and_names_a_better_one() -> None:
    puzzle = max(shipped_puzzles(GAMES["azul"]).values(), key=lambda each: each.lead)
    position = puzzle.start()
    praised = comment_on(weigh(position, puzzle.move))
    assert praised is not None
    assert praised.code == "practice.good"
    losses = [judge(position, move, puzzle.move, 500).loss for move in position.legal_moves]
    worst = position.legal_moves[losses.index(max(losses))]
    warned = comment_on(weigh(position, worst))
    assert warned is not None
    assert warned.code == "practice.better"
    assert next(event.text for event in tell_line(position, list(puzzle.line))) == puzzle.move
