"""`azulejos lessons`: the first game and the lessons of a game, in the terminal.

Without a name the lessons are listed. What is right or wrong is said by the same files and searches
as on the page.
"""

import argparse

from azulejos.cli.coach import QUIT, Coach
from azulejos.cli.console import Parser, say
from azulejos.compiled.rng import make_rng
from azulejos.contract.game import Game
from azulejos.errors import AzulejosError
from azulejos.games import GAMES
from azulejos.position import Position
from azulejos.search.analysis import analyse
from azulejos.search.players import find_player
from azulejos.search.settings import Limit
from azulejos.teaching.lessons import Exercise, FirstGame, Lesson, first_game, lessons
from azulejos.teaching.practice import comment_on, judge, play_on, push_event, weigh
from azulejos.text import Text

FIRST = "first"  # the name of the first game among the lessons
SHOW = "show"  # typed instead of a move
GENTLE = "level1"
JUDGE_NODES = 4_000


def run(arguments: list[str]) -> int:
    """Run the command."""
    parsed = parse_arguments(arguments)
    game, coach = GAMES[parsed.game], Coach()
    first, known = first_game(game), lessons(game)
    if not parsed.lesson:
        list_lessons(coach, game, known)
    elif parsed.lesson == FIRST and first:
        play_first(coach, game, first)
    elif parsed.lesson in known:
        play_lesson(coach, game, known[parsed.lesson])
    else:
        names = ", ".join([FIRST, *known])
        raise AzulejosError(Text("cli.lessons.unknown", {"name": parsed.lesson, "names": names}))
    return 0


def parse_arguments(arguments: list[str]) -> argparse.Namespace:
    """Parse the command line."""
    parser = Parser("azulejos lessons", description=say("cli.lessons"))
    taught = [name for name, game in GAMES.items() if game.teaching]
    parser.add("game", "cli.play.game", choices=taught)
    parser.add("lesson", "cli.lessons.lesson", nargs="?", default="")
    return parser.parse_args(arguments)


def list_lessons(coach: Coach, game: Game, known: dict[str, Lesson]) -> None:
    """Print the names and titles."""
    coach.screen.tell(f"{FIRST:9} {say('cli.lessons.first')}", hang=10)
    for name in known:
        title, text = (say(f"{game.name}.lesson.{name}.{part}") for part in ("title", "text"))
        coach.screen.tell(f"{name:9} {title}. {text}", hang=10)


# ---- The first game


def play_first(coach: Coach, game: Game, first: FirstGame) -> None:
    """The steps of the first game, then one of one's own against a gentle bot."""
    for step in first.steps:
        prefix, position = f"{game.name}.first", step.start()
        coach.show(position)
        coach.screen.tell(say(f"{prefix}.{step.name}.know"), "bold")
        coach.screen.tell(say(f"{prefix}.{step.name}.do"))
        coach.screen.tell(say("cli.lessons.show"), "dim")
        while True:
            move = coach.ask(position, [SHOW])
            if move == QUIT:
                return
            if move == SHOW:
                move = next(each for each in position.legal_moves if step.is_accepted(each))
                coach.screen.tell(move, "bold")
            if step.is_accepted(move):
                coach.tell_line(game.name, step.play(move)[1])
                coach.screen.tell(say(f"{prefix}.{step.name}.right"), "green")
                break
            coach.screen.tell(say(f"{prefix}.wrong.{step.reason(move)}"), "red")
    play_rest(coach, Position.from_text(first.rest))


def play_rest(coach: Coach, position: Position) -> None:
    """A first game of one's own, with comments."""
    coach.screen.tell(say("cli.lessons.rest"), "bold")
    seat, bot, rng = position.actor, find_player(GENTLE), make_rng(None)
    while not position.is_over:
        coach.show(position)
        move = coach.ask(position)
        if move == QUIT:
            return
        comment = comment_on(weigh(position, move))
        events = [push_event(position, move), *play_on(position, seat, bot, rng)]
        coach.tell_line(position.game.name, events)
        if comment:
            coach.screen.tell(say(comment.code, **comment.args), "bold")
    coach.show(position)
    scores = " – ".join(map(str, position.scores))
    coach.screen.tell(say("cli.lessons.over", scores=scores), "bold")


# ---- A lesson


def play_lesson(coach: Coach, game: Game, lesson: Lesson) -> None:
    """The exercises of a lesson; each is tried until its goal is met."""
    coach.screen.tell(say(f"{game.name}.lesson.{lesson.name}.title"), "bold")
    coach.screen.tell(say(f"{game.name}.lesson.{lesson.name}.text"))
    for number, exercise in enumerate(lesson.exercises, 1):
        title = say("cli.lessons.exercise", n=number, all=len(lesson.exercises))
        coach.screen.tell(f"{title} {say('cli.lessons.goal', n=exercise.goal)}", "bold")
        if not play_exercise(coach, game, exercise):
            return


def play_exercise(coach: Coach, game: Game, exercise: Exercise) -> bool:
    """Ask until the goal of an exercise is met or shown; False if the learner stops."""
    position, best = exercise.start(), ""
    coach.show(position)
    coach.screen.tell(say("cli.lessons.show"), "dim")
    while True:
        move = coach.ask(position, [SHOW])
        if move == QUIT:
            return False
        with coach.screen.waiting(say("cli.play.waiting")):
            best = best or find_best(position)
            verdict = judge(position, best if move == SHOW else move, best, JUDGE_NODES)
        if move == SHOW:
            coach.screen.tell(say("cli.lessons.best", move=best), "bold")
            coach.tell_line(game.name, verdict.line)
            return True
        if verdict.loss <= exercise.goal:
            coach.screen.tell(say("cli.lessons.met", n=round(verdict.loss, 1)), "green")
            return True
        coach.screen.tell(say("cli.lessons.missed", n=round(verdict.loss, 1)), "red")
        coach.tell_line(game.name, verdict.line)


def find_best(position: Position) -> str:
    """The best move of a position, by a search."""
    *_, info = analyse(position, Limit(nodes=JUDGE_NODES), lines=0)
    return info.best
