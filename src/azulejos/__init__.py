"""Azulejos: play, analyse and learn the tile-laying games Azul and BLUE.

The public interface; every name here is stable. Begin with `Position`. The names of search
(`analyse`, `review`, `find_player`, `Limit`, `Info`) are imported when they are first used.
"""

from typing import TYPE_CHECKING, Any

from azulejos import batch
from azulejos.contract.game import Game
from azulejos.contract.rules import CHANCE, NOBODY
from azulejos.errors import (
    AzulejosError,
    BadArgument,
    BadGame,
    BadNotation,
    BadPosition,
    BadRecord,
    EmptyHistory,
    IllegalMove,
    NoDeal,
    NoDecision,
)
from azulejos.games import GAMES, find_game
from azulejos.games.azul import AZUL
from azulejos.games.blue import BLUE
from azulejos.position import Outcome, Position
from azulejos.record import Entry, Record
from azulejos.record_reader import iter_records, read_records
from azulejos.text import LANGUAGES, Text, render

if TYPE_CHECKING:
    from azulejos.search.analysis import analyse
    from azulejos.search.info import Info
    from azulejos.search.players import find_player
    from azulejos.search.review import review
    from azulejos.search.settings import Limit

__version__ = "0.2.0"

__all__ = [
    "AZUL",
    "BLUE",
    "CHANCE",
    "GAMES",
    "LANGUAGES",
    "NOBODY",
    "AzulejosError",
    "BadArgument",
    "BadGame",
    "BadNotation",
    "BadPosition",
    "BadRecord",
    "EmptyHistory",
    "Entry",
    "Game",
    "IllegalMove",
    "Info",
    "Limit",
    "NoDeal",
    "NoDecision",
    "Outcome",
    "Position",
    "Record",
    "Text",
    "analyse",
    "batch",
    "find_game",
    "find_player",
    "iter_records",
    "read_records",
    "render",
    "review",
]

_SEARCH = {  # names that are imported on first use: search takes a while to import
    "Info": "azulejos.search.info",
    "Limit": "azulejos.search.settings",
    "analyse": "azulejos.search.analysis",
    "find_player": "azulejos.search.players",
    "review": "azulejos.search.review",
}


def __getattr__(name: str) -> Any:
    """A name of search."""
    if name not in _SEARCH:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    globals()[name] = found = getattr(import_module(_SEARCH[name]), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_SEARCH})
