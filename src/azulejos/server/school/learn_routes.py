"""Routes for learners: the first game, lessons, and practice.

A practice game is not stored: the page keeps its position.
"""

import asyncio

from fastapi import Request

from azulejos.contract.game import Game
from azulejos.errors import NoDecision
from azulejos.games import find_game
from azulejos.position import Position
from azulejos.server.accounts.callers import Anybody, Player, Reader
from azulejos.server.errors import refusal
from azulejos.server.feature import parts_of
from azulejos.server.play.rated_games import RatedGames
from azulejos.server.school.habits import habits_of, levels_of
from azulejos.server.school.lessons import (
    board_position,
    event_json,
    events_of,
    find_drill,
    judge_move,
    practise,
)
from azulejos.server.school.lines import explain, play_line, texts_of
from azulejos.server.storage.database import Database
from azulejos.server.storage.store import Store
from azulejos.server.thinking.workers import Workers
from azulejos.server.web.limits import Limits, address_of
from azulejos.server.web.problems import refuses
from azulejos.server.web.routers import make_router
from azulejos.teaching.drills import kinds_of
from azulejos.teaching.habits import Tally, advise
from azulejos.teaching.lessons import Exercise, FirstStep, first_game, lessons, path
from azulejos.teaching.puzzles import puzzles_of
from azulejos.wire.fields import Sentence, Word
from azulejos.wire.practice import (
    AdviceAnswer,
    DrillAnswer,
    HabitsAnswer,
    LevelAnswer,
    PracticeAnswer,
    PracticeForm,
    TallyAnswer,
)
from azulejos.wire.school import (
    ExerciseAnswer,
    ExerciseForm,
    FirstStepAnswer,
    GameName,
    LearnAnswer,
    LessonAnswer,
    TryAnswer,
    TurnAnswer,
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
        rest=board_position(Position.from_text(first.rest)) if first else None,
        lessons=[
            LessonAnswer(
                name=lesson.name,
                exercises=[
                    ExerciseAnswer(board=board_position(each.start()), goal=each.goal)
                    for each in lesson.exercises
                ],
            )
            for lesson in lessons(game).values()
        ],
        drills=kinds_of(game),
        path=path(game),
    )


def step_answer(step: FirstStep) -> FirstStepAnswer:
    board = board_position(step.start())
    accepts = {move: turn_answer(step, move) for move in board.moves if step.is_accepted(move)}
    wrong = {move: step.reason(move) for move in board.moves if move not in accepts}
    return FirstStepAnswer(name=step.name, board=board, accepts=accepts, wrong=wrong)


def turn_answer(step: FirstStep, move: str) -> TurnAnswer:
    after = step.start()
    after.push(move)
    event, *replies = events_of([event_json(event) for event in step.play(move)[1]])
    return TurnAnswer(event=event, board=board_position(after), replies=replies)


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
    position, workers = exercise.start(), parts[Workers]
    if form.move is not None:
        position.copy().push(form.move)  # raises if it is illegal
    found = await judge_move(workers, position, form.move or "", "")
    best, is_met = found["best"], found["loss"] <= exercise.goal
    return TryAnswer(
        is_met=is_met,
        loss=found["loss"],
        line=await asyncio.to_thread(play_line, position, texts_of(found["line"])),
        best=best if is_met else "",
        why=await explain(workers, position, best) if is_met else None,
    )


def find_exercise(game: Game, lesson: str, number: int) -> Exercise:
    found = lessons(game).get(lesson)
    if found is None or not 1 <= number <= len(found.exercises):
        raise refusal("learn.unknown")
    return found.exercises[number - 1]


# ---- Practice


@router.get("/learn/{game}/drills/{kind}", responses=refuses("learn.no_drill"))
async def show_drill(game: GameName, kind: Word, request: Request, caller: Anybody) -> DrillAnswer:
    """A position to play out, another one each time: the `ending` of a game, the rest of a `round`,
    or a whole `game`.
    """
    parts, found = parts_of(request), find_game(game)
    if kind not in kinds_of(found):
        raise refusal("learn.no_drill")
    parts[Limits].require("practice", address_of(request.scope))
    drill = await find_drill(parts[Workers], found, kind)
    board = board_position(Position.from_json(drill["position"]))
    return DrillAnswer(board=board, goal=drill["goal"])


@router.post("/practice", responses=refuses("move.illegal", "analysis.rated"))
async def play_practice(form: PracticeForm, request: Request, caller: Anybody) -> PracticeAnswer:
    """Play a move in a position that your client keeps; a bot answers. The bot `adaptive` plays at
    the level that keeps the game close. Nothing is stored. Refused like an analysis while you play
    a rated game.
    """
    parts = parts_of(request)
    parts[Limits].require("practice", address_of(request.scope))
    position = await asyncio.to_thread(Position.from_json, form.position)
    person, address = caller.person.id if caller else "", address_of(request.scope)
    if await parts[RatedGames].concern(person, address, position):
        raise refusal("analysis.rated")
    if position.is_over or (form.move is not None and position.turn is None):
        raise NoDecision(is_over=position.is_over)
    if form.move is not None:
        position.copy().push(form.move)  # raises if it is illegal
    found = await practise(parts[Workers], position, form.move, form.bot, form.has_deals)
    return PracticeAnswer(
        board=board_position(Position.from_json(found["position"])),
        events=events_of(found["events"]),
        comment=Sentence(**found["comment"]) if found["comment"] else None,
        loss=found["loss"],
        note=Sentence(**found["note"]) if found["note"] else None,
    )


@router.get("/learn/{game}/path")
async def show_path(game: GameName, request: Request, caller: Reader) -> list[LevelAnswer]:
    """The path from the lowest level to the highest: what helps to beat each, and how you did."""
    lessons = path(find_game(game))
    levels = await levels_of(parts_of(request)[Database], caller.person.id, game)
    return [
        LevelAnswer(level=level, lesson=lesson, games=record.games, wins=record.wins)
        for level, (lesson, record) in enumerate(zip(lessons, levels, strict=False), 1)
    ]


@router.get("/learn/{game}/habits")
async def show_habits(game: GameName, request: Request, caller: Reader) -> HabitsAnswer:
    """The habits in your last 30 reviewed games, and what to learn from them. Nobody else can read
    it.
    """
    parts, found = parts_of(request), find_game(game)
    parts[Limits].require("puzzle", caller.person.id)
    habits = await habits_of(parts[Database], parts[Store], caller.person.id, game)
    games, puzzles = max(1, habits.games), puzzles_of(found).values()

    def tally(name: object, each: Tally) -> TallyAnswer:
        return TallyAnswer(
            name=str(name),
            decisions=each.decisions,
            accuracy=round(each.mean, 4),
            loss=round(each.loss / games, 2),
        )

    return HabitsAnswer(
        games=habits.games,
        luck=round(habits.luck / games, 2),
        figures={name: round(sum_ / games, 2) for name, sum_ in habits.figures.items()},
        stages=[tally(stage, each) for stage, each in sorted(habits.stages.items())],
        themes=[tally(*item) for item in sorted(habits.themes.items(), key=lambda i: -i[1].loss)],
        advice=[
            AdviceAnswer(
                theme=each.theme,
                lesson=each.lesson,
                puzzles=sum(each.theme in puzzle.themes for puzzle in puzzles),
                loss=round(each.loss, 2),
            )
            for each in advise(found, habits)
        ],
    )
