"""The feature `analysis`: analyses, hints, reviews and shared boards."""

from azulejos.games import GAMES
from azulejos.server.analysis import position_routes, routes
from azulejos.server.analysis.analyses import Analyses
from azulejos.server.analysis.boards import Boards, NoBoard
from azulejos.server.analysis.hints import HintSearch
from azulejos.server.analysis.reviews import Reviews
from azulejos.server.analysis.socket import AnalysisSocket
from azulejos.server.cluster.channel import Hints
from azulejos.server.feature import Feature, Parts, Personal, Preview
from azulejos.server.play.rated_games import RatedGames
from azulejos.server.play.tables import Tables
from azulejos.server.settings import Settings
from azulejos.server.storage import schema
from azulejos.server.storage.analyses import StoredAnalyses, StoredReviews
from azulejos.server.storage.database import Database
from azulejos.server.storage.growth import unused
from azulejos.server.thinking.analysts import Analysts
from azulejos.server.thinking.workers import Workers
from azulejos.server.timing import now
from azulejos.server.web.documents import Documents
from azulejos.server.web.limits import Limits
from azulejos.server.web.page import ID
from azulejos.text import Text, render

MODES = frozenset(("explore", "setup", "pad"))  # of the analysis page
VIEWS = frozenset(("text", "board"))  # of an analysis


def make_feature(parts: Parts) -> Feature:
    database, tables, limits = parts[Database], parts[Tables], parts[Limits]
    analysts, settings = parts[Analysts], parts[Settings]
    stored, kept = StoredAnalyses(database), StoredReviews(database)
    analyses = parts.add(Analyses(analysts, stored, parts[RatedGames], limits))
    hints = parts.add(HintSearch(tables, parts[Workers], limits))
    reviews = parts.add(Reviews(tables, analysts, kept, stored, limits))
    boards = parts.add(Boards(database, parts[Documents], parts[Hints].publish))
    socket = AnalysisSocket(analyses, hints, boards, tables)

    async def describe_page(words: list[str], language: str) -> Preview | None:
        match words:
            case ["analyse"]:
                return describe_analysis(language)
            case ["analyse", game, *mode] if game in GAMES and is_mode(mode):
                return describe_analysis(language)
            case ["board", board, *view] if ID.fullmatch(board) and is_view(view):
                try:
                    await boards.get(board, now())
                except NoBoard:
                    return None
                return describe_analysis(language)
        return None

    return Feature(
        routers=[
            *(routes.router, position_routes.router),
            *(routes.boards_router, routes.reviews_router),
        ],
        messages=socket.handlers,
        sessions=[socket],
        channels=[boards.channel],
        expired=[
            *unused(schema.boards, schema.boards.c.seen_at, settings.keep_boards_days),
            *unused(schema.analyses, schema.analyses.c.created_at, settings.keep_analyses_days),
        ],
        personal=[Personal(schema.boards)],
        pages=[describe_page],
        stop=[reviews.stop],
    )


def is_mode(words: list[str]) -> bool:
    """Are these words of an address a mode of the analysis page, and how it is shown?"""
    return not words or (words[0] in MODES and is_view(words[1:]))


def is_view(words: list[str]) -> bool:
    """Are these words of an address nothing, or how an analysis is shown?"""
    return not words or (len(words) == 1 and words[0] in VIEWS)


def describe_analysis(language: str) -> Preview:
    title = render(Text("page.analyse"), language)
    return Preview(200, title, render(Text("page.analyse.about"), language))
