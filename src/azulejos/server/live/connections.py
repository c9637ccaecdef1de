"""The open WebSocket connections of this process, and the end of those that were revoked."""

from typing import Protocol

from azulejos.server.people.callers import Caller
from azulejos.server.people.sessions import Sessions
from azulejos.server.people.tokens import Tokens

REVOKED = 1008  # close code: policy violation


class Closable(Protocol):
    """A connection that the server can close."""

    caller: Caller | None

    def close(self, code: int) -> None:
        """Close it with a code; must not block."""


class Connections(set[Closable]):
    """All open connections of this process."""

    def __init__(self, sessions: Sessions, tokens: Tokens):
        super().__init__()
        self.sessions, self.tokens = sessions, tokens

    async def close_revoked(self) -> None:
        """Close connections whose session or token is not valid any more (R26)."""
        callers = {each: each.caller for each in self if each.caller}
        valid = await self.sessions.open_among({c.session for c in callers.values()})
        valid |= await self.tokens.open_among({c.token for c in callers.values()})
        for each, caller in callers.items():
            if not {caller.session, caller.token} & valid:
                each.close(REVOKED)
