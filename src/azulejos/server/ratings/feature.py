"""The feature `ratings`: they change in the transaction that stores the end of a game."""

from azulejos.server.feature import Feature, Parts, Preview
from azulejos.server.ratings import routes
from azulejos.server.ratings.rated_results import store_ratings
from azulejos.server.web.page import home


def make_feature(parts: Parts) -> Feature:
    return Feature(routers=[routes.router], hooks=[store_ratings], pages=[describe_page])


async def describe_page(words: list[str], language: str) -> Preview | None:
    return home(language) if words == ["leaders"] else None
