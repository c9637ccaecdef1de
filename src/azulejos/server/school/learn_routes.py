"""Routes for learners: the first game and lessons. The page keeps a learner's progress."""

import asyncio

from fastapi import Request

from azulejos.contract.game import Game
from azulejos.games import find_game
from azulejos.position import Position
from azulejos.server.accounts.dependencies import Anybody, Player
from azulejos.server.errors import refusal
from azulejos.server.feature import parts_of
from azulejos.server.school.boards import events_of, study_board
from azulejos.server.school.lessons import judge_move
from azulejos.server.thinking.readiness import Readiness
from azulejos.server.thinking.workers import Workers
from azulejos.server.web.limits import Limits
from azulejos.server.web.problems import refuses
from azulejos.server.web.routers import make_router
from azulejos.teaching.drills import kinds_of
from azulejos.teaching.lessons import Exercise, FirstStep, first_game, lessons, path
from azulejos.wire.fields import Word
from azulejos.wire.school import (
    ExerciseAnswer,
    ExerciseForm,
    FirstStepAnswer,
    GameName,
    LearnAnswer,
    LessonAnswer,
    TryAnswer,
)

router = make_router("learn")


@router.get("/learn/{game}")
async def show_lessons(game: GameName, request: Request, caller: Anybody) -> LearnAnswer:
    """How a game is taught: its first game and its lessons."""
    return await asyncio.to_thread(learn_answer, find_game(game))


def learn_answer(game: Game) -> LearnAnswer:
    first = first_game(game)
    return LearnAnswer(
        steps=[step_answer(step) for step in first.steps] if first else [],
        rest=study_board(Position.from_text(first.rest)) if first else None,
        lessons=[
            LessonAnswer(
                name=lesson.name,
                exercises=[
                    ExerciseAnswer(board=study_board(each.start()), goal=each.goal)
                    for each in lesson.exercises
                ],
            )
            for lesson in lessons(game).values()
        ],
        drills=kinds_of(game),
        path=path(game),
    )


def step_answer(step: FirstStep) -> FirstStepAnswer:
    board = study_board(step.start())
    accepts = [move for move in board.moves if step.is_accepted(move)]
    wrong = {move: step.reason(move) for move in board.moves if move not in accepts}
    return FirstStepAnswer(name=step.name, board=board, accepts=accepts, wrong=wrong)


@router.post(
    "/learn/{game}/lessons/{lesson}/{number}", responses=refuses("learn.unknown", "move.illegal")
)
async def try_exercise(
    game: GameName, lesson: Word, number: int, form: ExerciseForm, request: Request, caller: Player
) -> TryAnswer:
    """Try a move in an exercise, counted from 1. A search says how many points it gives away;
    without a move it shows the best one.
    """
    parts, exercise = parts_of(request), find_exercise(find_game(game), lesson, number)
    parts[Limits].require("puzzle", caller.person.id)
    position = exercise.start()
    if form.move is not None:
        position.copy().push(form.move)  # raises if it is illegal
    move = form.move or ""
    found = await judge_move(parts[Workers], parts[Readiness], position, move, "")
    is_met = found["loss"] <= exercise.goal
    best = found["best"] if is_met else ""
    line = events_of(found["line"])
    return TryAnswer(is_met=is_met, loss=found["loss"], line=line, best=best)


def find_exercise(game: Game, lesson: str, number: int) -> Exercise:
    found = lessons(game).get(lesson)
    if found is None or not 1 <= number <= len(found.exercises):
        raise refusal("learn.unknown")
    return found.exercises[number - 1]
