"""The feature `host`: work of the host and of moderators, and the state of the server."""

from azulejos.server.feature import Feature, Parts, Preview
from azulejos.server.host import routes, status_routes
from azulejos.server.web.page import home


def make_feature(parts: Parts) -> Feature:
    return Feature(
        routers=[routes.router, routes.personal_data_router, status_routes.router],
        pages=[describe_page],
    )


async def describe_page(words: list[str], language: str) -> Preview | None:
    return home(language) if words == ["moderation"] else None
