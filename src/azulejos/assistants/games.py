"""The games that an assistant has begun: kept in memory, by short ids."""

from collections import OrderedDict
from dataclasses import dataclass
from itertools import count

from azulejos.arguments import check_text
from azulejos.compiled.rng import Rng, make_rng
from azulejos.errors import AzulejosError
from azulejos.position import Position
from azulejos.record import Record
from azulejos.text import Text

MAX_GAMES = 100  # that are kept; the one not used for longest is then dropped


@dataclass
class KeptGame:
    """A game, and whether its deals are drawn here or come from a table."""

    id: str
    position: Position
    rng: Rng | None  # None: deals are given as moves are

    def settle(self) -> list[str]:
        """Draw the deals that are due; return them."""
        drawn = []
        while self.rng is not None and self.position.needs_deal:
            drawn.append(self.position.deal(self.rng))
        return drawn

    def record(self) -> Record:
        return Record.from_position(self.position)


class KeptGames:
    """All games of one server."""

    def __init__(self) -> None:
        self._games: OrderedDict[str, KeptGame] = OrderedDict()
        self._numbers = count(1)

    def begin(self, position: Position, seed: int | None, is_dealt: bool) -> KeptGame:
        """Keep a new game; its first deal is drawn at once if deals are drawn here."""
        rng = make_rng(seed) if is_dealt else None
        game = KeptGame(f"g{next(self._numbers)}", position, rng)
        self._games[game.id] = game
        if len(self._games) > MAX_GAMES:
            self._games.popitem(last=False)
        game.settle()
        return game

    def find(self, game_id: str) -> KeptGame:
        """The game with an id."""
        game = self._games.get(check_text("game_id", game_id))
        if game is None:
            ids = ", ".join(self._games) or "–"
            raise AzulejosError(Text("assistant.game", {"id": game_id[:40], "ids": ids}))
        self._games.move_to_end(game_id)
        return game

    def ids(self) -> list[str]:
        return list(self._games)
