"""Texts in the user's language, arguments, progress bars and error lines of all commands."""

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any, NoReturn, TypeVar

from azulejos.cli.terminal import Bar, StatusLine
from azulejos.errors import AzulejosError
from azulejos.games import GAMES
from azulejos.text import LANGUAGES, Text, render

T = TypeVar("T")

BAD_INPUT = 2  # exit code
FIRST_GAME = next(iter(GAMES))


def user_language() -> str:
    """The language that the environment asks for, or English if there is no catalogue for it."""
    names = (os.environ.get(name) for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))
    wanted = next((name for name in names if name), "en")
    return next((x for x in LANGUAGES if x.split("-")[0] == wanted[:2].lower()), "en")


def say(code: str, **args: Any) -> str:
    """The sentence with a code, in the user's language."""
    return render(Text(code, args), user_language())


def say_text(text: Text) -> str:
    """A text in the user's language."""
    return render(text, user_language())


def report_error(text: Text) -> int:
    """Print an error as one line on standard error, and return the exit code for bad input."""
    message = " ".join(say_text(text).split())
    print(f"azulejos: {message} [{text.code}]", file=sys.stderr)
    return BAD_INPUT


class Parser(argparse.ArgumentParser):
    """An argument parser that raises `AzulejosError` instead of ending the process."""

    def add(self, name: str, code: str, within: Any = None, to: Any = None, **how: Any) -> None:
        """Add an argument with the help text of a code: a number `within` two limits, or as
        argparse says; to a group, if one is given.
        """
        if within is not None:
            how["type"] = number_between(*within)
        (to or self).add_argument(name, help=say(code), **how)

    def add_variant(self, game: str | None = FIRST_GAME) -> None:
        """Add the options that say what is played, with a default for the game."""
        self.add("--game", "cli.play.game", choices=GAMES, default=game)
        self.add("--players", "cli.play.players", type=int, default=0)
        option = {"action": "append", "default": [], "metavar": "NAME=CHOICE"}
        self.add("--option", "cli.play.options", **option)

    def error(self, message: str) -> NoReturn:
        raise AzulejosError(Text("cli.arguments", {"reason": message}))


def number_between(low: Any, high: Any) -> Callable[[str], Any]:
    """A function that parses a number of the type of `low` within a range, for argparse."""

    def parse(text: str) -> Any:
        value = type(low)(text)
        if not low <= value <= high:
            raise ValueError
        return value

    parse.__name__ = f"{low} … {high}"  # argparse puts it into its error message
    return parse


def parse_options(words: list[str]) -> dict[str, str]:
    """The options of a game from words of the form NAME=CHOICE."""
    return dict(word.partition("=")[::2] for word in words)


def import_extra(extra: str, module: str) -> Any:
    """Import a module of this package that needs the optional dependencies `extra`."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("azulejos"):
            raise
        raise AzulejosError(Text("cli.extra", {"package": error.name, "extra": extra})) from None


def open_cluster(address: str) -> Any:
    """The Ray cluster at an address, see `learning/cluster.py`."""
    return import_extra("ray", "azulejos.learning.cluster").Cluster(address)


def track(items: Sequence[T], title: str | Callable[[], str]) -> Iterator[T]:
    """Yield the items and draw a progress bar, if standard error is a terminal.

    If `title` is a function, it is called after each item.
    """
    get_title = title if callable(title) else lambda: title
    with Bar(get_title(), len(items)) as bar:
        for item in items:
            yield item
            bar.advance(get_title())


@contextmanager
def show_title(title: str) -> Iterator[None]:
    """Show a title on a terminal while something takes time."""
    with StatusLine() as line:
        line.show(title)
        yield
