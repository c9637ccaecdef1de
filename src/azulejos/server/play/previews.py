"""What an address of the page stands for: its status, and what previews of links to it say.

The page finds its way by itself in the browser. The server only has to know which addresses there
are, so that others are answered with 404, and what a link says to programs that show links.
"""

import re

from azulejos.games import GAMES
from azulejos.server.accounts.people import PeopleError
from azulejos.server.analysis.boards import NoBoard
from azulejos.server.errors import Refusal
from azulejos.server.services import Services
from azulejos.server.storage.store import NoTable
from azulejos.server.table.table import Table
from azulejos.server.wall_clock import now
from azulejos.server.web.page import Describe, Preview
from azulejos.teaching.drills import KINDS
from azulejos.teaching.lessons import lessons
from azulejos.teaching.puzzles import puzzles_of
from azulejos.text import Text, has_sentence, render

PLAIN_PAGES = frozenset(
    (
        *("", "lobby", "new", "games", "leaders", "settings", "account", "rules"),
        *("analyse", "learn", "puzzles", "moderation", "friends", "share", "tournaments"),
    )
)
PUZZLE_KINDS = frozenset(("daily", "next", "race"))
MAIL_LINKS = frozenset(("confirm", "recover", "stop"))
FIRST_GAME = frozenset(("first", "rest"))
VIEWS = frozenset(("text", "board", "review"))  # of a table
MODES = frozenset(("explore", "setup", "pad"))  # of the analysis page
ID = re.compile(r"[A-Za-z0-9]{8,32}")
TABLE_PICTURE = "/api/v1/tables/{id}/picture.png"


def make_describe(services: Services) -> Describe:
    """The function that describes the addresses of a server's page."""

    async def describe(path: str, language: str) -> Preview:
        match [part for part in path.split("/") if part]:
            case []:
                return home(language)
            case [page] if page in PLAIN_PAGES:
                return home(language)
            case ["mail", link] if link in MAIL_LINKS:
                return home(language)
            case ["rules", game] if game in GAMES:
                return rules(game, language)
            case ["learn", game] if game in GAMES:
                return home(language)
            case ["learn", game, part] if game in GAMES and is_taught(game, part):
                return home(language)
            case ["puzzles", kind, game] if kind in PUZZLE_KINDS and game in GAMES:
                return home(language)
            case ["puzzles", "theme", game, theme] if has_sentence(f"{game}.theme.{theme}"):
                return home(language)
            case ["puzzles", id] if any(id in puzzles_of(game) for game in GAMES.values()):
                return home(language)
            case ["table", table] if ID.fullmatch(table):
                return await found_table(table, language)
            case ["table", table, view] if ID.fullmatch(table) and view in VIEWS:
                return await found_table(table, language)
            case ["analyse", game, *mode] if game in GAMES and is_mode(mode):
                return analyse(language)
            case ["board", board, *view] if ID.fullmatch(board) and is_view(view):
                return await found_board(board, language)
            case ["tournaments", "new"]:
                return home(language)
            case ["tournament", tournament] if ID.fullmatch(tournament):
                return await found_tournament(tournament, language)
            case ["person", person] if ID.fullmatch(person):
                return await found_person(person, language)
        return lost(language)

    async def found_table(id: str, language: str) -> Preview:
        try:
            live = await services.tables.get_current(id)
            return show_table(live.seen_by("", now()).table, language)
        except NoTable:
            return lost(language)

    async def found_board(id: str, language: str) -> Preview:
        try:
            await services.boards.get(id, now())
        except NoBoard:
            return lost(language)
        return analyse(language)

    async def found_tournament(id: str, language: str) -> Preview:
        try:
            plan = (await services.tournaments.stored.find(id)).plan
        except Refusal:
            return lost(language)
        title = plan.name or render(game_name(plan.game), language)
        return Preview(200, title, render(Text("page.tournament"), language))

    async def found_person(id: str, language: str) -> Preview:
        try:
            person = await services.people.find(id)
        except PeopleError:
            return lost(language)
        return Preview(200, person.name, render(Text("page.person"), language))

    return describe


def is_taught(game: str, part: str) -> bool:
    """Is this the first game, the rest of it, a lesson, or a kind of practice of a game?"""
    return part in FIRST_GAME or part in KINDS or part in lessons(GAMES[game])


def is_mode(parts: list[str]) -> bool:
    """Are these parts of an address a mode of the analysis page, and how it is shown?"""
    return not parts or (parts[0] in MODES and is_view(parts[1:]))


def is_view(parts: list[str]) -> bool:
    """Are these parts of an address nothing, or how something is shown?"""
    return not parts or (len(parts) == 1 and parts[0] in VIEWS)


def analyse(language: str) -> Preview:
    title = render(Text("page.analyse"), language)
    return Preview(200, title, render(Text("page.analyse.about"), language))


def home(language: str) -> Preview:
    return Preview(200, "Azulejos", render(Text("page.about"), language))


def lost(language: str) -> Preview:
    return Preview(404, "Azulejos", render(Text("page.lost"), language))


def rules(game: str, language: str) -> Preview:
    title = Text("page.rules", {"game": game_name(game)})
    return Preview(200, render(title, language), render(Text("page.about"), language))


def show_table(table: Table, language: str) -> Preview:
    """A link to a table: its game, who plays, how it stands, and a picture of the position."""
    names = [seat.name for seat in table.seats if seat.name]
    title = ": ".join(
        filter(None, (render(game_name(table.plan.game), language), ", ".join(names)))
    )
    about = render(Text(f"page.table.{table.status}"), language)
    return Preview(200, title, about, TABLE_PICTURE.format(id=table.plan.id))


def game_name(game: str) -> Text:
    """The name of a game as a sentence; a game without one is called by its code."""
    code = f"{game}.name"
    return Text(code) if has_sentence(code) else Text(game)
