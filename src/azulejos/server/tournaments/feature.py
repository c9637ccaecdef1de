"""The feature `tournaments`."""

from azulejos.server.accounts.relations import Blocks
from azulejos.server.errors import Refusal
from azulejos.server.feature import Feature, Job, Parts, Preview
from azulejos.server.play.tables import Tables
from azulejos.server.storage.database import Database
from azulejos.server.tournaments import routes
from azulejos.server.tournaments.store import StoredTournaments, store_results
from azulejos.server.tournaments.tournaments import Tournaments
from azulejos.server.web.page import ID, game_name, home
from azulejos.text import Text, render

DUE_S = 1.0  # between two searches for tournaments that are due


def make_feature(parts: Parts) -> Feature:
    stored = StoredTournaments(parts[Database])
    tournaments = parts.add(Tournaments(stored, parts[Tables], parts[Blocks]))

    async def describe_page(words: list[str], language: str) -> Preview | None:
        match words:
            case ["tournaments"] | ["tournaments", "new"]:
                return home(language)
            case ["tournament", tournament] if ID.fullmatch(tournament):
                try:
                    plan = (await stored.find(tournament)).plan
                except Refusal:
                    return None
                title = plan.name or render(game_name(plan.game), language)
                return Preview(200, title, render(Text("page.tournament"), language))
        return None

    return Feature(
        routers=[routes.router],
        jobs=[Job(DUE_S, tournaments.run_due)],
        hooks=[store_results],
        pages=[describe_page],
    )
