"""Errors between a client and a server."""

from azulejos.contract.rules import Json
from azulejos.errors import AzulejosError
from azulejos.text import Text, has_sentence


class Refused(AzulejosError):
    """The server refused a request; `code` and `text` say why."""

    def __init__(self, problem: Json, status: int = 0, retry_after_s: float = 0.0):
        code, args = str(problem.get("code", "api.broken")), dict(problem.get("args", {}))
        super().__init__(Text(code, args))
        self.status = status  # of HTTP; 0 on a WebSocket
        self.title = str(problem.get("title", code))  # the sentence in English
        self.clause = str(problem.get("clause", ""))  # illegal move: the clause of the rules
        self.retry_after_s = retry_after_s  # when to try again; 0 if that does not help

    def message(self, language: str = "en") -> str:
        """The reason in a language, or in English if it is a sentence of the server only."""
        return super().message(language) if has_sentence(self.code) else self.title


class ConnectionLost(AzulejosError):
    """There is no server at the address, or the connection to it broke."""

    def __init__(self, url: str, reason: str):
        super().__init__(Text("client.lost", {"url": url, "reason": reason}))
