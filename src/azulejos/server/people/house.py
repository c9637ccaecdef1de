"""The ratings of the house's bots, which matches have measured: for two seats only, and for the
variants that were played. They are on the scale of people's ratings.
"""

from collections.abc import Mapping
from functools import cache

from azulejos.position import Position
from azulejos.search.players import LEVELS
from azulejos.search.ratings import level_ratings, read_shares

SEATS = 2
BOTS = tuple(f"level{n}" for n in range(1, LEVELS + 1))


def house_rating(game: str, seats: int, options: Mapping[str, str], bot: str) -> int | None:
    """The rating of a bot with a number of seats and options; None if it is not measured."""
    if seats != SEATS or bot not in BOTS:
        return None
    position = Position(game, seats, **options)
    measured = read_shares(position.game.networks) if position.game.networks else {}
    name = position.game.evaluator.network_name(position.states[0])
    if not measured.keys() & {name, name.partition("-")[2]}:
        return None
    return round(level_ratings(position.states)[BOTS.index(bot)])


@cache
def house_ratings(game: str, seats: int) -> dict[str, int]:
    """The measured ratings of all bots with the usual options."""
    found = {bot: house_rating(game, seats, {}, bot) for bot in BOTS}
    return {bot: rating for bot, rating in found.items() if rating is not None}
