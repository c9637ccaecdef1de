"""The sockets of this process, and the end of those whose session or token was ended."""

from typing import Protocol

from azulejos.server.people.callers import Caller
from azulejos.server.people.sessions import Sessions
from azulejos.server.people.tokens import Tokens

ENDED = 1008  # close code


class Droppable(Protocol):
    """A socket, as far as it can be ended."""

    caller: Caller | None

    def drop(self, code: int) -> None:
        """End it."""


class Sockets(set[Droppable]):
    """All sockets of this process."""

    async def check(self, sessions: Sessions, tokens: Tokens) -> None:
        """End those who showed something that is worth nothing any more (R26)."""
        callers = {each: each.caller for each in self if each.caller}
        opened = await sessions.open_among({c.session for c in callers.values()})
        opened |= await tokens.open_among({c.token for c in callers.values()})
        for each, caller in callers.items():
            if not {caller.session, caller.token} & opened:
                each.drop(ENDED)
