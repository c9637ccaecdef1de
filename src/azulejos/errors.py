"""Errors by cause: what can be wrong with input. Each carries a `Text`, so it can be shown in every
language, and all can be pickled.
"""

from azulejos.text import Text, render


class AzulejosError(ValueError):
    """Bad input: `text` says what is wrong and names the clause, field or place."""

    def __init__(self, text: Text, *details: object):
        """`details` are what a subclass was constructed with besides; pickling needs them."""
        super().__init__(text, *details)
        self.text = text

    @property
    def code(self) -> str:
        """The code of the text."""
        return self.text.code

    def message(self, language: str = "en") -> str:
        """The error's sentence in a language."""
        return render(self.text, language)

    def __str__(self) -> str:
        return self.message()


class BadNotation(AzulejosError):
    """A text that cannot be read as what it should be; `offending` is that text."""

    def __init__(self, text: Text, offending: str):
        super().__init__(text, offending)
        self.offending = offending


class IllegalMove(AzulejosError):
    """A move or deal that can be read but breaks a clause of the rules."""

    def __init__(self, text: Text, clause: str, offending: str):
        super().__init__(text, clause, offending)
        self.clause = clause
        self.offending = offending


class NoDecision(AzulejosError):
    """A position in which no seat has to decide: the game is over, or a deal is due."""

    def __init__(self, is_over: bool):
        reason = Text(f"position.no_decision.{'over' if is_over else 'deal'}")
        super().__init__(Text("position.no_decision", {"reason": reason}))
        self.args = (is_over,)  # what unpickling constructs it with
        self.is_over = is_over


class BadPosition(AzulejosError):
    """A position that cannot be read, or that no game could reach."""


class BadRecord(AzulejosError):
    """A written game that cannot be read; line and column count from 1."""

    def __init__(self, text: Text, line: int, column: int):
        super().__init__(text, line, column)
        self.line = line
        self.column = column
