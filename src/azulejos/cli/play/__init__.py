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

from azulejos.cli.console import Parser, say
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
    parser.add("names", "cli.play.names", nargs="*", metavar="FILE | PLAYER")
    parser.add_variant(game=None)
    limit = parser.add_mutually_exclusive_group()
    parser.add("--seconds", "cli.match.seconds", within=(0.001, 3600.0), to=limit)
    parser.add("--nodes", "cli.play.nodes", within=(1, 10**9), to=limit)
    parser.add("--seed", "cli.play.seed", within=(0, 2**64 - 1))
    parser.add("--reasons", "cli.play.reasons", action="store_true")
    parser.add("--save", "cli.play.save", metavar="FILE")
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
