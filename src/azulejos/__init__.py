"""Azulejos: play, analyse and learn the tile-laying games Azul and BLUE.

The public interface; every name here is stable. Begin with `Position`. The names of search
(`analyse`, `review`, `find_player`, `Limit`, `Info`) are imported when they are first used.

- `arguments`: checks of arguments that callers pass to the public functions: types, integers.
- `assistants/`: tools for assistants: language models that play, teach and referee.
- `batch`: the rules over arrays of states: for researchers who play thousands of games at once.
- `cli/`: the command `azulejos`, a file for each subcommand.
- `client/`: a client of Azulejos servers, blocking and asynchronous, for bots and other programs.
- `compiled/`: compiled code: the decorators, the library built ahead, random numbers.
- `contract/`: the contract between the games and everything else: what a game is.
- `engine/`: the engine protocol: its messages, the engine that answers them.
- `env_kernels`: environments over arrays of states, compiled: find moves, step, reset, observe.
- `envs/`: environments for learning programs: PettingZoo, Gymnasium, OpenSpiel.
- `errors`: errors named by cause.
- `files`: atomic writing of files.
- `games/`: the registry of games, and the games of the package.
- `kernels`: the verbs of the contract over arrays of states, compiled and unchecked.
- `learning/`: learning as in AlphaZero: self-play, training, generations with a gate match.
- `match/`: matches between players: paired games, opening positions, Elo and the sequential test.
- `network`: learned weights of the value and the prior, their file format, compiled inference.
- `network_instructions`: the compiled form of the sum that layers of networks are made of.
- `notebook`: a board for notebooks, on which one can play and branch: Jupyter, VS Code and marimo.
- `picture`: a drawn position framed for notebooks: its size, the names of the seats, the last move.
- `picture_marks`: marks drawn over the picture of a position, in the grammar that the page uses.
- `position`: a game in progress: push and pop moves, list the legal ones, in any registered game.
- `positions_table`: records as a table of positions, for machine learning.
- `processes`: worker processes for long work, which end with the process that started them.
- `progress`: progress reports of long-running functions.
- `record`: a written game: its players, every deal and every move, comments and variations.
- `record_reader`: reading written games, from text or from lines of JSON, one game at a time.
- `remote`: the connection to a Ray cluster, for those parts that can work on other machines.
- `search/`: PUCT tree search, exact solver, foresight, analysis, named players, review of games.
- `server/`: the web server; read its `app.py` first.
- `teaching/`: puzzles, lessons and the first game: made and checked with search, without I/O.
- `text`: sentences as codes and arguments, and the catalogue that turns them into a language.
- `wire/`: the messages, requests and answers that cross the wire, for server and clients alike.
- `written`: moves, positions and steps of any game, as compiled code writes them.
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
