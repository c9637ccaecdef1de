"""What can be wrong with what somebody gave us, by cause. Each error carries a `Text`, so it
speaks every language.
"""

from azulejos.text import Text, render


class AzulejosError(ValueError):
    """Bad input: `text` says what is wrong and names the clause, field or place."""

    def __init__(self, text: Text):
        super().__init__(text)
        self.text = text

    @property
    def code(self) -> str:
        return self.text.code

    def message(self, language: str = "en") -> str:
        """The error in a language."""
        return render(self.text, language)

    def __str__(self) -> str:
        return self.message()


class BadNotation(AzulejosError):
    """A text that cannot be read as what it should be; `offending` is that text."""

    def __init__(self, text: Text, offending: str):
        super().__init__(text)
        self.offending = offending


class IllegalMove(AzulejosError):
    """A move or deal that can be read but breaks a clause of the rules."""

    def __init__(self, text: Text, clause: str, offending: str):
        super().__init__(text)
        self.clause = clause
        self.offending = offending


class BadPosition(AzulejosError):
    """A position that cannot be read, or that no game could reach."""


class BadRecord(AzulejosError):
    """A written game that cannot be read; line and column count from 1."""

    def __init__(self, text: Text, line: int, column: int):
        super().__init__(text)
        self.line = line
        self.column = column
