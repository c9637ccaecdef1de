"""The feature `accounts`: people, how they sign in, and how they stand to each other."""

from azulejos.server.accounts import account_routes, routes
from azulejos.server.accounts.conduct import Bans, Reports
from azulejos.server.accounts.credentials import Sessions, Tokens
from azulejos.server.accounts.passkeys import Passkeys
from azulejos.server.accounts.people import People
from azulejos.server.accounts.recovery import Recovery
from azulejos.server.accounts.relations import Blocks, Follows
from azulejos.server.feature import Feature, Parts, Preview
from azulejos.server.storage.database import Database
from azulejos.server.web.page import home


def make_feature(parts: Parts) -> Feature:
    database = parts[Database]
    people, bans = parts.add(People(database)), parts.add(Bans(database))
    parts.add(Sessions(database))
    parts.add(Tokens(database))
    parts.add(Recovery(people))
    parts.add(Passkeys(people))
    parts.add(Blocks(database))
    parts.add(Follows(database))
    parts.add(Reports(database))
    return Feature(
        routers=[routes.router, account_routes.router],
        pages=[describe_page],
        start=[bans.refresh],
        stop=[people.close],
    )


async def describe_page(words: list[str], language: str) -> Preview | None:
    return home(language) if words == ["account"] else None
