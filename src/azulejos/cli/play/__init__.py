"""`azulejos play`: a game in the terminal against players of the engine, or among people.

The command line is read here.

- `table`: the seats, their players and the file of the game.
- `session`: the course of the game.
- `commands`: what a person can type.
- `screen`: what is printed.
"""

import argparse
from contextlib import closing
from functools import partial
from pathlib import Path

from azulejos.cli.console import Parser, number_between, say
from azulejos.cli.play.commands import completions, obey
from azulejos.cli.play.screen import Screen
from azulejos.cli.play.session import GameSession
from azulejos.cli.play.table import LocalTable, is_player, new_table, saved_table
from azulejos.engine.client import EngineFailed
from azulejos.errors import AzulejosError
from azulejos.games import GAMES
from azulejos.search.settings import Limit
from azulejos.text import Text


def run(arguments: list[str]) -> int:
    """Run the command."""
    parsed = parse_arguments(arguments)
    table = open_table(parsed)
    with closing(GameSession(table, Screen(), parsed.reasons)) as session:
        session.screen.complete(partial(completions, session))
        try:
            session.play(obey)
        except (KeyboardInterrupt, EngineFailed):
            session.screen.tell("")  # ends the line of the prompt
            session.save()
            raise
    return 0


def parse_arguments(arguments: list[str]) -> argparse.Namespace:
    """Parse the command line."""
    parser = Parser("azulejos play", description=say("cli.play"))
    parser.add_argument("names", nargs="*", metavar="FILE | PLAYER", help=say("cli.play.names"))
    parser.add_argument("--game", choices=GAMES, help=say("cli.play.game"))
    parser.add_argument("--players", type=int, default=0, help=say("cli.play.players"))
    option = say("cli.play.options")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=CHOICE", help=option)
    limit = parser.add_mutually_exclusive_group()
    seconds, nodes = number_between(0.001, 3600.0), number_between(1, 10**9)
    limit.add_argument("--seconds", type=seconds, help=say("cli.match.seconds"))
    limit.add_argument("--nodes", type=nodes, help=say("cli.play.nodes"))
    seed = number_between(0, 2**64 - 1)
    parser.add_argument("--seed", type=seed, help=say("cli.play.seed"))
    parser.add_argument("--reasons", action="store_true", help=say("cli.play.reasons"))
    parser.add_argument("--save", metavar="FILE", help=say("cli.play.save"))
    return parser.parse_intermixed_args(arguments)


def open_table(parsed: argparse.Namespace) -> LocalTable:
    """The table that the arguments describe: a new game, or the one of a file."""
    limit = Limit(parsed.seconds, parsed.nodes)
    save = Path(parsed.save) if parsed.save else None
    if not is_file(parsed.names):
        game = parsed.game or next(iter(GAMES))
        return new_table(
            game, parsed.players, parsed.option, parsed.names, parsed.seed, limit, save
        )
    if parsed.game or parsed.players or parsed.option:
        raise AzulejosError(Text("cli.play.fixed"))
    file, *names = parsed.names
    return saved_table(Path(file), names, parsed.seed, limit, save)


def is_file(words: list[str]) -> bool:
    """Is the first word the file of a game, and not the name of a player?"""
    if not words or is_player(words[0]):
        return False
    path = Path(words[0])
    return path.exists() or bool(path.suffix) or len(path.parts) > 1
