"""Learning in the terminal: positions are drawn, moves asked for, and answers told.

`azulejos lessons` and `azulejos puzzles solve` share it. In a pipe everything is plain text.
"""

from collections.abc import Iterable, Sequence

from azulejos.cli.console import say, say_text, user_language
from azulejos.cli.play.screen import INDENT, Screen
from azulejos.contract.steps import sentence
from azulejos.errors import AzulejosError
from azulejos.position import Position
from azulejos.teaching.practice import Event

QUIT = "quit"


class Coach:
    """Shows positions and asks for moves."""

    def __init__(self) -> None:
        self.screen = Screen()

    def show(self, position: Position) -> None:
        """Draw a position, with the learner's seat named."""
        seats = {
            f"seat {seat}": say("cli.play.seatname", seat=seat, name=say("cli.play.you"))
            for seat in [position.turn]
            if seat is not None
        }
        self.screen.draw(position, seats)

    def ask(self, position: Position, words: Sequence[str] = ()) -> str:
        """A legal move as the position writes it, or one of some words; `quit` at the end of the
        input. What is neither is explained.
        """
        while True:
            line = self.screen.ask(say("cli.play.ask"))
            if line is None or line.lower() == QUIT:
                return QUIT
            if line.lower() in words:
                return line.lower()
            if line.lower() == "moves":
                self.screen.tell_words(position.legal_moves)
            elif line:
                try:
                    after = position.copy()
                    after.push(line)
                    return after.history[-1]
                except AzulejosError as wrong:
                    self.screen.tell(wrong.message(user_language()), "red")

    def tell_line(self, game: str, events: Iterable[Event]) -> None:
        """Tell moves and what they do."""
        for event in events:
            self.screen.tell(event.text, "bold", indent=INDENT)
            for step in event.steps:
                self.screen.tell(say_text(sentence(game, step)), indent=2 * INDENT)
