"""The games of the house. The only shared file that names them."""

from azulejos.errors import BadNotation
from azulejos.game import Game
from azulejos.games.azul import AZUL
from azulejos.games.blue import BLUE
from azulejos.text import Text

GAMES = {game.name: game for game in (AZUL, BLUE)}


def find_game(name: object) -> Game:
    """The game of a name."""
    text = name if isinstance(name, str) else ""  # writing out what JSON may hold can fail
    game = GAMES.get(text)
    if game is None:
        args = {"name": text[:40], "games": ", ".join(GAMES)}
        raise BadNotation(Text("game.unknown", args), text)
    return game
