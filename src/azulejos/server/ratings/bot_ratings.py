"""The ratings of the server's own bots, which matches have measured: for two seats only, and for
the variants that were played. They are on the scale of people's ratings.
"""

from collections.abc import Mapping
from functools import lru_cache

from azulejos.position import Position
from azulejos.search.players import rating_of
from azulejos.wire.tournaments import BOTS

SEATS = 2


def bot_rating(game: str, seats: int, options: Mapping[str, str], bot: str) -> int | None:
    """The rating of a bot with a number of seats and options; None if it is not measured."""
    return bot_ratings(game, seats, options).get(bot)


def bot_ratings(game: str, seats: int, options: Mapping[str, str]) -> dict[str, int]:
    """The ratings of all bots that are measured for a number of seats and options."""
    return _read_ratings(game, options=tuple(sorted(options.items()))) if seats == SEATS else {}


@lru_cache(maxsize=64)
def _read_ratings(game: str, options: tuple[tuple[str, str], ...]) -> dict[str, int]:
    states = Position(game, SEATS, **dict(options)).states
    found = {bot: rating_of(bot, states) for bot in BOTS}
    return {bot: rating for bot, rating in found.items() if rating is not None}
