"""The feature `school`: puzzles, lessons, practice, and mistakes that return."""

from pathlib import Path

from azulejos.games import GAMES
from azulejos.server.feature import Expired, Feature, Parts, Personal, Preview
from azulejos.server.school import learn_routes, mistake_routes, puzzle_routes
from azulejos.server.settings import Settings
from azulejos.server.storage import schema
from azulejos.server.timing import DAY_S
from azulejos.server.web.page import home
from azulejos.teaching.drills import KINDS
from azulejos.teaching.lessons import lessons
from azulejos.teaching.puzzles import add_puzzles, parse_puzzles, puzzles_of
from azulejos.text import has_sentence

PUZZLE_KINDS = frozenset(("daily", "next", "race"))
FIRST_GAME = frozenset(("first", "rest"))


def make_feature(parts: Parts) -> Feature:
    if file := parts[Settings].puzzles:
        add_puzzles(parse_puzzles(Path(file).read_text("utf-8").splitlines()))
    races = schema.puzzle_races
    return Feature(
        routers=[puzzle_routes.router, learn_routes.router, mistake_routes.router],
        expired=[Expired(races, lambda at: races.c.started_at < at - DAY_S)],
        personal=[
            *map(Personal, (schema.puzzle_attempts, schema.puzzle_people, races)),
            *map(Personal, (schema.puzzle_consents, schema.mistakes)),
        ],
        pages=[describe_page],
    )


async def describe_page(words: list[str], language: str) -> Preview | None:
    match words:
        case ["learn"] | ["puzzles"] | ["mistakes"] | ["mistakes", _] | ["mistakes", _, _]:
            return home(language)
        case ["learn", game] if game in GAMES:
            return home(language)
        case ["learn", game, part] if game in GAMES and is_taught(game, part):
            return home(language)
        case ["learn", game, "drill", kind] if game in GAMES and kind in KINDS:
            return home(language)
        case ["puzzles", kind, game] if kind in PUZZLE_KINDS and game in GAMES:
            return home(language)
        case ["puzzles", "theme", game, theme] if has_sentence(f"{game}.theme.{theme}"):
            return home(language)
        case ["puzzles", id] if any(id in puzzles_of(game) for game in GAMES.values()):
            return home(language)
    return None


def is_taught(game: str, part: str) -> bool:
    """Is this the first game, the rest of it, or a lesson of a game?"""
    return part in FIRST_GAME or part in lessons(GAMES[game])
