"""The errors that a request or message is answered with when it cannot be fulfilled."""

from azulejos.errors import AzulejosError
from azulejos.text import Text


class Refusal(AzulejosError):
    """A request or message that is refused; the code says why."""


class Busy(Refusal):
    """The server cannot store or read anything at the moment, or not in time."""

    def __init__(self) -> None:
        super().__init__(Text("api.busy"))


def refusal(code: str, **args: object) -> Refusal:
    """The error for a code of `wire/refusals.py`; the caller raises it."""
    return Refusal(Text(code, args))
