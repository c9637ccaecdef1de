"""Azulejos: play, analyse and learn the tile-laying games Azul and BLUE.

The public face; every name here is stable. `Position` is where to begin.
"""

from azulejos.errors import AzulejosError, BadNotation, BadPosition, BadRecord, IllegalMove
from azulejos.game import CHANCE, NOBODY, Game
from azulejos.games import GAMES, find_game
from azulejos.games.azul import AZUL
from azulejos.games.blue import BLUE
from azulejos.position import Outcome, Position
from azulejos.record import Entry, Record, read_records
from azulejos.text import LANGUAGES, Text, render

__version__ = "0.1.0"

__all__ = [
    "AZUL",
    "BLUE",
    "CHANCE",
    "GAMES",
    "LANGUAGES",
    "NOBODY",
    "AzulejosError",
    "BadNotation",
    "BadPosition",
    "BadRecord",
    "Entry",
    "Game",
    "IllegalMove",
    "Outcome",
    "Position",
    "Record",
    "Text",
    "find_game",
    "read_records",
    "render",
]
