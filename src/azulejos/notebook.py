"""A board for notebooks, on which one can play and branch: Jupyter, VS Code and marimo.

    from azulejos.notebook import Board

    board = Board(Position("azul"))
    board

`board.position` is the position that the board shows; it follows what is played on it.
`board.mark(position.why(move).marks)` shows marks. Needs
`pip install '.[notebook]'`. The board is the page's own, built into the wheel. Not here:
pictures that do not move, see `Position.picture`.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from azulejos.arguments import check_language
from azulejos.contract.marks import Mark
from azulejos.contract.rules import Json
from azulejos.errors import AzulejosError, IllegalMove
from azulejos.position import Position
from azulejos.text import Text, render

FOLDER = Path(__file__).parent / "server" / "page" / "notebook"  # built by `make page`


class Board(anywidget.AnyWidget):
    """A board that shows a position and plays what is chosen on it."""

    _esm = FOLDER / "board.js"
    _css = FOLDER / "board.css"
    shown = traitlets.Dict().tag(sync=True)
    language = traitlets.Unicode("en").tag(sync=True)

    def __init__(
        self,
        position: Position | None = None,
        names: Sequence[str] = (),
        seed: int | None = None,
        language: str = "en",
    ):
        """Show a copy of a position. Deals that become due are drawn, the first from `seed`."""
        self._position = Position() if position is None else position.copy()
        seats = self._position.players
        self._names = [*names, *map(str, range(len(names), seats))][:seats]
        self._seed, self._error = seed, ""
        self._marks: list[Mark] = []
        self._settle()
        super().__init__(shown=self._make_shown(), language=check_language(language))
        self.on_msg(self._receive)

    @property
    def position(self) -> Position:
        """A copy of the position that the board shows, with its history."""
        return self._position.copy()

    def play(self, move: str) -> None:
        """Play a move, as if it had been chosen on the board; refused moves raise."""
        self._position.push(move)
        self._marks = []
        self._settle()
        self._show()

    def mark(self, marks: Iterable[Mark]) -> None:
        """Show marks on the board, such as those of reasons, until something is played."""
        self._marks = list(marks)
        self._show()

    def back(self) -> None:
        """Take back the last move and what was dealt after it."""
        while self._position.history:
            self._position.pop()
            if not self._position.needs_deal:
                break
        self._marks = []
        self._settle()
        self._show()

    def _settle(self) -> None:
        """Draw the deals that are due."""
        while self._position.needs_deal:
            self._position.deal(self._seed)
            self._seed = None if self._seed is None else self._seed + 1

    def _show(self, error: str = "") -> None:
        self._error = error
        self.shown = self._make_shown()

    def _make_shown(self) -> Json:
        """The contents of the board: the view of a table, and the last move with its steps."""
        position, ply = self._position, len(self._position.history)
        view = {
            "version": ply,
            "ply": ply,
            "status": "over" if position.is_over else "playing",
            "game": position.game.name,
            "edition": position.game.editions[0],
            "players": position.players,
            "options": position.options or {},
            "seats": [{"name": name} for name in self._names],
            "you": list(range(position.players)),
            "turn": position.turn,
            "position": position.view(),
            "drawing": position.draw(),
            "moves": position.legal_moves,
        }
        marks = [mark.facts() | {"said": sent(mark.said)} for mark in self._marks]
        return {"view": view, "last": self._last(), "error": self._error, "marks": marks}

    def _last(self) -> Json | None:
        """The last move or deal, and what it did."""
        if not self._position.history:
            return None
        before = self._position.copy()
        move = before.pop()
        steps = [step.to_json() for step in before.steps(move)]
        return {"seat": before.turn, "move": move, "steps": steps}

    def _receive(self, _: object, message: Any, __: object) -> None:
        """Do what the reader did on the board."""
        try:
            match message:
                case {"type": "play", "move": str(move)}:
                    self.play(move)
                case {"type": "back"}:
                    self.back()
                case {"type": "explain", "id": int(number), "move": str(move)}:
                    self.send({"id": number, "explanation": self._explain(move)})
        except AzulejosError as error:
            self._show(render(error.text, self.language))

    def _explain(self, move: str) -> Json:
        """The effects of a move, or the reason why it is not allowed."""
        position = self._position
        try:
            steps = [*position.steps(move), position.forecast(move)]
        except AzulejosError as error:
            clause = error.clause if isinstance(error, IllegalMove) else ""
            return {"kind": "refusal", "error": sent(error.text), "clause": clause}
        return {"kind": "forecast", "steps": [step.to_json() for step in steps]}


def sent(text: Text) -> Json:
    """A text as the board reads it."""
    args = {name: sent(x) if isinstance(x, Text) else x for name, x in text.args.items()}
    return {"code": text.code, "args": args}
