"""Previews of links: what an address of the page stands for.

The page finds its way by itself in the browser. The server only has to know which addresses there
are, so that others are answered with 404, and what a link says to programs that show links. Each
feature describes its own addresses (`Feature.pages`).
"""

import re
from collections.abc import Awaitable, Callable, Sequence

from azulejos.games import GAMES
from azulejos.server.feature import Describe, Preview
from azulejos.text import Text, has_sentence, render

ID = re.compile(r"[A-Za-z0-9]{8,32}")
DescribePath = Callable[[str, str], Awaitable[Preview]]  # by path and language


def make_describe(pages: Sequence[Describe]) -> DescribePath:
    """The function that describes the addresses of a server's page."""

    async def describe(path: str, language: str) -> Preview:
        words = [word for word in path.split("/") if word]
        for page in pages:
            if found := await page(words, language):
                return found
        return Preview(404, "Azulejos", render(Text("page.lost"), language))

    return describe


async def describe_page(words: list[str], language: str) -> Preview | None:
    """The first page, the rules and the settings."""
    match words:
        case [] | ["rules"] | ["settings"] | ["share"]:
            return home(language)
        case ["rules", game] if game in GAMES:
            title = Text("page.rules", {"game": game_name(game)})
            return Preview(200, render(title, language), render(Text("page.about"), language))
    return None


def home(language: str) -> Preview:
    """The preview of a page that has none of its own."""
    return Preview(200, "Azulejos", render(Text("page.about"), language))


def game_name(game: str) -> Text:
    """The name of a game as a sentence; a game without one is called by its code."""
    code = f"{game}.name"
    return Text(code) if has_sentence(code) else Text(game)
