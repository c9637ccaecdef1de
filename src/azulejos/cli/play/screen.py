"""The terminal of a game: drawings with colours where the terminal has them, sentences, the prompt.

In a pipe everything is plain text of the same words, and nothing is animated. A game's picture may
have three functions besides those of `game.Picture`, each of them optional:

- `text_within(position, words, width)`: the text in lines of at most so many columns;
- `seat_text(position, words, seat)`: the board of one seat alone;
- `spans(drawing)`: the places in such a text that have a colour, as start, end and style of
  `cli/terminal.py`.

`words` can have names of seats as "seat 0", "seat 1", …
"""

import sys
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, suppress
from textwrap import wrap
from typing import Any

from azulejos.cli.console import show_title, user_language
from azulejos.cli.terminal import Painter, columns
from azulejos.position import Position
from azulejos.text import phrases

INDENT = "  "
WHOLE_WORDS: dict[str, Any] = {"break_long_words": False, "break_on_hyphens": False}


class Screen:
    """Prints to standard output and reads from standard input."""

    def __init__(self) -> None:
        if hasattr(sys.stdout, "reconfigure"):
            sys.stdout.reconfigure(errors="replace")  # not every terminal has all signs
        self.painter = Painter(sys.stdout)
        self.is_terminal = sys.stdout.isatty()
        self.is_interactive = sys.stdin.isatty() and self.is_terminal

    def tell(self, text: str, style: str = "", indent: str = "", hang: int = 0) -> None:
        """Print a sentence, on a terminal in lines of its width; the second line and the following
        ones are indented by `hang` columns more.
        """
        lines = [indent + text]
        if self.is_terminal:
            indents: dict[str, Any] = {"initial_indent": indent}
            indents["subsequent_indent"] = indent + " " * hang
            lines = wrap(text, columns(), **indents, **WHOLE_WORDS)
        told = "\n".join(lines)
        print(self.painter.paint(told, [(0, len(told), style)]))

    def tell_words(self, words: list[str]) -> None:
        """Print words in lines of the width of the terminal."""
        print("\n".join(wrap(" ".join(words), columns(), **WHOLE_WORDS)))

    def draw(self, position: Position, seats: Mapping[str, str], seat: int | None = None) -> None:
        """Print the position, or the board of a seat if the game has boards of seats."""
        picture: Any = position.game.picture
        view = position.view()
        words = {**phrases(f"{position.game.name}.picture.", user_language()), **seats}
        if seat is not None and hasattr(picture, "seat_text"):
            drawing = picture.seat_text(view, words, seat)
        elif hasattr(picture, "text_within"):
            drawing = picture.text_within(view, words, columns())
        else:
            drawing = picture.text(view, words)
        drawing = drawing.rstrip("\n")
        spans = picture.spans(drawing) if hasattr(picture, "spans") else ()
        print(f"\n{self.painter.paint(drawing, spans)}\n")

    def waiting(self, title: str) -> AbstractContextManager[None]:
        """Show on a terminal that something takes time."""
        return show_title(title)

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
