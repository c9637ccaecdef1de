"""The registry: the games of the package, and those that other packages add by an entry point of
the group `azulejos.games`. The only shared file that names games.

- `azul/`: Azul, by Michael Kiesling: 2 to 4 players, coloured and gray walls.
- `blue/`: BLUE, by Néstor Romeral Andrés: 2 or 3 players, open and blind, with all tiles or fewer.
- `palette`: the colours of boards, by theme: for the pictures of every game and for the page.
"""

import warnings
from collections.abc import Iterator, Mapping
from functools import cached_property
from importlib.metadata import EntryPoint

from azulejos.compiled.jit import add_library
from azulejos.compiled.sources import game_entry_points
from azulejos.contract.game import Game
from azulejos.contract.registry import register
from azulejos.errors import BadNotation
from azulejos.games.azul import AZUL
from azulejos.games.blue import BLUE
from azulejos.text import Text, render

BUILT_IN = (AZUL, BLUE)


class Games(Mapping[str, Game]):
    """The games by name: those of the package first, then those from outside by name.

    Games from outside are loaded when the mapping is first read, not when this module is imported:
    a game's own package imports this one.
    """

    @cached_property
    def _games(self) -> dict[str, Game]:
        games = {game.name: game for game in BUILT_IN}
        for point in sorted(game_entry_points(), key=lambda point: point.name):
            game = load_game(point)
            if game is not None:
                games[game.name] = game
        return games

    def __getitem__(self, name: str) -> Game:
        return self._games[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._games)

    def __len__(self) -> int:
        return len(self._games)


def load_game(point: EntryPoint) -> Game | None:
    """The game of an entry point; a broken one is left out with a warning, once."""
    try:
        game = point.load()
        if not isinstance(game, Game):
            raise TypeError(f"{point.value} is a {type(game).__name__}, not a Game")
        add_library(point.module.partition(".")[0])
        return register(game)
    except Exception as wrong:
        package = point.dist.name if point.dist else point.value
        args = {"name": point.name, "package": package, "reason": f"{wrong}"}
        warnings.warn(render(Text("game.broken", args)), RuntimeWarning, stacklevel=2)
        return None


GAMES = Games()


def find_game(name: object) -> Game:
    """The game of a name."""
    text = name if isinstance(name, str) else ""  # converting any JSON value to text could fail
    game = GAMES.get(text)
    if game is None:
        args = {"name": text[:40], "games": ", ".join(GAMES)}
        raise BadNotation(Text("game.unknown", args), text)
    return game
