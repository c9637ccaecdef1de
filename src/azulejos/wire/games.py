"""The games that a server offers, with their options and opponents."""

from azulejos.wire.fields import Answer


class OptionAnswer(Answer):
    """An option of a game; the first choice is the default."""

    name: str
    choices: list[str]


class PluralAnswer(Answer):
    """A sentence for the number one, and for other numbers."""

    one: str
    other: str


class OpponentAnswer(Answer):
    """A named opponent in a game."""

    name: str
    rating: int | None  # on the scale of all players of the game; null: it adapts to yours
    style: str  # how it plays; "" for no style of its own


class GameAnswer(Answer):
    """A game that this server offers."""

    name: str
    editions: list[str]
    players: list[int]  # the default first
    options: dict[int, list[OptionAnswer]]  # by number of players
    words: dict[str, str | PluralAnswer]  # of games that the page has no texts for
    opponents: list[OpponentAnswer]  # from the weakest; none in a game that knows no styles


class ServerAnswer(Answer):
    """The games and bots that this server offers."""

    version: str
    games: list[GameAnswer]
    bots: list[str]
