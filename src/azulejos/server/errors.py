"""The error that a request or message is answered with when it cannot be fulfilled."""

from azulejos.errors import AzulejosError
from azulejos.text import Text


class Refusal(AzulejosError):
    """A request or message that is refused; the code says why."""


def refusal(code: str, **args: object) -> Refusal:
    """The error for a code of the server's catalogue; the caller raises it."""
    return Refusal(Text(code, args))
