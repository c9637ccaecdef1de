"""Errors named by cause. Each carries a `Text`, so that its message exists in every language.

All of them pickle and deep-copy with their attributes.
"""

from collections.abc import Callable
from typing import Any

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

    def __reduce__(self) -> tuple[Callable[..., "AzulejosError"], tuple[Any, ...]]:
        """Subclasses have constructors of their own, so copies are made without calling them."""
        return _restore, (type(self), self.args, self.__dict__)


def _restore(
    cls: type[AzulejosError], args: tuple[Any, ...], attributes: dict[str, Any]
) -> AzulejosError:
    error = cls.__new__(cls, *args)
    error.__dict__.update(attributes)
    return error


class BadArgument(AzulejosError):
    """An argument of a wrong type, or an array of a wrong dtype, shape, layout or content."""


class BadNotation(AzulejosError):
    """A text that cannot be parsed; `offending` is that text."""

    def __init__(self, text: Text, offending: str):
        super().__init__(text)
        self.offending = offending


class IllegalMove(AzulejosError):
    """A move or deal that can be parsed but breaks a clause of the rules."""

    def __init__(self, text: Text, clause: str, offending: str):
        super().__init__(text)
        self.clause = clause
        self.offending = offending


class NoDecision(AzulejosError):
    """A position in which no seat has to decide: the game is over, or a deal is due."""

    def __init__(self, is_over: bool):
        reason = Text(f"position.no_decision.{'over' if is_over else 'deal'}")
        super().__init__(Text("position.no_decision", {"reason": reason}))
        self.is_over = is_over


class NoDeal(AzulejosError):
    """A deal asked for in a position in which none is due."""


class EmptyHistory(AzulejosError):
    """A move to be taken back in a position without history."""


class BadPosition(AzulejosError):
    """A position that cannot be parsed, or that no game could reach."""


class BadRecord(AzulejosError):
    """A written game that cannot be read; line and column count from 1."""

    def __init__(self, text: Text, line: int, column: int):
        super().__init__(text)
        self.line = line
        self.column = column

    def message(self, language: str = "en") -> str:
        """The error in a language, with its place."""
        place = {"line": self.line, "column": self.column}
        return render(Text("record.place", {**place, "reason": self.text}), language)


class BadGame(AzulejosError):
    """A game that cannot be registered; `field` names the part of the contract it breaks."""

    def __init__(self, text: Text, field: str):
        super().__init__(text)
        self.field = field
