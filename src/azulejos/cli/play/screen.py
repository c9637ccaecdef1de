"""The terminal of a game: drawings with colours where the terminal has them, sentences, the prompt.

In a pipe everything is plain text of the same words, and nothing is animated. A game's picture may
have three functions besides those of `game.Picture`, each of them optional:

- `text_within(position, words, width)`: the text in lines of at most so many columns;
- `seat_text(position, words, seat)`: the board of one seat alone;
- `spans(drawing)`: the places in such a text that have a colour, as start, end and style of rich.

`words` can have names of seats as "seat 0", "seat 1", …
"""

import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from textwrap import wrap
from typing import Any

from rich.console import Console
from rich.text import Text as RichText

from azulejos.cli.console import say, show_compilation, user_language
from azulejos.compiled.jit import watch_compilation
from azulejos.position import Position
from azulejos.text import phrases

PIPE_WIDTH = 100  # columns where there is no terminal
INDENT = "  "
WHOLE_WORDS: dict[str, Any] = {"break_long_words": False, "break_on_hyphens": False}


class Screen:
    """Prints to standard output and reads from standard input."""

    def __init__(self) -> None:
        if hasattr(sys.stdout, "reconfigure"):
            sys.stdout.reconfigure(errors="replace")  # not every terminal has all signs
        self.console = Console(highlight=False, markup=False, emoji=False)
        self.is_interactive = sys.stdin.isatty() and sys.stdout.isatty()

    @property
    def width(self) -> int:
        """The columns of the terminal."""
        return shutil.get_terminal_size((PIPE_WIDTH, 24)).columns

    def tell(self, text: str, style: str = "", indent: str = "", hang: int = 0) -> None:
        """Print a sentence, on a terminal in lines of its width; the second line and the following
        ones are indented by `hang` columns more.
        """
        lines = [indent + text]
        if self.console.is_terminal:
            indents: dict[str, Any] = {"initial_indent": indent}
            indents["subsequent_indent"] = indent + " " * hang
            lines = wrap(text, self.width, **indents, **WHOLE_WORDS)
        self._print(RichText("\n".join(lines), style))

    def tell_words(self, words: list[str]) -> None:
        """Print words in lines of the width of the terminal."""
        self._print(RichText("\n".join(wrap(" ".join(words), self.width, **WHOLE_WORDS))))

    def draw(self, position: Position, seats: Mapping[str, str], seat: int | None = None) -> None:
        """Print the position, or the board of a seat if the game has boards of seats."""
        picture: Any = position.game.picture
        view = position.view()
        words = {**phrases(f"{position.game.name}.picture.", user_language()), **seats}
        if seat is not None and hasattr(picture, "seat_text"):
            drawing = picture.seat_text(view, words, seat)
        elif hasattr(picture, "text_within"):
            drawing = picture.text_within(view, words, self.width)
        else:
            drawing = picture.text(view, words)
        drawing = drawing.rstrip("\n")
        styled = RichText(f"\n{drawing}\n")
        if hasattr(picture, "spans"):
            for start, end, style in picture.spans(drawing):
                styled.stylize(style, start + 1, end + 1)
        self._print(styled)

    def _print(self, text: RichText) -> None:
        self.console.print(text, soft_wrap=True)

    @contextmanager
    def waiting(self, title: str) -> Iterator[None]:
        """Show on a terminal that something takes time, or what is being compiled."""
        if not self.console.is_terminal or self.console.is_dumb_terminal:
            with show_compilation():
                yield
            return
        with self.console.status(title) as status:

            def report(name: str) -> None:
                status.update(say("cli.preparing", name=name))

            with watch_compilation(report):
                yield

    def ask(self, prompt: str) -> str | None:
        """A line from the person, None at the end of the input."""
        try:
            return input(f"{prompt} ").strip()
        except EOFError:
            print()
            return None

    def complete(self, find: Callable[[str], list[str]]) -> None:
        """Let the tab key complete a line to those that a function finds for its beginning."""
        if not self.is_interactive:
            return
        with suppress(ImportError):  # Windows has none
            import readline

            def completion(start: str, number: int) -> str | None:
                return dict(enumerate(find(start))).get(number)

            readline.set_completer(completion)
            readline.set_completer_delims("")
            is_libedit = "libedit" in (readline.__doc__ or "")
            readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
