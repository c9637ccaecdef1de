"""How commands talk to people: the user's language, progress on a terminal, errors in one line."""

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any, NoReturn, TypeVar

from azulejos.errors import AzulejosError
from azulejos.compiled.jit import watch_compilation
from azulejos.text import LANGUAGES, Text, render

T = TypeVar("T")


def language() -> str:
    """The language of the environment, as other programs find it; English if we do not speak it."""
    names = (os.environ.get(name) for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))
    wanted = next((name for name in names if name), "en")
    return next((x for x in LANGUAGES if x.split("-")[0] == wanted[:2].lower()), "en")


def say(code: str, **args: Any) -> str:
    """A sentence in the user's language."""
    return render(Text(code, args), language())


def tell(text: Text) -> str:
    """A text in the user's language."""
    return render(text, language())


def fail(text: Text) -> int:
    """Report what is wrong, in one line, and give the exit code for bad input."""
    message = " ".join(tell(text).split())
    print(f"azulejos: {message} [{text.code}]", file=sys.stderr)
    return 2


class Parser(argparse.ArgumentParser):
    """Arguments of a command; a wrong one is bad input like any other."""

    def error(self, message: str) -> NoReturn:
        raise AzulejosError(Text("cli.arguments", {"reason": message}))


def within(low: Any, high: Any) -> Any:
    """Reads a number of the kind of `low` between two."""

    def number(text: str) -> Any:
        value = type(low)(text)
        if not low <= value <= high:
            raise ValueError
        return value

    number.__name__ = f"{low} … {high}"  # what argparse says was expected
    return number


def need(extra: str, module: str) -> Any:
    """A module of ours that needs packages which not everybody has installed."""
    try:
        return import_module(module)
    except ModuleNotFoundError as wrong:
        if (wrong.name or "").startswith("azulejos"):
            raise
        raise AzulejosError(Text("cli.extra", {"package": wrong.name, "extra": extra})) from None


def track(things: Sequence[T], title: str | Callable[[], str]) -> Iterator[T]:
    """The things, with a progress bar if somebody watches; it also tells what is being compiled.

    A title that changes is asked for after each of them.
    """
    if not sys.stderr.isatty():
        yield from things
        return
    from rich.console import Console
    from rich.progress import Progress

    # no refreshing by itself: that would disturb what is measured
    with Progress(console=Console(stderr=True), transient=True, auto_refresh=False) as progress:
        words = title if callable(title) else lambda: title
        task = progress.add_task(words(), total=len(things))

        def report(name: str) -> None:
            progress.update(task, description=say("cli.preparing", name=name), refresh=True)

        with watch_compilation(report):
            for thing in things:
                yield thing
                progress.update(task, description=words(), advance=1, refresh=True)


@contextmanager
def preparing() -> Iterator[None]:
    """Tell on a terminal what is being compiled, which happens once on each machine."""
    if not sys.stderr.isatty():
        yield
        return
    has_told = False

    def report(name: str) -> None:
        nonlocal has_told
        has_told = True
        print(f"\r\033[K{say('cli.preparing', name=name)}", end="", file=sys.stderr, flush=True)

    with watch_compilation(report):
        yield
    if has_told:
        print("\r\033[K", end="", file=sys.stderr)
